package scratch

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// patience is how long removal is retried on Windows: a process that has just been killed still
// holds files for a moment, and so does a virus scanner.
const patience = 3 * time.Second

// RemoveAll removes a folder, even if a program has withdrawn its owner's permissions, or
// filled it with folders nested deeper than path lengths or the number of open files allow.
func RemoveAll(dir string) error {
	err := os.RemoveAll(dir)
	for end := time.Now().Add(patience); err != nil && runtime.GOOS == "windows" && time.Now().Before(end); err = os.RemoveAll(dir) {
		time.Sleep(20 * time.Millisecond)
	}
	if err == nil {
		return nil
	}
	if flat := removeFlat(dir); flat != nil {
		return errors.Join(err, fmt.Errorf("%s: %w", dir, flat))
	}
	return nil
}

// removeFlat removes a folder of any depth with a few open files: before a folder in it is
// emptied, what in that is not empty is moved up beside it.
func removeFlat(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return os.Remove(dir)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	top, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer top.Close()
	for moved := 0; ; {
		names, err := list(top)
		if err != nil {
			return err
		}
		if len(names) == 0 {
			return os.Remove(dir)
		}
		for _, name := range names {
			if err := removeIn(top, name, &moved); err != nil {
				return err
			}
		}
	}
}

// removeIn removes an entry of the folder top. What is not empty in it, it moves into top, under
// new names by the number of those moved.
func removeIn(top *os.Root, name string, moved *int) error {
	if top.Remove(name) == nil {
		return nil
	}
	if err := top.Chmod(name, 0o700); err != nil {
		return err
	}
	dir, err := top.OpenRoot(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	for {
		inside, err := list(dir)
		if err != nil {
			return err
		}
		if len(inside) == 0 {
			return top.Remove(name)
		}
		for _, below := range inside {
			if dir.Remove(below) == nil {
				continue
			}
			*moved++
			err := dir.Chmod(below, 0o700) // to move a folder changes it
			if err == nil {
				err = top.Rename(filepath.Join(name, below), fmt.Sprintf("%s%d-%d", prefix, os.Getpid(), *moved))
			}
			if err != nil {
				return err
			}
		}
	}
}

// mostNames limits how many names are read at a time.
const mostNames = 4096

// list returns some names in a folder.
func list(dir *os.Root) ([]string, error) {
	f, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(mostNames)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return names, err
}
