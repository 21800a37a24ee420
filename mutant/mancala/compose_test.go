package mancala_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/mancala"
)

// Two mutations show together, in either order: next states worked out by hand.
func TestComposeStates(t *testing.T) {
	for _, test := range []struct{ board, one, other, want string }{
		{lastCapture, "capture-leaves-own-stone", "captured-stones-stay", "0 4 1, 0 1 0, 0, 4"},
		{lastCapture, "capture-into-opponents-mancala", "sweep-to-the-other-player", "0 0 0, 0 0 0, 5, 1"},
		{lastCapture, "no-sweep", "mancalas-swapped-on-output", "0 0 1, 0 0 0, 5, 0"},
		{lastCapture, "swept-stones-stay", "upper-row-reversed-on-output", "1 0 0, 0 0 0, 1, 5"},
		{lastCapture, "capture-from-mirrored-pit", "capture-one-pit-off", "0 0 0, 0 0 0, 4, 2"},
		{lastCapture, "rows-swapped-on-output", "upper-row-reversed-on-output", "0 0 0, 0 0 0, 1, 5"},
		{twoLaps, "first-stone-into-start-pit", "opponents-mancala-filled", "3 4 4, 2 2 2, 1, 2"},
		{twoLaps, "laps-home-always-capture", "capture-from-mirrored-pit", "4 4 0, 0 2 2, 0, 8"},
		{voidTurn, "sweep-to-the-last-mover", "rows-swapped-on-input", "0 0 0, 0 0 0, 0, 4"},
	} {
		for _, faults := range [][]string{{test.one, test.other}, {test.other, test.one}} {
			if got := nextState(t, test.board, faults...); got != test.want {
				t.Errorf("%q on\n%sgot  %s\nwant %s", faults, test.board, got, test.want)
			}
		}
	}
}

// Two mutations show together, in either order: the log of the handout's sample.
func TestComposeLogs(t *testing.T) {
	for _, test := range []struct {
		one, other string
		replaced   []string // old, new, old, new, ...
	}{
		{"chain-entry-swapped", "all-pits-named-b", []string{"B2,1,-Infinity", "B2,1,Infinity", "A", "B"}},
		{"letters-swapped", "pits-numbered-from-1", []string{
			"A2,", "B1,", "A3,", "B2,", "A4,", "B3,",
			"B2,", "A1,", "B3,", "A2,", "B4,", "A3,",
		}},
		{"chain-entry-swapped", "entry-value-swapped", []string{
			"root,0,-Infinity", "root,0,Infinity", "B3,1,Infinity", "B3,1,-Infinity", "B4,1,Infinity", "B4,1,-Infinity",
		}},
		{"root-entry-line-missing", "infinity-spelt-inf", []string{"root,0,-Infinity\n", "", "Infinity", "inf"}},
	} {
		want := strings.NewReplacer(test.replaced...).Replace(onLines(sampleLog))
		for _, faults := range [][]string{{test.one, test.other}, {test.other, test.one}} {
			if got := solved(t, "traverse_log.txt", "2\n1\n2\n"+pits3, faults...); got != want {
				t.Errorf("%q: got\n%s\nwant\n%s", faults, got, want)
			}
		}
	}
}

// No pair of mutations panics or loops forever, if one of them interferes most with the assumptions of the
// others.
func TestComposePairs(t *testing.T) {
	meddlesome := []string{
		"board-shared-by-moves", "empty-pits-are-moves", "stuck-player-passes", "stuck-player-skipped",
		"opponents-mancala-skipped-once", "full-laps-forgotten", "capture-one-pit-off", "captured-stones-stay",
		"capture-gives-extra-turn", "always-player-1", "next-state-after-best-line", "next-state-after-last-move-searched",
		"greedy-move-by-move", "game-end-counts-infinite", "value-starts-at-zero", "moves-reversed",
	}
	inputs := []string{
		"1\n2\n2\n3 3 14\n0 3 1\n4\n0\n", // greedy
		"2\n1\n2\n" + pits3,
		"3\n2\n3\n7 1 0\n0 9 0\n0\n2\n", // a lap home and more
		"3\n2\n2\n1 0 0\n0 0 0\n0\n2\n", // the opponent has no stones
	}
	for _, one := range meddlesome {
		for i, other := range mancala.Solver.Faults() {
			if one == other.ID {
				continue
			}
			tried := inputs
			if !effort.All() { // one input for each pair
				tried = inputs[i%len(inputs):][:1]
			}
			for _, input := range tried {
				for _, faults := range [][]string{{one, other.ID}, {other.ID, one}} {
					_, err := mancala.Solver.Solve("", []byte(input), faults...)
					if err != nil && !errors.Is(err, mutant.ErrGaveUp) {
						t.Fatalf("%v, on the input\n%s", err, input)
					}
				}
			}
		}
	}
}
