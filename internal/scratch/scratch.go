// Package scratch creates the temporary directories of touchstone and ensures their removal: by
// the process that created them or, if that was killed, by the next one.
//
// A directory is locked by its owner for the owner's lifetime. A lock that can be acquired therefore shows
// that the directory is stale, even in a temporary directory shared among containers, where process IDs mean
// nothing.
package scratch

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// prefix begins the names of all directories and identifies stale ones; unlocked begins the names of
// directories that their owner has yet to lock.
const (
	prefix   = "touchstone-scratch-"
	unlocked = ".touchstone-new-"
)

// Caches returns the directory of this user's caches, which may not exist yet. It returns an error if the
// home directory does not exist, because touchstone does not create that.
func Caches() (string, error) {
	caches, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	_, err = os.Stat(filepath.Dir(caches))
	return caches, err
}

// IsName reports whether the name of a file or directory is one that Make gives.
func IsName(name string) bool {
	return strings.HasPrefix(name, prefix) || strings.HasPrefix(name, unlocked)
}

// A Dir is a private directory of this process, which no other user can enter.
type Dir struct {
	Path string // with links resolved
	lock io.Closer
}

// Make creates a directory named touchstone-scratch-KIND-... below parent, or below the
// temporary directory if parent is "". The first call for a parent also removes the directories
// left there by processes of this user that no longer exist.
func Make(parent, kind string) (*Dir, error) {
	parent, err := existing(parent)
	if err != nil {
		return nil, err
	}
	once, _ := swept.LoadOrStore(parent, new(sync.Once))
	once.(*sync.Once).Do(func() { Sweep(parent) })
	path, l, err := makeLocked(parent, kind)
	if err != nil {
		return nil, err
	}
	d := &Dir{path, l}
	if d.Path, err = filepath.EvalSymlinks(path); err != nil {
		d.Path = path
		return nil, errors.Join(err, d.Remove())
	}
	if !own.add(d) {
		return nil, errors.Join(errEnding, d.Remove())
	}
	return d, nil
}

// existing returns dir, or the temporary directory if dir is "". A missing temporary directory is the user's
// error.
func existing(dir string) (string, error) {
	if dir != "" {
		return dir, nil
	}
	dir = os.TempDir()
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = &os.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	if err != nil {
		return "", fmt.Errorf("want a temporary directory (TMPDIR): %w", err)
	}
	return dir, nil
}

// own are the directories of this process that it has neither removed nor released.
var own dirSet

type dirSet struct {
	mu     sync.Mutex
	dirs   map[*Dir]bool
	ending bool // no more are added
}

var errEnding = errors.New("the process is about to end")

// add reports whether the directory may be used.
func (f *dirSet) add(d *Dir) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dirs == nil {
		f.dirs = map[*Dir]bool{}
	}
	f.dirs[d] = true
	return !f.ending
}

func (f *dirSet) forget(d *Dir) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.dirs, d)
}

// RemoveOwn removes all directories of this process, and makes it create no more. It is for a process that
// ends without waiting for its work.
func RemoveOwn() {
	own.mu.Lock()
	own.ending = true
	dirs := slices.Collect(maps.Keys(own.dirs))
	own.mu.Unlock()
	for _, d := range dirs {
		_ = d.Remove()
	}
}

// Remove removes the directory and its contents, whatever a program has done to them. It does nothing if d is
// nil.
func (d *Dir) Remove() error {
	if d == nil {
		return nil
	}
	defer own.forget(d)
	if onWindows {
		d.lock.Close()
	}
	return errors.Join(RemoveAll(d.Path), d.lock.Close())
}

// Release leaves the directory to the user for good.
func (d *Dir) Release() error {
	own.forget(d)
	return errors.Join(os.WriteFile(filepath.Join(d.Path, keepName), nil, 0o600), d.lock.Close())
}

var swept sync.Map // parents that were swept, each with a *sync.Once

// Sweep removes the directories below parent whose owners, processes of this user, no longer exist.
func Sweep(parent string) { sweep(parent, minSweepAge) }

// sweep skips directories younger than young, whose owner may have yet to lock them.
func sweep(parent string, young time.Duration) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		age := young
		switch {
		case strings.HasPrefix(e.Name(), unlocked):
		case strings.HasPrefix(e.Name(), prefix) && !onWindows:
			age = 0
		case !strings.HasPrefix(e.Name(), prefix):
			continue
		}
		info, err := e.Info()
		if err != nil || time.Since(info.ModTime()) < age || !ownedByUser(info) {
			continue
		}
		path := filepath.Join(parent, e.Name())
		lock, err := Lock(path)
		if err != nil {
			continue
		}
		if _, err := os.Lstat(filepath.Join(path, keepName)); err == nil {
			lock.Close()
			continue
		}
		_ = (&Dir{path, lock}).Remove()
	}
}

// minSweepAge is the age below which an unlocked directory is left alone.
const minSweepAge = time.Minute

// ErrLocked is the error for a directory that another process has locked.
var ErrLocked = errors.New("another process is at work there")

// onWindows is true if a process can lock a file in a directory, but not the directory itself. The directory
// can be neither renamed nor removed while that file is open.
const onWindows = runtime.GOOS == "windows"

// lockName is the name of that file, and keepName of one that marks a directory as the user's.
const (
	lockName = ".lock"
	keepName = ".kept"
)

// Lock locks a directory without waiting, until it is closed or the process ends. The error is ErrLocked if
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

// makeLocked makes a directory that is already locked when it gets its name, so that no sweep
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

// patience is the time during which removal is retried on Windows: a process that has just been killed still
// holds files for a moment, and so does a virus scanner.
const patience = 3 * time.Second

// RemoveAll removes a directory, even if a program has withdrawn its owner's permissions, or
// filled it with directories nested deeper than path lengths or the number of open files allow.
func RemoveAll(dir string) error {
	err := os.RemoveAll(dir)
	for end := time.Now().Add(patience); err != nil && runtime.GOOS == "windows" &&
		time.Now().Before(end); err = os.RemoveAll(dir) {
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

// removeFlat removes a directory of any depth with a few open files: before it empties a subdirectory, it
// moves that directory's nonempty subdirectories up to the same level.
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

// removeIn removes an entry of the directory top. It moves nonempty directories in the entry into top, under
// new names by the number of moved ones.
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
			err := dir.Chmod(below, 0o700) // to move a directory changes it
			if err == nil {
				err = top.Rename(filepath.Join(name, below), fmt.Sprintf("%s%d-%d", prefix, os.Getpid(), *moved))
			}
			if err != nil {
				return err
			}
		}
	}
}

// maxNames is the maximum number of names to read at a time. Tests change it.
var maxNames = 4096

// list returns some names in a directory.
func list(dir *os.Root) ([]string, error) {
	f, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(maxNames)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return names, err
}
