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
	var weights [2][]int32
	for player := range weights {
		for range colours {
			weights[player] = append(weights[player], random.Int32N(20)-5)
		}
	}
	r := newRules(states, weights)
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
	p := r.blank()
	p.mover = uint8(random.IntN(2))
	for range 1 + states/8 {
		if m := search.Move(random.IntN(states * colours)); p.colours[int(m)/colours] == 0 {
			r.colour(&p, m)
		}
	}
	return r, p
}

// plainMoves returns the moves of rules 2 and 3 by looking at each neighbour of each state, and whether a state has
// coloured neighbours but no colour left.
func plainMoves(r *rules, p *position) (moves []search.Move, usedUp bool) {
	for state, colour := range p.colours {
		var taken []uint32
		for _, n := range r.neighbours[state] {
			if c := p.colours[n]; c != 0 {
				taken = append(taken, c)
			}
		}
		if colour != 0 || len(taken) == 0 {
			continue
		}
		before := len(moves)
		for c := range r.count {
			if !slices.Contains(taken, uint32(c)+1) {
				moves = append(moves, search.Move(state*r.count+c))
			}
		}
		usedUp = usedUp || len(moves) == before
	}
	return moves, usedUp
}

// The sets of colours that a position keeps for each state lead to the moves of the rules, in games on random maps.
func TestMovesArePlain(t *testing.T) {
	const maps = 2000
	random := rand.New(rand.NewPCG(7, 8))
	plays, partings := 0, 0
	for i := range maps {
		colours := 1 + random.IntN(8)
		if i%20 == 0 {
			colours = 60 + random.IntN(80)
		}
		r, p := randomMap(random, 1+random.IntN(70), colours)
		parted := false
		for {
			var noted search.Notes
			moves := r.Moves(nil, &p, &noted)
			want, usedUp := plainMoves(r, &p)
			if !slices.Equal(moves, want) || noted.Has(editionsDiffer) != usedUp {
				t.Fatalf("%v: noted %b, want %v; moves (-want +got):\n%s", p, noted, usedUp, cmp.Diff(want, moves))
			}
			parted = parted || usedUp
			if len(moves) == 0 {
				break
			}
			m, before := moves[random.IntN(len(moves))], p
			p = position{}
			r.Play(&p, &before, m)
			if after, _ := r.After(&before, m); after != r.Eval(&p) {
				t.Fatalf("%v, move %d: worth %d, foreseen %d", before, m, r.Eval(&p), after)
			}
			plays++
		}
		if parted {
			partings++
		}
	}
	if plays < 10*maps || partings < maps/20 || partings > maps/2 {
		t.Errorf("%d plays, the editions part in %d games of %d", plays, partings, maps)
	}
}
