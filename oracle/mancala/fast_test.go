package mancala

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// The fast rules agree with the plain ones move by move: moves, positions, turns and
// values, on boards of every width with up to as many stones as fit in a byte.
func TestFastIsPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const boards = 5000
	plays, ends, laps := 0, 0, 0
	for range boards {
		r := rules{n: minPits + random.IntN(fastPits-minPits+1), root: uint8(random.IntN(2))}
		p := position{mover: uint8(random.IntN(2))}
		left := random.Int32N(fastStones + 1)
		for places := 2*r.n + 2; left > 0; {
			stones := min(left, 1+random.Int32N(2*left/int32(places)+1))
			p.ring[random.IntN(places)] += stones
			left -= stones
		}
		fast, root, ok := r.fastForm(&p)
		if !ok {
			t.Fatalf("%v of %d pits is not fast", p, r.n)
		}
		for {
			moves, again := r.Moves(nil, &p, nil), fast.Moves(nil, &root, nil)
			if !slices.Equal(moves, again) {
				t.Fatalf("%v of %d pits: moves %v, fast %v", p, r.n, moves, again)
			}
			if len(moves) == 0 {
				ends++
				break
			}
			m, before, from := moves[random.IntN(len(moves))], p, root
			if p.ring[r.pit(m)] > int32(2*r.n+1) {
				laps++
			}
			turn, second := r.Play(&p, &before, m), fast.Play(&root, &from, m)
			if after, ok := fast.After(&from, m); ok != (turn == search.Next) || ok && after != r.Eval(&p) {
				t.Fatalf("%v of %d pits, move %d: foreseen %d, %v, want %d after turn %v", before, r.n, m, after, ok, r.Eval(&p), turn)
			}
			if turn != second || r.pack(&p) != root || r.Eval(&p) != fast.Eval(&root) {
				t.Fatalf("%v of %d pits, move %d: %v worth %d, turn %v; fast %x worth %d, turn %v",
					before, r.n, m, p, r.Eval(&p), turn, root, fast.Eval(&root), second)
			}
			plays++
		}
	}
	if ends != boards || laps < boards/20 {
		t.Errorf("%d plays, %d games ended, %d sowings of more than a lap", plays, ends, laps)
	}
	for _, large := range []struct {
		r rules
		p position
	}{{rules{n: fastPits + 1}, position{}}, {rules{n: 3}, position{ring: [2*maxPits + 2]int32{fastStones, 1}}}} {
		if _, _, ok := large.r.fastForm(&large.p); ok {
			t.Errorf("%v of %d pits is fast", large.p, large.r.n)
		}
	}
}
