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

// prefix begins the names of all folders, by which the stale ones are found.
const prefix = "touchstone-"

// A Dir is a folder of this process's own, which nobody else can enter.
type Dir struct {
	Path string // without links
	lock *os.File
}

// Make makes a folder called touchstone-KIND-... below parent, or in the folder for
// temporary files if that is "". The first call for a parent removes there what
// processes of this user that are gone have left.
func Make(parent, kind string) (*Dir, error) {
	if parent == "" {
		parent = os.TempDir()
	}
	sweepOnce(parent)
	path, err := os.MkdirTemp(parent, prefix+kind+"-")
	if err != nil {
		return nil, err
	}
	d := &Dir{Path: path}
	if d.lock, err = lock(path); err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
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

// young is the age under which a folder is left alone, since its owner may not have
// locked it yet.
const young = time.Minute

var swept sync.Map // the parents that were swept, each a *sync.Once

func sweepOnce(parent string) {
	once, _ := swept.LoadOrStore(parent, new(sync.Once))
	once.(*sync.Once).Do(func() { Sweep(parent, young) })
}

// Sweep removes the folders below parent that a process of this user made longer ago
// than age, and which is gone.
func Sweep(parent string, age time.Duration) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), prefix) || !e.IsDir() {
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
