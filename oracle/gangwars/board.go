package gangwars

import (
	"math/rand/v2"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Owners of a square. Side 0 is the root player, side 1 the opponent.
const (
	free    = 2
	outside = 3
)

// A board is a position on which the fast search makes and unmakes moves. It maintains
// incrementally what the search needs to know of all squares.
type board struct {
	values     []int32    // by square
	neighbours [][4]int16 // by square; padded with the number of squares
	owner      []uint8    // by square, plus one sentinel off the board
	free       []int16    // the free squares, in any order
	place      []int16    // by square: its index in free, while it is free
	score      int32      // rule 5, from the root player's point of view
	hash       uint64     // Zobrist hash of the owners, without the side to move
	keys       [][2]uint64
	turn       uint64 // xored into the hash when the opponent is to move
}

// A played move holds what undo needs.
type played struct {
	square int16
	turned [4]int16
	n      int8 // number of pieces turned
	place  int16
	score  int32
	hash   uint64
}

func newBoard(r *rules, p *position) *board {
	cells := len(r.values)
	b := &board{
		values:     r.values,
		neighbours: make([][4]int16, cells),
		owner:      make([]uint8, cells+1),
		place:      make([]int16, cells),
		keys:       make([][2]uint64, cells),
		score:      p.score,
	}
	b.owner[cells] = outside
	random := rand.New(rand.NewPCG(1, 1)) // the answer does not depend on it
	b.turn = random.Uint64()
	for i := range cells {
		b.neighbours[i] = [4]int16{int16(cells), int16(cells), int16(cells), int16(cells)}
		for k, j := range r.neighbours[i] {
			b.neighbours[i][k] = int16(j)
		}
		for side := range 2 {
			b.keys[i][side] = random.Uint64()
		}
		switch {
		case p.pieces[0].has(i):
			b.owner[i] = 0
			b.hash ^= b.keys[i][0]
		case p.pieces[1].has(i):
			b.owner[i] = 1
			b.hash ^= b.keys[i][1]
		default:
			b.owner[i] = free
			b.place[i] = int16(len(b.free))
			b.free = append(b.free, int16(i))
		}
	}
	return b
}

// key returns the hash of the position with side to move.
func (b *board) key(side uint8) uint64 {
	if side == 1 {
		return b.hash ^ b.turn
	}
	return b.hash
}

// captures returns the value of the enemy pieces that a raid by side on square turns, or 0
// if there are none or no base is adjacent (rule 3).
func (b *board) captures(side uint8, square int16) (worth int32) {
	base := false
	for _, j := range &b.neighbours[square] {
		switch b.owner[j] {
		case side:
			base = true
		case side ^ 1:
			worth += b.values[j]
		}
	}
	if !base {
		return 0
	}
	return worth
}

// play plays a move for side. A raid that turns nothing is a stake.
func (b *board) play(side uint8, square int16, raid bool, u *played) {
	u.square, u.n, u.score, u.hash, u.place = square, 0, b.score, b.hash, b.place[square]
	gain := b.values[square]
	b.owner[square] = side
	b.hash ^= b.keys[square][side]
	last := b.free[len(b.free)-1]
	b.free[u.place], b.place[last] = last, u.place
	b.free = b.free[:len(b.free)-1]
	if raid {
		for _, j := range &b.neighbours[square] {
			if b.owner[j] == side^1 {
				b.owner[j] = side
				b.hash ^= b.keys[j][0] ^ b.keys[j][1]
				gain += 2 * b.values[j]
				u.turned[u.n] = j
				u.n++
			}
		}
	}
	if side == 1 {
		gain = -gain
	}
	b.score += gain
}

// undo takes back the last move, which side played.
func (b *board) undo(side uint8, u *played) {
	for _, j := range u.turned[:u.n] {
		b.owner[j] = side ^ 1
	}
	b.owner[u.square] = free
	if b.free = b.free[:len(b.free)+1]; int(u.place) < len(b.free)-1 {
		moved := b.free[u.place] // the last free square had taken this one's place
		b.free[len(b.free)-1], b.place[moved] = moved, int16(len(b.free)-1)
	}
	b.free[u.place], b.place[u.square] = u.square, u.place
	b.score, b.hash = u.score, u.hash
}

// best returns the most that side can gain by one move, which is the value of the last ply.
// There must be a free square.
func (b *board) best(side uint8) (best int32) {
	for _, i := range b.free {
		gain := b.values[i]
		if turned := b.captures(side, i); turned > 0 {
			gain += 2 * turned
		}
		best = max(best, gain)
	}
	return best
}

// A fastMove is a move with its immediate gain.
type fastMove struct {
	square int16
	raid   bool
	gain   int32
}

// moves appends the moves of side, except raids that turn nothing: each leads to the same
// board as the stake on its square, which comes first (rule 4).
func (b *board) moves(dst []fastMove, side uint8) []fastMove {
	for _, i := range b.free {
		v := b.values[i]
		dst = append(dst, fastMove{i, false, v})
		if turned := b.captures(side, i); turned > 0 {
			dst = append(dst, fastMove{i, true, v + 2*turned})
		}
	}
	return dst
}

// number returns the search.Move for m, as the rules number moves.
func (b *board) number(m fastMove) search.Move {
	if m.raid {
		return search.Move(int(m.square) + len(b.values))
	}
	return search.Move(m.square)
}
