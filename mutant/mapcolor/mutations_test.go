package mapcolor_test

import (
	"slices"
	"strings"
	"testing"
)

// By the rules C has no colour left, D has G, E has no coloured neighbour, and player 1
// plays D. E is mentioned only in the line of D.
const littleMap = "R, G\nA: R-1, B: G-2\n1\nR: 1, G: 2\nR: 3, G: 5\nC: A, B\nD: A, E\n"

// Names that different orders sort differently, and three initial assignments; all colours
// are free everywhere.
const orderedMap = "b, a, C\nX: b-2, W: C-2, V: a-1\n1\nb: 1, a: 2, C: 3\na: 9, b: 5, C: 7\n" +
	"s9: W1\ns10: W1\nS2: W1\nW1: V1\nV1: X, W\n"

// The same states, with only W1 coloured.
var begunMap = strings.Replace(orderedMap, "X: b-2, W: C-2, V: a-1", "W1: a-1", 1)

// TestMoves compares the root's moves with the moves worked out by hand from the description of each mistake.
func TestMoves(t *testing.T) {
	for _, test := range []struct{ fault, want string }{
		{"", "D G"},
		{"dead-state-keeps-all-colours", "C G, C R, D G"},
		{"dead-state-keeps-last-colour", "C G, D G"},
		{"dead-state-ends-game", ""},
		{"any-state-may-be-coloured", "D G, E G, E R"},
		{"colours-of-neighbours-unchecked", "C G, C R, D G, D R"},
		{"only-own-colours-forbidden", "C G, D G"},
		{"initial-colours-not-forbidden", "C G, C R, D G, D R"},
		{"only-beside-last-coloured", ""},
		{"first-colour-counts-as-none", "D G"},
		{"edges-of-own-line-only", "D G"},
		{"edges-of-other-lines-only", ""},
	} {
		if got := rootMoves(t, littleMap, on(test.fault)...); got != test.want {
			t.Errorf("%q: got %s, want %s", test.fault, got, test.want)
		}
	}
}

// TestOrders: the order of the root's moves.
func TestOrders(t *testing.T) {
	for _, test := range []struct{ fault, want string }{
		{"", "S2 C, S2 b, V1 C, V1 b, s10 C, s10 b, s9 C, s9 b"},
		{"order-ignores-case", "s10 b, s10 C, S2 b, S2 C, s9 b, s9 C, V1 b, V1 C"},
		{"numbers-ordered-by-value", "S2 C, S2 b, V1 C, V1 b, s9 C, s9 b, s10 C, s10 b"},
		{"short-names-first", "S2 C, S2 b, V1 C, V1 b, s9 C, s9 b, s10 C, s10 b"},
		{"colours-in-order-of-line-1", "S2 b, S2 C, V1 b, V1 C, s10 b, s10 C, s9 b, s9 C"},
		{"states-in-order-of-lines", "s9 C, s9 b, s10 C, s10 b, S2 C, S2 b, V1 C, V1 b"},
		{"colour-before-state-in-order", "S2 C, V1 C, s10 C, s9 C, S2 b, V1 b, s10 b, s9 b"},
	} {
		if got := rootMoves(t, begunMap, on(test.fault)...); got != test.want {
			t.Errorf("%q: got %s, want %s", test.fault, got, test.want)
		}
	}
}

// rootMoves returns the moves of the root that the log shows, as states and colours.
func rootMoves(t *testing.T, input string, faults ...string) string {
	t.Helper()
	var moves []string
	for _, line := range answer(t, input, faults...) {
		if cells := strings.Split(line, ", "); len(cells) == 6 && cells[2] == "1" {
			moves = append(moves, cells[0]+" "+cells[1])
		}
	}
	return strings.Join(slices.Compact(moves), ", ")
}

// on returns the faults with one ID, none if that is empty.
func on(id string) []string {
	if id == "" {
		return nil
	}
	return []string{id}
}

// TestScores: the last line of the little map. A counts 1, B counts -5, D counts 2.
func TestScores(t *testing.T) {
	for _, test := range []struct{ fault, want string }{
		{"", "D, G, -2"},
		{"initial-assignments-not-scored", "D, G, 2"},
		{"initial-assignments-all-player-1s", "D, G, 5"},
		{"initial-players-alternate", "D, G, -2"},      // they do
		{"initial-outside-map-not-scored", "D, G, -2"}, // both are on the map
		{"opponents-weights-added", "D, G, 8"},
		{"player-1s-weights-only", "D, G, 3"},
		{"weights-swapped", "D, G, 6"},
		{"weights-of-player-1-for-both", "D, G, 1"},
		{"player-2-first", "D, G, -9"},
		{"dead-state-ends-game", "B, G, -4"},
		{"last-line-without-colour", "D, -2"},
		{"last-line-without-value", "D, G"},
		{"last-line-with-depth", "D, G, 1, -2"},
		{"last-line-names-root", "B, G, -2"},
		{"last-line-missing", "B, G, 0, -2, -2, inf"},
		{"depth-counts-initial-assignments", "B, G, -4"},
	} {
		lines := answer(t, littleMap, on(test.fault)...)
		if got := lines[len(lines)-1]; got != test.want {
			t.Errorf("%q: got %s, want %s", test.fault, got, test.want)
		}
	}
}

// TestInitialPlayers: the last line of the little map with B, which is player 2's, before A.
func TestInitialPlayers(t *testing.T) {
	turned := strings.Replace(littleMap, "A: R-1, B: G-2", "B: G-2, A: R-1", 1)
	for fault, want := range map[string]string{
		"":                                  "D, G, -2",
		"initial-players-alternate":         "D, G, 1", // B counts 2 and A -3
		"initial-assignments-all-player-1s": "D, G, 5",
	} {
		lines := answer(t, turned, on(fault)...)
		if got := lines[len(lines)-1]; got != want {
			t.Errorf("%q: got %s, want %s", fault, got, want)
		}
	}
}

// TestDeadEnds: without E no move is left after D, and player 2 would be next.
func TestDeadEnds(t *testing.T) {
	closed := strings.Replace(littleMap, "D: A, E", "D: A", 1)
	for fault, want := range map[string]string{
		"":                     "D, G, -2",
		"dead-end-loses":       "D, G, inf",
		"dead-end-scores-0":    "D, G, 0",
		"game-over-is-no-leaf": "D, G, -2", // it is at the limit
	} {
		lines := answer(t, closed, on(fault)...)
		if got := lines[len(lines)-1]; got != want {
			t.Errorf("%q: got %s, want %s", fault, got, want)
		}
	}
	deeper := strings.Replace(closed, "\n1\n", "\n2\n", 1)
	for fault, want := range map[string]string{"": "D, G, 1, -2, -inf, inf", "game-over-is-no-leaf": "D, G, 1, inf, -inf, inf"} {
		if got := answer(t, deeper, on(fault)...)[1]; got != want {
			t.Errorf("%q before the limit: got %s, want %s", fault, got, want)
		}
	}
}

// TestRoots: the first line, which is the root's.
func TestRoots(t *testing.T) {
	for _, test := range []struct{ fault, want string }{
		{"", "V, a, 0, -inf, -inf, inf"},
		{"root-shows-first-initial", "X, b, 0, -inf, -inf, inf"},
		{"root-shows-last-initial-by-name", "X, b, 0, -inf, -inf, inf"},
		{"root-called-root", "root, 0, -inf, -inf, inf"},
		{"root-without-colour", "V, 0, -inf, -inf, inf"},
		{"colour-printed-before-state", "a, V, 0, -inf, -inf, inf"},
		{"colour-not-printed", "V, 0, -inf, -inf, inf"},
		{"names-in-upper-case", "V, A, 0, -inf, -inf, inf"},
		{"turn-after-last-initial", "V, a, 0, inf, -inf, inf"},
		{"turn-by-number-coloured", "V, a, 0, inf, -inf, inf"},
		{"only-two-initial-assignments-read", "W, C, 0, -inf, -inf, inf"},
	} {
		if got := answer(t, orderedMap, on(test.fault)...)[0]; got != test.want {
			t.Errorf("%q: got %s, want %s", test.fault, got, test.want)
		}
	}
}
