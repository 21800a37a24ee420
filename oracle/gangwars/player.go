package gangwars

import (
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

var _ engine.Game[position] = (*rules)(nil)

// Board implements engine.Game.
func (r *rules) Board(root *position) engine.Board {
	start := *root
	start.score = r.evaluate(root)
	b := &player{board: newBoard(r, &start), side: root.mover & 1}
	b.made = make([]played, 0, b.left)
	return b
}

// A player is the board of the reference agent.
type player struct {
	*board
	side uint8 // to move
	made []played
}

func (p *player) Key() uint64 { return p.key(p.side) }

func (p *player) Left() int { return p.left }

// Moves leaves out raids that turn nothing.
func (p *player) Moves(dst []engine.Candidate) []engine.Candidate {
	raid := search.Move(len(p.values))
	first, square, second := p.topFree()
	add := func(m search.Move, i int, gain int32) {
		reply := first // the foe's next move gains as much at least
		if i == int(square) {
			reply = second
		}
		dst = append(dst, engine.Candidate{Move: m, Gain: gain, Most: p.ahead() + gain - tempo(reply)})
	}
	for line := 1; line <= p.n; line++ {
		raids := p.raids(p.side, line)
		for free := p.free(line); free != 0; free &= free - 1 {
			column := bits.TrailingZeros32(free)
			i := (line-1)*p.n + column
			add(search.Move(i), i, p.values[i])
			if raids>>column&1 != 0 {
				add(search.Move(i)+raid, i, p.values[i]+2*p.captures(p.side^1, line, column))
			}
		}
	}
	return dst
}

func (p *player) Play(m search.Move) search.Turn {
	square, raid := int(m), int(m) >= len(p.values)
	if raid {
		square -= len(p.values)
	}
	p.made = p.made[:len(p.made)+1]
	p.play(p.side, int16(square), raid, &p.made[len(p.made)-1])
	p.side ^= 1
	return search.Next
}

func (p *player) Undo() {
	p.undo(&p.made[len(p.made)-1])
	p.made = p.made[:len(p.made)-1]
	p.side ^= 1
}

// Value is the score and, since the game goes on, half of what the next move gains: the foe has the
// one after it. Half beats nothing, a quarter, three quarters and the whole in games
// of equal nodes.
func (p *player) Value() int32 {
	if p.left == 0 {
		return p.ahead()
	}
	return p.ahead() + tempo(p.best(p.side))
}

// tempo is what the right to move is worth if the best move gains so much.
func tempo(gain int32) int32 { return gain / 2 }

// ahead returns the score from the point of view of the side to move.
func (p *player) ahead() int32 {
	if p.side == 1 {
		return -p.score
	}
	return p.score
}
