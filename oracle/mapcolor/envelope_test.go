package mapcolor_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// Inputs at the edges of the envelope, and the handout's example, which lies inside.
func TestBeyond(t *testing.T) {
	gametest.Beyond(t, &mapcolor.Assignment, []gametest.Bound{
		{"Australia", australia, "", ""},
		{"blanks at line ends", strings.ReplaceAll(australia, "\n", " \n"), "", ""},
		{"a blank before a comma", gametest.Edited(t, australia, "WA, NT", "WA , NT"), "", "the blanks of line 6"},
		{"no blank behind a comma", gametest.Edited(t, australia, "R, G, B", "R,G, B"), "", "the blanks of line 1"},
		{"a blank in an assignment", gametest.Edited(t, australia, "R-1", "R -1"), "", "the blanks of line 2"},
		{"a blank before a line", gametest.Edited(t, australia, "\nNSW", "\n NSW"), "", "the blanks of line 8"},
		{"long colours", strings.ReplaceAll(australia, "R", "Red"), "", ""},
		{"weights in another order", gametest.Edited(t, australia, "R: 10, G: 5", "G: 5, R: 10"), "", ""},
		{"one initial assignment", gametest.Edited(t, australia, "WA: R-1, SA", "SA"), "", ""},
		{"three initial assignments", gametest.Edited(t, australia, "SA: G-2", "SA: G-2, V: R-1"), "", ""},
		{"a start in two places", gametest.Edited(t, australia, "SA: G-2", "V: G-2"), "", "an initial assignment to a state that is no neighbour of those before"},
		{"neighbours out of order", gametest.Edited(t, australia, "SA: G-2", "V: R-2, SA: G-2"), "", "an initial assignment to a state that is no neighbour of those before"},
		{"a weight of a million", gametest.Edited(t, australia, "R: 10", "R: 1000000"), "", ""},
		{"a negative weight", gametest.Edited(t, australia, "R: 10", "R: -1"), "", "a negative weight"},
		{"a negative weight of player 2", gametest.Edited(t, australia, "B: 8", "B: -1"), "", "a negative weight"},
		{"one side of an edge", gametest.Edited(t, australia, "WA: SA, NT", "WA: SA"), "", "an edge that only one of its states lists"},
		{"a state without a line", gametest.Edited(t, australia, "V: SA, NSW\n", ""), "", "a state without a line of its own"},
		{"a neighbour twice", gametest.Edited(t, australia, "WA: SA, NT", "WA: SA, NT, SA"), "", "a neighbour listed twice"},
		{"an isolated state", australia + "T:\n", "", "a state without neighbours"},
		{"an initial state outside the map", gametest.Edited(t, australia, "WA: R-1", "T: R-1"), "", "an initial assignment to a state without a line or neighbours"},
		{"other initial neighbours", gametest.Edited(t, australia, "WA: R-1", "V: R-1"), "", ""},
		{"depth 0", gametest.Edited(t, australia, "\n3\n", "\n0\n"), "", "depth 0"},
		{"no move", "R, G\nA: R-1, B: G-2\n2\nR: 1, G: 1\nR: 1, G: 1\nA: B\nB: A\n", "", "no move at the root"},
	})
}
