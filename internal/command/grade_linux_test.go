package command

import (
	"bytes"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// A full disk during builds and runs is never a verdict. Once there is room, the same command computes the
// verdicts.
func TestGradeFullDisk(t *testing.T) {
	effort.NeedsAll(t, "grades a class several times")
	t.Parallel()
	roster, out, temp := makeClass(t), filepath.Join(t.TempDir(), "books"), t.TempDir()
	mount(t, temp, "size=1m")
	lacksRoom(t, gradeCommand(t, temp, roster, out), "want 64 MB free in "+temp)
	grades := must.Get(os.ReadFile(filepath.Join(out, "grades.csv")))(t)
	rows := must.Get(csv.NewReader(bytes.NewReader(grades)).ReadAll())(t)
	build, internal := slices.Index(rows[0], "build"), slices.Index(rows[0], "internal")
	for _, row := range rows {
		expect.Equal(t, false, row[0] == "flo" && (row[build] != "0" || row[internal] == "0"), row)
	}
	succeed(t, gradeCommand(t, t.TempDir(), roster, out))
	got := readBooks(t, out)
	delete(got, "/moved.csv")
	want, _ := undisturbed(t)
	compareBooks(t, got, want)
}

// A check on a full disk says nothing about the command line: a scheduler may try again.
func TestCheckFullDisk(t *testing.T) {
	effort.NeedsAll(t, "waits for room")
	t.Parallel()
	temp, dir := t.TempDir(), t.TempDir()
	mount(t, temp, "size=1m")
	broken := filepath.Join(dir, "mancala11.cpp")
	must.Do(t, os.WriteFile(broken, []byte("int main( {}\n"), 0o644))
	cmd := exec.CommandContext(t.Context(), "touchstone", "check", "mancala", "--sandbox", "none", "--case", "deep-mid-game", broken)
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	lacksRoom(t, cmd, "want 64 MB free in "+temp)
}

// lacksRoom expects a command to fail with the status of a failure of touchstone, and a message about the room.
func lacksRoom(t *testing.T, cmd *exec.Cmd, message string) {
	t.Helper()
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != exitHarness || !strings.Contains(string(text), message) {
		t.Fatalf("%v, want exit status %d and %q in\n%s", err, exitHarness, message, text)
	}
}

// When the disk with the journal is full, no result is lost: with more space the same command continues.
func TestGradeFullJournal(t *testing.T) {
	effort.NeedsAll(t, "grades a class several times")
	t.Parallel()
	roster, small := makeClass(t), t.TempDir()
	mount(t, small, "size=64k")
	out := filepath.Join(small, "books")
	lacksRoom(t, gradeCommand(t, t.TempDir(), roster, out), unix.ENOSPC.Error())
	must.Do(t, unix.Mount("none", small, "tmpfs", unix.MS_REMOUNT, "size=64m"))
	succeed(t, gradeCommand(t, t.TempDir(), roster, out))
	want, _ := undisturbed(t)
	compareBooks(t, readBooks(t, out), want)
}

// mount mounts an empty disk on a directory until the test ends.
func mount(t *testing.T, dir, options string) {
	t.Helper()
	if err := unix.Mount("none", dir, "tmpfs", 0, options); err != nil {
		t.Skip("a disk cannot be mounted here: ", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}
