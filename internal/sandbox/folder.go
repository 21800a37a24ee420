package sandbox

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// A Folder is where one job runs: fresh, empty, and nobody else's. Its path is the same
// for all runs of a worker, so that it tells a program nothing.
type Folder struct {
	Path string // where the program finds it
	// Host is where the caller finds it. It is filled and read there, before and after
	// the run. What a program left there is as hostile as the program.
	Host string

	worker *Worker
	size   int64    // what may be written in it, or 0
	open   *os.File // of a folder in memory; Host leads through it
	left   bool     // processes may still be at work in it
}

// margin is how much more than its size a folder in memory has room for: what stands at
// the limit has not passed it.
const margin = 1 << 16

// Folder makes the folder of the next run, in which so many bytes may be written; 0 is
// no limit.
func (w *Worker) Folder(size int64) (*Folder, error) {
	if w.spaces.ownRoot() {
		answer, err := w.ask(request{Folder: size})
		if err != nil {
			return nil, err
		}
		f, err := w.handles.receive()
		if err != nil {
			return nil, err
		}
		return &Folder{Path: answer.Path, Host: fmt.Sprintf("/proc/self/fd/%d", f.Fd()), worker: w, size: size, open: f}, nil
	}
	dir, err := w.diskFolder()
	if err != nil {
		return nil, err
	}
	if w.user != 0 {
		if err := os.Chown(dir, w.user, w.user); err != nil {
			return nil, err
		}
	}
	return &Folder{Path: dir, Host: dir, worker: w}, nil
}

// diskFolder makes a folder on the disk: under the same name for each run where programs
// are confined, for it is not to tell them anything; else where it can stay.
func (w *Worker) diskFolder() (string, error) {
	dir, name := filepath.Join(w.policy.Root, fmt.Sprintf("w%d", w.number)), "run"
	if w.policy.Mode == None {
		name = fmt.Sprintf("r%d", workerNumber.Add(1))
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	dir = filepath.Join(dir, name)
	w.dir = dir
	return dir, os.Mkdir(dir, 0o700)
}

// leave makes room for the worker's next folder, and opens a folder to its owner again
// that a program has closed.
func (f *Folder) leave() error {
	err := os.Chmod(f.Host, 0o700)
	if errors.Is(err, fs.ErrNotExist) { // the program removed it
		_ = os.Mkdir(f.Host, 0o700) // where there is none, nothing is found
	}
	if f.open != nil || f.worker.policy.Mode == None {
		return nil //nolint:nilerr // who reads it will see
	}
	aside := filepath.Join(f.worker.policy.Root, fmt.Sprintf("d%d", workerNumber.Add(1)))
	err = rename(f.Host, aside)
	f.Host = aside
	return err
}

// Remove removes the folder. The files that are named are likely to be all of it.
func (f *Folder) Remove(files ...string) error {
	if f.open != nil {
		return f.open.Close() // the file system goes with its last user
	}
	err := scratch.Remove(f.Host, files...)
	if f.left { // it goes with the folder that it is in, when nobody holds it any more
		return nil
	}
	return err
}

// Keep moves the folder to another place. Of one in memory, what can be read is copied,
// up to the size of the folder: a file may say that it has far more than it takes there.
func (f *Folder) Keep(to string) error {
	if f.open == nil {
		return rename(f.Host, to)
	}
	defer f.open.Close()
	root, err := os.OpenRoot(f.Host) // no link leads out of it
	if err != nil {
		return err
	}
	defer root.Close()
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	left := int64(math.MaxInt64)
	if f.size > 0 {
		left = f.size + 2*margin // all of a file that filled it
	}
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // it is closed to us
		}
		err = keepEntry(root, name, d, filepath.Join(to, filepath.FromSlash(name)), &left)
		if err != nil && d.IsDir() {
			return fs.SkipDir // its path is too long outside
		}
		return nil
	})
}

// keepEntry copies a file, a folder or a link. What cannot be copied is left, and so is a
// file that is larger than what is left to copy.
func keepEntry(root *os.Root, name string, d fs.DirEntry, to string, left *int64) error {
	switch {
	case name == ".":
		return nil
	case d.IsDir():
		return os.Mkdir(to, 0o700)
	case d.Type()&fs.ModeSymlink != 0:
		target, err := root.Readlink(name)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	case !d.Type().IsRegular():
		return nil
	}
	from, err := root.Open(name)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil || info.Size() > *left {
		return err
	}
	*left -= info.Size()
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, io.LimitReader(from, info.Size())) // it may grow if a process lives on
	return errors.Join(err, f.Close())
}
