package mapcolor_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// Alpha-beta finds minimax's value and move (log rules 3 and 5) in both editions.
func TestAlphaBetaIsMinimax(t *testing.T) {
	n := 4000
	if !effort.All() {
		n = 800
	}
	r := random.New(2)
	for i := range n {
		in := mapcolor.Assignment.Generator.Small(r).(*mapcolor.Input)
		edition := []string{mapcolor.Revised, mapcolor.Handout}[i%2]
		minimax, err := mapcolor.Search(in, edition, false)
		must.Do(t, err)
		alphaBeta, err := mapcolor.Search(in, edition, true)
		must.Do(t, err)
		if diff := cmp.Diff(minimax, alphaBeta); diff != "" {
			t.Fatalf("(- minimax, + alpha-beta)\n%s\nin edition %s on the input\n%s", diff, edition, in)
		}
	}
}
