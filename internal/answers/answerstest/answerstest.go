// Package answerstest lets tests use their own binary as a submission. The binary links the
// suite, so a check would refuse to run it; the submission is a copy without the evidence.
package answerstest

import (
	"bytes"
	"os"
)

// note is the magic string of Go's build information (debug/buildinfo).
var note = []byte("\xff Go buildinf:")

// Disguise copies an executable without its build information.
func Disguise(to, from string) error {
	program, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	other := append([]byte("\xff no buildinfo")[:len(note)-1:len(note)-1], ':')
	return os.WriteFile(to, bytes.ReplaceAll(program, note, other), 0o755)
}
