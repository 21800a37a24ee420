package gangwars

import (
	"bytes"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// simpler returns simpler inputs, by this measure: width, depth, free squares, mode, whether O
// moves, values, pieces of O. The depth never exceeds the number of free squares, as far as
// it did not before.
func simpler(p homework.Problem) (all []homework.Problem) {
	in := p.(*Input)
	add := func(change func(*Input)) {
		changed := *in
		change(&changed)
		free := bytes.Count(changed.Board, []byte{'.'})
		if free > 0 {
			changed.Depth = min(changed.Depth, max(free, 1))
			all = append(all, &changed)
		}
	}
	for _, n := range shrink.Number(in.N, 1) {
		for _, at := range [][2]int{{0, 0}, {0, in.N - n}, {in.N - n, 0}, {in.N - n, in.N - n}} {
			within := func(i, from int) bool { return from <= i && i < from+n }
			add(func(in *Input) { in.keep(func(r, c int) bool { return within(r, at[0]) && within(c, at[1]) }, n) })
		}
	}
	for row := range in.N {
		for column := range in.N {
			if in.N > 1 && (in.N <= 5 || row == column || row+column == in.N-1) {
				add(func(in *Input) { in.keep(func(r, c int) bool { return r != row && c != column }, in.N-1) })
			}
		}
	}
	for _, depth := range shrink.Number(in.Depth, 1) {
		add(func(in *Input) { in.Depth = depth })
	}
	for _, piece := range []byte("XO") {
		for _, board := range shrink.Replaced(in.Board, '.', piece) {
			add(func(in *Input) { in.Board = board })
		}
	}
	if in.Mode == AlphaBeta {
		add(func(in *Input) { in.Mode = Minimax })
	}
	if in.Player == 'O' {
		add(func(in *Input) { in.Player, in.Board = 'X', shrink.Exchanged(in.Board) })
	}
	for _, values := range shrink.Numbers(in.Values, 1) {
		add(func(in *Input) { in.Values = values })
	}
	for _, board := range shrink.Replaced(in.Board, 'O', 'X') {
		add(func(in *Input) { in.Board = board })
	}
	return all
}

// keep leaves n rows and columns of the board.
func (in *Input) keep(kept func(row, column int) bool, n int) {
	var values []int32
	var board []byte
	for i := range in.Board {
		if kept(i/in.N, i%in.N) {
			values, board = append(values, in.Values[i]), append(board, in.Board[i])
		}
	}
	in.N, in.Values, in.Board = n, values, board
}
