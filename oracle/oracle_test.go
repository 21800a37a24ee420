package oracle_test

import (
	"context"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// solve answers an input given as text.
func solve(t testing.TB, assignment, edition, input string) output.Memory {
	t.Helper()
	a, err := oracle.Lookup(assignment)
	must.Do(t, err)
	p, err := a.Parse("input.txt", []byte(input))
	must.Do(t, err)
	files := output.Memory{}
	if _, err := p.Solve(context.Background(), homework.Options{Edition: edition}, files); err != nil {
		t.Fatal(err)
	}
	return files
}

// Line counts that other solvers for these assignments have published; the
// figures count every line of the file.
func TestPublishedLineCounts(t *testing.T) {
	for _, c := range []struct {
		name, assignment, input, file string
		lines                         int
	}{
		{"mancala minimax", "mancala", "2\n1\n6\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n", "traverse_log.txt", 2_787_438},
		{"mancala alpha-beta", "mancala", "3\n1\n8\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n", "traverse_log.txt", 1_136_762},
		{"reversi", "reversi", "X\n8\n********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n", "output.txt", 35_574 - 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := solve(t, c.assignment, "", c.input)[c.file]
			if n := strings.Count(string(text), "\n"); n != c.lines {
				t.Errorf("%s has %d line ends, want %d", c.file, n, c.lines)
			}
		})
	}
}
