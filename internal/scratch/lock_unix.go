//go:build unix

package scratch

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// lockedFirst says that makeLocked locks a folder before it gets its name.
const lockedFirst = true

// makeLocked makes a folder that is already locked when it gets its name, so that no sweep
// ever finds it unlocked.
func makeLocked(parent, kind string) (path string, l *os.File, err error) {
	early, err := os.MkdirTemp(parent, unlocked+kind+"-")
	if err != nil {
		return "", nil, err
	}
	if l, err = lock(early); err != nil {
		return "", nil, errors.Join(err, os.Remove(early))
	}
	path = filepath.Join(parent, prefix+strings.TrimPrefix(filepath.Base(early), unlocked))
	if err := os.Rename(early, path); err != nil {
		l.Close()
		return "", nil, errors.Join(err, os.Remove(early))
	}
	return path, l, nil
}

// Lock locks a folder without waiting, for as long as the file is open. The error is ErrLocked if
// another process has locked it.
func Lock(path string) (io.Closer, error) {
	f, err := lock(path)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, err
	}
	return locked{f}, nil
}

// A locked folder is unlocked when it is closed. To close the file is not enough: a child that has not yet become
// its program has it too.
type locked struct{ *os.File }

func (l locked) Close() error {
	return errors.Join(syscall.Flock(int(l.Fd()), syscall.LOCK_UN), l.File.Close())
}

// lock locks a folder without waiting. The lock ends when the file is closed, or with the
// process.
func lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// unlockFirst says whether a folder must be unlocked before it can be removed.
const unlockFirst = false

// keepName is the name of a file that marks a folder as the user's.
const keepName = ".kept"

func keep(f *os.File) error {
	fd, err := unix.Openat(int(f.Fd()), keepName, unix.O_CREAT|unix.O_WRONLY|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

func kept(f *os.File) bool {
	var stat unix.Stat_t
	return unix.Fstatat(int(f.Fd()), keepName, &stat, unix.AT_SYMLINK_NOFOLLOW) == nil
}

// mine reports whether a folder belongs to this user.
func mine(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
