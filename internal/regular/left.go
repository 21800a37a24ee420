package regular

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Fault says what is wrong with a file that a program was to leave. It is the program's fault.
type Fault struct {
	Kind   FaultKind
	Reason string // to be read after the name of the file and a colon
}

func (f *Fault) Error() string { return f.Reason }

// A FaultKind is a kind of fault.
type FaultKind int

// The kinds of faults.
const (
	NotThere   FaultKind = iota
	NotRegular           // a link, a folder, a pipe
	TooLarge
	Unreadable
)

// Absent returns the fault of a file that is not there.
func Absent() *Fault { return &Fault{NotThere, "it is not there"} }

// unreadable is the fault of a file that the system does not open.
func unreadable(err error) *Fault {
	var where *fs.PathError
	if errors.As(err, &where) {
		err = where.Err
	}
	return &Fault{Unreadable, "it cannot be read: " + err.Error()}
}

// OpenLeft opens a file that a program left in a folder, if it is a regular file of at most limit
// bytes; 0 means no limit. It follows no link out of the folder, nor one in place of the file, and never blocks on a
// pipe. The error is a *Fault
// where the program is to blame: what it made of its own folder is its own fault. The program has
// ended.
func OpenLeft(dir, name string, limit int64) (*os.File, error) {
	root, err := os.OpenRoot(dir)
	var info fs.FileInfo
	if err == nil {
		defer root.Close()
		info, err = root.Lstat(filepath.FromSlash(name))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, Absent()
	case err != nil:
		return nil, unreadable(err)
	case !info.Mode().IsRegular():
		return nil, &Fault{NotRegular, "it is no regular file but " + Kind(info.Mode())}
	case limit > 0 && info.Size() > limit:
		return nil, &Fault{TooLarge, fmt.Sprintf("it has more than %d bytes", limit)} // how many more depends on when a run was stopped
	}
	f, err := root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|nonblock, 0)
	if errors.Is(err, fs.ErrPermission) {
		return nil, unreadable(err)
	}
	return f, err
}
