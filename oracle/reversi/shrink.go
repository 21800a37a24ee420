package reversi

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// simpler returns simpler inputs, by this measure: depth, pieces, whether O moves, pieces of O.
func simpler(p homework.Problem) (all []homework.Problem) {
	in := p.(*Input)
	add := func(change func(*Input)) {
		changed := *in
		change(&changed)
		all = append(all, &changed)
	}
	for _, depth := range shrink.Number(in.Depth, 1) {
		add(func(in *Input) { in.Depth = depth })
	}
	for _, piece := range []byte("XO") {
		for _, board := range shrink.Replaced(in.Board[:], piece, '*') {
			add(func(in *Input) { copy(in.Board[:], board) })
		}
	}
	if in.Player == 'O' {
		add(func(in *Input) { in.giveTo('X') })
	}
	for _, board := range shrink.Replaced(in.Board[:], 'O', 'X') {
		add(func(in *Input) { copy(in.Board[:], board) })
	}
	return all
}
