package mapcolor

import (
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// This file implements the edition revised on maps such as the course's: up to swiftStates
// states and swiftColours colours, with each edge on both lines. A position holds, for each
// state, the colours that its neighbours have taken, so that move generation does not visit
// neighbours. The plain rules serve as the check; with them the same search takes twice as
// long.

const (
	swiftStates  = 64
	swiftColours = 8
)

// A swiftPosition is a position organised by what can be played in it.
type swiftPosition struct {
	coloured uint64             // states that have a colour
	border   uint64             // uncoloured states with a coloured neighbour
	taken    [swiftStates]uint8 // by state: the colours of its neighbours
	mover    uint8
	score    int32
}

// swiftRules implements rules on small maps.
type swiftRules struct {
	count      int        // of colours
	gains      [2][]int32 // by mover and move: what it adds to the score
	states     []uint8    // by move
	neighbours [][]uint32 // by state
}

// swift returns the swift form of the rules and of p; ok is false if it does not apply.
func (r *rules) swift(p *position) (s *swiftRules, packed swiftPosition, ok bool) {
	count := len(r.weights[0])
	if r.handout || !r.symmetric || len(p.colours) > swiftStates || count > swiftColours {
		return nil, packed, false
	}
	s = &swiftRules{count: count, neighbours: r.neighbours}
	for state := range p.colours {
		for colour := range count {
			s.states = append(s.states, uint8(state))
			for mover := range s.gains {
				s.gains[mover] = append(s.gains[mover], r.gain(uint8(mover), colour))
			}
		}
	}
	return s, r.pack(p), true
}

// pack returns the swift form of a position.
func (r *rules) pack(p *position) swiftPosition {
	packed := swiftPosition{mover: p.mover, score: p.score}
	for state, colour := range p.colours {
		if colour != 0 {
			packed.colour(state, 1<<(colour-1), r.neighbours[state])
		}
	}
	return packed
}

// colour colours a state with a set of one colour.
func (p *swiftPosition) colour(state int, colour uint8, neighbours []uint32) {
	p.coloured |= 1 << (state & (swiftStates - 1))
	for _, n := range neighbours {
		n &= swiftStates - 1
		p.taken[n] |= colour
		p.border |= 1 << n
	}
	p.border &^= p.coloured
}

// Moves implements rules 2 and 3. Where no colour is left, the edition handout has one.
func (r *swiftRules) Moves(dst []search.Move, p *swiftPosition, notes *search.Notes) []search.Move {
	colours := uint8(1<<r.count - 1)
	for border := p.border; border != 0; border &= border - 1 {
		state := bits.TrailingZeros64(border)
		free := colours &^ p.taken[state&(swiftStates-1)]
		if free == 0 {
			notes.Add(editionsDiffer)
		}
		for first := state * r.count; free != 0; free &= free - 1 {
			dst = append(dst, search.Move(first+bits.TrailingZeros8(free)))
		}
	}
	return dst
}

// Play implements rule 4.
func (r *swiftRules) Play(dst, src *swiftPosition, m search.Move) search.Turn {
	*dst = *src
	state := int(r.states[m])
	dst.colour(state, 1<<(int(m)-state*r.count), r.neighbours[state])
	dst.score += r.gains[src.mover&1][m]
	dst.mover ^= 1
	return search.Next
}

var _ search.Foresight[swiftPosition] = (*swiftRules)(nil)

// After returns the score after a move without playing it.
func (r *swiftRules) After(src *swiftPosition, m search.Move) (value int32, ok bool) {
	return src.score + r.gains[src.mover&1][m], true
}

// Eval implements rule 5.
func (r *swiftRules) Eval(p *swiftPosition) int32 { return p.score }
