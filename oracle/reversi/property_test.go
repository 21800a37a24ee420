package reversi_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// Moves and weights do not depend on direction (reversi rules 2 and 3): a board rotated or
// mirrored has the same value.
func TestSymmetry(t *testing.T) {
	gametest.Property(t, func(t *rapid.T, r *random.Rand) {
		in := reversi.Assignment.Generator.Small(r).(*reversi.Input)
		want := gametest.Search(t, in).Value
		for symmetry := 1; symmetry < 8; symmetry++ {
			other := *in
			for i := range in.Board {
				other.Board[gametest.Turned(symmetry, 8, i)] = in.Board[i]
			}
			if got := gametest.Search(t, &other).Value; got != want {
				t.Fatalf("symmetry %d: value %d, want %d, on the input\n%s", symmetry, got, want, in)
			}
		}
	})
}
