package squirrel

import (
	"bytes"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// simpler returns simpler inputs, by this measure: algorithms, cut-offs, free squares, whether
// O moves first, values, pieces of O. It fills free squares rather than remove pieces, since
// those make the search, but not the last one.
func simpler(p homework.Problem) []homework.Problem {
	free := func(in *Input) bool { return bytes.IndexByte(in.Board[:], '*') >= 0 }
	s := shrink.From(p, (*Input).clone, func(in *Input) bool { return free(in) || !free(p.(*Input)) })
	for i, p := range s.In.Players {
		for _, a := range shrink.Number(int(p.Algorithm), int(Greedy)) {
			s.Try(func(in *Input) {
				in.Players[i].Algorithm = Algorithm(a)
				if in.Players[i].Algorithm == Greedy {
					in.Players[i].CutOff = min(1, p.CutOff)
				}
			})
		}
	}
	for i := range s.In.Players {
		s.Int(&s.In.Players[i].CutOff, 1)
	}
	board := s.In.Board[:]
	for _, piece := range []byte("XO") {
		s.Replace(board, '*', piece)
	}
	if s.In.Players[0].Piece == 'O' {
		s.Try(func(in *Input) {
			for i := range in.Players {
				in.Players[i].Piece = 'X' + 'O' - in.Players[i].Piece
			}
			shrink.Exchange(in.Board[:])
		})
	}
	s.Ints(s.In.Values[:], 1)
	s.Replace(board, 'O', 'X')
	return s.All
}

func (in *Input) clone() *Input {
	c := *in
	c.Players = slices.Clone(in.Players)
	return &c
}
