package oracle_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// end as the text of a line ends the file before that line.
const end = "\x00"

// A wrong input is a valid one with one line replaced.
type wrong struct {
	line int
	text string
	want string // the error
}

// Each kind of invalid input, and the error that names the line, what was found there and
// what was expected (docs/rules/README.md "Input").
func TestInputErrors(t *testing.T) {
	for _, group := range []struct {
		assignment, input string
		wrongs            []wrong
	}{
		{"squirrel", squirrelInput, []wrong{ // rule 1
			{1, end, `input.txt:1: want the task, found the end of the file`},
			{1, "", `input.txt:1: want a number for the task, found an empty line`},
			{1, "two", `input.txt:1: want a number for the task, found "two"`},
			{1, "+2", `input.txt:1: want a number for the task, found "+2"`},
			{1, " 2", `input.txt:1: want a number for the task, found " 2"`},
			{1, "2 3", `input.txt:1: want a number for the task, found "2 3"`},
			{1, "0", `input.txt:1: want the task from 1 to 4, found "0"`},
			{1, "5", `input.txt:1: want the task from 1 to 4, found "5"`},
			{2, end, `input.txt:2: want the player, found the end of the file`},
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
			{8, end, `input.txt:8: want values, found the end of the file`},
			{9, "**XX", `input.txt:9: want a board row of 5 squares, found 4`},
			{9, "**XX**", `input.txt:9: want a board row of 5 squares, found 6`},
			{9, "**Xx*", `input.txt:9: want a board row of the signs *XO, found "**Xx*"`},
			{9, " **XX*", `input.txt:9: want a board row of the signs *XO, found " **XX*"`},
			{9, "..XX.", `input.txt:9: want a board row of the signs *XO, found "..XX."`},
			{11, "", `input.txt:11: want a board row of 5 squares, found 0`},
			{13, end, `input.txt:13: want a board row of 5 squares, found the end of the file`},
			{13, "*****\n\n*****", `input.txt:15: want the end of the file, found "*****"`},
			{13, strings.Repeat("*", 50), `input.txt:13: want a board row of 5 squares, found 50`},
			{13, strings.Repeat("+", 50), `input.txt:13: want a board row of the signs *XO, found "` + strings.Repeat("+", 40) + `"...`},
		}},
		{"squirrel", battleInput, []wrong{ // rule 1, task 4
			{2, "1", `input.txt:2: want the first player (X, O), found "1"`},
			{3, "4", `input.txt:3: want the first player's algorithm from 1 to 3, found "4"`},
			{4, "-1", `input.txt:4: want the first player's cut-off depth from 0 to 1000000, found "-1"`},
			{5, "X", `input.txt:5: want another player than the first, found X again`},
			{5, "o", `input.txt:5: want the second player (X, O), found "o"`},
			{6, "0", `input.txt:6: want the second player's algorithm from 1 to 3, found "0"`},
			{7, "0", `input.txt:7: want the second player's cut-off depth from 1 to 1000000, found "0"`},
			{7, end, `input.txt:7: want the second player's cut-off depth, found the end of the file`},
			{17, end, `input.txt:17: want a board row of 5 squares, found the end of the file`},
		}},
		{"gangwars", gangwarsInput, []wrong{ // rules 1 and 7
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
			{10, "XXXXX\nXXXXX\nXXXXX\nXXXXX\nOOOOO" + end, `input.txt:14: want at least one free square, found a full board`},
			{14, ".....\n.....", `input.txt:15: want the end of the file, found "....."`},
		}},
		{"gangwars", strings.Replace(gangwarsInput, "MINIMAX\nX\n1\n", "COMPETITION\nX\n299.5\n", 1), []wrong{
			{4, "", `input.txt:4: want the CPU time left in seconds, found an empty line`},
			{4, "soon", `input.txt:4: want the CPU time left in seconds, found "soon"`},
			{4, "-1", `input.txt:4: want the CPU time left in seconds, found "-1"`},
			{4, "1e3", `input.txt:4: want the CPU time left in seconds, found "1e3"`},
			{4, "1.2.3", `input.txt:4: want the CPU time left in seconds, found "1.2.3"`},
			{4, ".", `input.txt:4: want the CPU time left in seconds, found "."`},
			{4, end, `input.txt:4: want the CPU time left in seconds, found the end of the file`},
		}},
		{"reversi", reversiInput, []wrong{ // rule 1
			{1, "", `input.txt:1: want the player (X, O), found an empty line`},
			{1, "0", `input.txt:1: want the player (X, O), found "0"`},
			{2, "-1", `input.txt:2: want the depth limit from 0 to 1000000, found "-1"`},
			{2, "\n\n1000001", `input.txt:4: want the depth limit from 0 to 1000000, found "1000001"`},
			{3, "*******", `input.txt:3: want a board row of 8 squares, found 7`},
			{6, "***0X***", `input.txt:6: want a board row of the signs *XO, found "***0X***"`},
			{10, end, `input.txt:10: want a board row of 8 squares, found the end of the file`},
			{10, "********\n\n********", `input.txt:12: want the end of the file, found "********"`},
		}},
		{"mancala", mancalaInput, []wrong{ // rules 1, 15 and 16
			{1, "0", `input.txt:1: want the task from 1 to 4, found "0"`},
			{1, "4", `input.txt:1: competition task: rules not published by the course`},
			{2, "3", `input.txt:2: want the player from 1 to 2, found "3"`},
			{2, "X", `input.txt:2: want a number for the player, found "X"`},
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
			{7, end, `input.txt:7: want the stones in the mancala of player 1, found the end of the file`},
			{7, "0\n0", `input.txt:8: want the end of the file, found "0"`},
		}},
		{"mapcolor", australia, []wrong{ // rule 1
			{1, "R, G, G", `input.txt:1: want each colour once, found G twice`},
			{1, "R, G2, B", `input.txt:1: want the colours, such as R, G, B, found "G2"`},
			{1, "R G B", `input.txt:1: want the colours, such as R, G, B, found "R G B"`},
			{2, end, `input.txt:2: want an initial assignment such as WA: R-1, found the end of the file`},
			{2, "", `input.txt:2: want an initial assignment such as WA: R-1, found an empty line`},
			{2, "WA: R", `input.txt:2: want an initial assignment such as WA: R-1, found "WA: R"`},
			{2, "WA R-1", `input.txt:2: want an initial assignment such as WA: R-1, found "WA R-1"`},
			{2, "W A: R-1", `input.txt:2: want an initial assignment such as WA: R-1, found "W A: R-1"`},
			{2, "WA: R-1,, SA: G-2", `input.txt:2: want an initial assignment such as WA: R-1, found nothing`},
			{2, "WA: -1", `input.txt:2: want a colour of line 1, found nothing`},
			{2, "WA: r-1", `input.txt:2: want a colour of line 1, found "r"`},
			{2, "WA: R-3", `input.txt:2: want player 1 or 2, found "3"`},
			{2, "WA: R-1, WA: G-2", `input.txt:2: want each state coloured once, found WA twice`},
			{2, "WA: R-1, SA: R-2", `input.txt:2: want neighbours of different colours, found SA and WA both R`},
			{3, "-1", `input.txt:3: want the depth limit from 0 to 1000000, found "-1"`},
			{4, "R: 10, G: 5", `input.txt:4: want a weight for each colour, found none for B`},
			{4, "R: 10, G: 5, B: 0, R: 1", `input.txt:4: want one weight a colour, found R twice`},
			{5, "R: 10, G: 5, Y: 0", `input.txt:5: want a colour of line 1, found "Y"`},
			{5, "R: 10, G: 5, B", `input.txt:5: want the weights of player 2, such as R: 10, G: 5, found "B"`},
			{5, "R: 10, G: 5.5, B: 0", `input.txt:5: want a number for the weight of G, found "5.5"`},
			{5, "R: 10, G: 5, B: 1000001", `input.txt:5: want the weight of B from -1000000 to 1000000, found "1000001"`},
			{5, "R: -1000001, G: 5, B: 0", `input.txt:5: want the weight of R from -1000000 to 1000000, found "-1000001"`},
			{6, "SA WA", `input.txt:6: want a state and its neighbours, such as SA: WA, NT, found "SA WA"`},
			{6, "S-A: WA", `input.txt:6: want a state and its neighbours, such as SA: WA, NT, found "S-A: WA"`},
			{6, "SA: WA; NT", `input.txt:6: want a state and its neighbours, such as SA: WA, NT, found "WA; NT"`},
			{7, "", `input.txt:7: want a state and its neighbours, such as SA: WA, NT, found an empty line`},
			{7, "V: Q,,SA", `input.txt:7: want a state and its neighbours, such as SA: WA, NT, found nothing`},
			{7, "SA: Q", `input.txt:7: want one line a state, found SA again`},
			{8, "NSW: Q, NSW", `input.txt:8: want other states as neighbours, found NSW itself`},
			{11, "V: " + manyStates(995), `input.txt:11: want at most 1000 states, found s994 as one more`},
		}},
	} {
		a, err := oracle.Lookup(group.assignment)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Parse("input.txt", []byte(group.input)); err != nil {
			t.Errorf("%s: %v", group.assignment, err)
		}
		for _, w := range group.wrongs {
			lines := strings.SplitAfter(group.input, "\n")
			lines[w.line-1] = w.text + "\n"
			text, _, _ := strings.Cut(strings.Join(lines, ""), end)
			_, err := a.Parse("input.txt", []byte(text))
			var input *scan.Error
			if !errors.As(err, &input) || err.Error() != w.want {
				t.Errorf("%s, line %d %.60q: error\n%v, want\n%s", group.assignment, w.line, w.text, err, w.want)
			}
		}
	}
}

// manyStates returns a list of n names.
func manyStates(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("s", i)
	}
	return strings.Join(names, ", ")
}
