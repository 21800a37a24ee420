package squirrel_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// Each kind of invalid input.
func TestErrors(t *testing.T) {
	gametest.Errors(t, &squirrel.Assignment, squirrelInput, []gametest.Wrong{ // rule 1
		{1, gametest.End, `input.txt:1: want the task, found the end of the file`},
		{1, "", `input.txt:1: want a number for the task, found an empty line`},
		{1, "two", `input.txt:1: want a number for the task, found "two"`},
		{1, "+2", `input.txt:1: want a number for the task, found "+2"`},
		{1, " 2", `input.txt:1: want a number for the task, found " 2"`},
		{1, "2 3", `input.txt:1: want a number for the task, found "2 3"`},
		{1, "0", `input.txt:1: want the task from 1 to 4, found "0"`},
		{1, "5", `input.txt:1: want the task from 1 to 4, found "5"`},
		{2, gametest.End, `input.txt:2: want the player, found the end of the file`},
		{2, "x", `input.txt:2: want the player (X, O), found "x"`},
		{2, "XO", `input.txt:2: want the player (X, O), found "XO"`},
		{3, "-1", `input.txt:3: want the cut-off depth from 0 to 1000000, found "-1"`},
		{3, "1000001", `input.txt:3: want the cut-off depth from 0 to 1000000, found "1000001"`},
		{3, "18446744073709551618", `input.txt:3: want the cut-off depth from 0 to 1000000, found "18446744073709551618"`},
		{3, "2.0", `input.txt:3: want a number for the cut-off depth, found "2.0"`},
		{3, "-", `input.txt:3: want a number for the cut-off depth, found "-"`},
		{4, "20 16 1 32", `input.txt:4: want 5 values, found 4`},
		{4, "20 16 1 32 30 1", `input.txt:4: want 5 values, found 6`},
		{4, "", `input.txt:4: want 5 values, found 0`},
		{4, "20,16,1,32,30", `input.txt:4: want 5 values, found 1`},
		{8, "25 30 23 21 0", `input.txt:8: want values from 1 to 1000000, found "0"`},
		{8, "25 30 23 21 1000001", `input.txt:8: want values from 1 to 1000000, found "1000001"`},
		{8, "25 30 x 21 10", `input.txt:8: want a number for values, found "x"`},
		{8, gametest.End, `input.txt:8: want values, found the end of the file`},
		{9, "**XX", `input.txt:9: want a board row of 5 squares, found 4`},
		{9, "**XX**", `input.txt:9: want a board row of 5 squares, found 6`},
		{9, "**Xx*", `input.txt:9: want a board row of the signs *XO, found "**Xx*"`},
		{9, " **XX*", `input.txt:9: want a board row of the signs *XO, found " **XX*"`},
		{9, "..XX.", `input.txt:9: want a board row of the signs *XO, found "..XX."`},
		{11, "", `input.txt:11: want a board row of 5 squares, found 0`},
		{13, gametest.End, `input.txt:13: want a board row of 5 squares, found the end of the file`},
		{13, "*****\n\n*****", `input.txt:15: want the end of the file, found "*****"`},
		{13, strings.Repeat("*", 50), `input.txt:13: want a board row of 5 squares, found 50`},
		{13, strings.Repeat("+", 50), `input.txt:13: want a board row of the signs *XO, found "` + strings.Repeat("+", 40) + `"...`},
	})
	gametest.Errors(t, &squirrel.Assignment, battleInput, []gametest.Wrong{ // rule 1, task 4
		{2, "1", `input.txt:2: want the first player (X, O), found "1"`},
		{3, "4", `input.txt:3: want the first player's algorithm from 1 to 3, found "4"`},
		{4, "-1", `input.txt:4: want the first player's cut-off depth from 0 to 1000000, found "-1"`},
		{5, "X", `input.txt:5: want another player than the first, found X again`},
		{5, "o", `input.txt:5: want the second player (X, O), found "o"`},
		{6, "0", `input.txt:6: want the second player's algorithm from 1 to 3, found "0"`},
		{7, "0", `input.txt:7: want the second player's cut-off depth from 1 to 1000000, found "0"`},
		{7, gametest.End, `input.txt:7: want the second player's cut-off depth, found the end of the file`},
		{17, gametest.End, `input.txt:17: want a board row of 5 squares, found the end of the file`},
	})
}
