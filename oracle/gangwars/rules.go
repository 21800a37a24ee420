// Package gangwars implements the stake and raid game on an NxN board (CSCI 561, Fall 2016, homework 2).
// rules.go implements rules 2 to 5 of docs/rules/gangwars.md, input.go rule 1, output.go rules 6 and 7.
package gangwars

import (
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// maxN is the greatest width of a board: columns are named A to Z.
const maxN = 26

// A row is the set of a row's squares that one side has, column A in the lowest bit.
type row = uint32

// A set holds the squares that one side has, by row. Rows count from 1; the rows before and after the board
// are empty.
type set [maxN + 2]row

// neighbours returns the squares of a row with a neighbour in s.
func (s *set) neighbours(line int) row { return s[line]<<1 | s[line]>>1 | s[line-1] | s[line+1] }

// beside returns the neighbours in s of a square, by row: the row above it, its own row and the row below.
func (s *set) beside(line int, bit row) [3]row {
	return [3]row{s[line-1] & bit, s[line] & (bit<<1 | bit>>1), s[line+1] & bit}
}

// A position holds the pieces as sets. Index 0 is the root player, 1 the opponent.
type position struct {
	pieces [2]set
	mover  uint8 // index of the side to move
	score  int32 // rule 5, from the root player's point of view
}

// rules implements the game on one board. Square i is column i%n of row i/n+1.
type rules struct {
	n      int
	all    row     // the squares of a row
	values []int32 // by square
}

func newRules(n int, values []int32) *rules { return &rules{n, 1<<n - 1, values} }

// place returns the row of a square, and its bit there.
func (r *rules) place(i int) (line int, bit row) { return i/r.n + 1, 1 << (i % r.n) }

// has reports whether a square is in s.
func (r *rules) has(s *set, i int) bool {
	line, bit := r.place(i)
	return s[line]&bit != 0
}

// free returns the free squares of a row.
func (r *rules) free(p *position, line int) row {
	return r.all &^ (p.pieces[0][line] | p.pieces[1][line])
}

// Moves returns all stakes in row-major order, then all raids (rule 4). Stakes are
// numbered by their square, raids by their square plus N*N.
func (r *rules) Moves(dst []search.Move, p *position, _ *search.Notes) []search.Move {
	first := search.Move(0) // of a row
	add := func(squares row) {
		for ; squares != 0; squares &= squares - 1 {
			dst = append(dst, first+search.Move(bits.TrailingZeros32(squares)))
		}
		first += search.Move(r.n)
	}
	for line := 1; line <= r.n; line++ {
		add(r.free(p, line))
	}
	for line := 1; line <= r.n; line++ {
		add(r.free(p, line) & p.pieces[p.mover&1].neighbours(line))
	}
	return dst
}

// Play stakes a square (rule 2), or raids it and turns the enemy pieces around it (rule 3).
func (r *rules) Play(dst, src *position, m search.Move) search.Turn {
	*dst = *src
	r.play(dst, m)
	return search.Next
}

// play plays a move in place. It returns the pieces that turn, by row: the row above its square, its own row
// and the row below.
func (r *rules) play(p *position, m search.Move) (turned [3]row) {
	player := p.mover & 1
	own, foe := &p.pieces[player], &p.pieces[player^1]
	i, raid := r.square(m)
	line, bit := r.place(i)
	gain := r.values[i]
	own[line] |= bit
	if raid {
		gain += 2 * r.captures(foe, i)
		turned = foe.beside(line, bit)
		for j, pieces := range turned {
			foe[line-1+j] ^= pieces
			own[line-1+j] ^= pieces
		}
	}
	if player != 0 {
		gain = -gain
	}
	p.score += gain
	p.mover = player ^ 1
	return turned
}

// captures returns the value of the squares of s around a square.
func (r *rules) captures(s *set, i int) (worth int32) {
	line, column := i/r.n+1, i%r.n
	if s[line]<<1>>column&1 != 0 {
		worth += r.values[i-1]
	}
	if s[line]>>1>>column&1 != 0 {
		worth += r.values[i+1]
	}
	if s[line-1]>>column&1 != 0 {
		worth += r.values[i-r.n]
	}
	if s[line+1]>>column&1 != 0 {
		worth += r.values[i+r.n]
	}
	return worth
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
		if r.has(&p.pieces[0], i) {
			score += v
		} else if r.has(&p.pieces[1], i) {
			score -= v
		}
	}
	return score
}
