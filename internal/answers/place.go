package answers

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// answering are the entries of a checkout that hold answers, or the code that makes
// them. A folder that somebody has put beside these is their own, and so is each one
// below examples; examples itself holds right programs.
var answering = []string{".git", "bench", "cases", "cmd", "docs", "examples", "gen", "internal", "oracle", "testscript"}

// Checkout returns the checkout of this module that a path lies in, or "".
func Checkout(path string) string {
	if f := enclosing(path); f != nil && f.What == isCheckout {
		return f.Path
	}
	return ""
}

// IsClosed reports whether a folder in a checkout of this module, or in a cache,
// holds more than its owner's program.
func IsClosed(path string) bool { return closed(path) != nil }

// closed says what closes a folder, or is nil.
func closed(path string) *Finding {
	f := enclosing(path)
	if f == nil || f.What != isCheckout {
		return f
	}
	relative, err := filepath.Rel(f.Path, path)
	if err != nil {
		return f
	}
	first, rest, _ := strings.Cut(filepath.ToSlash(relative), "/")
	switch {
	case first == ".", first == "examples" && rest == "":
		return f
	case first != "examples" && slices.Contains(answering, first):
		return f
	}
	return nil
}

// enclosing finds the nearest folder at or around a path that holds answers as a
// whole.
func enclosing(path string) *Finding {
	for at := path; ; at = filepath.Dir(at) {
		what := ""
		switch {
		case isOwnModule(filepath.Join(at, "go.mod")):
			what = isCheckout
		case strings.HasSuffix(filepath.ToSlash(at), "/github.com/touchstone-suite"):
			what = isModule
		case isBuildCache(at):
			what = isCache
		}
		if what != "" {
			return &Finding{at, what}
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}

// IsCommon reports whether a folder is one in which everything lies: the home folder,
// that for temporary files, the root.
func IsCommon(folder string) bool {
	common := []string{os.TempDir(), "/tmp", "/var/tmp", "/dev/shm", "/home", "/Users"}
	if home, err := os.UserHomeDir(); err == nil {
		common = append(common, home)
	}
	return folder == filepath.Dir(folder) || slices.Contains(Reals(common), folder)
}

// OpenFiles lists the files that lie openly in a folder.
func OpenFiles(folder string) (files []string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if e.Type().IsRegular() && e.Name()[0] != '.' {
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	return files
}

// spare takes out of what is hidden what is needed: of a folder around that, all else
// is hidden.
func spare(hide, needed []string) (spared []string) {
	for _, path := range hide {
		spared = append(spared, around(path, needed)...)
	}
	slices.Sort(spared)
	return slices.Compact(spared)
}

func around(path string, needed []string) (hide []string) {
	var inside []string
	for _, n := range needed {
		if n == path {
			return nil
		}
		if n != "" && Beneath(n, path) {
			inside = append(inside, n)
		}
	}
	if len(inside) == 0 {
		return []string{path}
	}
	entries, _ := os.ReadDir(path)
	for _, e := range entries {
		hide = append(hide, around(filepath.Join(path, e.Name()), inside)...)
	}
	return hide
}

// caches lists the running program and the caches that hold answers where somebody
// has built or fetched the suite.
func caches() (paths []string) {
	if self, err := os.Executable(); err == nil {
		paths = append(paths, self)
	}
	if caches, err := os.UserCacheDir(); err == nil {
		paths = append(paths, caches)
	}
	set := goSettings()
	paths = append(paths, set["GOCACHE"], set["GOMODCACHE"])
	for _, path := range append(filepath.SplitList(set["GOPATH"]), filepath.Join(set["HOME"], "go")) {
		paths = append(paths, filepath.Join(path, "pkg", "mod"))
	}
	return slices.DeleteFunc(paths, func(path string) bool { return !filepath.IsAbs(path) })
}

// goSettings are those of Go that name folders: of the environment, and of what "go
// env -w" wrote.
func goSettings() map[string]string {
	set := map[string]string{}
	file := os.Getenv("GOENV")
	if config, err := os.UserConfigDir(); file == "" && err == nil {
		file = filepath.Join(config, "go", "env")
	}
	if f, err := os.Open(file); err == nil {
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			if key, value, ok := strings.Cut(lines.Text(), "="); ok {
				set[key] = value
			}
		}
	}
	for _, key := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		if value := os.Getenv(key); value != "" {
			set[key] = value
		}
	}
	set["HOME"], _ = os.UserHomeDir()
	return set
}

// Reals are paths without links, as far as they exist, each absolute.
func Reals(paths []string) []string {
	var found []string
	for _, path := range paths {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		if path, err := filepath.Abs(path); err == nil && !slices.Contains(found, path) {
			found = append(found, path)
		}
	}
	return found
}
