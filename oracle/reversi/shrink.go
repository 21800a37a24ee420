package reversi

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// simpler returns simpler inputs, by this measure: depth, pieces, whether O moves, pieces of O.
func simpler(p homework.Problem) []homework.Problem {
	s := shrink.From(p, func(in *Input) *Input { c := *in; return &c }, nil)
	s.Int(&s.In.Depth, 1)
	for _, piece := range []byte("XO") {
		s.Replace(s.In.Board[:], piece, '*')
	}
	if s.In.Player == 'O' {
		s.Try(func(in *Input) { in.giveTo('X') })
	}
	s.Replace(s.In.Board[:], 'O', 'X')
	return s.All
}
