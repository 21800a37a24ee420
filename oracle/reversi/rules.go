// Package reversi implements Othello with positional weights (CSCI 561, Spring 2017, homework 1). rules.go
// implements rules 2 to 4 of docs/rules/reversi.md, input.go rule 1, output.go rules 5 to 7.
package reversi

import (
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

const (
	side    = 8
	squares = side * side // square i is column i%8 and row i/8, so a1 is 0 and h8 is 63
	pass    = search.Move(squares)
)

// quarter holds the weights of rows 1 to 4 (rule 2).
var quarter = [4][side]int32{
	{99, -8, 8, 6, 6, 8, -8, 99},
	{-8, -24, -4, -3, -3, -4, -24, -8},
	{8, -4, 7, 4, 4, 7, -4, 8},
	{6, -3, 4, 0, 0, 4, -3, 6},
}

// squareWeight holds the weight of each square.
var squareWeight = func() (w [squares]int32) {
	for i := range w {
		row := i / side
		w[i] = quarter[min(row, side-1-row)][i%side]
	}
	return w
}()

// rowWeight holds, for each of those rows, the weight of each set of its squares: a set
// takes eight look-ups and no unpredictable loop.
var rowWeight = func() (w [side / 2][1 << side]int32) {
	for row := range w {
		for set := range w[row] {
			for rest := set; rest != 0; rest &= rest - 1 {
				w[row][set] += quarter[row][bits.TrailingZeros(uint(rest))]
			}
		}
	}
	return w
}()

// A position holds the pieces as bitboards. Index 0 is the root player, 1 the opponent.
type position struct {
	pieces [2]uint64
	mover  uint8 // index of the side to move
	passes uint8 // passes immediately before, 0 to 2 (rule 4)
	score  int32 // rule 2, from the root player's point of view
}

func (p *position) wipedOut() bool { return p.pieces[0] == 0 || p.pieces[1] == 0 }

// rules implements the game.
type rules struct {
	first bool // the edition in which a wiped-out side ends the game
}

// editionsDiffer notes a position that ends the game in that edition only.
const editionsDiffer search.Notes = 1

// Moves returns the legal moves in row-major order, or a pass (rules 3 and 4).
func (r *rules) Moves(dst []search.Move, p *position, notes *search.Notes) []search.Move {
	if p.passes == 2 {
		return dst
	}
	if p.wipedOut() {
		notes.Add(editionsDiffer)
		if r.first {
			return dst
		}
	}
	player := p.mover & 1
	legal := targets(p.pieces[player], p.pieces[player^1])
	if legal == 0 {
		return append(dst, pass)
	}
	for ; legal != 0; legal &= legal - 1 {
		dst = append(dst, search.Move(bits.TrailingZeros64(legal)))
	}
	return dst
}

// Play places a piece and flips, or passes.
func (*rules) Play(dst, src *position, m search.Move) search.Turn {
	player := src.mover & 1
	foe := player ^ 1
	dst.mover = foe
	if m == pass {
		dst.pieces = src.pieces
		dst.passes = src.passes + 1
		dst.score = src.score
		return search.Next
	}
	flipped := flips(src.pieces[player], src.pieces[foe], m)
	dst.pieces[player] = src.pieces[player] | flipped | 1<<m
	dst.pieces[foe] = src.pieces[foe] &^ flipped
	dst.passes = 0
	dst.score = src.score + gain(player, flipped, m)
	return search.Next
}

// gain returns the change in score of a move that flips the given pieces.
func gain(player uint8, flipped uint64, m search.Move) int32 {
	gain := squareWeight[m&(squares-1)] + 2*weight(flipped)
	if player != 0 {
		return -gain
	}
	return gain
}

var _ search.Foresight[position] = (*rules)(nil)

// ValueAfter returns the score after a move without playing it.
func (*rules) ValueAfter(src *position, m search.Move) (value int32, ok bool) {
	if m == pass {
		return src.score, true
	}
	player := src.mover & 1
	return src.score + gain(player, flips(src.pieces[player], src.pieces[player^1], m), m), true
}

// Eval implements rule 2.
func (*rules) Eval(p *position) int32 { return p.score }

// weight returns the sum of the weights of a set of squares.
func weight(set uint64) int32 {
	return rowWeight[0][uint8(set)] + rowWeight[1][uint8(set>>8)] + rowWeight[2][uint8(set>>16)] +
		rowWeight[3][uint8(set>>24)] +
		rowWeight[3][uint8(set>>32)] + rowWeight[2][uint8(set>>40)] + rowWeight[1][uint8(set>>48)] +
		rowWeight[0][set>>56]
}

// middle is the board without columns a and h: no foe there can be between two pieces of a
// row or a diagonal, so lines through middle never wrap around an edge.
const middle = 0x7e7e7e7e7e7e7e7e

// targets returns the squares where a piece would flip at least one of foe's.
func targets(own, foe uint64) uint64 { return ends(own, foe, foe&middle) }

// ends returns the free squares at the ends of lines of opposing pieces. In rows and diagonals those lines
// consist of inner ones.
func ends(own, foe, inner uint64) uint64 {
	t := up(own, inner, 1) | up(own, foe, 8) | up(own, inner, 7) | up(own, inner, 9) |
		down(own, inner, 1) | down(own, foe, 8) | down(own, inner, 7) | down(own, inner, 9)
	return t &^ (own | foe)
}

// up returns the squares just past unbroken lines of opposing pieces that begin next to own pieces, in the
// direction of increasing square numbers. A line has at most six pieces; the second half of the steps advance
// two squares at a time.
func up(own, foe uint64, shift uint8) uint64 {
	x := own << shift & foe
	x |= x << shift & foe
	pairs := foe & (foe << shift)
	x |= x << (2 * shift) & pairs
	x |= x << (2 * shift) & pairs
	return x << shift
}

// down is like up, in the opposite direction.
func down(own, foe uint64, shift uint8) uint64 {
	x := own >> shift & foe
	x |= x >> shift & foe
	pairs := foe & (foe >> shift)
	x |= x >> (2 * shift) & pairs
	x |= x >> (2 * shift) & pairs
	return x >> shift
}

// A direction is the slot of a ray. The first four directions have increasing square numbers.
const (
	east = iota
	south
	southEast
	southWest
	west
	north
	northWest
	northEast
)

// rays holds, for each square, the squares in each direction from it.
var rays = func() (r [squares][8]uint64) {
	steps := [8][2]int{
		east: {0, 1}, south: {1, 0}, southEast: {1, 1}, southWest: {1, -1},
		west: {0, -1}, north: {-1, 0}, northWest: {-1, -1}, northEast: {-1, 1},
	}
	for d, step := range steps {
		for index := range r {
			row, column := index/side+step[0], index%side+step[1]
			for ; min(row, column) >= 0 && max(row, column) < side; row, column = row+step[0], column+step[1] {
				r[index][d] |= 1 << (row*side + column)
			}
		}
	}
	return r
}()

// flips returns the pieces that a new piece on square at flips.
func flips(own, foe uint64, square search.Move) (f uint64) {
	ray := &rays[square&(squares-1)]
	for _, r := range ray[:west] {
		f |= upwards(r, own, foe)
	}
	for _, r := range ray[west:] {
		f |= downwards(r, own, foe)
	}
	return f
}

// upwards returns the pieces that flip on a ray of increasing square numbers. It looks at the
// first square without a foe: if that holds an own piece, the foes before it are flipped.
// This takes half the time of following the line step by step.
func upwards(ray, own, foe uint64) uint64 {
	stop := ray &^ foe
	stop &= -stop // the lowest
	return ray & (stop - 1) & all(stop&own)
}

// downwards is like upwards, on a ray of decreasing square numbers.
func downwards(ray, own, foe uint64) uint64 {
	// the highest such square, or square 0 if no square qualifies
	stop := uint64(1) << ((bits.Len64(ray&^foe|1) - 1) & 63)
	return ray &^ (stop<<1 - 1) & all(stop&own&ray)
}

// all returns the full set, or the empty one if set is empty, without a branch to mispredict.
func all(set uint64) uint64 { return uint64(int64(set|-set) >> 63) }
