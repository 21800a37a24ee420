package mancala_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/mutant/mancala"
)

// B2 is the only move. It captures the four stones of A3, which empties the lower row, and player 2
// sweeps the one stone of A4.
const lastCapture = "0 4 1\n1 0 0\n0\n0\n"

// The same with stones in both mancalas.
const laterCapture = "0 4 1\n1 0 0\n2\n3\n"

// B2 goes around once, captures A2 with its last stone and ends nothing.
const oneLap = "2 2 2\n7 0 0\n0\n0\n"

// B2 goes around twice and ends on the stone of its first lap: no capture.
const twoLaps = "2 2 2\n14 0 0\n0\n0\n"

// B4 is the only move. It gives an extra turn, but it empties the lower row, and player 2 sweeps.
const voidTurn = "0 0 3\n0 0 1\n0\n0\n"

// B2 captures the stone of A4, player 2's last one, and the stones of B3 are swept. B3 gives an extra turn.
const ownSwept = "0 0 1 0\n2 3 0 0\n0\n0\n"

// TestStates compares greedy's next state with the states worked out by hand from the description of each
// mistake.
func TestStates(t *testing.T) {
	for _, test := range []struct{ board, fault, want string }{
		{lastCapture, "", "0 0 0, 0 0 0, 1, 5"},
		{lastCapture, "no-capture", "0 4 1, 0 1 0, 0, 0"},
		{lastCapture, "capture-leaves-own-stone", "0 0 1, 0 1 0, 0, 4"},
		{lastCapture, "capture-loses-own-stone", "0 0 0, 0 0 0, 1, 4"},
		{lastCapture, "captured-stones-stay", "0 0 0, 0 0 0, 5, 5"},
		{lastCapture, "capture-into-opponents-mancala", "0 0 0, 0 0 0, 6, 0"},
		{lastCapture, "capture-one-pit-off", "0 0 0, 0 0 0, 4, 2"},
		{lastCapture, "end-tested-before-capture", "0 0 1, 0 0 0, 0, 5"},
		{lastCapture, "no-sweep", "0 0 1, 0 0 0, 0, 5"},
		{lastCapture, "end-only-when-next-player-is-stuck", "0 0 1, 0 0 0, 0, 5"},
		{lastCapture, "end-tests-opponents-side-only", "0 0 1, 0 0 0, 0, 5"},
		{lastCapture, "sweep-to-the-other-player", "0 0 0, 0 0 0, 0, 6"},
		{lastCapture, "sweep-to-the-last-mover", "0 0 0, 0 0 0, 0, 6"},
		{lastCapture, "sweep-of-movers-pits-only", "0 0 1, 0 0 0, 0, 5"},
		{lastCapture, "swept-stones-stay", "0 0 1, 0 0 0, 1, 5"},
		{lastCapture, "next-state-not-swept", "0 0 1, 0 0 0, 0, 5"},
		{lastCapture, "rows-swapped-on-output", "0 0 0, 0 0 0, 1, 5"},
		{lastCapture, "mancalas-swapped-on-output", "0 0 0, 0 0 0, 5, 1"},

		{laterCapture, "", "0 0 0, 0 0 0, 3, 8"},
		{laterCapture, "capture-replaces-mancala", "0 0 0, 0 0 0, 3, 5"},
		{laterCapture, "sweep-replaces-mancala", "0 0 0, 0 0 0, 1, 8"},

		{oneLap, "", "0 3 3, 0 1 1, 0, 5"},
		{oneLap, "start-pit-skipped", "3 3 3, 0 2 1, 0, 1"},
		{oneLap, "first-stone-into-start-pit", "3 3 3, 1 1 1, 0, 1"},
		{oneLap, "opponents-mancala-filled", "3 3 3, 0 1 1, 1, 1"},
		{oneLap, "opponents-mancala-skipped-once", "0 3 3, 0 1 1, 0, 5"},
		{oneLap, "full-laps-forgotten", "0 0 0, 0 0 0, 6, 0"},
		{oneLap, "lap-home-never-captures", "3 3 3, 1 1 1, 0, 1"},
		{oneLap, "capture-judged-before-sowing", "3 3 3, 1 1 1, 0, 1"},
		{oneLap, "capture-from-mirrored-pit", "3 3 0, 0 1 1, 0, 5"},
		{oneLap, "rows-swapped-on-output", "0 1 1, 0 3 3, 0, 5"},
		{oneLap, "upper-row-reversed-on-output", "3 3 0, 0 1 1, 0, 5"},

		{twoLaps, "", "4 4 4, 2 2 2, 0, 2"},
		{twoLaps, "laps-home-always-capture", "0 4 4, 0 2 2, 0, 8"},
		{twoLaps, "lap-of-2n-plus-2", "4 4 4, 1 2 2, 0, 2"},
		{twoLaps, "opponents-mancala-skipped-once", "4 4 4, 1 2 2, 1, 2"},

		{oneLap, "last-place-by-formula", "3 3 3, 1 1 1, 0, 1"},

		{ownSwept, "", "0 0 0 0, 0 0 0 0, 0, 6"},
		{ownSwept, "greedy-overlooks-sweep-of-own-stones", "0 0 1 0, 2 0 0 0, 0, 3"},

		{voidTurn, "", "0 0 0, 0 0 0, 3, 1"},
		{voidTurn, "end-tests-opponents-side-only", "0 0 3, 0 0 0, 0, 1"},
		{voidTurn, "end-not-tested-after-extra-turn", "0 0 3, 0 0 0, 0, 1"},
		{voidTurn, "stuck-player-skipped", "0 0 3, 0 0 0, 0, 1"},
	} {
		if got := nextState(t, test.board, on(test.fault)...); got != test.want {
			t.Errorf("%q on\n%sgot  %s\nwant %s", test.fault, test.board, got, test.want)
		}
	}
}

// on returns the faults with one ID, none if that is empty.
func on(id string) []string {
	if id == "" {
		return nil
	}
	return []string{id}
}

// TestVoidTurns: the leaf in which a void extra turn ends the game, player 1's and player 2's.
func TestVoidTurns(t *testing.T) {
	for _, test := range []struct{ board, fault, want string }{
		{voidTurn, "", "\nB4,1,-2\n"},
		{voidTurn, "void-turn-worth-infinity", "\nB4,1,-Infinity\n"},
		{"1 0 0\n1 1 0\n0\n0\n", "", "\nA2,2,1\n"}, // after B2; player 1 sweeps two
		{"1 0 0\n1 1 0\n0\n0\n", "void-turn-worth-infinity", "\nA2,2,Infinity\n"},
	} {
		if log := solved(t, "traverse_log.txt", "2\n1\n2\n"+test.board, on(test.fault)...); !strings.Contains(log, test.want) {
			t.Errorf("%q on\n%sgot\n%swant %q", test.fault, test.board, log, test.want)
		}
	}
}

// TestLogs compares the logs that some mistakes produce for the handout's sample.
func TestLogs(t *testing.T) {
	right := onLines(sampleLog)
	for _, test := range []struct {
		fault    string
		replaced []string // old, new, old, new, ...
	}{
		{"", nil},
		{"chain-entry-swapped", []string{"B2,1,-Infinity", "B2,1,Infinity"}},
		{"log-as-the-handout-prints-it", []string{"root,0,-Infinity\n", "", "B2,1,-Infinity", "B2,1,Infinity"}},
		{"pits-numbered-from-1", []string{
			"A2,", "A1,", "A3,", "A2,", "A4,", "A3,",
			"B2,", "B1,", "B3,", "B2,", "B4,", "B3,",
		}},
		{"player-2-numbered-from-right", []string{"A2,", "A4,", "A4,", "A2,"}},
		{"all-pits-named-b", []string{"A", "B"}},
	} {
		got := solved(t, "traverse_log.txt", "2\n1\n2\n"+pits3, on(test.fault)...)
		if want := strings.NewReplacer(test.replaced...).Replace(right); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", test.fault, got, want)
		}
	}
}

// TestForm: a fault of form affects the form of every line, and nothing else.
func TestForm(t *testing.T) {
	input := []byte("2\n1\n2\n" + pits6)
	right, err := mancala.Solver.Solve("", input)
	if err != nil {
		t.Fatal(err)
	}
	for id, form := range map[string]func(string) string{
		"crlf-line-ends":        func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"trailing-blanks":       func(text string) string { return strings.ReplaceAll(text, "\n", " \n") },
		"final-newline-missing": func(text string) string { return strings.TrimSuffix(text, "\n") },
	} {
		got, err := mancala.Solver.Solve("", input, id)
		if err != nil || len(got) != len(right) {
			t.Fatalf("%s: %d files, %v", id, len(got), err)
		}
		for name, text := range right {
			if got[name] != form(text) {
				t.Errorf("%s: %s is %.200q, want %.200q", id, name, got[name], form(text))
			}
		}
	}
}
