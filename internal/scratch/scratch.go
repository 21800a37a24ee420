// Package scratch makes the temporary folders of touchstone, and sees that they go:
// with the process that made them, and if that was killed, with the next one.
//
// A folder is locked by its owner for as long as that lives, wherever it lives: a
// lock that can be had shows that nobody needs the folder any more, also where a
// temporary folder is shared among containers, in which process numbers tell nothing.
package scratch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// prefix begins the names of all folders, by which the stale ones are found, and
// unlocked those that their owner has yet to lock.
const (
	prefix   = "touchstone-scratch-"
	unlocked = ".touchstone-new-"
)

// A Dir is a folder of this process's own, which nobody else can enter.
type Dir struct {
	Path string // without links
	lock *os.File
}

// Make makes a folder called touchstone-scratch-KIND-... below parent, or in the folder for
// temporary files if that is "". The first call for a parent removes there what
// processes of this user that are gone have left.
func Make(parent, kind string) (*Dir, error) {
	if parent == "" {
		parent = os.TempDir()
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
	return d, nil
}

// Remove removes the folder and what is in it, whatever a program made of that.
func (d *Dir) Remove() error {
	if d.lock != nil && unlockFirst {
		d.lock.Close()
	}
	err := RemoveAll(d.Path)
	if d.lock != nil && !unlockFirst {
		d.lock.Close()
	}
	return err
}

// Release leaves the folder to the user, for good.
func (d *Dir) Release() error {
	if d.lock == nil {
		return nil
	}
	return errors.Join(keep(d.lock), d.lock.Close())
}

var swept sync.Map // the parents that were swept, each a *sync.Once

func sweepOnce(parent string) {
	once, _ := swept.LoadOrStore(parent, new(sync.Once))
	once.(*sync.Once).Do(func() { Sweep(parent) })
}

// Sweep removes the folders below parent that a process of this user made that is gone.
func Sweep(parent string) { sweep(parent, young) }

// sweep leaves alone what is younger than young and may have an owner that has yet to
// lock it.
func sweep(parent string, young time.Duration) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		age := young
		switch {
		case strings.HasPrefix(e.Name(), unlocked):
		case strings.HasPrefix(e.Name(), prefix) && lockedFirst:
			age = 0
		case !strings.HasPrefix(e.Name(), prefix):
			continue
		}
		info, err := e.Info()
		if err != nil || time.Since(info.ModTime()) < age || !mine(info) {
			continue
		}
		path := filepath.Join(parent, e.Name())
		if l, err := lock(path); err == nil {
			if kept(l) {
				l.Close()
				continue
			}
			_ = (&Dir{path, l}).Remove()
		}
	}
}

// young is the age under which a folder is left alone that nobody has locked yet.
const young = time.Minute
