package program

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Source is a program as found in a submission.
type Source struct {
	Language *Language
	File     string // absolute; for Go, Cargo or a Makefile it may be the folder
	root     string // of the copy that it is in, or ""
	file     string // the name of the file that the user named, or "" for a folder
	top      string // the folder that the user named, or that an archive was unpacked into, or ""
	unpacked bool   // top is all there is
	renamed  bool   // for Java: the user gave the file a name that is not its class's, perhaps
	run      homework.Run
}

// dir returns the folder that contains the source.
func (s Source) dir() string {
	if isFolder(s.File) {
		return s.File
	}
	return filepath.Dir(s.File)
}

// shown names the source for a message.
func (s Source) shown() string {
	if relative, err := filepath.Rel(s.top, s.File); err == nil && s.unpacked {
		return filepath.ToSlash(relative)
	}
	return s.File
}

// Find finds the only program of a submission, a file or a folder. If there is none, or more
// than one, the error is a *BuildError; that there is no submission at all is none.
func Find(a *oracle.Assignment, path string, t Tools) (Source, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Source{}, fmt.Errorf("want a file, a folder or an archive with a program for %s, found no %q (a command comes after \"--\")", a.Name, path)
	}
	if err != nil {
		return Source{}, err
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return Source{}, err
	}
	if !info.IsDir() {
		s, err := findFile(a, absolute, info)
		s.file = filepath.Base(absolute)
		return s, err
	}
	return findBelow(a, absolute, path, t)
}

// findFile determines the source for a file that the user named.
func findFile(a *oracle.Assignment, file string, info fs.FileInfo) (Source, error) {
	language, base := languageOf(a, file), filepath.Base(file)
	switch {
	case !info.Mode().IsRegular():
		return Source{}, unfound("want a file or a folder, found %s, which is neither", base)
	case base == "Makefile":
		if missing := missingTargets(file); len(missing) > 0 {
			return Source{}, unfound("want the targets agent and run in %s, found no %s", base, strings.Join(missing, " and no "))
		}
		return Source{Language: makefile, File: filepath.Dir(file)}, nil
	case base == cargoFile:
		return Source{Language: cargo, File: filepath.Dir(file)}, nil
	case language != nil:
		return Source{Language: language, File: file}, nil
	case isExecutable(info):
		return Source{Language: executable, File: file}, nil
	}
	return Source{}, unfound("want an executable, or a source in %s, found %s", strings.Join(languageNames(), ", "), base)
}

func findMakefile(_ *oracle.Assignment, dir string, _ []fs.DirEntry) []Source {
	if len(missingTargets(filepath.Join(dir, "Makefile"))) > 0 {
		return nil
	}
	return []Source{{Language: makefile, File: dir}}
}

// findBuild finds a folder of a problem package that has its own "build".
func findBuild(a *oracle.Assignment, dir string, entries []fs.DirEntry) []Source {
	own := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == buildFile })
	if !a.Run.AnyName || !own || !isRegular(filepath.Join(dir, buildFile)) {
		return nil
	}
	return []Source{{Language: buildAndRun, File: dir}}
}

// findSources finds the sources with one of the assignment's names, Go, and Cargo.
func findSources(a *oracle.Assignment, dir string, entries []fs.DirEntry) (found []Source) {
	if a.Run.AnyName {
		if run := findExecutables(a, dir, entries); len(run) > 0 {
			return run
		}
		found = findByExtension(dir, entries)
	}
	for _, n := range names(a) {
		file := filepath.Join(dir, n.file)
		// Check the entry as well: a case-insensitive file system finds other names.
		listed := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == n.file })
		if listed && isRegular(file) {
			found = append(found, Source{Language: n.language, File: file})
		}
	}
	if slices.ContainsFunc(entries, isGo) {
		found = append(found, Source{Language: golang, File: dir})
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == cargoFile }) && isRegular(filepath.Join(dir, cargoFile)) {
		found = append(found, Source{Language: cargo, File: dir})
	}
	return found
}

// findByExtension finds the sources in languages that are known by the extension of a file, but for those that are
// described by a folder.
func findByExtension(dir string, entries []fs.DirEntry) (found []Source) {
	for _, e := range entries {
		file := filepath.Join(dir, e.Name())
		if of := extensionOf(e.Name()); of != nil && of.language != golang && isRegular(file) {
			found = append(found, Source{Language: of.language, File: file})
		}
	}
	return found
}

// findExecutables finds executables named like a source without its extension.
func findExecutables(a *oracle.Assignment, dir string, entries []fs.DirEntry) (found []Source) {
	for _, stem := range stems(a) {
		for _, e := range entries {
			info, err := os.Stat(filepath.Join(dir, e.Name())) // the target of a link
			if err == nil && isExecutable(info) && (e.Name() == stem || e.Name() == stem+".exe") {
				found = append(found, Source{Language: executable, File: filepath.Join(dir, e.Name())})
			}
		}
	}
	return found
}

// isRegular reports whether file can be read, possibly through a link: it is neither a
// folder nor a pipe, which would block.
func isRegular(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// mostSource is how much of a source is read here.
const mostSource = 1 << 20

// head reads the beginning of a regular file.
func head(file string, most int64) ([]byte, error) {
	if !isRegular(file) {
		return nil, fmt.Errorf("%s is no file", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

func isGo(e fs.DirEntry) bool {
	return strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), "_test.go") && !e.IsDir()
}

func isExecutable(info fs.FileInfo) bool {
	if runtime.GOOS == "windows" {
		return strings.EqualFold(filepath.Ext(info.Name()), ".exe")
	}
	return info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
