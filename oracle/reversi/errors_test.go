package reversi_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// Each kind of invalid input.
func TestErrors(t *testing.T) {
	gametest.Errors(t, &reversi.Assignment, reversiInput, []gametest.Wrong{ // rule 1
		{1, "", `input.txt:1: want the player (X, O), found an empty line`},
		{1, "0", `input.txt:1: want the player (X, O), found "0"`},
		{2, "-1", `input.txt:2: want the depth limit from 0 to 1000000, found "-1"`},
		{2, "\n\n1000001", `input.txt:4: want the depth limit from 0 to 1000000, found "1000001"`},
		{3, "*******", `input.txt:3: want a board row of 8 squares, found 7`},
		{6, "***0X***", `input.txt:6: want a board row of the signs *XO, found "***0X***"`},
		{10, gametest.End, `input.txt:10: want a board row of 8 squares, found the end of the file`},
		{10, "********\n\n********", `input.txt:12: want the end of the file, found "********"`},
	})
}
