package oracle_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

const (
	fullBoard = "XXXXX\nOOOOO\nXXXXX\nOOOOO\nXXXXX\n"
	fiveRows  = "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
)

// Whole answers for small inputs: conventions that no course file covers and that graded
// cases avoid, and the examples of the rules.
func TestEdges(t *testing.T) {
	const (
		ab   = "Node,Depth,Value,Alpha,Beta\n"
		lone = "********\n********\n***X****\n********\n********\n********\n********\n********\n"
		full = "XXXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXXX\nOOOOOOOO\nOOOOOOOO\nOOOOOOOO\nOOOOOOOO\n"
		gone = "********\n********\n********\n********\n********\n********\n********\n********\n"
	)
	for _, c := range []struct {
		name, assignment, edition, input string
		want                             map[string]string
	}{
		{"squirrel rule 10: minimax with cut-off 0", "squirrel", "", "2\nX\n0\n" + figure5 + fiveRows,
			map[string]string{"next_state.txt": fiveRows, "traverse_log.txt": "Node,Depth,Value\nroot,0,15\n"}},
		{"squirrel rule 10: alpha-beta with cut-off 0", "squirrel", "", "3\nO\n0\n" + figure5 + fiveRows,
			map[string]string{"next_state.txt": fiveRows, "traverse_log.txt": ab + "root,0,-15,-Infinity,Infinity\n"}},
		{"squirrel rule 10: minimax on a full board", "squirrel", "", "2\nX\n3\n" + figure5 + fullBoard,
			map[string]string{"next_state.txt": fullBoard, "traverse_log.txt": "Node,Depth,Value\nroot,0,192\n"}},
		{"squirrel rule 10: alpha-beta on a full board", "squirrel", "", "3\nO\n3\n" + figure5 + fullBoard,
			map[string]string{"next_state.txt": fullBoard, "traverse_log.txt": ab + "root,0,-192,-Infinity,Infinity\n"}},
		{"squirrel rule 10: greedy on a full board", "squirrel", "", "1\nX\n3\n" + figure5 + fullBoard,
			map[string]string{"next_state.txt": fullBoard}},
		{"squirrel rule 10: battle on a full board", "squirrel", "", "4\nX\n1\n0\nO\n2\n1\n" + figure5 + fullBoard,
			map[string]string{"trace_state.txt": ""}},
		{"squirrel rule 7: greedy ignores its cut-off", "squirrel", "", "1\nX\n0\n" + figure5 + fiveRows,
			map[string]string{"next_state.txt": "**XX*\n**XOX\n*X*O*\n**OO*\n*****\n"}},
		{"squirrel rule 7: the best score is negative", "squirrel", "", "1\nO\n1\n" + strings.Repeat("1 1 1 1 1\n", 5) + "XXXXX\nXXXXX\nXXXXX\nXXXXX\n**XXX\n",
			map[string]string{"next_state.txt": "XXXXX\nXXXXX\nXXXXX\nXXXXX\nO*XXX\n"}},
		{"squirrel rule 8: O moves first", "squirrel", "", "4\nO\n1\n1\nX\n2\n1\n" + strings.Repeat("1 1 1 1 1\n", 5) + "XXXXX\nXXXXX\nXXXXX\nXXXXX\n**XXX\n",
			map[string]string{"trace_state.txt": "XXXXX\nXXXXX\nXXXXX\nXXXXX\nO*XXX\n" + "XXXXX\nXXXXX\nXXXXX\nXXXXX\nXXXXX\n"}},

		{"reversi rule 4: the game is over at the root", "reversi", "", "X\n3\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,Infinity,-Infinity,Infinity\n" +
				"pass,2,4,-Infinity,Infinity\npass,1,4,-Infinity,4\nroot,0,4,4,Infinity"}},
		{"reversi, edition first: so it is a leaf", "reversi", "first", "X\n3\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,4,-Infinity,Infinity"}},
		{"reversi rule 4: only as far as the depth reaches", "reversi", "", "O\n1\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,-4,-Infinity,Infinity\nroot,0,-4,-4,Infinity"}},
		{"reversi rule 4: a full board gets two passes", "reversi", "first", "X\n9\n" + full,
			map[string]string{"output.txt": full + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,Infinity,-Infinity,Infinity\n" +
				"pass,2,0,-Infinity,Infinity\npass,1,0,-Infinity,0\nroot,0,0,0,Infinity"}},
		{"reversi rule 4: so does an empty one", "reversi", "", "X\n2\n" + gone,
			map[string]string{"output.txt": gone + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,Infinity,-Infinity,Infinity\n" +
				"pass,2,0,-Infinity,Infinity\npass,1,0,-Infinity,0\nroot,0,0,0,Infinity"}},
		{"reversi rule 7: depth 0", "reversi", "", "X\n0\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,4,-Infinity,Infinity"}},

		{"mancala rule 15: the opponent's side is empty, and the first move ends the game", "mancala", "", "3\n1\n5\n0 0 0\n0 2 1\n0\n0\n",
			map[string]string{"next_state.txt": "0 0 0\n0 0 0\n0\n3\n", "traverse_log.txt": ab + "root,0,-Infinity,-Infinity,Infinity\n" +
				"B3,1,3,-Infinity,Infinity\nroot,0,3,3,Infinity\nB4,1,3,3,Infinity\nroot,0,3,3,Infinity\n"}},
		{"mancala rule 15: unless stones are sown over", "mancala", "", "2\n1\n2\n0 0 0\n1 0 2\n0\n0\n",
			map[string]string{"next_state.txt": "0 0 0\n0 0 0\n0\n3\n", "traverse_log.txt": "Node,Depth,Value\nroot,0,-Infinity\nB2,1,3\nroot,0,3\n" +
				"B4,1,Infinity\nA4,2,1\nB4,1,1\nroot,0,3\n"}},
		{"mancala rule 6: the example", "mancala", "", "2\n1\n2\n1 2 0\n0 0 1\n0\n0\n",
			map[string]string{"next_state.txt": "0 0 0\n0 0 0\n3\n1\n", "traverse_log.txt": "Node,Depth,Value\nroot,0,-Infinity\nB4,1,-2\nroot,0,-2\n"}},
		{"mancala rule 13: the whole chain of the turn", "mancala", "", "1\n1\n0\n3 3 3\n3 3 3\n0\n0\n",
			map[string]string{"next_state.txt": "3 4 4\n0 0 5\n0\n2\n"}},

		{"mapcolor rule 9: depth 0", "mapcolor", "", strings.Replace(australia, "\n3\n", "\n0\n", 1),
			map[string]string{"output.txt": "SA, G, 0, 8, -inf, inf\nSA, G, 8"}},
		{"mapcolor rule 9: no move at the root", "mapcolor", "", "B, A\na: A-2, b: B-1\n5\nA: 7, B: -1\nA: 4, B: 9\na: b\nT:\n",
			map[string]string{"output.txt": "b, B, 0, -5, -inf, inf\nb, B, -5"}},
		{"mapcolor rule 2: the game goes on around a state whose colours are used up", "mapcolor", "", "A, B\na: A-1, b: B-1\n1\nA: 1, B: 1\nA: 1, B: 1\nx: a, b\na: x\nb: x, y\ny: b\n",
			map[string]string{"output.txt": "b, B, 0, -inf, -inf, inf\ny, A, 1, 3, -inf, inf\nb, B, 0, 3, 3, inf\ny, A, 3"}},

		{"gangwars rule 4: the stake comes first", "gangwars", "", "3\nALPHABETA\nX\n1\n1 2 3\n1 1 1\n1 1 8\nX.O\n...\n...\n",
			map[string]string{"output.txt": "C3 Stake\nX.O\n...\n..X\n"}},
		{"gangwars rule 5: the board is full before the depth", "gangwars", "", "1\nMINIMAX\nO\n1000000\n5\n.\n",
			map[string]string{"output.txt": "A1 Stake\nO\n"}},
	} {
		got := map[string]string{}
		for name, text := range answer(t, parse(t, c.assignment, c.input), homework.Options{Edition: c.edition}) {
			got[name] = string(text)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// Greedy has the same answer for every cut-off (squirrel rule 7): the move that minimax
// chooses with cut-off 1.
func TestSquirrelGreedy(t *testing.T) {
	r := random.New(11)
	for range count(500) {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		in.Players = in.Players[:1]
		in.Players[0] = squirrel.Player{Piece: in.Players[0].Piece, Algorithm: squirrel.Minimax, CutOff: 1}
		want := answer(t, in, homework.Options{})["next_state.txt"]
		in.Players[0].Algorithm = squirrel.Greedy
		for _, in.Players[0].CutOff = range []int{0, 1, 2, 1_000_000} {
			got := answer(t, in, homework.Options{})
			if diff := cmp.Diff(output.Memory{"next_state.txt": want}, got); diff != "" {
				t.Fatalf("cut-off %d (-want +got):\n%s", in.Players[0].CutOff, diff)
			}
		}
	}
}

// A battle is a sequence of searches, each from the point of view of the player to move
// (docs/rules/README.md "Evaluation"): each turn goes as if that player had been asked
// alone (squirrel rule 8), until the board is full.
func TestSquirrelBattle(t *testing.T) {
	r := random.New(12)
	for battles := 0; battles < count(200); {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		if !in.Battle() {
			continue
		}
		battles++
		want, alone := "", *in
		for i := 0; strings.Contains(string(alone.Board[:]), "*"); i ^= 1 {
			alone.Players = in.Players[i : i+1]
			state := string(answer(t, &alone, homework.Options{})["next_state.txt"])
			copy(alone.Board[:], strings.ReplaceAll(state, "\n", ""))
			want += state
		}
		if got := string(answer(t, in, homework.Options{})["trace_state.txt"]); got != want {
			t.Fatalf("(-want +got)\n%s\non the input\n%s", cmp.Diff(want, got), in)
		}
	}
}
