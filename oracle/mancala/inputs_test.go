package mancala_test

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// Inputs that several tests share, most of them the handout's examples.
const (
	mancalaInput = "2\n1\n2\n3 3 3\n3 3 3\n0\n0\n"
)

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
