// Package squirrel implements the raid and sneak game on a 5x5 board (CSCI 561, Spring
// 2016, homework 1). rules.go implements rules 2 to 5 and 8 of docs/rules/squirrel.md,
// input.go rule 1, output.go rules 6, 7, 9 and 10.
package squirrel

import (
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

const (
	side    = 5
	squares = side * side // square i is column i%5 and row i/5, so A1 is 0 and E5 is 24
	full    = 1<<squares - 1
)

// columnA and columnE are the squares of the first and of the last column.
const (
	columnA = 1 | 1<<side | 1<<(2*side) | 1<<(3*side) | 1<<(4*side)
	columnE = columnA << (side - 1)
)

// adjacentInRow and down return the neighbours of a set of squares in their rows, and in their columns.
func adjacentInRow(set uint32) uint32 { return set&^columnE<<1 | set&^columnA>>1 }
func down(set uint32) uint32          { return (set<<side | set>>side) & full }

// neighbours holds, for each square, the set of its orthogonal neighbours.
var neighbours = func() (n [squares]uint32) {
	for i := range n {
		n[i] = adjacentInRow(1<<i) | down(1<<i)
	}
	return n
}()

// A position holds the pieces as bitboards. Index 0 is the root player, 1 the opponent.
type position struct {
	pieces [2]uint32
	mover  uint8 // index of the side to move
	score  int32 // rule 4, from the root player's point of view
}

// rules implements the game on one board; values are the values of its squares.
type rules struct {
	values *[squares]int32
}

// Moves returns the free squares in row-major order (rule 2).
func (r rules) Moves(dst []search.Move, p *position, _ *search.Notes) []search.Move {
	for free := full &^ (p.pieces[0] | p.pieces[1]); free != 0; free &= free - 1 {
		dst = append(dst, search.Move(bits.TrailingZeros32(free)))
	}
	return dst
}

// Play places a piece; next to another piece of the mover it is a raid, which turns the
// enemy pieces around it (rule 3).
func (r rules) Play(dst, src *position, m search.Move) search.Turn {
	player := src.mover & 1
	foe := player ^ 1
	turned := raided(src, m)
	dst.pieces[player] = src.pieces[player] | turned | 1<<m
	dst.pieces[foe] = src.pieces[foe] &^ turned
	dst.mover = foe
	dst.score = src.score + r.gain(player, turned, m)
	return search.Next
}

// raided returns the pieces that a move turns.
func raided(p *position, m search.Move) uint32 {
	player := p.mover & 1
	if around := neighbours[m]; around&p.pieces[player] != 0 {
		return around & p.pieces[player^1]
	}
	return 0
}

// gain returns the change in score of a move that turns the given pieces.
func (r rules) gain(player uint8, turned uint32, m search.Move) int32 {
	gain := r.values[m]
	for ; turned != 0; turned &= turned - 1 {
		gain += 2 * r.values[bits.TrailingZeros32(turned)]
	}
	if player != 0 {
		return -gain
	}
	return gain
}

var _ search.Foresight[position] = rules{}

// ValueAfter returns the score after a move without playing it.
func (r rules) ValueAfter(src *position, m search.Move) (value int32, ok bool) {
	return src.score + r.gain(src.mover&1, raided(src, m), m), true
}

// Eval implements rule 4.
func (r rules) Eval(p *position) int32 { return p.score }

// evaluate computes the score of a position from scratch.
func (r rules) evaluate(p *position) (score int32) {
	for i, v := range r.values {
		score += v * (int32(p.pieces[0]>>i&1) - int32(p.pieces[1]>>i&1))
	}
	return score
}
