package testscript

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A fileError describes a file of a submission that cannot be compared.
type fileError struct {
	verdict Verdict
	reason  string
	left    []string // what is there instead
}

func (e *fileError) Error() string { return e.reason }

// unreadable turns an error of the operating system into one of the submission.
func unreadable(err error) *fileError {
	var where *fs.PathError
	if errors.As(err, &where) {
		err = where.Err
	}
	return &fileError{Missing, "it cannot be read: " + err.Error(), nil}
}

// openOutput opens a file that a program wrote, if it is a regular file. It follows no link
// and never blocks on a pipe.
func openOutput(dir, name string, limit int64) (*os.File, error) {
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &fileError{Missing, "it is not there", leftInstead(dir)}
	case err != nil: // what the program made of its own folder is its own fault
		return nil, unreadable(err)
	case !info.Mode().IsRegular():
		return nil, &fileError{Missing, "it is no regular file but " + regular.Kind(info.Mode()), nil}
	case limit > 0 && info.Size() > limit:
		return nil, &fileError{Output, fmt.Sprintf("it has %d bytes, where %d are the limit", info.Size(), limit), nil}
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrPermission) {
		return nil, unreadable(err)
	}
	return f, err
}

// leftInstead lists the first few files that are present instead of the expected one: a
// name in the wrong case is a common mistake. Links are those made by Program.Furnish.
func leftInstead(dir string) (names []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != oracle.InputFile && e.Type()&fs.ModeSymlink == 0 && len(names) < mostLeft {
			names = append(names, e.Name())
		}
	}
	return names
}

// mostLeft is how many files leftInstead lists.
const mostLeft = 5

// digest returns the digest of a file.
func digest(f io.Reader) (string, error) {
	h := sha256.New()
	_, err := io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}
