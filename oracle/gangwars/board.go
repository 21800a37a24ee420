package gangwars

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A row is the set of a row's squares that one side has, column A in the lowest bit.
type row = uint32

// A board is a position on which the engine makes moves and takes them back. It maintains incrementally what that
// needs to know of all squares. Side 0 is the root player, side 1 the opponent.
type board struct {
	n      int
	all    row              // the squares of a row
	pieces [2][MaxN + 2]row // by side and row, which count from 1; around them nothing
	values []int32          // by square
	worth  []int16          // the squares, the most valuable first
	top    int              // how many of those come before the first free one
	left   int              // number of free squares
	score  int32            // rule 5, from the root player's point of view
	hash   uint64           // Zobrist hash of the owners and of the side to move
	keys   [][2]uint64      // by square and side
	turn   uint64           // of the opponent's being to move
	side   uint8            // to move
	made   []played         // the moves that Undo takes back
	tempo  tempo
}

// A tempo says how much of what the best move gains the right to move is worth, in halves.
type tempo int32

const (
	noTempo tempo = iota
	halfTempo
	wholeTempo
)

func (t tempo) of(gain int32) int32 { return gain * int32(t) / 2 }

// A played move holds what Undo needs.
type played struct {
	line   int       // the row of its square
	pieces [2][3]row // that row, and those around it
	top    int
	score  int32
	hash   uint64
}

var _ engine.Game[position] = (*rules)(nil)

// Board implements engine.Game. The foe has the move after the next one, so that the right to move is worth half of
// what it gains: that beats nothing, a quarter, three quarters and the whole in games of equal nodes.
func (r *rules) Board(root *position) engine.Board { return newBoard(r, root, halfTempo) }

func newBoard(r *rules, p *position, t tempo) *board {
	cells := len(r.values)
	b := &board{
		n: r.n, all: 1<<r.n - 1, values: r.values, worth: make([]int16, cells), keys: make([][2]uint64, cells),
		score: r.evaluate(p), side: p.mover & 1, tempo: t,
	}
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
	if b.side == 1 {
		b.hash ^= b.turn
	}
	b.made = make([]played, 0, b.left)
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

func (b *board) Key() uint64 { return b.hash }

func (b *board) Left() int { return b.left }

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

// Play numbers moves as the rules do. A raid that turns nothing is a stake.
func (b *board) Play(m search.Move) search.Turn {
	square, raid := int(m), int(m) >= len(b.values)
	if raid {
		square -= len(b.values)
	}
	line, column := square/b.n+1, square%b.n
	b.made = append(b.made, played{
		line: line, top: b.top, score: b.score, hash: b.hash,
		pieces: [2][3]row{[3]row(b.pieces[0][line-1:]), [3]row(b.pieces[1][line-1:])},
	})

	gain := b.values[square]
	b.pieces[b.side][line] |= 1 << column
	b.hash ^= b.keys[square][b.side] ^ b.turn
	if raid {
		gain += 2 * b.captures(b.side^1, line, column)
		b.turnAround(b.side, line, column)
	}
	if b.side == 1 {
		gain = -gain
	}
	b.score += gain
	b.side ^= 1
	b.left--
	b.rise()
	return search.Next
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

func (b *board) Undo() {
	last := len(b.made) - 1
	u := &b.made[last]
	for side := range b.pieces {
		*(*[3]row)(b.pieces[side][u.line-1:]) = u.pieces[side]
	}
	b.top, b.score, b.hash = u.top, u.score, u.hash
	b.side ^= 1
	b.left++
	b.made = b.made[:last]
}

// Value is the score and, unless the board is full, what the right to move is worth.
func (b *board) Value() int32 {
	if b.left == 0 {
		return b.ahead()
	}
	return b.ahead() + b.tempo.of(b.best(b.side))
}

// ahead returns the score from the point of view of the side to move.
func (b *board) ahead() int32 {
	if b.side == 1 {
		return -b.score
	}
	return b.score
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

// Moves leaves out raids that turn nothing: each leads to the same board as the stake on its square, which comes
// first (rule 4).
func (b *board) Moves(dst []engine.Candidate) []engine.Candidate {
	raid := search.Move(len(b.values))
	first, square, second := b.topFree()
	add := func(m search.Move, i int, gain int32) {
		reply := first // the foe's next move gains as much at least
		if i == int(square) {
			reply = second
		}
		dst = append(dst, engine.Candidate{Move: m, Gain: gain, Most: b.ahead() + gain - b.tempo.of(reply)})
	}
	for line := 1; line <= b.n; line++ {
		raids := b.raids(b.side, line)
		for free := b.free(line); free != 0; free &= free - 1 {
			column := bits.TrailingZeros32(free)
			i := (line-1)*b.n + column
			add(search.Move(i), i, b.values[i])
			if raids>>column&1 != 0 {
				add(search.Move(i)+raid, i, b.values[i]+2*b.captures(b.side^1, line, column))
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
