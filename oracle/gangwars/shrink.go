package gangwars

import (
	"bytes"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// simpler returns simpler inputs, by this measure: width, depth, free squares, mode, whether O
// moves, values, pieces of O. The depth never exceeds the number of free squares, as far as
// it did not before.
func simpler(p homework.Problem) []homework.Problem {
	s := shrink.From(p, (*Input).clone, (*Input).fit)
	n := s.In.N
	for _, width := range shrink.Number(n, 1) {
		for _, at := range [][2]int{{0, 0}, {0, n - width}, {n - width, 0}, {n - width, n - width}} {
			within := func(i, from int) bool { return from <= i && i < from+width }
			s.Try(func(in *Input) { in.keep(func(r, c int) bool { return within(r, at[0]) && within(c, at[1]) }, width) })
		}
	}
	for row := range n {
		for column := range n {
			if n > 1 && (n <= 5 || row == column || row+column == n-1) {
				s.Try(func(in *Input) { in.keep(func(r, c int) bool { return r != row && c != column }, n-1) })
			}
		}
	}
	s.Int(&s.In.Depth, 1)
	for _, piece := range []byte("XO") {
		s.Replace(s.In.Board, '.', piece)
	}
	if s.In.Mode == AlphaBeta {
		s.Try(func(in *Input) { in.Mode = Minimax })
	}
	if s.In.Player == 'O' {
		s.Try(func(in *Input) {
			in.Player = 'X'
			shrink.Exchange(in.Board)
		})
	}
	s.Ints(s.In.Values, 1)
	s.Replace(s.In.Board, 'O', 'X')
	return s.All
}

func (in *Input) clone() *Input {
	c := *in
	c.Values, c.Board = slices.Clone(in.Values), slices.Clone(in.Board)
	return &c
}

// fit keeps the depth within the free squares, of which there must be one.
func (in *Input) fit() bool {
	free := bytes.Count(in.Board, []byte{'.'})
	in.Depth = min(in.Depth, max(free, 1))
	return free > 0
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
