package gangwars_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
)

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) {
	gametest.Situations(t, &gangwars.Assignment, showings)
}

// flat returns a squirrel or gangwars input in which all squares are worth 1.
func flat(n int, head, board string) string {
	return head + strings.Repeat(strings.TrimSpace(strings.Repeat("1 ", n))+"\n", n) + board
}

// large returns a gangwars board with a free square at the given row and column, from 0.
func large(n, row, column int) string {
	lines := slices.Repeat([]string{strings.Repeat("O", n)}, n)
	lines[row] = lines[row][:column] + "." + lines[row][column+1:]
	return flat(n, "", strings.Join(lines, "\n")+"\n")
}

var showings = []gametest.Showing{
	{"row ten", "10\nMINIMAX\nX\n1\n" + large(10, 9, 3), "two-digit-row stake-chosen stake-by-enemy one-move-at-root", "largest-board one-square raid raid-chosen only-diagonal"},
	{"row nine", "10\nMINIMAX\nX\n1\n" + large(10, 8, 3), "", "two-digit-row"},
	{"26 columns", "26\nMINIMAX\nX\n1\n" + large(26, 0, 0), "largest-board", "two-digit-row"},
	{"25 columns", "25\nMINIMAX\nX\n1\n" + large(25, 0, 0), "", "largest-board"},
	{"one square", "1\nMINIMAX\nX\n1\n7\n.\n", "one-square stake-chosen", "two-digit-row largest-board"},
	{"a raid of one", "3\nMINIMAX\nX\n1\n" + flat(3, "", "X.O\nXXX\nXXX\n"), "raid raid-chosen two-sources stake-by-enemy", "raid-of-two raid-of-none raid-could-chain stake-chosen one-square"},
	{"a raid of two with one source", "3\nMINIMAX\nX\n1\n" + flat(3, "", "X.O\nXOX\nXXX\n"), "raid-of-two", "two-sources raid-could-chain"},
	{"a raid that could go on", "3\nMINIMAX\nX\n1\n" + flat(3, "", "X.O\nXXO\nXXX\n"), "raid-could-chain", "raid-of-two"},
	{"a raid of the last piece at the depth", "3\nMINIMAX\nX\n1\n" + flat(3, "", "X.O\n...\n...\n"), "raid", "wiped-out greedy-errs"},
	{"a raid of the last piece above it", "3\nMINIMAX\nX\n2\n" + flat(3, "", "X.O\n...\n...\n"), "raid wiped-out", ""},
	{"a raid of one of two pieces", "3\nMINIMAX\nX\n2\n" + flat(3, "", "X.O\nXXX\nXXO\n"), "raid", "wiped-out"},
	{"the dearest square is lost again", "3\nMINIMAX\nX\n2\n1 9 10\n1 1 1\n1 1 1\nO..\nOOO\nOOO\n", "greedy-errs stake-chosen", "wiped-out"},
	{"a raid of none ties with its stake", "2\nMINIMAX\nX\n1\n" + flat(2, "", "X.\nXX\n"), "raid-of-none stake-ties-raid-of-square", "raid later-stake-ties-raid stake-by-enemy"},
	{"a later stake is as good as a raid", "3\nMINIMAX\nX\n1\n1 1 1\n1 1 1\n1 1 3\nX.O\nXXO\nXO.\n", "later-stake-ties-raid stake-chosen", "raid-chosen stake-ties-raid-of-square"},
	{"an earlier stake is as good as a raid", "3\nMINIMAX\nX\n1\n3 1 1\n1 1 1\n1 1 1\n.OX\nOXO\nXX.\n", "", "later-stake-ties-raid"},
	{"only diagonal pieces", "3\nMINIMAX\nX\n1\n" + flat(3, "", "XOX\nO.O\nXOX\n"), "only-diagonal stake-by-enemy", "raid raid-of-none"},
}
