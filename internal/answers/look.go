package answers

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Finding is a file or folder that holds answers.
type Finding struct {
	Path string
	What string // to be read after "it is"
}

// mostEntries limits the number of files and folders that are examined in a user's folder.
const mostEntries = 100_000

// tooMany is the error for a folder with more.
type tooMany struct{ path string }

func (e tooMany) Error() string {
	return fmt.Sprintf("want a folder of at most %d files, to be looked through for answers, found more in %s", mostEntries, e.path)
}

// Look finds what holds answers at and below a path that belongs to a user: every file is
// opened. It does not follow links, since a program may not follow them either.
func Look(path string) (found []Finding, err error) {
	self := ownFile()
	entries := -1 // without the path itself
	err = filepath.WalkDir(path, func(at string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // what is closed to us is closed to the program
		}
		if entries++; entries > mostEntries {
			return tooMany{path}
		}
		what := ""
		switch {
		case e.IsDir():
			what = judgeFolder(at)
		case e.Type().IsRegular():
			what = judgeFile(at, self)
		}
		if what == "" {
			return nil
		}
		found = append(found, Finding{at, what})
		if e.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return found, nil
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

// judgeFolder returns what answers a folder holds as a whole, or "".
func judgeFolder(dir string) string {
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
