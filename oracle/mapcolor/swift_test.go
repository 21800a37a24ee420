package mapcolor

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// randomMap returns the rules of a symmetric map in which a state has about two neighbours,
// and a position with some states coloured, as an input may have them.
func randomMap(random *rand.Rand, states, colours int) (*rules, position) {
	r := &rules{symmetric: true}
	for player := range r.weights {
		for range colours {
			r.weights[player] = append(r.weights[player], random.Int32N(20)-5)
		}
	}
	r.neighbours = make([][]uint32, states)
	for range states {
		a, b := random.IntN(states), random.IntN(states)
		r.neighbours[a] = append(r.neighbours[a], uint32(b))
		r.neighbours[b] = append(r.neighbours[b], uint32(a))
	}
	for i, all := range r.neighbours {
		slices.Sort(all)
		r.neighbours[i] = slices.Compact(all)
	}
	r.written = r.neighbours
	p := position{colours: make([]uint32, states), mover: uint8(random.IntN(2))}
	for range 1 + states/8 {
		p.colours[random.IntN(states)] = 1 + random.Uint32N(uint32(colours))
	}
	return r, p
}

// The swift rules agree with the plain ones move by move: moves, positions, values before
// and after, and whether the editions differ.
func TestSwiftIsPlain(t *testing.T) {
	const maps = 2000
	random := rand.New(rand.NewPCG(7, 8))
	plays, partings := 0, 0
	for range maps {
		r, p := randomMap(random, 1+random.IntN(swiftStates), 1+random.IntN(swiftColours))
		swift, packed, ok := r.swift(&p)
		if !ok {
			t.Fatalf("%d states and %d colours are not swift", len(p.colours), len(r.weights[0]))
		}
		var noted, swiftNoted search.Notes
		for {
			moves, again := r.Moves(nil, &p, &noted), swift.Moves(nil, &packed, &swiftNoted)
			if !slices.Equal(moves, again) || noted != swiftNoted {
				t.Fatalf("%v: noted %b, swift %b; moves (-plain +swift):\n%s", p, noted, swiftNoted, cmp.Diff(moves, again))
			}
			if len(moves) == 0 {
				break
			}
			m, before, from := moves[random.IntN(len(moves))], p, packed
			p = position{}
			turn, second := r.Play(&p, &before, m), swift.Play(&packed, &from, m)
			after, _ := r.After(&before, m)
			swiftly, _ := swift.After(&from, m)
			if value := r.Eval(&p); turn != second || r.pack(&p) != packed || value != swift.Eval(&packed) || value != after || value != swiftly {
				t.Fatalf("%v, move %d: %v, swift %v", before, m, p, packed)
			}
			plays++
		}
		if noted.Has(editionsDiffer) {
			partings++
		}
	}
	if plays < 10*maps || partings < maps/20 || partings > maps/2 {
		t.Errorf("%d plays, the editions part in %d games of %d", plays, partings, maps)
	}
	for _, large := range [][2]int{{swiftStates + 1, 2}, {3, swiftColours + 1}} {
		r, p := randomMap(random, large[0], large[1])
		if _, _, ok := r.swift(&p); ok {
			t.Errorf("%d states and %d colours are swift", large[0], large[1])
		}
	}
}
