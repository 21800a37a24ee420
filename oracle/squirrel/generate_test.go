package squirrel_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) {
	gametest.Situations(t, &squirrel.Assignment, showings())
}

// flat returns a squirrel or gangwars input in which all squares are worth 1.
func flat(n int, head, board string) string {
	return head + strings.Repeat(strings.TrimSpace(strings.Repeat("1 ", n))+"\n", n) + board
}

func showings() []gametest.Showing {
	full := func(rows string) string { return flat(5, "", rows) }
	return []gametest.Showing{
		{"greedy with another cut-off line", "1\nX\n2\n" + full("XXXXX\nXXXXX\nXX*XX\nOOOOO\nOOOOO\n"), "greedy-cut-off last-square raid raid-could-chain one-move-at-root",
			"raid-of-none raid-of-two value-100 o-moves-first sneak-by-enemy"},
		{"two free squares", "1\nX\n1\n" + full("XXXXX\nXXXXX\nXX*XX\nOOOOO\nOOOO*\n"), "raid sneak-by-enemy", "greedy-cut-off last-square only-diagonal"},
		{"a raid of two could go on", "2\nX\n1\n" + full("XXXXX\nXX*OO\nXXOXX\nOOOOO\nOOOOO\n"), "raid-of-two raid-could-chain", "raid-of-none"},
		{"a raid of one that could not go on", "2\nX\n1\n" + full("XXXXX\nXX*OX\nXXXXX\nXXXXX\nXXXXX\n"), "raid", "raid-of-two raid-could-chain"},
		{"no enemy near by", "2\nX\n1\n" + full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "raid-of-none", "raid raid-of-two"},
		{"only diagonal pieces", "2\nX\n1\n" + full("OOOOO\nOXOXO\nOO*OO\nOXOXO\nOOOOO\n"), "sneak-by-enemy only-diagonal", "raid raid-of-none"},
		{"a value of 100", "2\nX\n1\n" + strings.Replace(full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "1", "100", 1), "value-100", "only-diagonal"},
		{"a value of 101", "2\nX\n1\n" + strings.Replace(full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "1", "101", 1), "", "value-100"},
		{"a battle that O begins", "4\nO\n2\n2\nX\n3\n3\n" + full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "o-moves-first different-algorithms different-cut-offs", "greedy-cut-off"},
		{"a battle of equals", "4\nX\n2\n2\nO\n2\n2\n" + full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "", "o-moves-first different-algorithms different-cut-offs greedy-cut-off"},
		{"a battle against greed", "4\nX\n2\n3\nO\n1\n2\n" + full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "different-algorithms greedy-cut-off", "different-cut-offs"},
	}
}
