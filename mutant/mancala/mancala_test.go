package mancala_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
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

const valid = "3\n1\n2\n" + pits3

// TestInvalid checks that input forbidden by the rules is an error.
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
		_, err := mancala.Solver.Solve("", []byte(input))
		expect.Error(t, err, "", name)
	}
	_, err := mancala.Solver.Solve("final", []byte(valid))
	expect.Error(t, err, "", "an unknown edition")
}

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
// mistake. Two mistakes show together, in either order.
func TestStates(t *testing.T) {
	for _, test := range []struct{ board, faults, want string }{
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
		{twoLaps, "start-pit-skipped", "4 4 4, 0 3 3, 0, 2"},
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

		{lastCapture, "capture-leaves-own-stone captured-stones-stay", "0 4 1, 0 1 0, 0, 4"},
		{lastCapture, "capture-into-opponents-mancala sweep-to-the-other-player", "0 0 0, 0 0 0, 5, 1"},
		{lastCapture, "no-sweep mancalas-swapped-on-output", "0 0 1, 0 0 0, 5, 0"},
		{lastCapture, "swept-stones-stay upper-row-reversed-on-output", "1 0 0, 0 0 0, 1, 5"},
		{lastCapture, "capture-from-mirrored-pit capture-one-pit-off", "0 0 0, 0 0 0, 4, 2"},
		{lastCapture, "rows-swapped-on-output upper-row-reversed-on-output", "0 0 0, 0 0 0, 1, 5"},
		{twoLaps, "first-stone-into-start-pit opponents-mancala-filled", "3 4 4, 2 2 2, 1, 2"},
		{twoLaps, "laps-home-always-capture capture-from-mirrored-pit", "4 4 0, 0 2 2, 0, 8"},
		{voidTurn, "sweep-to-the-last-mover rows-swapped-on-input", "0 0 0, 0 0 0, 0, 4"},
	} {
		for _, faults := range orders(test.faults) {
			expect.Equal(t, test.want, nextState(t, test.board, faults...), faults, "on", test.board)
		}
	}
}

// TestVoidTurns: the leaf in which a void extra turn ends the game, player 1's and player 2's.
func TestVoidTurns(t *testing.T) {
	for _, test := range []struct{ board, fault, want string }{
		{voidTurn, "", "\nB4,1,-2\n"},
		{voidTurn, "void-turn-worth-infinity", "\nB4,1,-Infinity\n"},
		{"1 0 0\n1 1 0\n0\n0\n", "", "\nA2,2,1\n"}, // after B2; player 1 sweeps two
		{"1 0 0\n1 1 0\n0\n0\n", "void-turn-worth-infinity", "\nA2,2,Infinity\n"},
	} {
		log := solved(t, "traverse_log.txt", "2\n1\n2\n"+test.board, strings.Fields(test.fault)...)
		expect.True(t, strings.Contains(log, test.want), test.want, "with", test.fault, "in", log)
	}
}

// TestLogs compares the logs that some mistakes, and pairs of them, produce for the handout's sample.
func TestLogs(t *testing.T) {
	right := onLines(sampleLog)
	for _, test := range []struct {
		faults   string
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
		{"chain-entry-swapped all-pits-named-b", []string{"B2,1,-Infinity", "B2,1,Infinity", "A", "B"}},
		{"letters-swapped pits-numbered-from-1", []string{
			"A2,", "B1,", "A3,", "B2,", "A4,", "B3,",
			"B2,", "A1,", "B3,", "A2,", "B4,", "A3,",
		}},
		{"chain-entry-swapped entry-value-swapped", []string{
			"root,0,-Infinity", "root,0,Infinity", "B3,1,Infinity", "B3,1,-Infinity", "B4,1,Infinity", "B4,1,-Infinity",
		}},
		{"root-entry-line-missing infinity-spelt-inf", []string{"root,0,-Infinity\n", "", "Infinity", "inf"}},
	} {
		want := strings.NewReplacer(test.replaced...).Replace(right)
		for _, faults := range orders(test.faults) {
			expect.Equal(t, want, solved(t, "traverse_log.txt", "2\n1\n2\n"+pits3, faults...), faults)
		}
	}
}

// orders returns a list of faults, in its order and reversed.
func orders(faults string) [][]string {
	list := strings.Fields(faults)
	turned := slices.Clone(list)
	slices.Reverse(turned)
	return [][]string{list, turned}
}

func TestPairs(t *testing.T) {
	gametest.Pairs(t, mancala.Solver,
		"1\n2\n2\n3 3 14\n0 3 1\n4\n0\n", // greedy
		"2\n1\n2\n"+pits3,
		"3\n2\n3\n7 1 0\n0 9 0\n0\n2\n", // a lap home and more
		"3\n2\n2\n1 0 0\n0 0 0\n0\n2\n", // the opponent has no stones
	)
}

func TestChanges(t *testing.T) {
	gametest.Changes(t, gametest.Lookup(t, "mancala"), "../testdata/mancala.txt", false)
}
