package reversi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) {
	gametest.Situations(t, &reversi.Assignment, showings())
}

// board returns a board of 8x8 that is empty except for the given rows, starting at row at.
func board(at int, rows ...string) string {
	lines := slices.Repeat([]string{"********"}, 8)
	copy(lines[at:], rows)
	return strings.Join(lines, "\n") + "\n"
}

func showings() []gametest.Showing {
	return []gametest.Showing{
		{"the start", "X\n1\n" + board(3, "***OX***", "***XO***"), "flip-east flip-west flip-south flip-north tie-at-root",
			"pass pass-at-root white-to-move many-lines long-line wiped-out full-board wrap-tempts flip-south-east flip-south-west flip-north-east flip-north-west"},
		{"O moves", "O\n1\n" + board(3, "***OX***", "***XO***"), "white-to-move", "pass"},
		{"a line of four", "X\n1\n" + board(0, "XOOOO***"), "flip-west one-move-at-root", "long-line many-lines flip-east flip-south flip-north"},
		{"a line of five", "X\n1\n" + board(0, "XOOOOO**"), "flip-west long-line", "many-lines"},
		{"two lines", "X\n1\n" + board(0, "XO******", "**O*****", "**X*****"), "flip-west flip-south", "flip-north many-lines"},
		{"three lines", "X\n1\n" + board(0, "XO*OX***", "**O*****", "**X*****"), "flip-west flip-east flip-south many-lines", "long-line"},
		{"diagonals", "X\n1\n" + board(2, "*X***X**", "**O*O***", "********", "**O*O***", "*X***X**"),
			"flip-south-east flip-south-west flip-north-east flip-north-west many-lines", "flip-east flip-north"},
		{"a pass at the root", "X\n1\n" + board(0, "OX******"), "pass-at-root", "pass double-pass pass-after-reply"},
		{"two passes", "X\n2\n" + board(0, "X*O*****"), "pass-at-root pass double-pass", "pass-after-reply wiped-out game-over-before-cut-off"},
		{"the game is over below two passes", "X\n3\n" + board(0, "X*O*****"), "double-pass game-over-before-cut-off", "wiped-out"},
		{"passes that are not neighbours", "X\n3\n" + board(0, "O*******", "X*******"), "pass-at-root pass pass-after-reply", "double-pass"},
		{"a side without a piece", "X\n2\n" + board(0, "X*******"), "wiped-out double-pass", "full-board"},
		{"wiped out by the last move", "X\n1\n" + board(0, "XO******"), "", "wiped-out pass"},
		{"a full board", "X\n2\n" + strings.Repeat("XXXXOOOO\n", 8), "full-board double-pass", "wiped-out"},
		{"a line round the edge", "X\n1\n" + board(0, "******XO"), "wrap-tempts pass-at-root", "flip-west"},
	}
}
