package reversi_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// Whole answers for small inputs.
func TestAnswers(t *testing.T) {
	const (
		ab   = "Node,Depth,Value,Alpha,Beta\n"
		lone = "********\n********\n***X****\n********\n********\n********\n********\n********\n"
		full = "XXXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXXX\nOOOOOOOO\nOOOOOOOO\nOOOOOOOO\nOOOOOOOO\n"
		gone = "********\n********\n********\n********\n********\n********\n********\n********\n"
	)
	gametest.Answers(t, &reversi.Assignment, []gametest.Example{
		{"rule 4: the game is over at the root", "", "X\n3\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,Infinity,-Infinity,Infinity\n" +
				"pass,2,4,-Infinity,Infinity\npass,1,4,-Infinity,4\nroot,0,4,4,Infinity"}},
		{"edition first: so it is a leaf", "first", "X\n3\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,4,-Infinity,Infinity"}},
		{"rule 4: only as far as the depth reaches", "", "O\n1\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,-4,-Infinity,Infinity\nroot,0,-4,-4,Infinity"}},
		{"rule 4: a full board gets two passes", "first", "X\n9\n" + full,
			map[string]string{"output.txt": full + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,Infinity,-Infinity,Infinity\n" +
				"pass,2,0,-Infinity,Infinity\npass,1,0,-Infinity,0\nroot,0,0,0,Infinity"}},
		{"rule 4: so does an empty one", "", "X\n2\n" + gone,
			map[string]string{"output.txt": gone + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,Infinity,-Infinity,Infinity\n" +
				"pass,2,0,-Infinity,Infinity\npass,1,0,-Infinity,0\nroot,0,0,0,Infinity"}},
		{"rule 7: depth 0", "", "X\n0\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,4,-Infinity,Infinity"}},
	})
}
