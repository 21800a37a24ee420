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

// A Dir is the working directory of one job. It is empty before the run, and no other job uses it until it
// is removed. Its path is the same for all runs of a worker, so that it reveals nothing to a program.
type Dir struct {
	Path string // path for the program
	// Host is the path for the caller, which fills the directory before the run and reads it afterwards. Files
	// that a program left there are as hostile as the program.
	Host string

	worker *Worker
	size   int64    // maximum number of bytes to write, or 0
	open   *os.File // descriptor of a directory in memory; Host refers to it
	left   bool     // processes may still be using it
}

// margin is the room of a directory in memory beyond its size: reaching the limit does not exceed it.
const margin = 1 << 16

// Room returns the output limit for a program that may write output bytes into a directory that holds others
// bytes. The limit has a margin because whole blocks count, so the reader of a file must check its size.
func Room(output, others int64) int64 { return output + others + margin }

// MakeDir creates the directory of the next run, in which the program may write size bytes; 0 means no limit.
// If the policy sets Work, MakeDir returns that directory. In a private view it returns an empty directory in
// memory at the same path, with another Host.
func (w *Worker) MakeDir(size int64) (*Dir, error) {
	if w.spaces.ownRoot() {
		answer, err := w.ask(request{Dir: size})
		if err != nil {
			return nil, err
		}
		f, err := w.handles.receive()
		if err != nil {
			return nil, err
		}
		return &Dir{Path: answer.Path, Host: fmt.Sprintf("/proc/self/fd/%d", f.Fd()), worker: w, size: size,
			open: f}, nil
	}
	if dir := w.policy.Work; dir != "" {
		w.dir = dir
		return &Dir{Path: dir, Host: dir, worker: w}, nil
	}
	dir, err := w.diskDir()
	if err != nil {
		return nil, err
	}
	return &Dir{Path: dir, Host: dir, worker: w}, nil // Run gives it to the user of the programs
}

// diskDir creates a directory on disk. If programs are confined, it has the same name in each run, so that
// it reveals nothing to them; otherwise it has a name under which it can be kept, or it is the emptied
// directory of an earlier run.
func (w *Worker) diskDir() (string, error) {
	dir, name := filepath.Join(w.policy.Root, fmt.Sprintf("w%d", w.number)), "run"
	if w.policy.Mode == None {
		select {
		case w.dir = <-w.emptied:
			return w.dir, nil
		default:
		}
		name = fmt.Sprintf("r%d", workerNumber.Add(1))
	}
	if err := errors.Join(os.MkdirAll(dir, 0o700), w.allowTraversal(dir)); err != nil {
		return "", err
	}
	dir = filepath.Join(dir, name)
	w.dir = dir
	return dir, os.Mkdir(dir, 0o700)
}

// isPersistent reports whether the directory is the policy's Work rather than a new one for the run.
func (f *Dir) isPersistent() bool { return f.open == nil && f.worker.policy.Work != "" }

// setAside makes room for the worker's next directory, and restores its owner's permissions if a
// program has removed them.
func (f *Dir) setAside() error {
	err := os.Chmod(f.Host, 0o700)
	if errors.Is(err, fs.ErrNotExist) { // the program removed it
		_ = os.Mkdir(f.Host, 0o700) // if this fails, nothing will be found
	}
	if f.open != nil || f.isPersistent() || f.worker.policy.Mode == None {
		return nil //nolint:nilerr // the reader will notice
	}
	aside := filepath.Join(f.worker.policy.Root, fmt.Sprintf("d%d", workerNumber.Add(1)))
	err = rename(f.Host, aside)
	f.Host = aside
	return err
}

// Remove removes the directory.
func (f *Dir) Remove() error {
	if f.open != nil {
		return f.open.Close() // the file system disappears with its last user
	}
	if f.isPersistent() {
		return nil
	}
	if f.empty() {
		select {
		case f.worker.emptied <- f.Host:
			return nil
		default:
		}
	}
	err := scratch.RemoveAll(f.Host)
	if f.left { // removed with its parent, when it is no longer in use
		return nil
	}
	return err
}

// empty empties a directory on disk for the next run of an unconfined program, which costs less than a new
// directory. It reports whether the next run can have the directory.
func (f *Dir) empty() bool {
	info, err := os.Lstat(f.Host) // the program may have replaced it by a link
	if f.worker.policy.Mode != None || f.worker.Dead() || err != nil || !info.IsDir() {
		return false
	}
	entries, err := os.ReadDir(f.Host)
	for _, e := range entries {
		err = errors.Join(err, scratch.RemoveAll(filepath.Join(f.Host, e.Name())))
	}
	return err == nil
}

// Keep moves the directory to another place. From a directory in memory it copies all files that it can read,
// up to the directory's size: a file may claim to be far larger than the space that it takes.
func (f *Dir) Keep(to string) error {
	if f.open == nil {
		return rename(f.Host, to)
	}
	defer f.open.Close()
	root, err := os.OpenRoot(f.Host) // confines links
	if err != nil {
		return err
	}
	defer root.Close()
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	left := int64(math.MaxInt64)
	if f.size > 0 {
		left = f.size + 2*margin // room for a file that filled it
	}
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // we may not open it
		}
		err = keepEntry(root, name, d, filepath.Join(to, filepath.FromSlash(name)), &left)
		if err != nil && d.IsDir() {
			return fs.SkipDir // its path is too long outside
		}
		return nil
	})
}

// keepEntry copies a file, a directory or a link. It skips entries that cannot be copied, and a file larger
// than the bytes left to copy.
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
	_, err = io.Copy(f, io.LimitReader(from, info.Size())) // it may grow if a process is still running
	return errors.Join(err, f.Close())
}
