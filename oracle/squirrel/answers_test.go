package squirrel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

const (
	fullBoard = "XXXXX\nOOOOO\nXXXXX\nOOOOO\nXXXXX\n"
	fiveRows  = "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
)

// Whole answers for small inputs.
func TestAnswers(t *testing.T) {
	const (
		ab = "Node,Depth,Value,Alpha,Beta\n"
	)
	gametest.Answers(t, &squirrel.Assignment, []gametest.Example{
		{"rule 10: minimax with cut-off 0", "", "2\nX\n0\n" + figure5 + fiveRows,
			map[string]string{"next_state.txt": fiveRows, "traverse_log.txt": "Node,Depth,Value\nroot,0,15\n"}},
		{"rule 10: alpha-beta with cut-off 0", "", "3\nO\n0\n" + figure5 + fiveRows,
			map[string]string{"next_state.txt": fiveRows, "traverse_log.txt": ab + "root,0,-15,-Infinity,Infinity\n"}},
		{"rule 10: minimax on a full board", "", "2\nX\n3\n" + figure5 + fullBoard,
			map[string]string{"next_state.txt": fullBoard, "traverse_log.txt": "Node,Depth,Value\nroot,0,192\n"}},
		{"rule 10: alpha-beta on a full board", "", "3\nO\n3\n" + figure5 + fullBoard,
			map[string]string{"next_state.txt": fullBoard, "traverse_log.txt": ab + "root,0,-192,-Infinity,Infinity\n"}},
		{"rule 10: greedy on a full board", "", "1\nX\n3\n" + figure5 + fullBoard,
			map[string]string{"next_state.txt": fullBoard}},
		{"rule 10: battle on a full board", "", "4\nX\n1\n0\nO\n2\n1\n" + figure5 + fullBoard,
			map[string]string{"trace_state.txt": ""}},
		{"rule 7: greedy ignores its cut-off", "", "1\nX\n0\n" + figure5 + fiveRows,
			map[string]string{"next_state.txt": "**XX*\n**XOX\n*X*O*\n**OO*\n*****\n"}},
		{"rule 7: the best score is negative", "", "1\nO\n1\n" + strings.Repeat("1 1 1 1 1\n", 5) + "XXXXX\nXXXXX\nXXXXX\nXXXXX\n**XXX\n",
			map[string]string{"next_state.txt": "XXXXX\nXXXXX\nXXXXX\nXXXXX\nO*XXX\n"}},
		{"rule 8: O moves first", "", "4\nO\n1\n1\nX\n2\n1\n" + strings.Repeat("1 1 1 1 1\n", 5) + "XXXXX\nXXXXX\nXXXXX\nXXXXX\n**XXX\n",
			map[string]string{"trace_state.txt": "XXXXX\nXXXXX\nXXXXX\nXXXXX\nO*XXX\n" + "XXXXX\nXXXXX\nXXXXX\nXXXXX\nXXXXX\n"}},
	})
}

// Greedy has the same answer for every cut-off (squirrel rule 7): the move that minimax
// chooses with cut-off 1.
func TestGreedy(t *testing.T) {
	r := random.New(11)
	for range effort.Of(100, 500, 500) {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		in.Players = in.Players[:1]
		in.Players[0] = squirrel.Player{Piece: in.Players[0].Piece, Algorithm: squirrel.Minimax, CutOff: 1}
		want := gametest.Answer(t, in, homework.Options{})["next_state.txt"]
		in.Players[0].Algorithm = squirrel.Greedy
		for _, in.Players[0].CutOff = range []int{0, 1, 2, 1_000_000} {
			got := gametest.Answer(t, in, homework.Options{})
			if diff := cmp.Diff(output.Memory{"next_state.txt": want}, got); diff != "" {
				t.Fatalf("cut-off %d (-want +got):\n%s", in.Players[0].CutOff, diff)
			}
		}
	}
}

// The rules about a turn of a battle are the rules for the player's own algorithm.
func TestRulesOfTurn(t *testing.T) {
	parsed, err := squirrel.Parse("input.txt", []byte("4\nX\n2\n2\nO\n1\n1\n"+strings.Repeat("1 2 3 4 5\n", 5)+strings.Repeat("*****\n", 5)))
	if err != nil {
		t.Fatal(err)
	}
	battle := parsed.(*squirrel.Input)
	for line, want := range map[int]string{1: "[docs/rules/squirrel.md rule 8]", 6: "[docs/rules/squirrel.md rule 7 docs/rules/squirrel.md rule 8]"} {
		_, turn := battle.Turn(line, []string{"X****", "*****", "*****", "*****", "*****"})
		if got := fmt.Sprint(turn.Stage().Rules.About(replay.Choice)); got != want {
			t.Errorf("line %d: %s, want %s", line, got, want)
		}
	}
}

// A battle is a sequence of searches, each from the point of view of the player to move
// (docs/rules/README.md "Evaluation"): each turn goes as if that player had been asked
// alone (squirrel rule 8), until the board is full.
func TestBattle(t *testing.T) {
	r := random.New(12)
	for battles := 0; battles < effort.Of(40, 200, 200); {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		if !in.Battle() {
			continue
		}
		battles++
		want, alone := "", *in
		for i := 0; strings.Contains(string(alone.Board[:]), "*"); i ^= 1 {
			alone.Players = in.Players[i : i+1]
			state := string(gametest.Answer(t, &alone, homework.Options{})["next_state.txt"])
			copy(alone.Board[:], strings.ReplaceAll(state, "\n", ""))
			want += state
		}
		if got := string(gametest.Answer(t, in, homework.Options{})["trace_state.txt"]); got != want {
			t.Fatalf("(-want +got)\n%s\non the input\n%s", cmp.Diff(want, got), in)
		}
	}
}
