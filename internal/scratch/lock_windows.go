package scratch

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// lockName is a file in a folder that its owner keeps open without sharing: a folder itself
// cannot be locked on Windows. It disappears with its owner.
const lockName = ".lock"

// lockedFirst says that makeLocked does not lock a folder before it gets its name. On
// Windows, a folder with an open file cannot be renamed.
const lockedFirst = false

// makeLocked makes a folder and locks it.
func makeLocked(parent, kind string) (path string, l *os.File, err error) {
	if path, err = os.MkdirTemp(parent, prefix+kind+"-"); err != nil {
		return "", nil, err
	}
	if l, err = lock(path); err != nil {
		return "", nil, errors.Join(err, os.Remove(path))
	}
	return path, l, nil
}

// Lock locks a folder without waiting, for as long as the file is open. The error is ErrLocked if
// another process has locked it.
func Lock(path string) (io.Closer, error) {
	f, err := lock(path)
	if errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
		return nil, ErrLocked
	}
	return f, err
}

// lock locks a folder without waiting. The lock ends when the file is closed, or with the
// process.
func lock(path string) (*os.File, error) {
	path = filepath.Join(path, lockName)
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE, 0, nil, windows.OPEN_ALWAYS,
		windows.FILE_ATTRIBUTE_HIDDEN|windows.FILE_ATTRIBUTE_TEMPORARY|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return os.NewFile(uintptr(h), path), nil
}

// unlockFirst says whether a folder must be unlocked before it can be removed.
const unlockFirst = true

// keepName is the name of a file that marks a folder as the user's.
const keepName = ".kept"

func keep(f *os.File) error {
	return os.WriteFile(filepath.Join(filepath.Dir(f.Name()), keepName), nil, 0o600)
}

func kept(f *os.File) bool {
	_, err := os.Lstat(filepath.Join(filepath.Dir(f.Name()), keepName))
	return err == nil
}

// mine reports whether a folder belongs to this user. On Windows each user has a private
// temporary folder.
func mine(fs.FileInfo) bool { return true }
