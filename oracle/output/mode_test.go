//go:build unix

package output_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// The files of an answer get the permissions that the user's umask gives every other new file.
func TestDirKeepsToTheUmask(t *testing.T) {
	for umask, want := range map[int]os.FileMode{0: 0o666, 0o002: 0o664, 0o022: 0o644, 0o077: 0o600} {
		dir := t.TempDir()
		before := syscall.Umask(umask) // process-wide: this test is not parallel
		sink := output.NewDir(dir)
		err := output.Whole(sink, "output.txt", []byte("text\n"))
		if err == nil {
			err = sink.Commit()
		}
		syscall.Umask(before)
		must.Do(t, err)
		info := must.Get(os.Stat(filepath.Join(dir, "output.txt")))(t)
		expect.Equal(t, want, info.Mode().Perm(), "umask", umask, "mode")
	}
}
