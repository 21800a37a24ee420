package answers

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/regular"
)

// IsClosed reports whether a directory, in a checkout of this module or in a cache, holds more
// than its owner's program.
func IsClosed(path string) bool { return closedFinding(path) != nil }

// closedFinding returns the finding that closes a directory, or nil. All of a checkout is answers, or makes them,
// but for each directory below examples: examples itself holds correct programs.
func closedFinding(path string) *Finding {
	f := enclosingAnswerDir(path)
	if f == nil || f.Kind != isCheckout {
		return f
	}
	relative, err := filepath.Rel(f.Path, path)
	if err != nil {
		return f
	}
	if first, rest, _ := strings.Cut(filepath.ToSlash(relative), "/"); first != "examples" || rest == "" {
		return f
	}
	return nil
}

// enclosingAnswerDir returns the innermost directory that holds answers as a whole and is or contains path, or nil.
func enclosingAnswerDir(path string) *Finding {
	for dir := path; ; dir = filepath.Dir(dir) {
		if kind := judgeDir(dir); kind != "" {
			return &Finding{dir, kind}
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// IsCommon reports whether a directory is one that all kinds of files share: the home directory,
// the temporary directory or the root.
func IsCommon(dir string) bool {
	common := []string{os.TempDir(), "/tmp", "/var/tmp", "/dev/shm", "/home", "/Users"}
	if home, err := os.UserHomeDir(); err == nil {
		common = append(common, home)
	}
	return dir == filepath.Dir(dir) || slices.Contains(RealPaths(common), dir)
}

// OpenFiles lists the files directly in a directory.
func OpenFiles(dir string) (files []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Type().IsRegular() && !regular.IsHidden(e.Name()) {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files
}

// removeNeeded removes the needed paths from the hidden ones. If a hidden directory contains a needed path, spare
// hides its other entries instead.
func removeNeeded(hide, needed []string) (spared []string) {
	for _, path := range hide {
		spared = append(spared, coversPath(path, needed)...)
	}
	slices.Sort(spared)
	return slices.Compact(spared)
}

func coversPath(path string, needed []string) (hide []string) {
	var inside []string
	for _, n := range needed {
		if n == path {
			return nil
		}
		if n != "" && regular.Beneath(n, path) {
			inside = append(inside, n)
		}
	}
	if len(inside) == 0 {
		return []string{path}
	}
	entries, _ := os.ReadDir(path)
	for _, e := range entries {
		hide = append(hide, coversPath(filepath.Join(path, e.Name()), inside)...)
	}
	return hide
}

// caches lists the running program and the caches that contain answers if a user has built or fetched the
// suite.
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

// goSettings returns Go's settings that name directories. It reads the environment and the file that
// "go env -w" writes.
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

// RealPaths returns the paths made absolute. It resolves links in the part of a path that exists.
func RealPaths(paths []string) []string {
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

// A Finding is a file or directory that holds answers.
type Finding struct {
	Path string
	Kind string // to be read after "it is"
}

// maxEntries limits the number of files and directories that are examined in a user's directory. Tests change it.
var maxEntries = 100_000

// tooManyError is the error for a directory with more.
type tooManyError struct{ path string }

func (e tooManyError) Error() string {
	return fmt.Sprintf("want a directory of at most %d files, to be looked through for answers, found more in %s",
		maxEntries, e.path)
}

// Search finds the answers at and below a path that belongs to a user. It opens every file. It does not follow
// links, since a program may not follow them either.
func Search(path string) (found []Finding, err error) {
	self := ownFile()
	entries := -1 // without the path itself
	err = filepath.WalkDir(path, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // files that this process cannot read are closed to the program, too
		}
		if entries++; entries > maxEntries {
			return tooManyError{path}
		}
		kind := ""
		switch {
		case e.IsDir():
			kind = judgeDir(file)
		case e.Type().IsRegular():
			kind = judgeFile(file, self)
		}
		if kind == "" {
			return nil
		}
		found = append(found, Finding{file, kind})
		if e.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	return found, err
}

// ownFile returns the file of the running program, or nil.
func ownFile() fs.FileInfo {
	path, err := os.Executable()
	if err != nil {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return info
}

// judgeDir returns the kind of answers that a directory holds as a whole, or "" if it holds none.
func judgeDir(dir string) string {
	switch {
	case isOwnModule(filepath.Join(dir, "go.mod")):
		return isCheckout
	case strings.HasSuffix(filepath.ToSlash(dir), "/github.com/touchstone-suite"):
		return isModule
	case isBuildCache(dir):
		return isCache
	}
	return ""
}
