package squirrel_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// Alpha-beta finds minimax's value and move (log rules 3 and 5), even if many moves have
// the same value.
func TestAlphaBetaIsMinimax(t *testing.T) {
	n := 5000
	if !effort.All() {
		n = 1000
	}
	r := random.New(1)
	for i := range n {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		if i%2 == 0 { // ties abound
			for j := range in.Values {
				in.Values[j] = int32(r.Between(1, 2))
			}
		}
		minimax, err := squirrel.Search(in, false)
		must.Do(t, err)
		alphaBeta, err := squirrel.Search(in, true)
		must.Do(t, err)
		if diff := cmp.Diff(minimax, alphaBeta); diff != "" {
			t.Fatalf("(- minimax, + alpha-beta)\n%s\non the input\n%s", diff, in)
		}
	}
}
