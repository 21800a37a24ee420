package oracle_test

import (
	"strings"
	"testing"
)

// edited returns an input with some of its text replaced, each part once.
func edited(t *testing.T, input string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(input, pairs[i]) {
			t.Fatalf("no %q in\n%s", pairs[i], input)
		}
		input = strings.Replace(input, pairs[i], pairs[i+1], 1)
	}
	return input
}

var (
	greedyInput = strings.Replace(squirrelInput, "2", "1", 1)
	greedyFight = strings.Replace(battleInput, "X\n1\n0", "X\n1\n1", 1)
	fullSquares = "XXXXX\nXXXXX\nXXXXX\nOOOOO\nOOOOO\n"
	gangSquares = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n"
	loneX       = "X\n3\n********\n********\n***X****\n********\n********\n********\n********\n********\n"
)

// Inputs outside an envelope and at its edges ("Envelope" in docs/rules/ASSIGNMENT.md). A
// want of "" means inside.
func TestBeyond(t *testing.T) {
	full := "1\nX\n1\n" + figure5 + fullSquares
	for _, c := range []struct {
		name, assignment, input, edition, want string
	}{
		{"the handout's greedy", "squirrel", greedyInput, "", ""},
		{"another cut-off", "squirrel", edited(t, greedyInput, "X\n2", "X\n3"), "", "a greedy player's cut-off that is not 1"},
		{"cut-off 2 of another board", "squirrel", edited(t, greedyInput, "***O*", "****O"), "", "a greedy player's cut-off that is not 1"},
		{"greedy with cut-off 1", "squirrel", edited(t, greedyInput, "X\n2", "X\n1"), "", ""},
		{"battle", "squirrel", greedyFight, "", ""},
		{"greedy in a battle", "squirrel", edited(t, greedyFight, "X\n1\n1", "X\n1\n2"), "", "a greedy player's cut-off that is not 1"},
		{"values of 100", "squirrel", edited(t, greedyFight, "20 16", "100 16"), "", ""},
		{"values of 101", "squirrel", edited(t, greedyFight, "20 16", "101 16"), "", "a value above 100"},
		{"cut-off 0", "squirrel", edited(t, greedyInput, "1\nX\n2", "3\nX\n0"), "", "a cut-off of 0"},
		{"a full board", "squirrel", full, "", "a full board"},
		{"CRLF and trailing blanks", "squirrel", strings.ReplaceAll(greedyInput, "\n", " \r\n"), "", ""},
		{"two blanks", "squirrel", edited(t, greedyInput, "48 9", "48  9"), "", "the blanks of line 6"},

		{"example 1", "gangwars", gangSquares, "", ""},
		{"a value of 99", "gangwars", edited(t, gangSquares, "42", "99"), "", ""},
		{"a value of 100", "gangwars", edited(t, gangSquares, "42", "100"), "", "a value above 99"},
		{"depth and free squares", "gangwars", edited(t, gangSquares, "...\n...", "XOX\nXO.", "X..", "XO."), "", ""},
		{"depth above free squares", "gangwars", edited(t, gangSquares, "O\n2", "O\n4", "...\n...", "XOX\nXO."), "", "a depth above the number of free squares"},
		{"competition", "gangwars", edited(t, gangSquares, "MINIMAX\nO\n2", "COMPETITION\nO\n2.5"), "", "the mode COMPETITION, which has no single right answer"},

		{"O, depth 9, late", "reversi", "O\n9\n" + strings.Repeat("XXXXOOOO\n", 7) + "XXXXOO**\n", "", ""},
		{"blank lines", "reversi", "X\n\n2\n\n" + startBoard, "", ""},
		{"depth 0", "reversi", "X\n0\n" + startBoard, "final", "depth 0"},
		{"a lone piece", "reversi", loneX, "", "a search in which a side loses all its pieces: the editions differ there, and none was asked for"},
		{"a lone piece, by edition", "reversi", loneX, "final", ""},

		{"the sample", "mancala", mancalaInput, "", ""},
		{"410 stones", "mancala", edited(t, mancalaInput, "3 3 3", "410 3 3"), "", ""},
		{"411 stones", "mancala", edited(t, mancalaInput, "3 3 3", "411 3 3"), "", "more than 410 stones in a pit"},
		{"an empty side", "mancala", edited(t, mancalaInput, "3 3 3", "0 0 0"), "", "a start in which a side is empty"},

		{"Australia", "mapcolor", australia, "", ""},
		{"blanks at line ends", "mapcolor", strings.ReplaceAll(australia, "\n", " \n"), "", ""},
		{"a blank before a comma", "mapcolor", edited(t, australia, "WA, NT", "WA , NT"), "", "the blanks of line 6"},
		{"no blank behind a comma", "mapcolor", edited(t, australia, "R, G, B", "R,G, B"), "", "the blanks of line 1"},
		{"a blank in an assignment", "mapcolor", edited(t, australia, "R-1", "R -1"), "", "the blanks of line 2"},
		{"a blank before a line", "mapcolor", edited(t, australia, "\nNSW", "\n NSW"), "", "the blanks of line 8"},
		{"long colours", "mapcolor", strings.ReplaceAll(australia, "R", "Red"), "", ""},
		{"weights in another order", "mapcolor", edited(t, australia, "R: 10, G: 5", "G: 5, R: 10"), "", ""},
		{"one initial assignment", "mapcolor", edited(t, australia, "WA: R-1, SA", "SA"), "", ""},
		{"three initial assignments", "mapcolor", edited(t, australia, "SA: G-2", "SA: G-2, V: R-1"), "", ""},
		{"a start in two places", "mapcolor", edited(t, australia, "SA: G-2", "V: G-2"), "", "an initial assignment to a state that is no neighbour of those before"},
		{"neighbours out of order", "mapcolor", edited(t, australia, "SA: G-2", "V: R-2, SA: G-2"), "", "an initial assignment to a state that is no neighbour of those before"},
		{"a weight of a million", "mapcolor", edited(t, australia, "R: 10", "R: 1000000"), "", ""},
		{"a negative weight", "mapcolor", edited(t, australia, "R: 10", "R: -1"), "", "a negative weight"},
		{"one side of an edge", "mapcolor", edited(t, australia, "WA: SA, NT", "WA: SA"), "", "an edge that only one of its states lists"},
		{"a state without a line", "mapcolor", edited(t, australia, "V: SA, NSW\n", ""), "", "a state without a line of its own"},
		{"a neighbour twice", "mapcolor", edited(t, australia, "WA: SA, NT", "WA: SA, NT, SA"), "", "a neighbour listed twice"},
		{"an isolated state", "mapcolor", australia + "T:\n", "", "a state without neighbours"},
		{"an initial state outside the map", "mapcolor", edited(t, australia, "WA: R-1", "T: R-1"), "", "an initial assignment to a state without a line or neighbours"},
		{"other initial neighbours", "mapcolor", edited(t, australia, "WA: R-1", "V: R-1"), "", ""},
		{"depth 0", "mapcolor", edited(t, australia, "\n3\n", "\n0\n"), "", "depth 0"},
		{"no move", "mapcolor", "R, G\nA: R-1, B: G-2\n2\nR: 1, G: 1\nR: 1, G: 1\nA: B\nB: A\n", "", "no move at the root"},
	} {
		t.Run(c.assignment+": "+c.name, func(t *testing.T) {
			got, err := parse(t, c.assignment, c.input).Beyond(t.Context(), []byte(c.input), c.edition)
			if err != nil || got != c.want {
				t.Errorf("%q, error %v, want %q, of\n%s", got, err, c.want, c.input)
			}
		})
	}
}

// The handouts' examples lie inside.
func TestHandoutsInside(t *testing.T) {
	for name, input := range map[string]string{
		"squirrel": squirrelInput, "gangwars": gangwarsInput, "reversi": reversiInput, "mancala": mancalaInput, "mapcolor": australia,
	} {
		if got, err := parse(t, name, input).Beyond(t.Context(), []byte(input), ""); err != nil || got != "" {
			t.Errorf("%s: %q, error %v, want the example inside", name, got, err)
		}
	}
}
