package mancala

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// The swift rules agree with the plain ones move by move: moves, positions, turns and
// values, on boards of every width with up to as many stones as fit in a byte.
func TestSwiftIsPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const boards = 5000
	plays, ends, laps := 0, 0, 0
	for range boards {
		r := rules{n: MinPits + random.IntN(swiftPits-MinPits+1), root: uint8(random.IntN(2))}
		p := position{mover: uint8(random.IntN(2))}
		left := random.Int32N(swiftStones + 1)
		for places := 2*r.n + 2; left > 0; {
			stones := min(left, 1+random.Int32N(2*left/int32(places)+1))
			p.ring[random.IntN(places)] += stones
			left -= stones
		}
		swift, root, ok := r.swift(&p)
		if !ok {
			t.Fatalf("%v of %d pits is not swift", p, r.n)
		}
		for {
			moves, again := r.Moves(nil, &p, nil), swift.Moves(nil, &root, nil)
			if !slices.Equal(moves, again) {
				t.Fatalf("%v of %d pits: moves %v, swift %v", p, r.n, moves, again)
			}
			if len(moves) == 0 {
				ends++
				break
			}
			m, before, from := moves[random.IntN(len(moves))], p, root
			if p.ring[r.pit(m)] > int32(2*r.n+1) {
				laps++
			}
			turn, second := r.Play(&p, &before, m), swift.Play(&root, &from, m)
			if after, ok := swift.After(&from, m); ok != (turn == search.Next) || ok && after != r.Eval(&p) {
				t.Fatalf("%v of %d pits, move %d: foreseen %d, %v, want %d after turn %v", before, r.n, m, after, ok, r.Eval(&p), turn)
			}
			if turn != second || r.pack(&p) != root || r.Eval(&p) != swift.Eval(&root) {
				t.Fatalf("%v of %d pits, move %d: %v worth %d, turn %v; swift %x worth %d, turn %v",
					before, r.n, m, p, r.Eval(&p), turn, root, swift.Eval(&root), second)
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
	}{{rules{n: swiftPits + 1}, position{}}, {rules{n: 3}, position{ring: [2*MaxPits + 2]int32{swiftStones, 1}}}} {
		if _, _, ok := large.r.swift(&large.p); ok {
			t.Errorf("%v of %d pits is swift", large.p, large.r.n)
		}
	}
}
