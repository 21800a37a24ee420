//go:build unix

package command

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/effort"
)

// cupKills is how often a tournament is killed.
var cupKills = effort.Of(1, 3, 10)

// cupCommand returns a command that plays a tournament of quick agents.
func cupCommand(t *testing.T, temp, list, out string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), "touchstone", append([]string{"tournament", "gangwars", list, "--out", out,
		"--size", "4", "--nodes", "300", "--seed", "11", "--jobs", "2"}, args...)...)
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	return cmd
}

// readCup returns the files of a tournament by name, without its journal.
func readCup(t *testing.T, dir string) map[string]string {
	t.Helper()
	return readFiles(t, dir, func(name string) bool { return filepath.Base(name) == "games.jsonl" })
}

// Whenever a tournament is killed, the same command goes on and writes the same files, and leaves
// nothing.
func TestTournamentKilled(t *testing.T) {
	t.Parallel()
	effort.NeedsAll(t, "plays two tournaments over and over")
	list := filepath.Join(t.TempDir(), "list")
	text := "ann: random\nben: greedy\ncy: minimax:1\ndan: minimax:2\neve: alphabeta:2\nflo: oracle\ngus: random\n"
	if err := os.WriteFile(list, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"--all", "--knockout"} {
		undisturbed, killed, temp := t.TempDir(), t.TempDir(), t.TempDir()
		begin := time.Now()
		if text, err := cupCommand(t, t.TempDir(), list, undisturbed, mode).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		whole := time.Since(begin)
		for range cupKills {
			cmd := cupCommand(t, temp, list, killed, mode)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(rand.Int64N(int64(whole) / int64(cupKills))))
			if err := cmd.Process.Kill(); err != nil {
				t.Error(err)
			}
			cmd.Wait()
			age(t, temp)
		}
		if text, err := cupCommand(t, temp, list, killed, mode).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		compareBooks(t, readCup(t, killed), readCup(t, undisturbed))
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

// Ctrl-C ends a tournament with a word about how to go on, and exit status 130.
func TestTournamentInterrupted(t *testing.T) {
	t.Parallel()
	list, out := filepath.Join(t.TempDir(), "list"), t.TempDir()
	if err := os.WriteFile(list, []byte("ann: oracle\nben: oracle\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	cmd := cupCommand(t, t.TempDir(), list, out, "--size", "12", "--nodes", "100000000", "--games", "101")
	cmd.Stderr = &told
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for { // until the games are being played
		if text, err := os.ReadFile(filepath.Join(out, "games.jsonl")); err == nil && len(text) > 0 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	exit := (*exec.ExitError)(nil)
	if !errors.As(err, &exit) || exit.ExitCode() != 128+int(syscall.SIGINT) {
		t.Errorf("%v\n%s", err, told.String())
	}
	if !strings.Contains(told.String(), " games have been played; the same command goes on with the games in "+out) {
		t.Error(told.String())
	}
}
