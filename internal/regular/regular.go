// Package regular opens files from untrusted sources. A file name may lead to a pipe without a writer, a
// device that never ends, or a link to one; opening or reading it might block forever, beyond the reach of
// signals.
package regular

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// MaxSize is the size of the largest file that is read. The largest valid input, a map of
// 1,000 states that are all adjacent, has about 7 MB.
const MaxSize = 64 << 20

// Open opens a regular file. It follows links.
func Open(path string) (*os.File, error) { return open(system{}, path, "a regular file", 0) }

// OpenStream opens a regular file or a pipe. Opening a named pipe waits until another process opens its other
// end.
func OpenStream(path string) (*os.File, error) {
	return open(system{}, path, "a regular file or a pipe", fs.ModeNamedPipe)
}

// IsHidden reports whether the search for submissions, programs, packages and downloads skips a name.
func IsHidden(name string) bool { return strings.HasPrefix(name, ".") || IsLitter(name) }

// IsLitter reports whether macOS adds files of this name to directories and archives, or whether it is the
// name of a version control directory. Such files are neither copied nor unpacked.
func IsLitter(name string) bool {
	switch name {
	case "__MACOSX", ".DS_Store", ".git", ".hg", ".svn":
		return true
	}
	return strings.HasPrefix(name, "._")
}

// A fileSystem has files: the whole system, or an os.Root.
type fileSystem interface {
	Stat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
}

type system struct{}

func (system) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

func (system) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// open opens a regular file, or one of an allowed type. It checks the type before, since opening a device may
// have an effect, and after, since the file may have been replaced in between.
func open(in fileSystem, path, want string, allowed fs.FileMode) (*os.File, error) {
	info, err := in.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := check(path, info, want, allowed); err != nil {
		return nil, err
	}
	flags := os.O_RDONLY
	if info.Mode().IsRegular() {
		flags |= nonblock
	}
	f, err := in.OpenFile(path, flags, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = check(path, info, want, allowed)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func check(path string, info fs.FileInfo, want string, allowed fs.FileMode) error {
	if t := info.Mode().Type(); t&^allowed != 0 {
		return fmt.Errorf("%s: want %s, found %s", path, want, Kind(t))
	}
	return nil
}

// Kind names the type of a file that is not regular.
func Kind(m fs.FileMode) string {
	switch {
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m.IsDir():
		return "a directory"
	}
	return "something else"
}

// Read reads a regular file of at most Most bytes.
func Read(path string) ([]byte, error) { return read(system{}, path) }

// ReadIn is like Read for a file in a directory that another process may change at the same time. It follows
// no link out of that directory.
func ReadIn(root *os.Root, name string) ([]byte, error) { return read(root, name) }

// ReadHead returns the beginning of a regular file, of at most maxBytes bytes.
func ReadHead(path string, maxBytes int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxBytes))
}

func read(in fileSystem, path string) ([]byte, error) {
	f, err := open(in, path, "a regular file", 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, path)
}

// ReadAll reads at most Most bytes; name names the source in errors.
func ReadAll(r io.Reader, name string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err == nil && len(text) > MaxSize {
		err = fmt.Errorf("%s: want at most %d MiB, found more", name, MaxSize>>20)
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

// A FileError describes an error in a file that a program had to write. It is the program's fault.
type FileError struct {
	Kind   FaultKind
	Reason string // to be read after the name of the file and a colon
}

func (f *FileError) Error() string { return f.Reason }

// A FaultKind is a kind of fault.
type FaultKind int

// The kinds of faults.
const (
	NotThere   FaultKind = iota
	NotRegular           // a link, a directory, a pipe
	TooLarge
	Unreadable
)

// AbsentFile returns the fault of a file that is not there.
func AbsentFile() *FileError { return &FileError{NotThere, "it is not there"} }

// unreadable is the fault of a file that the system does not open.
func unreadable(err error) *FileError {
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return &FileError{Unreadable, "it cannot be read: " + err.Error()}
}

// OpenOutput opens a file that a program wrote in a directory, if it is a regular file of at most limit bytes;
// 0 means no limit. It follows no link out of the directory, nor a link in place of the file, and never
// blocks on a pipe. The error is a *Fault if the program caused it, which includes any change to its own
// directory. The program must have ended.
func OpenOutput(dir, name string, limit int64) (*os.File, error) {
	root, err := os.OpenRoot(dir)
	var info fs.FileInfo
	if err == nil {
		defer root.Close()
		info, err = root.Lstat(filepath.FromSlash(name))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, AbsentFile()
	case err != nil:
		return nil, unreadable(err)
	case !info.Mode().IsRegular():
		return nil, &FileError{NotRegular, "it is no regular file but " + Kind(info.Mode())}
	case limit > 0 && info.Size() > limit:
		// how many more depends on when a run was stopped
		return nil, &FileError{TooLarge, fmt.Sprintf("it has more than %d bytes", limit)}
	}
	f, err := root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|nonblock, 0)
	if errors.Is(err, fs.ErrPermission) {
		return nil, unreadable(err)
	}
	return f, err
}

// systemDirs are readable by every user; the sandbox grants them, or parts of them.
var systemDirs = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc", "/nix/store", "/gnu/store",
}

// InSystem reports whether a path is in one of the system's directories.
func InSystem(path string) bool {
	for _, dir := range systemDirs {
		if Beneath(path, dir) {
			return runtime.GOOS != "windows"
		}
	}
	return false
}

// Beneath reports whether path is the given directory or is inside it.
func Beneath(path, dir string) bool {
	separator := string(filepath.Separator)
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, separator)+separator)
}

// IsWithin reports whether a path is a directory or inside it. The path need not exist. IsWithin follows
// links.
func IsWithin(path, dir string) bool {
	around, err := os.Stat(dir)
	if err != nil {
		return false
	}
	for path = resolve(path, maxLinks); ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && os.SameFile(info, around) {
			return true
		}
		if path == filepath.Dir(path) {
			return false
		}
	}
}

// maxLinks is the number of links that lead nowhere, one to the next, that resolve follows.
const maxLinks = 40

// resolve returns the absolute path after following links. The path need not exist.
func resolve(path string, links int) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(path); err == nil || path == filepath.Dir(path) {
		return cmp.Or(real, path)
	}
	if target, err := os.Readlink(path); err == nil && links > 0 {
		if !filepath.IsAbs(target) {
			target = filepath.Join(resolve(filepath.Dir(path), links-1), target)
		}
		return resolve(target, links-1)
	}
	return filepath.Join(resolve(filepath.Dir(path), links), filepath.Base(path))
}
