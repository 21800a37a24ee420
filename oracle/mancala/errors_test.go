package mancala_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
)

// Each kind of invalid input.
func TestErrors(t *testing.T) {
	gametest.Errors(t, &mancala.Assignment, mancalaInput, []gametest.Wrong{ // rules 1, 15 and 16
		{1, "0", `input.txt:1: want the task from 1 to 4, found "0"`},
		{2, "3", `input.txt:2: want the player from 1 to 2, found "3"`},
		{2, "X", `input.txt:2: want a number for the player, found "X"`},
		{1, "5", `input.txt:1: want the task from 1 to 4, found "5"`},
		{3, "0", `input.txt:3: want the cut-off depth from 1 to 1000000, found "0"`},
		{4, "3 3", `input.txt:4: want 3 to 10 pits of player 2, found 2`},
		{4, "1 2 3 4 5 6 7 8 9 10 11", `input.txt:4: want 3 to 10 pits of player 2, found 11`},
		{4, "3 -1 3", `input.txt:4: want pits of player 2 from 0 to 1000000, found "-1"`},
		{5, "3 3", `input.txt:5: want 3 pits of player 1, found 2`},
		{5, "3 3 3 3", `input.txt:5: want 3 pits of player 1, found 4`},
		{5, "0 0 0", `input.txt:5: want a stone in the pits of player 1, who is to move, found none`},
		{5, "999990 1 1", `input.txt:5: want at most 1000000 stones on the board, found more`},
		{6, "-1", `input.txt:6: want the stones in the mancala of player 2 from 0 to 1000000, found "-1"`},
		{6, "999983", `input.txt:6: want at most 1000000 stones on the board, found more`},
		{7, "999983", `input.txt:7: want at most 1000000 stones on the board, found more`},
		{7, gametest.End, `input.txt:7: want the stones in the mancala of player 1, found the end of the file`},
		{7, "0\n0", `input.txt:8: want the end of the file, found "0"`},
	})
	gametest.Errors(t, &mancala.Assignment, strings.Replace(mancalaInput, "2\n1\n2\n", "4\n1\n2.5\n", 1), []gametest.Wrong{ // rule 16
		{3, "-1", `input.txt:3: want the CPU time left in seconds, found "-1"`},
		{3, "soon", `input.txt:3: want the CPU time left in seconds, found "soon"`},
		{3, "", `input.txt:3: want the CPU time left in seconds, found an empty line`},
	})
}
