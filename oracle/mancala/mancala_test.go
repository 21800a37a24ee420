package mancala_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Inputs that several tests share, most of them the handout's examples.
const mancalaInput = "2\n1\n2\n3 3 3\n3 3 3\n0\n0\n"

// An input of player 2 is made simpler by turning the board, one of player 1 is not.
func TestSimplerIsPlayer1(t *testing.T) {
	r := random.New(5)
	for range 200 {
		in := mancala.Assignment.Generator.Small(r).(*mancala.Input)
		if slices.Max(in.Pits[0]) == 0 || slices.Max(in.Pits[1]) == 0 {
			continue // the empty side would be another
		}
		all := mancala.Assignment.Generator.Shrink(in)
		turned := slices.ContainsFunc(all, func(p homework.Problem) bool { return p.(*mancala.Input).Player != in.Player })
		if turned != (in.Player == 2) {
			t.Fatalf("for player %d the simpler inputs have another player: %v\n%s", in.Player, turned, in)
		}
	}
}

// Whole answers for small inputs.
func TestAnswers(t *testing.T) { gametest.Answers(t, &mancala.Assignment) }

// Each kind of invalid input.
func TestErrors(t *testing.T) {
	gametest.Errors(t, &mancala.Assignment, mancalaInput, "errors.txt")                                                             // rules 1, 15 and 16
	gametest.Errors(t, &mancala.Assignment, strings.Replace(mancalaInput, "2\n1\n2\n", "4\n1\n2.5\n", 1), "errors-competition.txt") // rule 16
}

// Inputs at the edges of the envelope, and the handout's example, which lies inside.
func TestBeyond(t *testing.T) {
	gametest.Beyond(t, &mancala.Assignment, mancalaInput, "beyond.txt")
}

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) { gametest.Situations(t, &mancala.Assignment) }

func TestSeed(t *testing.T) { gametest.Seed(t, &mancala.Assignment, "471ace50d465d9f6") }

// The figures of graded sets ("Envelope" in docs/rules/mancala.md).
func TestGraded(t *testing.T) {
	few, all := 0, 0
	tasks := map[string]int{}
	y := gametest.Graded(t, &mancala.Assignment, func(y *gametest.Tally, p homework.Problem) {
		in := p.(*mancala.Input)
		tasks[p.Category()]++
		y.Within(p, "task", int(in.Task), 1, 3)
		y.Within(p, "player", in.Player, 1, 2)
		y.Within(p, "cut-off", in.CutOff, 1, 5)
		y.Within(p, "pits", len(in.Pits[0]), 3, 7)
		for player := range in.Pits {
			y.Within(p, "stones in a mancala", int(in.Stores[player]), 0, 4)
			for _, stones := range in.Pits[player] {
				y.Within(p, "stones in a pit", int(stones), 0, 410)
				if all++; stones <= 8 {
					few++
				}
			}
		}
	})
	for figure, ends := range map[string][2]int{
		"task": {1, 3}, "player": {1, 2}, "cut-off": {1, 5}, "pits": {3, 7}, "stones in a mancala": {0, 4}, "stones in a pit": {0, 28},
	} {
		y.Reached(figure, ends[0], ends[1])
	}
	expect.True(t, few*10 >= all*8, few, "of", all, "pits have few stones, want most")
	n := tasks["greedy"]
	expect.Equal(t, map[string]int{"greedy": n, "minimax": n, "alpha-beta": n}, tasks)
}

// The parser never panics. It prints each accepted input (mancala rule 1) as an input that parses to the same
// problem and prints the same.
func FuzzParse(f *testing.F) {
	gametest.Fuzz(f, &mancala.Assignment,
		"2\n1\n2\n3 3 3\n3 3 3\n0\n0\n",   // the handout's sample
		"1\n2\n0\n7 0 0\n0 0 0\n-0\n007",  // greedy
		"4\n1\n9.5\n1 2 3\n3 2 1\n0\n0\n", // task 4
	)
}

// The optional lines of rule 11 come exactly before the leaves in which the game is over.
// They have the leaf's node, depth and window; the value is the infinity of the side that
// would move next. Without them the log is the normal one.
func TestOptionalLines(t *testing.T) {
	n := effort.Of(200, 1000, 1000)
	r := random.New(3)
	all := 0
	for range n {
		in := mancala.Assignment.Generator.Small(r).(*mancala.Input)
		if in.Task == mancala.Greedy {
			continue
		}
		full := gametest.Answer(t, in, homework.Options{Optional: mancala.Assignment.Optional})
		plain := gametest.Answer(t, in, homework.Options{})

		var kept, found []string
		lines := strings.SplitAfter(string(full["traverse_log.txt"]), "\n")
		for i, line := range lines {
			optional, ok := strings.CutSuffix(line, mancala.Assignment.Optional.Mark+"\n")
			if !ok {
				kept = append(kept, line)
				continue
			}
			o := strings.Split(optional, ",")
			leaf := strings.Split(strings.TrimSuffix(lines[i+1], "\n"), ",")
			found = append(found, strings.Join(leaf[:3], ","))
			infinity := "Infinity" // the root player just ended the game
			if own := "BA"[in.Player-1]; leaf[0][0] != own {
				infinity = "-Infinity"
			}
			leaf[2] = infinity
			expect.Equal(t, leaf, o, "optional line", i+1, "on the input", in)
		}
		full["traverse_log.txt"] = []byte(strings.Join(kept, ""))
		expect.Equal(t, plain, full, "without the optional lines, on the input", in)
		if diff := cmp.Diff(overs(t, in), found, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("game-over leaves (- all, + with an optional line):\n%s\non the input\n%s", diff, in)
		}
		all += len(found)
	}
	expect.True(t, all >= n/2, "only", all, "game-over leaves in", n, "inputs")
}

// Any infinity may replace an optional line, at the same node and depth; the rest of the line is not read.
func TestOptionalLineReplaced(t *testing.T) {
	for line, want := range map[string]bool{
		"B2,3,Infinity": true, "B2,3,-Infinity": true, "B2,3,Infinity,-Infinity,Infinity": true, "B2,3,-Infinity,x": true,
		"B3,3,Infinity": false, "B2,4,Infinity": false, "B2,3,7": false, "B2,3,": false, "B2,3": false, "": false,
	} {
		for _, optional := range []string{"B2,3,Infinity", "B2,3,-Infinity,-Infinity,4"} {
			got := mancala.Assignment.Optional.Replaces(line, optional)
			expect.Equal(t, want, got, line, "in the place of", optional)
		}
	}
}

// overs returns the node, depth and value of each leaf of a search in which all pits are empty.
func overs(t *testing.T, in *mancala.Input) (leaves []string) {
	t.Helper()
	must.Do(t, in.Replay(t.Context(), homework.Options{}, func(s replay.Step) error {
		pieces := s.Board().Pieces
		pits := pieces[1 : len(pieces)-1] // between the mancalas
		hasStones := slices.ContainsFunc(pits, func(pit replay.Piece) bool { return pit.Text != "0" })
		if s.Kind == replay.Leaf && !hasStones {
			leaves = append(leaves, fmt.Sprintf("%s,%d,%d", s.Name, s.Depth, s.Value))
		}
		return nil
	}))
	return leaves
}

// Alpha-beta finds minimax's value and the whole chain of moves of the root player's turn (rules 12 and 13).
func TestAlphaBetaIsMinimax(t *testing.T) {
	gametest.AlphaBeta(t, 5000, mancala.Assignment.Generator.Small, mancala.Search)
}

// The mancala board looks the same from both sides of the table (mancala rule 3): with the players exchanged
// and the board turned around, each pit gets the name of the pit opposite, and since both sides expand from
// left to right, each node's children come in reverse order. Values stay the same.
func TestSymmetry(t *testing.T) {
	gametest.Property(t, func(t *rapid.T, r *random.Rand) {
		in := mancala.Assignment.Generator.Small(r).(*mancala.Input)
		if in.Task == mancala.Greedy {
			in.Task = mancala.Minimax
		}
		other := *in
		other.Player = 3 - in.Player
		for player := range 2 {
			other.Pits[player] = slices.Clone(in.Pits[1-player])
			slices.Reverse(other.Pits[player])
			other.Stores[player] = in.Stores[1-player]
		}
		want, got := gametest.Search(t, in), gametest.Search(t, &other)
		if want.Value != got.Value {
			t.Fatalf("value %d, want %d, on the input\n%s", got.Value, want.Value, in)
		}
		if in.Task == mancala.AlphaBeta {
			return // cuts depend on the order
		}
		if turnRound(want, len(in.Pits[0])); !reflect.DeepEqual(want, got) { // cmp.Diff is slow on large trees
			t.Fatalf("(-want +got)\n%s\non the input\n%s", cmp.Diff(want, got), in)
		}
	})
}

// turnRound renames the nodes of a tree and reverses the order of children.
func turnRound(n *gametest.Tree, pits int) {
	var row byte
	var column int
	if _, err := fmt.Sscanf(n.Name, "%c%d", &row, &column); err == nil {
		n.Name = fmt.Sprintf("%c%d", 'A'+'B'-row, pits+3-column)
	}
	for _, kid := range n.Kids {
		turnRound(kid, pits)
	}
	slices.Reverse(n.Kids)
}
