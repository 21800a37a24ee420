package squirrel_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// Raids and evaluation do not depend on direction (squirrel rules 3 and 4): a board rotated
// or mirrored with its values has the same value.
func TestSymmetry(t *testing.T) {
	gametest.Property(t, func(t *rapid.T, r *random.Rand) {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		in.Players = in.Players[:1]
		in.Players[0].Algorithm = squirrel.AlphaBeta
		want := gametest.Search(t, in).Value
		for symmetry := 1; symmetry < 8; symmetry++ {
			other := *in
			for i := range in.Board {
				place := gametest.Turned(symmetry, 5, i)
				other.Board[place], other.Values[place] = in.Board[i], in.Values[i]
			}
			if got := gametest.Search(t, &other).Value; got != want {
				t.Fatalf("symmetry %d: value %d, want %d, on the input\n%s", symmetry, got, want, in)
			}
		}
	})
}

// Values are sums (squirrel rule 4).
func TestWeightsDoubled(t *testing.T) {
	weights := func(p homework.Problem) [][]int32 { return [][]int32{p.(*squirrel.Input).Values[:]} }
	gametest.DoubledWeights(t, &squirrel.Assignment, weights, func(file string, double func(int) int) string {
		return gametest.MapValues(file, ",", 2, double)
	})
}
