package testscript

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"

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

// openOutput opens a file that a program wrote, if it is a regular file.
func openOutput(dir, name string, limit int64) (*os.File, error) {
	f, err := regular.OpenLeft(dir, name, limit)
	fault := (*regular.Fault)(nil)
	if !errors.As(err, &fault) {
		return f, err
	}
	bad := &fileError{verdict: Missing, reason: fault.Reason}
	switch fault.Kind {
	case regular.NotThere:
		bad.left = leftInstead(dir)
	case regular.TooLarge:
		bad.verdict = Output
	}
	return nil, bad
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
