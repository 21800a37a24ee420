package mancala

import (
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// This file implements the game on boards such as the course's: up to swiftPits pits a side and swiftStones
// stones. A side is packed into one integer with a byte for each pit, so that sowing is one addition per
// side, and one comparison finds out whether a side is empty. The plain rules serve as the check; with them
// the same search takes 1.4 to 1.8 times as long.

const (
	fastPits   = 7
	fastStones = 255
)

// A fastPosition holds, by player, the stones of a side: the pits in the direction of
// sowing from the lowest byte up, followed by the mancala.
type fastPosition struct {
	side  [2]uint64
	mover uint8
}

// fastRules implements rules on small boards. The table is the same for both players.
type fastRules struct {
	plain  rules
	sown   []sowing // by pit and stones
	stones int      // on the board
	pits   uint64   // mask of the bytes of a side's pits
	store  int      // shift to the byte of a side's mancala
}

// A sowing is the change that sowing a pit makes to the bytes of each side, including the emptying of the
// pit, and the position of the last stone.
type sowing struct {
	own, foe uint64
	last     int // byte of the mover's side, or elsewhere
}

// elsewhere marks the other side.
const elsewhere = -1

// fastForm returns the fast form of the rules and of p; ok is false if the board is too large.
func (r rules) fastForm(p *position) (s *fastRules, packed fastPosition, ok bool) {
	total := int32(0)
	for _, stones := range p.ring {
		total += stones
	}
	if r.n > fastPits || total > fastStones {
		return nil, packed, false
	}
	s = &fastRules{plain: r, stones: int(total), pits: 1<<(8*r.n) - 1, store: 8 * r.n}
	for pit := range r.n {
		s.addSowings(pit)
	}
	return s, r.pack(p), true
}

// pack returns the fast form of a position.
func (r rules) pack(p *position) fastPosition {
	packed := fastPosition{mover: p.mover}
	for place, stones := range p.ring[:2*r.n+2] {
		packed.side[place/(r.n+1)] |= uint64(stones) << (8 * (place % (r.n + 1)))
	}
	return packed
}

// addSowings adds the sowings of a pit, each with one stone more than the previous one (rule 3).
func (r *fastRules) addSowings(pit int) {
	places := 2*r.plain.n + 1 // around the board, without the other mancala
	var sown sowing
	for stones := range r.stones + 1 {
		if stones > 0 {
			if place := (pit + stones) % places; place <= r.plain.n {
				sown.own += 1 << (8 * place)
				sown.last = place
			} else {
				sown.foe += 1 << (8 * (place - r.plain.n - 1))
				sown.last = elsewhere
			}
		}
		entry := sown
		entry.own -= uint64(stones) << (8 * pit)
		r.sown = append(r.sown, entry)
	}
}

// Moves implements rule 2.
func (r *fastRules) Moves(dst []search.Move, p *fastPosition, _ *search.Notes) []search.Move {
	const low, high = 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
	side := p.side[p.mover&1] & r.pits
	held := (side&low + low | side) & high // the highest bit of each byte that is not 0
	if p.mover == 0 {
		for ; held != 0; held &= held - 1 {
			dst = append(dst, search.Move(bits.TrailingZeros64(held)/8))
		}
		return dst
	}
	last := 2*r.plain.n - 1 // player 2 sows from right to left
	for held != 0 {
		pit := 7 - bits.LeadingZeros64(held)/8
		held &^= 0x80 << (8 * pit)
		dst = append(dst, search.Move(last-pit))
	}
	return dst
}

// at returns the number of stones in a byte of a side.
func at(side uint64, place int) int { return int(side >> (8 * place & 63) & 0xff) }

// Play implements rules 3 to 6.
func (r *fastRules) Play(dst, src *fastPosition, m search.Move) search.Turn {
	player := src.mover & 1
	own, foe, turn := r.sow(src, m)
	dst.side[player], dst.side[player^1] = own, foe
	dst.mover = player ^ 1
	if turn == search.Again {
		dst.mover = player
	}
	return turn
}

var _ search.Foresight[fastPosition] = (*fastRules)(nil)

// ValueAfter returns the value after a move without playing it.
func (r *fastRules) ValueAfter(src *fastPosition, m search.Move) (value int32, ok bool) {
	own, foe, turn := r.sow(src, m)
	if turn == search.Again {
		return 0, false
	}
	value = int32(at(own, r.plain.n)) - int32(at(foe, r.plain.n))
	if src.mover != r.plain.root {
		value = -value
	}
	return value, true
}

// sow returns the sides of the mover and of the opponent after a move.
func (r *fastRules) sow(src *fastPosition, m search.Move) (own, foe uint64, turn search.Turn) {
	n := r.plain.n
	player := src.mover & 1
	pit := int(m)
	if player != 0 {
		pit = 2*n - 1 - pit
	}
	own, foe = src.side[player], src.side[player^1]
	sown := &r.sown[pit*(r.stones+1)+at(own, pit)]
	own, foe = own+sown.own, foe+sown.foe
	if last := sown.last; uint(last) < uint(n) && at(own, last) == 1 {
		across := n - 1 - last
		taken := at(foe, across)
		own += uint64(1+taken)<<(r.store&63) - 1<<(8*last&63)
		foe -= uint64(taken) << (8 * across & 63)
	}
	if own&r.pits == 0 || foe&r.pits == 0 {
		return r.sweep(own), r.sweep(foe), search.Next
	}
	if sown.last == n {
		return own, foe, search.Again
	}
	return own, foe, search.Next
}

// sweep moves the stones of a side to its mancala.
func (r *fastRules) sweep(side uint64) uint64 {
	const ones = 0x0101010101010101 // multiplying by ones sums all bytes into the highest
	return side>>r.store<<r.store + side&r.pits*ones>>56<<r.store
}

// Eval implements rule 7.
func (r *fastRules) Eval(p *fastPosition) int32 {
	root := r.plain.root & 1
	return int32(at(p.side[root], r.plain.n)) - int32(at(p.side[root^1], r.plain.n))
}
