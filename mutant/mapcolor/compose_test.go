package mapcolor_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/mapcolor"
)

// Two mutations show together, in either order. The answers are worked out by hand.
func TestCompose(t *testing.T) {
	moves := func(t *testing.T, input string, faults []string) string { return rootMoves(t, input, faults...) }
	first := func(t *testing.T, input string, faults []string) string { return answer(t, input, faults...)[0] }
	last := func(t *testing.T, input string, faults []string) string {
		lines := answer(t, input, faults...)
		return lines[len(lines)-1]
	}
	for _, test := range []struct {
		input, one, other string
		of                func(t *testing.T, input string, faults []string) string
		want              string
	}{
		{littleMap, "dead-state-keeps-all-colours", "any-state-may-be-coloured", moves, "C G, C R, D G, E G, E R"},
		{littleMap, "dead-state-keeps-all-colours", "colour-before-state-in-order", moves, "C G, D G, C R"},
		{littleMap, "colours-of-neighbours-unchecked", "states-without-line-ignored", moves, "C G, C R, D G, D R"},
		{strings.NewReplacer("R-1", "G-1", "G-2", "R-2").Replace(littleMap),
			"first-colour-counts-as-none", "dead-state-keeps-all-colours", moves, "C G, C R"},
		{littleMap, "only-own-colours-forbidden", "edges-of-other-lines-only", moves, ""},
		{begunMap, "colours-in-order-of-line-1", "states-in-order-of-lines", moves,
			"s9 b, s9 C, s10 b, s10 C, S2 b, S2 C, V1 b, V1 C"},
		{begunMap, "colour-before-state-in-order", "states-in-order-of-lines", moves,
			"s9 C, s10 C, S2 C, V1 C, s9 b, s10 b, S2 b, V1 b"},

		{littleMap, "weights-swapped", "initial-assignments-all-player-1s", last, "D, G, 13"},
		{littleMap, "weights-swapped", "initial-assignments-not-scored", last, "D, G, 5"},
		{littleMap, "weights-of-player-1-for-both", "opponents-weights-added", last, "D, G, 5"},
		{littleMap, "evaluation-from-opponents-side", "player-1s-weights-only", last, "D, G, -3"},
		{littleMap, "last-line-with-depth", "last-line-without-colour", last, "D, 1, -2"},
		{littleMap, "last-line-without-colour", "colour-printed-before-state", last, "D, -2"},
		{littleMap, "last-line-names-root", "colour-printed-before-state", last, "G, B, -2"},
		{littleMap, "last-line-names-root", "decimal-values", last, "B, G, -2.0"},

		{orderedMap, "root-shows-first-initial", "colour-printed-before-state", first, "b, X, 0, -inf, -inf, inf"},
		{orderedMap, "root-shows-first-initial", "line-shows-parents-assignment", first, "X, b, 0, -inf, -inf, inf"},
		{orderedMap, "root-without-colour", "player-2-first", first, "V, 0, inf, -inf, inf"},
		{orderedMap, "root-called-root", "infinity-spelt-out", first, "root, 0, -Infinity, -Infinity, Infinity"},
		{orderedMap, "only-two-initial-assignments-read", "turn-by-number-coloured", first, "W, C, 0, -inf, -inf, inf"},
		{orderedMap, "colour-cut-to-one-letter", "names-in-upper-case", first, "V, A, 0, -inf, -inf, inf"},
	} {
		for _, faults := range [][]string{{test.one, test.other}, {test.other, test.one}} {
			if got := test.of(t, test.input, faults); got != test.want {
				t.Errorf("%q: got %s, want %s", faults, got, test.want)
			}
		}
	}
}

// No pair of mutations panics, if one of them interferes most with the assumptions of the others.
func TestComposePairs(t *testing.T) {
	effort.NeedsAll(t, "takes seconds")
	t.Parallel()
	meddlesome := []string{
		"colours-not-taken-back", "domains-not-restored", "dead-state-keeps-last-colour", "dead-state-ends-game",
		"dead-end-passes", "only-two-initial-assignments-read", "initial-assignments-not-scored", "weights-by-place",
		"depth-counts-initial-assignments", "root-without-colour", "line-shows-parents-assignment",
		"colour-cut-to-one-letter", "last-line-names-best-leaf", "last-line-shows-value-of-last-child",
		"moves-sorted-by-evaluation", "first-move-chosen",
	}
	inputs := []string{
		strings.Replace(littleMap, "\n1\n", "\n3\n", 1),
		strings.Replace(orderedMap, "\n1\n", "\n2\n", 1),
		strings.Replace(australia, "\n3\n", "\n2\n", 1),
		"B, A\nx1: A-2\n5\nA: -3, B: 0\nA: -4, B: 1\n", // no move at all
	}
	for _, one := range meddlesome {
		for _, other := range mapcolor.Solver.Faults() {
			if one == other.ID {
				continue
			}
			for _, input := range inputs {
				for _, faults := range [][]string{{one, other.ID}, {other.ID, one}} {
					_, err := mapcolor.Solver.Solve("", []byte(input), faults...)
					if err != nil && !errors.Is(err, mutant.ErrGaveUp) {
						t.Fatalf("%v, on the input\n%s", err, input)
					}
				}
			}
		}
	}
}
