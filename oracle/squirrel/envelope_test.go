package squirrel_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// Inputs at the edges of the envelope, and the handout's example, which lies inside.
func TestBeyond(t *testing.T) {
	greedyInput := strings.Replace(squirrelInput, "2", "1", 1)
	greedyFight := strings.Replace(battleInput, "X\n1\n0", "X\n1\n1", 1)
	full := "1\nX\n1\n" + figure5 + "XXXXX\nXXXXX\nXXXXX\nOOOOO\nOOOOO\n"
	gametest.Beyond(t, &squirrel.Assignment, []gametest.Bound{
		{"the handout's example", squirrelInput, "", ""},
		{"the handout's greedy", greedyInput, "", ""},
		{"another cut-off", gametest.Edited(t, greedyInput, "X\n2", "X\n3"), "", "a greedy player's cut-off that is not 1"},
		{"cut-off 2 of another board", gametest.Edited(t, greedyInput, "***O*", "****O"), "", "a greedy player's cut-off that is not 1"},
		{"greedy with cut-off 1", gametest.Edited(t, greedyInput, "X\n2", "X\n1"), "", ""},
		{"battle", greedyFight, "", ""},
		{"greedy in a battle", gametest.Edited(t, greedyFight, "X\n1\n1", "X\n1\n2"), "", "a greedy player's cut-off that is not 1"},
		{"greedy second in a battle", gametest.Edited(t, greedyFight, "O\n2\n2", "O\n1\n2"), "", "a greedy player's cut-off that is not 1"},
		{"values of 100", gametest.Edited(t, greedyFight, "20 16", "100 16"), "", ""},
		{"values of 101", gametest.Edited(t, greedyFight, "20 16", "101 16"), "", "a value above 100"},
		{"cut-off 0", gametest.Edited(t, greedyInput, "1\nX\n2", "3\nX\n0"), "", "a cut-off of 0"},
		{"a full board", full, "", "a full board"},
		{"CRLF and trailing blanks", strings.ReplaceAll(greedyInput, "\n", " \r\n"), "", ""},
		{"two blanks", gametest.Edited(t, greedyInput, "48 9", "48  9"), "", "the blanks of line 6"},
	})
}
