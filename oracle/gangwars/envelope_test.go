package gangwars_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
)

// Inputs at the edges of the envelope, and the handout's example, which lies inside.
func TestBeyond(t *testing.T) {
	const gangSquares = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n"
	gametest.Beyond(t, &gangwars.Assignment, []gametest.Bound{
		{"the handout's example", gangwarsInput, "", ""},
		{"example 1", gangSquares, "", ""},
		{"a value of 99", gametest.Edited(t, gangSquares, "42", "99"), "", ""},
		{"a value of 100", gametest.Edited(t, gangSquares, "42", "100"), "", "a value above 99"},
		{"depth and free squares", gametest.Edited(t, gangSquares, "...\n...", "XOX\nXO.", "X..", "XO."), "", ""},
		{"depth above free squares", gametest.Edited(t, gangSquares, "O\n2", "O\n4", "...\n...", "XOX\nXO."), "", "a depth above the number of free squares"},
		{"competition", gametest.Edited(t, gangSquares, "MINIMAX\nO\n2", "COMPETITION\nO\n2.5"), "", "the mode COMPETITION, which has no single right answer"},
	})
}
