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
	if all < n/2 {
		t.Errorf("only %d game-over leaves in %d inputs", all, n)
	}
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
