package scratch

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// Remove removes a folder. If it holds only the named files, that takes a third of the time
// of RemoveAll.
func Remove(dir string, files ...string) error {
	for _, name := range files {
		os.Remove(filepath.Join(dir, name))
	}
	if syscall.Rmdir(dir) == nil {
		return nil
	}
	return RemoveAll(dir)
}

// RemoveAll removes a folder, even if a program has withdrawn its owner's permissions, or
// filled it with folders nested deeper than path lengths or the number of open files allow.
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
