package mancala

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// simpler returns simpler inputs, by this measure: task, pits, cut-off, stones in pits and
// mancalas, player. Neither side is emptied, as far as it was not empty before.
func simpler(p homework.Problem) []homework.Problem {
	empty := func(pits []int32) bool { return slices.Max(pits) == 0 }
	s := shrink.From(p, (*Input).clone, func(in *Input) bool {
		for player, pits := range in.Pits {
			if empty(pits) && !empty(p.(*Input).Pits[player]) {
				return false
			}
		}
		return true
	})
	for _, task := range shrink.Number(int(s.In.Task), int(Greedy)) {
		s.Try(func(in *Input) { in.Task, in.CutOff, in.Clock = Algorithm(task), max(in.CutOff, 1), "" })
	}
	n := len(s.In.Pits[0])
	for _, span := range shrink.Spans(n) {
		if n-(span[1]-span[0]) >= MinPits {
			s.Try(func(in *Input) {
				for player, pits := range in.Pits {
					in.Pits[player] = slices.Delete(pits, span[0], span[1])
				}
			})
		}
	}
	s.Int(&s.In.CutOff, 1)
	s.Ints(s.In.Stores[:], 0)
	for _, pits := range s.In.Pits {
		s.Ints(pits, 0)
	}
	if s.In.Player == 2 {
		s.Try((*Input).turn)
	}
	return s.All
}

func (in *Input) clone() *Input {
	c := *in
	for player, pits := range in.Pits {
		c.Pits[player] = slices.Clone(pits)
	}
	return &c
}

// turn turns the board, so that it is seen from the other side.
func (in *Input) turn() {
	in.Player = 3 - in.Player
	in.Pits[0], in.Pits[1] = in.Pits[1], in.Pits[0]
	in.Stores[0], in.Stores[1] = in.Stores[1], in.Stores[0]
	for _, pits := range in.Pits {
		slices.Reverse(pits)
	}
}
