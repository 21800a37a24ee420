package coins

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// simpler returns simpler inputs, by this measure: coins, cut-off, values, task.
func simpler(p homework.Problem) []homework.Problem {
	s := shrink.From(p, (*Input).clone, func(in *Input) bool { return len(in.Row) > 0 })
	for _, span := range shrink.Spans(len(s.Input.Row)) {
		s.Try(func(in *Input) { in.Row = slices.Delete(in.Row, span[0], span[1]) })
	}
	s.Int(&s.Input.CutOff, 1)
	s.Ints(s.Input.Row, 1)
	s.Int(&s.Input.Task, minimax)
	return s.All
}

func (in *Input) clone() *Input {
	c := *in
	c.Row = slices.Clone(in.Row)
	return &c
}
