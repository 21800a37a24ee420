// Package scratch creates the temporary folders of touchstone and ensures their removal: by
// the process that created them or, if that was killed, by the next one.
//
// A folder is locked by its owner for the owner's lifetime. A lock that can be acquired
// therefore shows that the folder is stale, even in a temporary folder shared among
// containers, where process IDs mean nothing.
package scratch

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// prefix begins the names of all folders, by which stale ones are found; unlocked begins
// the names of those that their owner has yet to lock.
const (
	prefix   = "touchstone-scratch-"
	unlocked = ".touchstone-new-"
)

// Caches returns the folder of this user's caches, which may not be there yet. It is an error if there is no home
// folder for it: nobody makes one.
func Caches() (string, error) {
	caches, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	_, err = os.Stat(filepath.Dir(caches))
	return caches, err
}

// IsName reports whether the name of a file or folder is one that Make gives.
func IsName(name string) bool {
	return strings.HasPrefix(name, prefix) || strings.HasPrefix(name, unlocked)
}

// A Dir is a private folder of this process, which no other user can enter.
type Dir struct {
	Path string // with links resolved
	lock io.Closer
}

// Make creates a folder named touchstone-scratch-KIND-... below parent, or below the
// temporary folder if parent is "". The first call for a parent also removes the folders
// left there by processes of this user that no longer exist.
func Make(parent, kind string) (*Dir, error) {
	parent, err := existing(parent)
	if err != nil {
		return nil, err
	}
	sweepOnce(parent)
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

// existing returns dir, or the temporary folder if that is "": the user's mistake if there is none.
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
		return "", fmt.Errorf("want a temporary folder (TMPDIR): %w", err)
	}
	return dir, nil
}

// own are the folders of this process that it has neither removed nor released.
var own folders

type folders struct {
	mu     sync.Mutex
	dirs   map[*Dir]bool
	ending bool // no more are added
}

var errEnding = errors.New("the process is about to end")

// add reports whether the folder may be used.
func (f *folders) add(d *Dir) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dirs == nil {
		f.dirs = map[*Dir]bool{}
	}
	f.dirs[d] = true
	return !f.ending
}

func (f *folders) forget(d *Dir) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.dirs, d)
}

// RemoveOwn removes all folders that this process still has, and lets it make no more. It is for
// a process that is about to end, whose work cannot be waited for.
func RemoveOwn() {
	own.mu.Lock()
	own.ending = true
	dirs := slices.Collect(maps.Keys(own.dirs))
	own.mu.Unlock()
	for _, d := range dirs {
		_ = d.Remove()
	}
}

// Remove removes the folder and its contents, whatever a program has done to them.
func (d *Dir) Remove() error {
	defer own.forget(d)
	if onWindows {
		d.lock.Close()
	}
	return errors.Join(RemoveAll(d.Path), d.lock.Close())
}

// Release leaves the folder to the user for good.
func (d *Dir) Release() error {
	own.forget(d)
	return errors.Join(os.WriteFile(filepath.Join(d.Path, keepName), nil, 0o600), d.lock.Close())
}

var swept sync.Map // parents that were swept, each with a *sync.Once

func sweepOnce(parent string) {
	once, _ := swept.LoadOrStore(parent, new(sync.Once))
	once.(*sync.Once).Do(func() { Sweep(parent) })
}

// Sweep removes the folders below parent whose owners, processes of this user, no longer
// exist.
func Sweep(parent string) { sweep(parent, young) }

// sweep skips folders younger than young, whose owner may have yet to lock them.
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
		if err != nil || time.Since(info.ModTime()) < age || !mine(info) {
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

// young is the age below which an unlocked folder is left alone.
const young = time.Minute
