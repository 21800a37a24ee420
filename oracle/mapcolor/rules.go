// Package mapcolor implements the map-colouring game with arc consistency (CSCI 561, Summer
// 2017, homework 2). rules.go implements rules 2 to 6 of docs/rules/mapcolor.md and its
// editions, input.go rule 1, output.go rules 7 to 9.
package mapcolor

import (
	"math/bits"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A position holds the colour of each state: its number plus one, or 0. States are in ASCII order of their
// names.
type position struct {
	colours []uint32
	border  []uint64 // the set of the uncoloured states with a coloured neighbour
	taken   []uint64 // by state, in as many words each as rules.all: the set of its neighbours' colours
	mover   uint8    // 0 for player 1, which is the root player, 1 for player 2
	score   int32    // rule 5
}

// rules is the game on one map. States and colours are numbered in ASCII order of their names; a move is its
// state times the number of colours, plus its colour (rule 3).
type rules struct {
	count      int        // of colours
	all        []uint64   // the set of all colours
	gains      [2][]int32 // by mover and move: the change in score
	neighbours [][]uint32 // by state: all states that share an edge, whichever line lists it
	written    [][]uint32 // by state: its own line, reversed
	symmetric  bool       // each edge is listed on both lines
	handout    bool       // the edition handout
}

// newRules returns the rules of a map without edges, given the players' weights of colours.
func newRules(states int, weights [2][]int32) *rules {
	count := len(weights[0])
	r := &rules{
		count: count, symmetric: true,
		neighbours: make([][]uint32, states), written: make([][]uint32, states),
	}
	for low := 0; low < count; low += wordBits {
		r.all = append(r.all, ^uint64(0)>>max(0, low+wordBits-count))
	}
	for range states {
		r.gains[0] = append(r.gains[0], weights[0]...)
		for _, weight := range weights[1] {
			r.gains[1] = append(r.gains[1], -weight)
		}
	}
	return r
}

const wordBits = 64

// blank returns the position in which no state has a colour.
func (r *rules) blank() position {
	states := len(r.neighbours)
	return position{
		colours: make([]uint32, states), border: make([]uint64, (states+wordBits-1)/wordBits), taken: make([]uint64,
			states*len(r.all)),
	}
}

// editionsDiffer notes that the editions disagree on the colours of a state.
const editionsDiffer search.Notes = 1

// Moves returns the colours that each uncoloured state next to a coloured one can take (rules 2 and 3).
func (r *rules) Moves(dst []search.Move, p *position, notes *search.Notes) []search.Move {
	for i, border := range p.border {
		for ; border != 0; border &= border - 1 {
			dst = r.appendOpen(dst, p, i*wordBits+bits.TrailingZeros64(border), notes)
		}
	}
	return dst
}

// appendOpen appends the moves that colour a state of the border in the chosen edition.
func (r *rules) appendOpen(dst []search.Move, p *position, state int, notes *search.Notes) []search.Move {
	start := len(dst)
	dst = r.appendFree(dst, p, state)
	// On a symmetric map the editions agree wherever a colour is left; everything else is rare.
	revised := len(dst)
	if r.symmetric && revised > start {
		return dst
	}
	dst = r.appendKept(dst, p, state)
	if !slices.Equal(dst[start:revised], dst[revised:]) {
		notes.Add(editionsDiffer)
	}
	if r.handout {
		return slices.Delete(dst, start, revised)
	}
	return dst[:revised]
}

// appendFree appends a state's colours that none of its neighbours has.
func (r *rules) appendFree(dst []search.Move, p *position, state int) []search.Move {
	low, taken := state*r.count, p.taken[state*len(r.all):]
	for i, free := range r.all {
		for free &^= taken[i]; free != 0; free &= free - 1 {
			dst = append(dst, search.Move(low+bits.TrailingZeros64(free)))
		}
		low += wordBits
	}
	return dst
}

// appendKept appends the colours of a state in the edition handout: coloured neighbours, from the end of the
// state's own line to its start, each take their colour away unless it is the last one left.
func (r *rules) appendKept(dst []search.Move, p *position, state int) []search.Move {
	start, beside := len(dst), false
	for colour := range r.count {
		dst = append(dst, search.Move(state*r.count+colour))
	}
	for _, n := range r.written[state] {
		if c := p.colours[n]; c != 0 {
			beside = true
			i := slices.Index(dst[start:], search.Move(state*r.count+int(c)-1))
			if i >= 0 && len(dst) > start+1 {
				dst = slices.Delete(dst, start+i, start+i+1)
			}
		}
	}
	if !beside {
		return dst[:start]
	}
	return dst
}

// Play colours a state. Players alternate, no matter which player coloured last before the game (rule 4).
func (r *rules) Play(dst, src *position, m search.Move) search.Turn {
	dst.colours = append(dst.colours[:0], src.colours...)
	dst.border = append(dst.border[:0], src.border...)
	dst.taken = append(dst.taken[:0], src.taken...)
	r.colour(dst, m)
	dst.score = src.score + r.gains[src.mover&1][m]
	dst.mover = src.mover ^ 1
	return search.Next
}

// colour colours a state of a position.
func (r *rules) colour(p *position, m search.Move) {
	state, colour := r.assignment(m)
	p.colours[state] = uint32(colour) + 1
	p.border[state/wordBits] &^= 1 << (state % wordBits)
	for _, n := range r.neighbours[state] {
		p.taken[int(n)*len(r.all)+colour/wordBits] |= 1 << (colour % wordBits)
		if p.colours[n] == 0 {
			p.border[n/wordBits] |= 1 << (n % wordBits)
		}
	}
}

var _ search.Foresight[position] = (*rules)(nil)

// ValueAfter returns the score after a move without playing it.
func (r *rules) ValueAfter(src *position, m search.Move) (value int32, ok bool) {
	return src.score + r.gains[src.mover&1][m], true
}

// assignment splits a move into its state and colour.
func (r *rules) assignment(m search.Move) (state, colour int) {
	return int(m) / r.count, int(m) % r.count
}

// Eval implements rule 5.
func (r *rules) Eval(p *position) int32 { return p.score }
