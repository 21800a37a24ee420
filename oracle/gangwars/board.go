package gangwars

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A board is a position on which the engine makes moves and takes them back. It incrementally maintains the
// data about all squares that this requires.
type board struct {
	rules *rules
	position
	worth []int16     // the squares, the most valuable first
	top   int         // the number of these before the first free one
	left  int         // number of free squares
	hash  uint64      // Zobrist hash of the owners and of the side to move
	keys  [][2]uint64 // by square and side
	turn  uint64      // key of the opponent's turn
	made  []played    // the moves that Undo takes back
	tempo tempo
}

// A tempo is the value of the right to move, in halves of the gain of the best move.
type tempo int32

const (
	noTempo tempo = iota
	halfTempo
	wholeTempo
)

func (t tempo) of(gain int32) int32 { return gain * int32(t) / 2 }

// A played move holds the data that Undo needs.
type played struct {
	line   int       // the row of its square
	pieces [2][3]row // that row, and the rows around it
	top    int
	score  int32
	hash   uint64
}

var _ engine.Game[position] = (*rules)(nil)

// Board implements engine.Game. The opponent has the move after the next one, so the right to move counts for
// half of its gain. In games with equal node counts this beats factors of 0, 1/4, 3/4 and 1.
func (r *rules) Board(root *position) engine.Board { return newBoard(r, root, halfTempo) }

func newBoard(r *rules, p *position, t tempo) *board {
	cells := len(r.values)
	b := &board{rules: r, position: *p, worth: make([]int16, cells), keys: make([][2]uint64, cells), tempo: t}
	b.score = r.evaluate(p)
	random := rand.New(rand.NewPCG(1, 1)) // the answer does not depend on it
	b.turn = random.Uint64()
	for i := range cells {
		b.worth[i] = int16(i)
		for side := range 2 {
			b.keys[i][side] = random.Uint64()
		}
		for side := range p.pieces {
			if r.has(&p.pieces[side], i) {
				b.hash ^= b.keys[i][side]
			}
		}
	}
	slices.SortStableFunc(b.worth, func(i, j int16) int { return cmp.Compare(r.values[j], r.values[i]) })
	for line := 1; line <= r.n; line++ {
		b.left += bits.OnesCount32(r.free(p, line))
	}
	b.rise()
	if b.mover == 1 {
		b.hash ^= b.turn
	}
	b.made = make([]played, 0, b.left)
	return b
}

// rise moves top to the first free square.
func (b *board) rise() {
	for b.top < len(b.worth) && !b.isFree(b.worth[b.top]) {
		b.top++
	}
}

func (b *board) isFree(square int16) bool {
	line, bit := b.rules.place(int(square))
	return b.rules.free(&b.position, line)&bit != 0
}

func (b *board) Key() uint64 { return b.hash }

func (b *board) MaxMovesLeft() int { return b.left }

// raids returns the squares of a row on which a raid by side turns a piece (rule 3).
func (b *board) raids(side uint8, line int) row {
	return b.rules.free(&b.position, line) & b.pieces[side].neighbours(line) & b.pieces[side^1].neighbours(line)
}

// Play numbers moves as the rules do. A raid that turns nothing is a stake.
func (b *board) Play(m search.Move) search.Turn {
	i, _ := b.rules.square(m)
	line, _ := b.rules.place(i)
	b.made = append(b.made, played{
		line: line, top: b.top, score: b.score, hash: b.hash,
		pieces: [2][3]row{[3]row(b.pieces[0][line-1:]), [3]row(b.pieces[1][line-1:])},
	})
	b.hash ^= b.keys[i][b.mover] ^ b.turn
	first := (line - 2) * b.rules.n // of the row above
	for _, turned := range b.rules.play(&b.position, m) {
		for ; turned != 0; turned &= turned - 1 {
			keys := &b.keys[first+bits.TrailingZeros32(turned)]
			b.hash ^= keys[0] ^ keys[1]
		}
		first += b.rules.n
	}
	b.left--
	b.rise()
	return search.Next
}

func (b *board) Undo() {
	last := len(b.made) - 1
	u := &b.made[last]
	for side := range b.pieces {
		*(*[3]row)(b.pieces[side][u.line-1:]) = u.pieces[side]
	}
	b.top, b.score, b.hash = u.top, u.score, u.hash
	b.mover ^= 1
	b.left++
	b.made = b.made[:last]
}

// Value is the score and, unless the board is full, the value of the right to move.
func (b *board) Value() int32 {
	if b.left == 0 {
		return b.lead()
	}
	return b.lead() + b.tempo.of(b.best())
}

// lead returns the score from the point of view of the side to move.
func (b *board) lead() int32 {
	if b.mover == 1 {
		return -b.score
	}
	return b.score
}

// best returns the most that the side to move can gain by one move, which is the value of the last ply.
// There must be a free square.
func (b *board) best() (best int32) {
	values, foe := b.rules.values, &b.pieces[b.mover^1]
	best = values[b.worth[b.top]]
	for line := 1; line <= b.rules.n; line++ {
		for raids := b.raids(b.mover, line); raids != 0; raids &= raids - 1 {
			i := (line-1)*b.rules.n + bits.TrailingZeros32(raids)
			best = max(best, values[i]+2*b.rules.captures(foe, i))
		}
	}
	return best
}

// Moves leaves out raids that turn nothing: each leads to the same board as the stake on its square, which
// comes first (rule 4).
func (b *board) Moves(dst []engine.Candidate) []engine.Candidate {
	n, values, foe := b.rules.n, b.rules.values, &b.pieces[b.mover^1]
	first, square, second := b.topFree()
	add := func(m search.Move, i int, gain int32) {
		reply := first // the foe's next move gains as much at least
		if i == int(square) {
			reply = second
		}
		dst = append(dst, engine.Candidate{Move: m, Gain: gain, MaxValue: b.lead() + gain - b.tempo.of(reply)})
	}
	for line := 1; line <= n; line++ {
		raids := b.raids(b.mover, line)
		for free := b.rules.free(&b.position, line); free != 0; free &= free - 1 {
			column := bits.TrailingZeros32(free)
			i := (line-1)*n + column
			add(search.Move(i), i, values[i])
			if raids>>column&1 != 0 {
				add(search.Move(i+len(values)), i, values[i]+2*b.rules.captures(foe, i))
			}
		}
	}
	return dst
}

// topFree returns the greatest value of a free square, that square, and the greatest value among the other
// free squares. The values are 0 without such a square.
func (b *board) topFree() (value int32, square int16, other int32) {
	if b.top == len(b.worth) {
		return 0, 0, 0
	}
	square = b.worth[b.top]
	for _, next := range b.worth[b.top+1:] {
		if b.isFree(next) {
			other = b.rules.values[next]
			break
		}
	}
	return b.rules.values[square], square, other
}
