package gen

import (
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

func smallSquirrel(r *Rand) homework.Problem {
	in := new(squirrel.Input)
	free := r.Between(0, 25)
	depth := func() int {
		switch {
		case free <= 5:
			return r.Between(1, 7)
		case free <= 12:
			return r.Between(1, 3)
		}
		return r.Between(1, 2)
	}
	player := func(piece byte) squirrel.Player {
		p := squirrel.Player{Piece: piece, Algorithm: squirrel.Algorithm(r.Between(1, 3)), CutOff: depth()}
		if p.Algorithm == squirrel.Greedy && !r.Chance(6) {
			p.CutOff = 1
		}
		return p
	}
	in.Players = []squirrel.Player{player(pick[byte](r, 'X', 'O'))}
	if r.Chance(4) {
		in.Players = append(in.Players, player('X'+'O'-in.Players[0].Piece))
	} else if r.Chance(20) {
		in.Players[0].CutOff = 0
	}
	top := greatest(r, 100)
	for i := range in.Values {
		in.Values[i] = int32(r.Between(1, top))
	}
	scatter(r, in.Board[:], '*', free)
	return in
}

func smallGangwars(r *Rand) homework.Problem {
	n := r.Between(1, 6)
	if r.Chance(20) {
		n = r.Between(7, gangwars.MaxN)
	}
	in := &gangwars.Input{
		N:      n,
		Mode:   pick(r, gangwars.Minimax, gangwars.AlphaBeta),
		Player: pick[byte](r, 'X', 'O'),
		Values: make([]int32, n*n),
		Board:  make([]byte, n*n),
	}
	free := r.Between(1, min(n*n, 40))
	switch {
	case free <= 4:
		in.Depth = r.Between(1, 5)
	case free <= 9:
		in.Depth = r.Between(1, 3)
	default:
		in.Depth = r.Between(1, 2)
	}
	if !r.Chance(10) {
		in.Depth = min(in.Depth, free)
	}
	top := greatest(r, 99)
	for i := range in.Values {
		in.Values[i] = int32(r.Between(1, top))
	}
	scatter(r, in.Board, '.', free)
	return in
}
