package gangwars

import (
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// startPosition draws values from 1 to 99, and an empty board or one with as many pieces of either
// side, of nearly the same worth. The board does not depend on who moves first.
func startPosition(r *random.Rand, size, first int) contest.View[position] {
	in := &Input{N: size, Mode: Competition, Player: "XO"[first], Clock: "0"}
	in.clear()
	random.Fill(r, in.Values, 1, 99)
	pieces := 0 // of a side
	if r.Chance(2) {
		pieces = r.Between(1, max(1, min(4, size*size/8)))
	}
	const draws = 100
	rules, least := newRules(in.N, in.Values), search.Inf
	for i := 0; i < draws && least > 0; i++ {
		drawn := *in
		drawn.Board = in.scatter(r, pieces)
		if odds := drawn.odds(rules); odds < least {
			least, in = odds, &drawn
		}
	}
	return view{in}
}

// scatter returns a board with so many pieces of each side.
func (in *Input) scatter(r *random.Rand, pieces int) []byte {
	board := make([]byte, len(in.Board))
	for i := range board {
		switch {
		case i < pieces:
			board[i] = 'X'
		case i < 2*pieces:
			board[i] = 'O'
		default:
			board[i] = '.'
		}
	}
	r.Shuffle(len(board), func(i, j int) { board[i], board[j] = board[j], board[i] })
	return board
}

// odds says how far the board is from even: by how much one side is ahead, or how much whoever
// moves first can turn at once.
func (in *Input) odds(r *rules) int32 {
	root := in.root()
	b := newBoard(r, &root, noTempo)
	odds := max(b.score, -b.score)
	for line := 1; line <= b.n; line++ {
		for side := range uint8(2) {
			for raids := b.raids(side, line); raids != 0; raids &= raids - 1 {
				odds = max(odds, b.captures(side^1, line, bits.TrailingZeros32(raids)))
			}
		}
	}
	return odds
}
