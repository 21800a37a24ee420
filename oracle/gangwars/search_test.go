package gangwars_test

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// small draws an input; every other one has only the values 1 and 2, so that ties are frequent.
func small(r *random.Rand) homework.Problem {
	in := gangwars.Assignment.Generator.Small(r).(*gangwars.Input)
	if r.Chance(2) {
		for i := range in.Values {
			in.Values[i] = int32(r.Between(1, 2))
		}
	}
	return in
}

// Tests try every n-th of the random inputs for the fast search.
var every = effort.Of(15, 5, 1)

// The fast search chooses the same move as the plain one, even among ties (rule 6).
func TestFastIsPlain(t *testing.T) {
	r := random.New(2)
	for i := range effort.Of(5000, 50_000, 50_000) {
		in := small(r).(*gangwars.Input)
		if in.N > 6 {
			in.Depth = min(in.Depth, 2)
		} else if r.Chance(10) {
			in.Depth += r.Between(1, 2)
		}
		if i%every > 0 {
			continue
		}
		plain := must.Get(gangwars.Search(in, true))(t)
		fast, err := gangwars.Fast(in)
		if err != nil || fast != plain.Line[0] {
			t.Fatalf("move %d, want %d (%v), on the input\n%s", fast, plain.Line[0], err, in)
		}
	}
}

// Minimax and alpha-beta choose the same move (rule 6).
func TestAlphaBetaIsMinimax(t *testing.T) {
	gametest.AlphaBeta(t, 5000, small, gangwars.Search)
}

// Both modes have the same answer (rule 6).
func TestModesAgree(t *testing.T) {
	r := random.New(1)
	for range effort.Of(100, 500, 500) {
		in := small(r).(*gangwars.Input)
		in.Mode = gangwars.Minimax
		want := gametest.Answer(t, in, homework.Options{})
		in.Mode = gangwars.AlphaBeta
		expect.Equal(t, want, gametest.Answer(t, in, homework.Options{}), "alpha-beta on the input", in)
	}
}

// Rules 2 to 5 are symmetric in rows and columns: a board rotated or mirrored together with its values has
// the same value.
func TestSymmetry(t *testing.T) {
	gametest.Symmetry(t, small, func(p homework.Problem, place func(side, i int) int) homework.Problem {
		in := p.(*gangwars.Input)
		other := *in
		other.Values, other.Board = slices.Clone(in.Values), slices.Clone(in.Board)
		for i := range in.Board {
			to := place(in.N, i)
			other.Values[to], other.Board[to] = in.Values[i], in.Board[i]
		}
		return &other
	})
}

// Values are sums (gangwars rule 5).
func TestWeightsDoubled(t *testing.T) {
	weights := func(p homework.Problem) [][]int32 { return [][]int32{p.(*gangwars.Input).Values} }
	gametest.DoubledWeights(t, &gangwars.Assignment, weights, func(file string, double func(int) int) string {
		return file // there is no log
	})
}
