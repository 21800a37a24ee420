package mapcolor_test

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/mutant/mapcolor"
)

// The map of the handout.
const australia = "R, G, B\nWA: R-1, SA: G-2\n3\nR: 10, G: 5, B: 0\nR: 0, G: 2, B: 8\n" +
	"SA: WA, NT, Q, NSW, V\nNT: WA, SA, Q\nNSW: Q, V, SA\nWA: SA, NT\nQ: NT, SA, NSW\nV: SA, NSW\n"

// The handout's text, without its remarks.
//
//go:embed testdata/handout.txt
var handout string

// solved returns the answer to an input.
func solved(t *testing.T, edition, input string, faults ...string) string {
	t.Helper()
	files, err := mapcolor.Solver.Solve(edition, []byte(input), faults...)
	if err != nil {
		t.Fatalf("%v, on the input\n%s", err, input)
	}
	return files["output.txt"]
}

// answer returns the answer to an input, line by line.
func answer(t *testing.T, input string, faults ...string) []string {
	t.Helper()
	return strings.Split(solved(t, "", input, faults...), "\n")
}

// TestExact compares whole files.
func TestExact(t *testing.T) {
	for _, test := range []struct{ name, edition, input, want string }{
		{"handout", "handout", australia, strings.TrimSuffix(handout, "\n")},
		{"no move", "", "B,A\nx1 : A-2\n5\nA: -3, B: 0\nA: -4, B: 1\n", "x1, A, 0, 4, -inf, inf\nx1, A, 4"},
		{"depth 0", "", strings.Replace(australia, "\n3\n", "\n0\n", 1), "SA, G, 0, 8, -inf, inf\nSA, G, 8"},
	} {
		expect.Equal(t, test.want, solved(t, test.edition, test.input), test.name)
	}
}

// TestInvalid checks that input forbidden by rule 1 is an error.
func TestInvalid(t *testing.T) {
	for name, replaced := range map[string][2]string{
		"an unknown colour":             {"WA: R-1", "WA: Y-1"},
		"the weight of an unknown one":  {"B: 0", "Y: 0"},
		"a colour twice":                {"R, G, B", "R, G, G"},
		"a line twice":                  {"NT: WA", "SA: WA"},
		"a state coloured twice":        {"SA: G-2", "WA: G-2"},
		"player 3":                      {"R-1", "R-3"},
		"a colour without a weight":     {", B: 8", ""},
		"two weights for a colour":      {"B: 8", "G: 8"},
		"a great weight":                {"B: 8", "B: 1000001"},
		"no initial assignment":         {"WA: R-1, SA: G-2", ""},
		"a state beside itself":         {"V: SA", "V: V"},
		"neighbours of the same colour": {"SA: G-2", "SA: R-2"},
		"a colour with a digit":         {"R, G, B", "R1, G, B"},
		"a state with a hyphen":         {"NSW: Q", "N-W: Q"},
		"a negative depth":              {"\n3\n", "\n-3\n"},
		"a line without a colon":        {"V: SA", "V SA"},
		"1001 states":                   {"V: SA", "V: SA, S" + strings.Join(numbers(995), ", S")},
	} {
		input := strings.Replace(australia, replaced[0], replaced[1], 1)
		if _, err := mapcolor.Solver.Solve("", []byte(input)); err == nil || strings.Contains(err.Error(), "panic") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	_, err := mapcolor.Solver.Solve("first", []byte(australia))
	expect.Error(t, err, "", "an unknown edition")
}

// numbers returns the numbers below n.
func numbers(n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprint(i))
	}
	return names
}

// By the rules C has no colour left, D has G, E has no coloured neighbour, and player 1
// plays D. E is mentioned only in the line of D.
const littleMap = "R, G\nA: R-1, B: G-2\n1\nR: 1, G: 2\nR: 3, G: 5\nC: A, B\nD: A, E\n"

// Names that different orders sort differently, and three initial assignments; all colours
// are free everywhere.
const orderedMap = "b, a, C\nX: b-2, W: C-2, V: a-1\n1\nb: 1, a: 2, C: 3\na: 9, b: 5, C: 7\n" +
	"s9: W1\ns10: W1\nS2: W1\nW1: V1\nV1: X, W\n"

// The same states, with only W1 coloured.
var begunMap = strings.Replace(orderedMap, "X: b-2, W: C-2, V: a-1", "W1: a-1", 1)

// TestMutations compares parts of answers with those worked out by hand from the description of each mistake:
// the root's moves, the first two lines and the last. In the little map A counts 1, B counts -5, D counts 2.
func TestMutations(t *testing.T) {
	moves := rootMoves
	first := func(lines []string) string { return lines[0] }
	second := func(lines []string) string { return lines[1] }
	last := func(lines []string) string { return lines[len(lines)-1] }
	turned := strings.Replace(littleMap, "A: R-1, B: G-2", "B: G-2, A: R-1", 1)
	swapped := strings.NewReplacer("R-1", "G-1", "G-2", "R-2").Replace(littleMap)
	closed := strings.Replace(littleMap, "D: A, E", "D: A", 1)
	deeper := strings.Replace(closed, "\n1\n", "\n2\n", 1)
	shallow := strings.Replace(closed, "\n1\n", "\n0\n", 1)
	for _, test := range []struct {
		input, faults string
		of            func(lines []string) string
		want          string
	}{
		{littleMap, "", moves, "D G"},
		{littleMap, "dead-state-keeps-all-colours", moves, "C G, C R, D G"},
		{littleMap, "dead-state-keeps-last-colour", moves, "C G, D G"},
		{littleMap, "dead-state-ends-game", moves, ""},
		{littleMap, "any-state-may-be-coloured", moves, "D G, E G, E R"},
		{littleMap, "colours-of-neighbours-unchecked", moves, "C G, C R, D G, D R"},
		{littleMap, "only-own-colours-forbidden", moves, "C G, D G"},
		{littleMap, "initial-colours-not-forbidden", moves, "C G, C R, D G, D R"},
		{littleMap, "only-beside-last-coloured", moves, ""},
		{littleMap, "first-colour-counts-as-none", moves, "D G"},
		{littleMap, "edges-of-own-line-only", moves, "D G"},
		{littleMap, "edges-of-other-lines-only", moves, ""},

		{begunMap, "", moves, "S2 C, S2 b, V1 C, V1 b, s10 C, s10 b, s9 C, s9 b"},
		{begunMap, "order-ignores-case", moves, "s10 b, s10 C, S2 b, S2 C, s9 b, s9 C, V1 b, V1 C"},
		{begunMap, "numbers-ordered-by-value", moves, "S2 C, S2 b, V1 C, V1 b, s9 C, s9 b, s10 C, s10 b"},
		{begunMap, "short-names-first", moves, "S2 C, S2 b, V1 C, V1 b, s9 C, s9 b, s10 C, s10 b"},
		{begunMap, "colours-in-order-of-line-1", moves, "S2 b, S2 C, V1 b, V1 C, s10 b, s10 C, s9 b, s9 C"},
		{begunMap, "states-in-order-of-lines", moves, "s9 C, s9 b, s10 C, s10 b, S2 C, S2 b, V1 C, V1 b"},
		{begunMap, "colour-before-state-in-order", moves, "S2 C, V1 C, s10 C, s9 C, S2 b, V1 b, s10 b, s9 b"},

		{littleMap, "", last, "D, G, -2"},
		{littleMap, "initial-assignments-not-scored", last, "D, G, 2"},
		{littleMap, "initial-assignments-all-player-1s", last, "D, G, 5"},
		{littleMap, "initial-players-alternate", last, "D, G, -2"},      // they do
		{littleMap, "initial-outside-map-not-scored", last, "D, G, -2"}, // both are on the map
		{littleMap, "opponents-weights-added", last, "D, G, 8"},
		{littleMap, "player-1s-weights-only", last, "D, G, 3"},
		{littleMap, "weights-swapped", last, "D, G, 6"},
		{littleMap, "weights-of-player-1-for-both", last, "D, G, 1"},
		{littleMap, "player-2-first", last, "D, G, -9"},
		{littleMap, "dead-state-ends-game", last, "B, G, -4"},
		{littleMap, "last-line-without-colour", last, "D, -2"},
		{littleMap, "last-line-without-value", last, "D, G"},
		{littleMap, "last-line-with-depth", last, "D, G, 1, -2"},
		{littleMap, "last-line-names-root", last, "B, G, -2"},
		{littleMap, "last-line-missing", last, "B, G, 0, -2, -2, inf"},
		{littleMap, "depth-counts-initial-assignments", last, "B, G, -4"},

		// B is player 2's, and comes before A.
		{turned, "", last, "D, G, -2"},
		{turned, "initial-players-alternate", last, "D, G, 1"}, // B counts 2 and A -3
		{turned, "initial-assignments-all-player-1s", last, "D, G, 5"},

		// Without E no move is left after D, and player 2 would be next.
		{closed, "", last, "D, G, -2"},
		{closed, "dead-end-loses", last, "D, G, inf"},
		{closed, "dead-end-scores-0", last, "D, G, 0"},
		{closed, "game-over-is-no-leaf", last, "D, G, -2"}, // it is at the limit
		{deeper, "", second, "D, G, 1, -2, -inf, inf"},
		{deeper, "game-over-is-no-leaf", second, "D, G, 1, inf, -inf, inf"},
		{shallow, "depth-one-too-shallow", last, "B, G, -4"}, // the root is the only leaf, as it should be

		{orderedMap, "", first, "V, a, 0, -inf, -inf, inf"},
		{orderedMap, "root-shows-first-initial", first, "X, b, 0, -inf, -inf, inf"},
		{orderedMap, "root-shows-last-initial-by-name", first, "X, b, 0, -inf, -inf, inf"},
		{orderedMap, "root-called-root", first, "root, 0, -inf, -inf, inf"},
		{orderedMap, "root-without-colour", first, "V, 0, -inf, -inf, inf"},
		{orderedMap, "colour-printed-before-state", first, "a, V, 0, -inf, -inf, inf"},
		{orderedMap, "colour-not-printed", first, "V, 0, -inf, -inf, inf"},
		{orderedMap, "names-in-upper-case", first, "V, A, 0, -inf, -inf, inf"},
		{orderedMap, "turn-after-last-initial", first, "V, a, 0, inf, -inf, inf"},
		{orderedMap, "turn-by-number-coloured", first, "V, a, 0, inf, -inf, inf"},
		{orderedMap, "only-two-initial-assignments-read", first, "W, C, 0, -inf, -inf, inf"},

		// Two mistakes show together, in either order.
		{littleMap, "dead-state-keeps-all-colours any-state-may-be-coloured", moves, "C G, C R, D G, E G, E R"},
		{littleMap, "dead-state-keeps-all-colours colour-before-state-in-order", moves, "C G, D G, C R"},
		{littleMap, "colours-of-neighbours-unchecked states-without-line-ignored", moves, "C G, C R, D G, D R"},
		{swapped, "first-colour-counts-as-none dead-state-keeps-all-colours", moves, "C G, C R"},
		{littleMap, "only-own-colours-forbidden edges-of-other-lines-only", moves, ""},
		{begunMap, "colours-in-order-of-line-1 states-in-order-of-lines", moves,
			"s9 b, s9 C, s10 b, s10 C, S2 b, S2 C, V1 b, V1 C"},
		{begunMap, "colour-before-state-in-order states-in-order-of-lines", moves,
			"s9 C, s10 C, S2 C, V1 C, s9 b, s10 b, S2 b, V1 b"},

		{littleMap, "weights-swapped initial-assignments-all-player-1s", last, "D, G, 13"},
		{littleMap, "weights-swapped initial-assignments-not-scored", last, "D, G, 5"},
		{littleMap, "weights-of-player-1-for-both opponents-weights-added", last, "D, G, 5"},
		{littleMap, "evaluation-from-opponents-side player-1s-weights-only", last, "D, G, -3"},
		{littleMap, "last-line-with-depth last-line-without-colour", last, "D, 1, -2"},
		{littleMap, "last-line-without-colour colour-printed-before-state", last, "D, -2"},
		{littleMap, "last-line-names-root colour-printed-before-state", last, "G, B, -2"},
		{littleMap, "last-line-names-root decimal-values", last, "B, G, -2.0"},

		{orderedMap, "root-shows-first-initial colour-printed-before-state", first, "b, X, 0, -inf, -inf, inf"},
		{orderedMap, "root-shows-first-initial line-shows-parents-assignment", first, "X, b, 0, -inf, -inf, inf"},
		{orderedMap, "root-without-colour player-2-first", first, "V, 0, inf, -inf, inf"},
		{orderedMap, "root-called-root infinity-spelt-out", first, "root, 0, -Infinity, -Infinity, Infinity"},
		{orderedMap, "only-two-initial-assignments-read turn-by-number-coloured", first, "W, C, 0, -inf, -inf, inf"},
		{orderedMap, "colour-cut-to-one-letter names-in-upper-case", first, "V, A, 0, -inf, -inf, inf"},
	} {
		faults := strings.Fields(test.faults)
		for range 2 {
			got := test.of(answer(t, test.input, faults...))
			expect.Equal(t, test.want, got, faults, test.input)
			slices.Reverse(faults)
		}
	}
}

// rootMoves returns the moves of the root that a log shows, as states and colours.
func rootMoves(lines []string) string {
	var moves []string
	for _, line := range lines {
		if cells := strings.Split(line, ", "); len(cells) == 6 && cells[2] == "1" {
			moves = append(moves, cells[0]+" "+cells[1])
		}
	}
	return strings.Join(slices.Compact(moves), ", ")
}

func TestPairs(t *testing.T) {
	gametest.Pairs(t, mapcolor.Solver,
		strings.Replace(littleMap, "\n1\n", "\n3\n", 1),
		strings.Replace(orderedMap, "\n1\n", "\n2\n", 1),
		strings.Replace(australia, "\n3\n", "\n2\n", 1),
		"B, A\nx1: A-2\n5\nA: -3, B: 0\nA: -4, B: 1\n", // no move at all
	)
}

func TestChanges(t *testing.T) {
	gametest.Changes(t, gametest.Lookup(t, "mapcolor"), "../testdata/mapcolor.txt", false)
}
