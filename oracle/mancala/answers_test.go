package mancala_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
)

// Whole answers for small inputs.
func TestAnswers(t *testing.T) {
	const (
		ab = "Node,Depth,Value,Alpha,Beta\n"
	)
	gametest.Answers(t, &mancala.Assignment, []gametest.Example{
		{"rule 15: the opponent's side is empty, and the first move ends the game", "", "3\n1\n5\n0 0 0\n0 2 1\n0\n0\n",
			map[string]string{"next_state.txt": "0 0 0\n0 0 0\n0\n3\n", "traverse_log.txt": ab + "root,0,-Infinity,-Infinity,Infinity\n" +
				"B3,1,3,-Infinity,Infinity\nroot,0,3,3,Infinity\nB4,1,3,3,Infinity\nroot,0,3,3,Infinity\n"}},
		{"rule 15: unless stones are sown over", "", "2\n1\n2\n0 0 0\n1 0 2\n0\n0\n",
			map[string]string{"next_state.txt": "0 0 0\n0 0 0\n0\n3\n", "traverse_log.txt": "Node,Depth,Value\nroot,0,-Infinity\nB2,1,3\nroot,0,3\n" +
				"B4,1,Infinity\nA4,2,1\nB4,1,1\nroot,0,3\n"}},
		{"rule 6: the example", "", "2\n1\n2\n1 2 0\n0 0 1\n0\n0\n",
			map[string]string{"next_state.txt": "0 0 0\n0 0 0\n3\n1\n", "traverse_log.txt": "Node,Depth,Value\nroot,0,-Infinity\nB4,1,-2\nroot,0,-2\n"}},
		{"rule 13: the whole chain of the turn", "", "1\n1\n0\n3 3 3\n3 3 3\n0\n0\n",
			map[string]string{"next_state.txt": "3 4 4\n0 0 5\n0\n2\n"}},
	})
}
