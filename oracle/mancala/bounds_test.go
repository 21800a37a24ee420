package mancala

import (
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A byte holds up to 255 stones, and eight bytes hold the pits and mancala of seven pits a
// side. Boards are packed up to these bounds and not beyond.
func TestPackedBounds(t *testing.T) {
	for _, c := range []struct {
		pits, stones int
		want         bool
	}{{3, 255, true}, {3, 256, false}, {7, 255, true}, {7, 256, false}, {8, 255, false}, {8, 16, false}} {
		r := rules{n: c.pits}
		p := position{ring: [2*maxPits + 2]int32{int32(c.stones) - 1, 1}}
		if _, _, ok := r.fastForm(&p); ok != c.want {
			t.Errorf("%d stones in %d pits a side are packed: %v, want %v", c.stones, c.pits, ok, c.want)
		}
	}
}

// When all stones end up in one mancala the value is their number, however many they are
// (rules 4, 6 and 7).
func TestOneMancalaHoldsAll(t *testing.T) {
	for _, stones := range []int32{254, 255, 256, 257, 1000} {
		for player := range uint8(2) {
			r := rules{n: minPits, root: player}
			p := position{mover: player}
			first := r.first(player)
			p.ring[first], p.ring[2*r.n-first-1] = 1, 5 // the first move captures five stones; the last ones are in the pits
			p.ring[r.store(player)] = stones - 6
			for _, limit := range []int{1, 4} {
				got, err := r.search(t.Context(), homework.Options{}, &p, search.Params{Limit: limit, Prune: true, Log: trace.Discard()})
				if err != nil || got.Value != stones {
					t.Errorf("player %d, %d stones, depth %d: value %d, %v", player+1, stones, limit, got.Value, err)
				}
			}
		}
	}
}

// At the bounds, packed boards have the same values as plain ones.
func TestPackedValuesAtBounds(t *testing.T) {
	for _, stones := range []int32{254, 255, 256, 257} {
		for n := minPits; n <= maxPits; n++ {
			r := rules{n: n}
			p := position{}
			p.ring[0], p.ring[n-1], p.ring[n+1] = stones/2, 3, stones-stones/2-3
			want, err := search.Run(t.Context(), r, &p, search.Params{Limit: 3, Log: trace.Discard()})
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.search(t.Context(), homework.Options{}, &p, search.Params{Limit: 3, Log: trace.Discard()})
			if err != nil || got.Value != want.Value || got.Line[0] != want.Line[0] {
				t.Errorf("%d stones in %d pits a side: %v, %v, want %v", stones, n, got, err, want)
			}
		}
	}
}
