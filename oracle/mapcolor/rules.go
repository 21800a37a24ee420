// Package mapcolor implements the map-colouring game with arc consistency (CSCI 561, Summer
// 2017, homework 2). rules.go implements rules 2 to 6 of docs/rules/mapcolor.md and its
// editions, input.go rule 1, output.go rules 7 to 9.
package mapcolor

import (
	"math/bits"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A position holds the colour of each state: its number plus one, or 0.
type position struct {
	colours []uint32 // by state, in ASCII order of the names
	mover   uint8    // 0 for player 1, who is the root player, 1 for player 2
	score   int32    // rule 5
}

// rules implements the game on one map. It is used by pointer, for its scratch space and to
// note where the editions differ. States and colours are numbered in ASCII order of their
// names; a move is its state times the number of colours, plus its colour (rule 3).
type rules struct {
	weights    [2][]int32 // by player and colour
	neighbours [][]uint32 // by state: all states that share an edge, whichever line lists it
	written    [][]uint32 // by state: its own line, reversed
	symmetric  bool       // each edge is listed on both lines
	handout    bool       // the edition handout
	parted     bool       // a state was met on whose colours the editions disagree

	free, kept []uint64 // sets of colours of the editions revised and handout
}

// Moves returns the colours that each uncoloured state next to a coloured one can take
// (rules 2 and 3).
func (r *rules) Moves(dst []search.Move, p *position) []search.Move {
	count := len(r.weights[0])
	for state, colour := range p.colours {
		if colour != 0 {
			continue
		}
		for i, word := range r.open(p, state) {
			for ; word != 0; word &= word - 1 {
				dst = append(dst, search.Move(state*count+i<<6+bits.TrailingZeros64(word)))
			}
		}
	}
	return dst
}

// open returns the set of colours that a state can take in the chosen edition.
func (r *rules) open(p *position, state int) []uint64 {
	beside := r.revisedColours(p, state)
	// On a symmetric map the editions agree wherever a colour is left or no neighbour is
	// coloured; everything else is rare.
	if r.symmetric && (!beside || !empty(r.free)) {
		return r.free
	}
	r.handoutColours(p, state)
	if !slices.Equal(r.free, r.kept) {
		r.parted = true
	}
	if r.handout {
		return r.kept
	}
	return r.free
}

// revisedColours sets free to the colours that no coloured neighbour has, or to
// none if no neighbour is coloured, and reports whether one is.
func (r *rules) revisedColours(p *position, state int) (beside bool) {
	r.all(r.free)
	for _, n := range r.neighbours[state] {
		if c := p.colours[n]; c != 0 {
			r.free[(c-1)>>6] &^= 1 << ((c - 1) & 63)
			beside = true
		}
	}
	if !beside {
		clear(r.free)
	}
	return beside
}

// handoutColours sets kept to the colours of the edition handout: the coloured neighbours,
// from the end of the state's own line to its start, each remove their colour unless it is
// the last one left.
func (r *rules) handoutColours(p *position, state int) {
	if !r.beside(p, r.written[state]) {
		clear(r.kept)
		return
	}
	r.all(r.kept)
	left := len(r.weights[0])
	for _, n := range r.written[state] {
		c := p.colours[n]
		if c == 0 || left == 1 {
			continue
		}
		if bit := uint64(1) << ((c - 1) & 63); r.kept[(c-1)>>6]&bit != 0 {
			r.kept[(c-1)>>6] &^= bit
			left--
		}
	}
}

// beside reports whether any of the states is coloured.
func (r *rules) beside(p *position, states []uint32) bool {
	for _, n := range states {
		if p.colours[n] != 0 {
			return true
		}
	}
	return false
}

// all sets set to all colours.
func (r *rules) all(set []uint64) {
	for i := range set {
		set[i] = ^uint64(0)
	}
	if rest := len(r.weights[0]) & 63; rest != 0 {
		set[len(set)-1] = 1<<rest - 1
	}
}

func empty(set []uint64) bool {
	for _, word := range set {
		if word != 0 {
			return false
		}
	}
	return true
}

// Play colours a state. Players take turns, no matter who coloured last before the game
// (rule 4).
func (r *rules) Play(dst, src *position, m search.Move) search.Turn {
	state, colour := r.assignment(m)
	dst.colours = append(dst.colours[:0], src.colours...)
	dst.colours[state] = uint32(colour) + 1
	dst.score = src.score + r.gain(src.mover, colour)
	dst.mover = src.mover ^ 1
	return search.Next
}

// gain returns what a colour adds to the score.
func (r *rules) gain(mover uint8, colour int) int32 {
	if mover != 0 {
		return -r.weights[1][colour]
	}
	return r.weights[0][colour]
}

// After returns the score after a move without playing it.
func (r *rules) After(src *position, m search.Move) (value int32, ok bool) {
	_, colour := r.assignment(m)
	return src.score + r.gain(src.mover, colour), true
}

// assignment splits a move into its state and colour.
func (r *rules) assignment(m search.Move) (state, colour int) {
	count := len(r.weights[0])
	return int(m) / count, int(m) % count
}

// Eval implements rule 5.
func (r *rules) Eval(p *position) int32 { return p.score }

// Copy returns rules with their own scratch space and no notes.
func (r *rules) Copy() search.Sharable[position] {
	c := *r
	c.parted = false
	c.free, c.kept = make([]uint64, len(r.free)), make([]uint64, len(r.kept))
	return &c
}

// Merge adds the notes of a copy.
func (r *rules) Merge(from search.Sharable[position]) {
	if from, ok := from.(*rules); ok && from.parted {
		r.parted = true
	}
}
