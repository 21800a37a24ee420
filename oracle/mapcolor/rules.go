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

// rules is the game on one map. States and colours are numbered in ASCII order of
// their names; a move is its state times the number of colours, plus its colour
// (rule 3).
type rules struct {
	weights    [2][]int32 // by player and colour
	neighbours [][]uint32 // by state: all states that share an edge, whichever line lists it
	written    [][]uint32 // by state: its own line, reversed
	symmetric  bool       // each edge is listed on both lines
	handout    bool       // the edition handout
}

// editionsDiffer notes that the editions disagree on the colours of a state.
const editionsDiffer search.Notes = 1

// Moves returns the colours that each uncoloured state next to a coloured one can take
// (rules 2 and 3).
func (r *rules) Moves(dst []search.Move, p *position, notes *search.Notes) []search.Move {
	for state, colour := range p.colours {
		if colour == 0 {
			dst = r.appendOpen(dst, p, state, notes)
		}
	}
	return dst
}

// appendOpen appends the moves that colour a state in the chosen edition.
func (r *rules) appendOpen(dst []search.Move, p *position, state int, notes *search.Notes) []search.Move {
	start := len(dst)
	dst, beside := r.appendFree(dst, p, state, r.neighbours[state])
	// On a symmetric map the editions agree wherever a colour is left or no neighbour is
	// coloured; everything else is rare.
	revised := len(dst)
	if r.symmetric && (!beside || revised > start) {
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

// appendFree appends a state's colours that none of some neighbours has, or none if
// no neighbour is coloured, and reports whether one is.
func (r *rules) appendFree(dst []search.Move, p *position, state int, neighbours []uint32) (moves []search.Move, beside bool) {
	const word = 64
	count := len(r.weights[0])
	for low := 0; low < count; low += word {
		free := ^uint64(0) >> max(0, low+word-count)
		for _, n := range neighbours {
			if c := p.colours[n]; c != 0 {
				free &^= 1 << (c - 1 - uint32(low)) // no bit, if the colour is of another word
				beside = true
			}
		}
		if !beside {
			return dst, false
		}
		for ; free != 0; free &= free - 1 {
			dst = append(dst, search.Move(state*count+low+bits.TrailingZeros64(free)))
		}
	}
	return dst, beside
}

// appendKept appends the colours of a state in the edition handout: coloured
// neighbours, from the end of the state's own line to its start, each take their
// colour away unless it is the last one left. So if they have all colours, the one
// that comes up last stays.
func (r *rules) appendKept(dst []search.Move, p *position, state int) []search.Move {
	start := len(dst)
	written := r.written[state]
	dst, beside := r.appendFree(dst, p, state, written)
	if !beside || len(dst) > start {
		return dst
	}
	for i := len(written) - 1; ; i-- {
		c := p.colours[written[i]]
		if c != 0 && !slices.ContainsFunc(written[:i], func(n uint32) bool { return p.colours[n] == c }) {
			return append(dst, search.Move(state*len(r.weights[0])+int(c)-1))
		}
	}
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

var _ search.Foresight[position] = (*rules)(nil)

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
