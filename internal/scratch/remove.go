package scratch

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// Remove removes a folder. If it holds nothing but the files that are named, that
// takes a third of RemoveAll's time.
func Remove(dir string, files ...string) error {
	for _, name := range files {
		os.Remove(filepath.Join(dir, name))
	}
	if syscall.Rmdir(dir) == nil {
		return nil
	}
	return RemoveAll(dir)
}

// RemoveAll removes a folder that a program may have closed to its owner, or filled
// with folders deeper than a path or the number of open files reaches.
func RemoveAll(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil {
		return nil
	}
	if flat := removeFlat(dir); flat != nil {
		return errors.Join(err, flat)
	}
	return nil
}
