package reversi_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// Alpha-beta finds minimax's value and move (log rules 3 and 5): a root move
// whose search was cut never counts as better.
func TestAlphaBetaIsMinimax(t *testing.T) {
	n := 10_000
	if !effort.All() {
		n = 2000
	}
	r := random.New(2)
	for range n {
		in := reversi.Assignment.Generator.Small(r).(*reversi.Input)
		minimax, err := reversi.Search(in, false)
		must.Do(t, err)
		alphaBeta, err := reversi.Search(in, true)
		must.Do(t, err)
		if diff := cmp.Diff(minimax, alphaBeta); diff != "" {
			t.Fatalf("(- minimax, + alpha-beta)\n%s\non the input\n%s", diff, in)
		}
	}
}
