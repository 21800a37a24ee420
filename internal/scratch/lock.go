package scratch

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gofrs/flock"
)

// ErrLocked is the error for a folder that another process has locked.
var ErrLocked = errors.New("another process is at work there")

// onWindows says that a folder itself cannot be locked, but a file in it; that it cannot be renamed
// while that is open; and that it cannot be removed before.
const onWindows = runtime.GOOS == "windows"

// lockName is the name of that file, and keepName of one that marks a folder as the user's.
const (
	lockName = ".lock"
	keepName = ".kept"
)

// Lock locks a folder without waiting, until it is closed or the process ends. The error is ErrLocked if
// another process has locked it.
//
// A child that has not yet become its program still has the open file: so the lock is given up by
// itself, and not by closing the file. Package lockedfile of go-internal can only wait for a lock.
func Lock(dir string) (io.Closer, error) {
	lock := flock.New(dir, flock.SetFlag(os.O_RDONLY))
	if onWindows {
		lock = flock.New(filepath.Join(dir, lockName))
	}
	locked, err := lock.TryLock()
	if err == nil && !locked {
		err = ErrLocked
	}
	if err != nil {
		return nil, err
	}
	return lock, nil
}

// makeLocked makes a folder that is already locked when it gets its name, so that no sweep
// ever finds it unlocked; on Windows, a young one.
func makeLocked(parent, kind string) (path string, lock io.Closer, err error) {
	begin := unlocked
	if onWindows {
		begin = prefix
	}
	early, err := os.MkdirTemp(parent, begin+kind+"-")
	if err != nil {
		return "", nil, err
	}
	if lock, err = Lock(early); err != nil {
		return "", nil, errors.Join(err, os.Remove(early))
	}
	path = filepath.Join(parent, prefix+strings.TrimPrefix(filepath.Base(early), begin))
	if onWindows {
		return path, lock, nil
	}
	if err := os.Rename(early, path); err != nil {
		return "", nil, errors.Join(err, lock.Close(), os.Remove(early))
	}
	return path, lock, nil
}
