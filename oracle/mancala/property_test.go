package mancala_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// The mancala board looks the same from both sides of the table (mancala rule 3): with the
// players exchanged and the board turned around, each pit gets the name of the pit
// opposite, and since both sides expand from left to right, each node's children come in
// reverse order. Values stay the same.
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
