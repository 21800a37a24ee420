//go:build unix

package command

import (
	"os"
	"strings"
	"testing"
)

// A golden that is not the oracle's is named by its line, and does not blame a program that writes what the oracle writes.
func TestStaleGolden(t *testing.T) {
	workplace(t)
	if status, out, _ := touchstone("cases update --check stale", ""); status != exitFail || out != "stale/greedy.txtar:14: golden/next_state.txt line 1 is not the oracle's\n" {
		t.Errorf("status %d:\n%s", status, out)
	}
	const stale = "golden/next_state.txt of the case is not the oracle's from line 1 on, and the program wrote what the oracle writes: \"touchstone cases update\" makes it anew"
	for _, c := range []struct {
		writes, want string
		status       int
	}{
		{greedyState, stale, exitHarness},
		{strings.ReplaceAll(greedyState, "\n", " \n"), stale, exitHarness}, // but for its form
		{"5\n", "wrong    greedy", exitFail},
		{"3\n", "1 pass", exitPass},
	} {
		if err := os.WriteFile("solver.sh", []byte("printf '"+c.writes+"' > next_state.txt\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if status, out, _ := touchstone("check mancala --sandbox none --cases stale -- sh solver.sh", ""); status != c.status || !strings.Contains(out, c.want) {
			t.Errorf("a program that writes %q: status %d, want %d and %s:\n%s", c.writes, status, c.status, c.want, out)
		}
	}
}
