package mancala_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/mutant/mancala"
)

const (
	pits3 = "3 3 3\n3 3 3\n0\n0\n"
	pits6 = "4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n"

	// The printed log with its two errors corrected: docs/rules/mancala.md rule 10.
	sampleLog = "Node,Depth,Value root,0,-Infinity B2,1,-Infinity " +
		"B3,1,Infinity A2,2,1 B3,1,1 A3,2,1 B3,1,1 A4,2,1 B3,1,1 B2,1,1 " +
		"B4,1,Infinity A2,2,1 B4,1,1 A3,2,1 B4,1,1 A4,2,1 B4,1,1 B2,1,1 root,0,1 " +
		"B3,1,Infinity A2,2,0 B3,1,0 A3,2,0 B3,1,0 A4,2,0 B3,1,0 root,0,1 " +
		"B4,1,Infinity A2,2,0 B4,1,0 A3,2,0 B4,1,0 A4,2,0 B4,1,0 root,0,1 "
)

// onLines turns the blanks of a log without blanks into newlines.
func onLines(log string) string { return strings.ReplaceAll(log, " ", "\n") }

// solved returns the text of an output file.
func solved(t *testing.T, file, input string, faults ...string) string {
	t.Helper()
	files, err := mancala.Solver.Solve("", []byte(input), faults...)
	if err != nil {
		t.Fatalf("%v, on the input\n%s", err, input)
	}
	text, ok := files[file]
	if !ok {
		t.Fatalf("no %s", file)
	}
	return text
}

// nextState returns greedy's next state on a board for player 1, on one line.
func nextState(t *testing.T, board string, faults ...string) string {
	t.Helper()
	state := solved(t, "next_state.txt", "1\n1\n1\n"+board, faults...)
	return strings.ReplaceAll(strings.TrimSpace(state), "\n", ", ")
}

// TestExact compares whole files.
func TestExact(t *testing.T) {
	for _, test := range []struct{ name, input, file, want string }{
		{"sample log", "2\n1\n2\n" + pits3, "traverse_log.txt", onLines(sampleLog)},
		{"sample state", "2\n1\n2\n" + pits3, "next_state.txt", "3 4 4\n0 0 5\n0\n2\n"},
		{"void extra turn", "1\n1\n-\n0 0 2\n0 0 1\n0\n0\n", "next_state.txt", "0 0 0\n0 0 0\n2\n1\n"},
		{"capture of nothing", "1\n1\n-\n2 0 0\n1 0 0\n0\n0\n", "next_state.txt", "0 0 0\n0 0 0\n2\n1\n"},
		{"one lap home", "1\n2\n-\n7 0 0\n0 0 0\n0\n0\n", "next_state.txt", "0 1 1\n0 1 1\n3\n0\n"},
		{"opponent empty at the root", "2\n1\n5\n0 0 0\n0 2 1\n0\n0\n", "traverse_log.txt",
			onLines("Node,Depth,Value root,0,-Infinity B3,1,3 root,0,3 B4,1,3 root,0,3 ")},
	} {
		if got := solved(t, test.file, test.input); got != test.want {
			t.Errorf("%s: got:\n%s\nwant:\n%s", test.name, got, test.want)
		}
	}
}

// TestBegins compares how a log begins.
func TestBegins(t *testing.T) {
	log := solved(t, "traverse_log.txt", "2\n1\n4\n"+pits6)
	if want := "Node,Depth,Value\nroot,0,-Infinity\nB2,1,Infinity\n"; !strings.HasPrefix(log, want) {
		t.Errorf("got %.100s, want %s", log, want)
	}
}

// TestPublishedCounts compares the sizes of two large logs with those that the course's rules give.
func TestPublishedCounts(t *testing.T) {
	effort.NeedsAll(t, "takes seconds")
	for input, want := range map[string]int{
		"2\n1\n6\n" + pits6: 2_787_438,
		"3\n1\n8\n" + pits6: 1_136_762,
	} {
		if got := strings.Count(solved(t, "traverse_log.txt", input), "\n"); got != want {
			t.Errorf("%d newlines, want %d, on the input\n%s", got, want, input)
		}
	}
}

const valid = "3\n1\n2\n" + pits3

// TestLenient: CRLF, no final newline, trailing blanks and blank lines at the end change nothing.
func TestLenient(t *testing.T) {
	want := solved(t, "traverse_log.txt", valid)
	for _, variant := range []string{
		strings.ReplaceAll(valid, "\n", "\r\n"),
		strings.TrimSuffix(valid, "\n"),
		strings.ReplaceAll(valid, "\n", " \t\n") + "\n \n",
	} {
		if got := solved(t, "traverse_log.txt", variant); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", variant, got, want)
		}
	}
}

// TestInvalid checks that input forbidden by the rules is an error, and that damage never panics.
func TestInvalid(t *testing.T) {
	for name, input := range map[string]string{
		"task 4":                  "4" + valid[1:],
		"task 5":                  "5" + valid[1:],
		"player 3":                "3\n3\n2\n" + pits3,
		"cut-off 0":               "3\n1\n0\n" + pits3,
		"rows that differ":        "3\n1\n2\n3 3 3\n3 3 3 3\n0\n0\n",
		"two pits a side":         "3\n1\n2\n3 3\n3 3\n0\n0\n",
		"eleven pits a side":      "3\n1\n2\n1 1 1 1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1 1 1 1\n0\n0\n",
		"too many stones":         "3\n1\n2\n999999 1 0\n1 0 0\n0\n0\n",
		"no move for player 1":    "3\n1\n2\n3 3 3\n0 0 0\n0\n0\n",
		"no move for player 2":    "3\n2\n2\n0 0 0\n3 3 3\n0\n0\n",
		"a line more":             valid + "0\n",
		"no number for a mancala": "3\n1\n2\n3 3 3\n3 3 3\n0\nnone\n",
	} {
		if _, err := mancala.Solver.Solve("", []byte(input)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	lines := strings.SplitAfter(valid, "\n")
	for i := range lines[:len(lines)-1] {
		for _, damage := range []string{"", "\n", "?\n", "-1\n", "0\n", ":,-\n", "9 9 9\n"} {
			damaged := strings.Join(lines[:i], "") + damage + strings.Join(lines[i+1:], "")
			_, err := mancala.Solver.Solve("", []byte(damaged))
			if err == nil && damage == "" || strings.Contains(fmt.Sprint(err), "panic") {
				t.Errorf("line %d damaged to %q: error %v", i+1, damage, err)
			}
		}
	}
	if _, err := mancala.Solver.Solve("final", []byte(valid)); err == nil {
		t.Error("an unknown edition: no error")
	}
}
