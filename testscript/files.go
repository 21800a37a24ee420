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

// A fileError is a file of a submission that cannot be compared.
type fileError struct {
	verdict Verdict
	reason  string
	left    []string // what is there instead
}

func (e *fileError) Error() string { return e.reason }

// openOutput opens a file that a program wrote, if it is a regular file: never
// through a link, and never a pipe that would hold us up.
func openOutput(dir, name string, limit int64) (*os.File, error) {
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &fileError{Missing, "it is not there", leftInstead(dir)}
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fileError{Missing, "it is no regular file but " + regular.Kind(info.Mode()), nil}
	case limit > 0 && info.Size() > limit:
		return nil, &fileError{Output, fmt.Sprintf("it has %d bytes, where %d are the limit", info.Size(), limit), nil}
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrPermission) {
		return nil, &fileError{Missing, "it cannot be read: permission denied", nil}
	}
	return f, err
}

// leftInstead names the first few files that are there instead of the one wanted:
// a name in other case is a common mistake. Links are those of Program.Furnish.
func leftInstead(dir string) (names []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != oracle.InputFile && e.Type()&fs.ModeSymlink == 0 && len(names) < mostLeft {
			names = append(names, e.Name())
		}
	}
	return names
}

// mostLeft is how many files are named.
const mostLeft = 5

// digest sums up a file.
func digest(f io.Reader) (string, error) {
	h := sha256.New()
	_, err := io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}
