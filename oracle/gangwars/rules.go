// Package gangwars implements the stake and raid game on an NxN board (CSCI 561, Fall 2016,
// homework 2). rules.go implements rules 2 to 5 of docs/rules/gangwars.md, input.go rule 1,
// output.go rules 6 and 7.
package gangwars

import (
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// MaxN is the greatest width of a board: columns are named A to Z.
const MaxN = 26

// A set is a set of squares; square i is column i%N, row i/N.
type set [(MaxN*MaxN + 63) / 64]uint64

func (s *set) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s *set) add(i int)      { s[i>>6] |= 1 << (i & 63) }
func (s *set) remove(i int)   { s[i>>6] &^= 1 << (i & 63) }

// A position holds the pieces as sets. Index 0 is the root player, 1 the
// opponent.
type position struct {
	pieces [2]set
	mover  uint8 // index of the side to move
	score  int32 // rule 5, from the root player's point of view
}

// rules implements the game on one board.
type rules struct {
	n          int
	values     []int32    // by square
	neighbours [][]uint16 // by square
}

func newRules(n int, values []int32) *rules {
	r := &rules{n: n, values: values, neighbours: make([][]uint16, n*n)}
	for i := range r.neighbours {
		if i%n > 0 {
			r.neighbours[i] = append(r.neighbours[i], uint16(i-1))
		}
		if i%n < n-1 {
			r.neighbours[i] = append(r.neighbours[i], uint16(i+1))
		}
		if i >= n {
			r.neighbours[i] = append(r.neighbours[i], uint16(i-n))
		}
		if i < n*n-n {
			r.neighbours[i] = append(r.neighbours[i], uint16(i+n))
		}
	}
	return r
}

// Moves returns all stakes in row-major order, then all raids (rule 4). Stakes are
// numbered by their square, raids by their square plus N*N.
func (r *rules) Moves(dst []search.Move, p *position, _ *search.Notes) []search.Move {
	cells, start := len(r.values), len(dst)
	for w := 0; w<<6 < cells; w++ {
		free := ^(p.pieces[0][w] | p.pieces[1][w])
		for ; free != 0; free &= free - 1 {
			i := w<<6 + bits.TrailingZeros64(free)
			if i >= cells {
				break
			}
			dst = append(dst, search.Move(i))
		}
	}
	for _, stake := range dst[start:] {
		if r.beside(&p.pieces[p.mover&1], int(stake)) {
			dst = append(dst, stake+search.Move(cells))
		}
	}
	return dst
}

// beside reports whether a square has a neighbour in s.
func (r *rules) beside(s *set, i int) bool {
	for _, j := range r.neighbours[i] {
		if s.has(int(j)) {
			return true
		}
	}
	return false
}

// Play stakes a square (rule 2), or raids it and turns the enemy pieces around it (rule 3).
func (r *rules) Play(dst, src *position, m search.Move) search.Turn {
	*dst = *src
	me := src.mover & 1
	foe := me ^ 1
	i, raid := r.square(m)
	gain := r.values[i]
	dst.pieces[me].add(i)
	if raid {
		for _, j := range r.neighbours[i] {
			if src.pieces[foe].has(int(j)) {
				dst.pieces[foe].remove(int(j))
				dst.pieces[me].add(int(j))
				gain += 2 * r.values[j]
			}
		}
	}
	if me != 0 {
		gain = -gain
	}
	dst.score += gain
	dst.mover = foe
	return search.Next
}

// square splits a move into its square and whether it is a raid.
func (r *rules) square(m search.Move) (i int, raid bool) {
	if i = int(m); i >= len(r.values) {
		return i - len(r.values), true
	}
	return i, false
}

// Eval implements rule 5.
func (r *rules) Eval(p *position) int32 { return p.score }

// evaluate computes the score of a position from scratch.
func (r *rules) evaluate(p *position) (score int32) {
	for i, v := range r.values {
		if p.pieces[0].has(i) {
			score += v
		} else if p.pieces[1].has(i) {
			score -= v
		}
	}
	return score
}
