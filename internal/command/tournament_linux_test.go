package command

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
)

// A full disk is our fault, and is told as such; what was played stays, and with more room the same
// command goes on.
func TestTournamentFullDisk(t *testing.T) {
	t.Parallel()
	effort.NeedsAll(t, "plays a tournament")
	small, undisturbed := t.TempDir(), t.TempDir()
	list := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(list, []byte("ann: random\nben: greedy\ncy: minimax:1\ndan: greedy\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	mount(t, small, "size=16k")
	out := filepath.Join(small, "cup")
	text, err := cupCommand(t, t.TempDir(), list, out).CombinedOutput()
	if failed := (*exec.ExitError)(nil); !errors.As(err, &failed) || failed.ExitCode() != 3 {
		t.Fatalf("error %v, want exit status 3\n%s", err, text)
	}
	if !strings.Contains(string(text), unix.ENOSPC.Error()) {
		t.Errorf("it is not told what is lacking:\n%s", text)
	}
	if err := unix.Mount("none", small, "tmpfs", unix.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{out, undisturbed} {
		text, err := cupCommand(t, t.TempDir(), list, dir).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if dir == out && !strings.Contains(string(text), " are known already") {
			t.Errorf("nothing was known:\n%s", text)
		}
	}
	compareBooks(t, readCup(t, out), readCup(t, undisturbed))
}
