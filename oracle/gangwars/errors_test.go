package gangwars_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
)

// Each kind of invalid input.
func TestErrors(t *testing.T) {
	gametest.Errors(t, &gangwars.Assignment, gangwarsInput, []gametest.Wrong{ // rules 1 and 7
		{1, "0", `input.txt:1: want the board's width from 1 to 26, found "0"`},
		{1, "27", `input.txt:1: want the board's width from 1 to 26, found "27"`},
		{2, "minimax", `input.txt:2: want the mode (MINIMAX, ALPHABETA, COMPETITION), found "minimax"`},
		{3, "*", `input.txt:3: want the player (X, O), found "*"`},
		{4, "0", `input.txt:4: want the depth from 1 to 1000000, found "0"`},
		{4, "1.5", `input.txt:4: want a number for the depth, found "1.5"`},
		{5, "20 16 1 32", `input.txt:5: want 5 values, found 4`},
		{5, "20 16 1 32 0", `input.txt:5: want values from 1 to 1000000, found "0"`},
		{5, "20 16 1 32 1000001", `input.txt:5: want values from 1 to 1000000, found "1000001"`},
		{10, "**XX*", `input.txt:10: want a board row of the signs .XO, found "**XX*"`},
		{10, "..XX", `input.txt:10: want a board row of 5 squares, found 4`},
		{10, "XXXXX\nXXXXX\nXXXXX\nXXXXX\nOOOOO" + gametest.End, `input.txt:14: want at least one free square, found a full board`},
		{14, ".....\n.....", `input.txt:15: want the end of the file, found "....."`},
	})
	gametest.Errors(t, &gangwars.Assignment, strings.Replace(gangwarsInput, "MINIMAX\nX\n1\n", "COMPETITION\nX\n299.5\n", 1), []gametest.Wrong{
		{4, "", `input.txt:4: want the CPU time left in seconds, found an empty line`},
		{4, "soon", `input.txt:4: want the CPU time left in seconds, found "soon"`},
		{4, "-1", `input.txt:4: want the CPU time left in seconds, found "-1"`},
		{4, "1e3", `input.txt:4: want the CPU time left in seconds, found "1e3"`},
		{4, "1.2.3", `input.txt:4: want the CPU time left in seconds, found "1.2.3"`},
		{4, ".", `input.txt:4: want the CPU time left in seconds, found "."`},
		{4, gametest.End, `input.txt:4: want the CPU time left in seconds, found the end of the file`},
	})
}
