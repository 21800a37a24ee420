package gangwars

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A row is the set of a row's squares that one side has, column A in the lowest bit.
type row = uint32

// A board is a position on which the fast search and the contests make and unmake moves. It maintains
// incrementally what they need to know of all squares. Side 0 is the root player, side 1 the
// opponent.
type board struct {
	n      int
	all    row              // the squares of a row
	pieces [2][MaxN + 2]row // by side and row, which count from 1; around them nothing
	values []int32          // by square
	worth  []int16          // the squares, the most valuable first
	top    int              // how many of those come before the first free one
	left   int              // number of free squares
	score  int32            // rule 5, from the root player's point of view
	hash   uint64           // Zobrist hash of the owners, without the side to move
	keys   [][2]uint64      // by square and side
	turn   uint64           // xored into the hash when the opponent is to move
}

// A played move holds what undo needs.
type played struct {
	line   int       // the row of its square
	pieces [2][3]row // that row, and those around it
	top    int
	score  int32
	hash   uint64
}

func newBoard(r *rules, p *position) *board {
	cells := len(r.values)
	b := &board{n: r.n, all: 1<<r.n - 1, values: r.values, worth: make([]int16, cells), keys: make([][2]uint64, cells), score: p.score}
	random := rand.New(rand.NewPCG(1, 1)) // the answer does not depend on it
	b.turn = random.Uint64()
	for i := range cells {
		b.worth[i] = int16(i)
		for side := range 2 {
			b.keys[i][side] = random.Uint64()
		}
		for side := range p.pieces {
			if p.pieces[side].has(i) {
				b.pieces[side][i/r.n+1] |= 1 << (i % r.n)
				b.hash ^= b.keys[i][side]
			}
		}
	}
	slices.SortStableFunc(b.worth, func(i, j int16) int { return cmp.Compare(r.values[j], r.values[i]) })
	for line := 1; line <= b.n; line++ {
		b.left += bits.OnesCount32(b.free(line))
	}
	b.rise()
	return b
}

// free returns the free squares of a row.
func (b *board) free(line int) row { return b.all &^ (b.pieces[0][line] | b.pieces[1][line]) }

// rise moves top to the first free square.
func (b *board) rise() {
	for b.top < len(b.worth) && !b.isFree(b.worth[b.top]) {
		b.top++
	}
}

func (b *board) isFree(square int16) bool {
	return b.free(int(square)/b.n+1)>>(int(square)%b.n)&1 != 0
}

// key returns the hash of the position with side to move.
func (b *board) key(side uint8) uint64 {
	if side == 1 {
		return b.hash ^ b.turn
	}
	return b.hash
}

// around returns the squares of a row with a neighbour in s.
func around(s *[MaxN + 2]row, line int) row {
	return s[line]<<1 | s[line]>>1 | s[line-1] | s[line+1]
}

// raids returns the squares of a row on which a raid by side turns a piece (rule 3).
func (b *board) raids(side uint8, line int) row {
	return b.free(line) & around(&b.pieces[side], line) & around(&b.pieces[side^1], line)
}

// captures returns the value of the pieces of side around the square of a row, from 0.
func (b *board) captures(side uint8, line, column int) (worth int32) {
	s, i := &b.pieces[side], (line-1)*b.n+column
	if s[line]<<1>>column&1 != 0 {
		worth += b.values[i-1]
	}
	if s[line]>>1>>column&1 != 0 {
		worth += b.values[i+1]
	}
	if s[line-1]>>column&1 != 0 {
		worth += b.values[i-b.n]
	}
	if s[line+1]>>column&1 != 0 {
		worth += b.values[i+b.n]
	}
	return worth
}

// play plays a move for side. A raid that turns nothing is a stake.
func (b *board) play(side uint8, square int16, raid bool, u *played) {
	line, column := int(square)/b.n+1, int(square)%b.n
	own, foe := &b.pieces[side], &b.pieces[side^1]
	u.line, u.top, u.score, u.hash = line, b.top, b.score, b.hash
	u.pieces[side], u.pieces[side^1] = [3]row(own[line-1:]), [3]row(foe[line-1:])
	gain := b.values[square]
	own[line] |= 1 << column
	b.hash ^= b.keys[square][side]
	if raid {
		gain += 2 * b.captures(side^1, line, column)
		b.turnAround(side, line, column)
	}
	if side == 1 {
		gain = -gain
	}
	b.score += gain
	b.left--
	b.rise()
}

// turnAround turns the pieces around a square into those of side.
func (b *board) turnAround(side uint8, line, column int) {
	bit := row(1) << column
	for i, beside := range [3]row{bit, bit<<1 | bit>>1, bit} {
		line := line - 1 + i
		turned := b.pieces[side^1][line] & beside
		b.pieces[side^1][line] ^= turned
		b.pieces[side][line] ^= turned
		for ; turned != 0; turned &= turned - 1 {
			j := (line-1)*b.n + bits.TrailingZeros32(turned)
			b.hash ^= b.keys[j][0] ^ b.keys[j][1]
		}
	}
}

// undo takes back the last move.
func (b *board) undo(u *played) {
	for side := range b.pieces {
		*(*[3]row)(b.pieces[side][u.line-1:]) = u.pieces[side]
	}
	b.left++
	b.top, b.score, b.hash = u.top, u.score, u.hash
}

// best returns the most that side can gain by one move, which is the value of the last ply.
// There must be a free square.
func (b *board) best(side uint8) (best int32) {
	best = b.values[b.worth[b.top]]
	for line := 1; line <= b.n; line++ {
		for raids := b.raids(side, line); raids != 0; raids &= raids - 1 {
			column := bits.TrailingZeros32(raids)
			best = max(best, b.values[(line-1)*b.n+column]+2*b.captures(side^1, line, column))
		}
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
	for line := 1; line <= b.n; line++ {
		raids := b.raids(side, line)
		for free := b.free(line); free != 0; free &= free - 1 {
			column := bits.TrailingZeros32(free)
			i := (line-1)*b.n + column
			v := b.values[i]
			dst = append(dst, fastMove{int16(i), false, v})
			if raids>>column&1 != 0 {
				dst = append(dst, fastMove{int16(i), true, v + 2*b.captures(side^1, line, column)})
			}
		}
	}
	return dst
}

// topFree returns the greatest value of a free square, that square, and the greatest value
// of the others, or 0 if there is none.
func (b *board) topFree() (value int32, square int16, other int32) {
	if b.top == len(b.worth) {
		return 0, 0, 0
	}
	square = b.worth[b.top]
	for _, next := range b.worth[b.top+1:] {
		if b.isFree(next) {
			other = b.values[next]
			break
		}
	}
	return b.values[square], square, other
}

// number returns the search.Move for m, as the rules number moves.
func (b *board) number(m fastMove) search.Move {
	if m.raid {
		return search.Move(int(m.square) + len(b.values))
	}
	return search.Move(m.square)
}
