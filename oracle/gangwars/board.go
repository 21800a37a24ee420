package gangwars

import (
	"math/rand/v2"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Owners of a square. A side is 0 for the root player, 1 for the opponent.
const (
	free    = 2
	outside = 3
)

// A board is a position that moves are played on and taken back from, for the fast
// search. It keeps what that needs to know of all squares at once.
type board struct {
	values     []int32    // by square
	neighbours [][4]int16 // by square; the number of squares stands for none
	owner      []uint8    // by square, and outside behind the last
	free       []int16    // the free squares, in any order
	place      []int16    // by square: where in free it stands, while it is free
	score      int32      // rule 5, from the root player's side
	hash       uint64     // of the owners; who moves is not in it
	keys       [][2]uint64
	turn       uint64 // in the hash where the opponent is to move
}

// A played move is what taking it back needs.
type played struct {
	square int16
	turned [4]int16
	n      int8 // how many were turned
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

// key is the hash of the position in which a side is to move.
func (b *board) key(side uint8) uint64 {
	if side == 1 {
		return b.hash ^ b.turn
	}
	return b.hash
}

// captures is the worth of the enemies that a raid of a side on a square turns, or
// 0 if there is none to turn or no base beside it (rule 3).
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

// play plays a move of a side. A raid that turns nothing is a stake.
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

// undo takes the last move back, which a side played.
func (b *board) undo(side uint8, u *played) {
	for _, j := range u.turned[:u.n] {
		b.owner[j] = side ^ 1
	}
	b.owner[u.square] = free
	if b.free = b.free[:len(b.free)+1]; int(u.place) < len(b.free)-1 {
		moved := b.free[u.place] // what stood last took the square's place
		b.free[len(b.free)-1], b.place[moved] = moved, int16(len(b.free)-1)
	}
	b.free[u.place], b.place[u.square] = u.square, u.place
	b.score, b.hash = u.score, u.hash
}

// best is the most that a side can gain by one move, which is the value of the
// last ply; there is a free square.
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

// fastMove is a move with what it gains at once.
type fastMove struct {
	square int16
	raid   bool
	gain   int32
}

// moves appends a side's moves, but for raids that turn nothing: each leads to the
// same board as the stake on its square, which comes before it (rule 4).
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

// number is the move as the rules number it.
func (b *board) number(m fastMove) search.Move {
	if m.raid {
		return search.Move(int(m.square) + len(b.values))
	}
	return search.Move(m.square)
}
