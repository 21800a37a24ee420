//go:build unix

package command

import (
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// makeClass makes a roster of programs that are right, wrong, slow and broken.
func makeClass(t *testing.T) (roster string) {
	t.Helper()
	effort.NeedsTools(t, "make", "python3")
	roster = t.TempDir()
	must.WriteFiles(t, roster, map[string]string{
		"ann/Makefile":      "agent:\n\ttrue\nrun:\n\tplayer mancala\n",
		"ben/Makefile":      "agent:\n\ttrue\nrun:\n\tplayer -faults moves-reversed mancala\n",
		"cy/Makefile":       "agent:\n\ttrue\nrun:\n\tplayer -faults captured-stones-stay mancala\n",
		"dan/Makefile":      "agent:\n\ttrue\nrun:\n\tsleep 0.1; player -faults captured-stones-stay mancala\n",
		"eve.py":            "print(1 / 0)\n",
		"flo/mancala.cpp":   "int main( {\n",
		"gus/mancala11.cpp": "#include <cstdio>\nint main() { if (getc(fopen(\"input.txt\", \"r\")) == '2') for (;;) {} }\n", // with minimax
		"hal/mancala3.py":   "import sys\nsys.exit(3)\n",
	})
	return roster
}

// gradeCommand returns a command that grades a class of makeClass.
func gradeCommand(t *testing.T, temp, roster, out string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), "touchstone", "grade", "mancala", roster, "--out", out,
		"--sandbox", "none", "--profile", "core", "--case", "c*", "--time", "250ms", "--jobs", "2")
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	return cmd
}

// readBooks returns the books in a directory by name, without measurements.
func readBooks(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	must.Do(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, dir)
		measured := strings.HasPrefix(name, "/journal") || strings.HasPrefix(name, "/times.")
		if err != nil || e.IsDir() || measured {
			return err
		}
		text, err := os.ReadFile(path)
		files[name] = string(text)
		return err
	}))
	return files
}

// alone holds the results of undisturbed, which are computed once.
var alone struct {
	sync.Once
	books map[string]string
	took  time.Duration
}

// undisturbed returns the books that gradeCommand makes if nothing disturbs it, and how long that takes.
// The class is graded once for all tests.
func undisturbed(t *testing.T) (books map[string]string, took time.Duration) {
	t.Helper()
	roster := makeClass(t)
	alone.Do(func() {
		out, begin := t.TempDir(), time.Now()
		succeed(t, gradeCommand(t, t.TempDir(), roster, out))
		alone.books, alone.took = readBooks(t, out), time.Since(begin)
	})
	if alone.books == nil {
		t.Fatal("grading failed in another test")
	}
	return alone.books, alone.took
}

// succeed runs a command to its end, and returns its output.
func succeed(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return string(text)
}

// If grading is killed at any time, the same command continues, writes the same books, and leaves no other
// files.
func TestGradeKilled(t *testing.T) {
	effort.NeedsAll(t, "grades a class twice")
	t.Parallel()
	want, whole := undisturbed(t)
	roster, killed, temp := makeClass(t), t.TempDir(), t.TempDir()
	command := func() *exec.Cmd { return gradeCommand(t, temp, roster, killed) }
	kills := effort.Of(1, 3, 10)
	for range kills {
		cmd := command()
		must.Do(t, cmd.Start())
		time.Sleep(time.Duration(rand.Int64N(int64(whole) / int64(kills))))
		must.Do(t, cmd.Process.Kill())
		cmd.Wait()
		// A directory whose owner was killed before it had locked it is swept after a minute only.
		for _, dir := range must.Get(filepath.Glob(filepath.Join(temp, ".touchstone-new-*")))(t) {
			must.Do(t, os.Chtimes(dir, time.Time{}, time.Now().Add(-time.Hour)))
		}
	}
	succeed(t, command())
	compareBooks(t, readBooks(t, killed), want)
	left, err := os.ReadDir(temp)
	if len(left) > 0 { // a program that was just being started at the kill shared the locks of its directories for a moment
		succeed(t, command())
		left, err = os.ReadDir(temp)
	}
	must.Do(t, err)
	expect.Equal(t, 0, len(left), "left behind:", left)
}

// compareBooks compares the files of two directories by name.
func compareBooks(t *testing.T, got, want map[string]string) {
	t.Helper()
	if !maps.Equal(got, want) { // of large files, cmp.Diff is slow
		t.Errorf("(-want +got)\n%.4000s", cmp.Diff(want, got))
	}
}

// Ctrl-C ends a tournament with a word about how to go on, and exit status 130.
func TestTournamentInterrupted(t *testing.T) {
	t.Parallel()
	list, out := filepath.Join(t.TempDir(), "list"), t.TempDir()
	must.WriteFile(t, list, "ann: oracle\nben: oracle\n")
	var told strings.Builder
	cmd := exec.CommandContext(t.Context(), "touchstone", "tournament", "gangwars", list, "--out", out,
		"--seed", "11", "--jobs", "2", "--size", "12", "--nodes", "100000000", "--games", "101")
	cmd.Stderr = &told
	must.Do(t, cmd.Start())
	for { // until the games are being played
		if text, err := os.ReadFile(filepath.Join(out, "games.jsonl")); err == nil && len(text) > 0 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	must.Do(t, cmd.Process.Signal(os.Interrupt))
	cmd.Wait()
	expect.Equal(t, 128+int(syscall.SIGINT), cmd.ProcessState.ExitCode(), "status")
	expect.Contains(t, told.String(), " games have been played in "+out+"; repeat the command to continue")
}
