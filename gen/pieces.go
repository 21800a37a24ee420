package gen

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// smallReversi scatters pieces, since games from the start seldom come to passes
// and wiped-out sides.
func smallReversi(r *Rand) homework.Problem {
	in := &reversi.Input{Player: pick[byte](r, 'X', 'O')}
	free := r.Between(0, 63)
	scatter(r, in.Board[:], '*', free)
	in.Depth = r.Between(1, 3)
	switch {
	case free < 8:
		in.Depth = r.Between(1, 7)
	case r.Chance(12):
		in.Depth = 0
	}
	return in
}

func smallMancala(r *Rand) homework.Problem {
	n := r.Between(mancala.MinPits, mancala.MaxPits)
	if r.Chance(2) {
		n = mancala.MinPits
	}
	in := &mancala.Input{
		Task:   pick(r, mancala.Greedy, mancala.Minimax, mancala.AlphaBeta, mancala.AlphaBeta),
		Player: r.Between(1, 2),
		CutOff: r.Between(1, 3),
	}
	if n > 5 {
		in.CutOff = r.Between(1, 2)
	}
	most := pick(r, 1, 2, 4, 4, 9)
	if r.Chance(8) {
		most = pick(r, 30, 410)
	}
	for player := range in.Pits {
		in.Pits[player] = make([]int32, n)
		for i := range n {
			if !r.Chance(3) {
				in.Pits[player][i] = int32(r.Between(0, most))
			}
		}
		in.Stores[player] = int32(r.Between(0, 20))
	}
	in.Pits[in.Player-1][r.Intn(n)] = int32(r.Between(1, most)) // a legal move
	if r.Chance(30) {
		in.Pits[r.Intn(2)][r.Intn(n)] = 1000 // the handout's most
	}
	return in
}
