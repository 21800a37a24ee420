// Package answerstest lets tests use programs of this module as submissions, also their own binaries. They
// link the suite, so a check would refuse to run them; the submission is a copy without the evidence.
package answerstest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
)

// Build builds a program of this module, given as the path of its package below the module, as a
// submission. It runs in a directory of the module.
func Build(ctx context.Context, to, program string) error {
	plain := to + ".plain"
	defer os.Remove(plain)
	build := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", plain,
		"github.com/touchstone-suite/touchstone/"+program)
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", program, err, text)
	}
	return CopyWithoutBuildInfo(to, plain)
}

// note is the magic string of Go's build information (debug/buildinfo).
var note = []byte("\xff Go buildinf:")

// CopyWithoutBuildInfo copies an executable without its build information.
func CopyWithoutBuildInfo(to, from string) error {
	program, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	other := append([]byte("\xff no buildinfo")[:len(note)-1:len(note)-1], ':')
	return os.WriteFile(to, bytes.ReplaceAll(program, note, other), 0o755)
}
