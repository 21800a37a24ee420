package squirrel

import (
	"bytes"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// simpler returns simpler inputs, by this measure: algorithms, cut-offs, free squares, whether
// O moves first, values, pieces of O. It fills free squares rather than remove pieces, since
// those make the search.
func simpler(p homework.Problem) (all []homework.Problem) {
	in := p.(*Input)
	add := func(change func(*Input)) {
		changed := *in
		changed.Players = slices.Clone(in.Players)
		change(&changed)
		all = append(all, &changed)
	}
	for i, p := range in.Players {
		for _, a := range shrink.Number(int(p.Algorithm), int(Greedy)) {
			add(func(in *Input) {
				in.Players[i].Algorithm = Algorithm(a)
				if in.Players[i].Algorithm == Greedy {
					in.Players[i].CutOff = min(1, p.CutOff)
				}
			})
		}
	}
	for i, p := range in.Players {
		for _, cutOff := range shrink.Number(p.CutOff, 1) {
			add(func(in *Input) { in.Players[i].CutOff = cutOff })
		}
	}
	for _, piece := range []byte("XO") {
		for _, board := range shrink.Replaced(in.Board[:], '*', piece) {
			if bytes.IndexByte(board, '*') >= 0 {
				add(func(in *Input) { copy(in.Board[:], board) })
			}
		}
	}
	if in.Players[0].Piece == 'O' {
		add(func(in *Input) {
			for i := range in.Players {
				in.Players[i].Piece = 'X' + 'O' - in.Players[i].Piece
			}
			copy(in.Board[:], shrink.Exchanged(in.Board[:]))
		})
	}
	for _, values := range shrink.Numbers(in.Values[:], 1) {
		add(func(in *Input) { copy(in.Values[:], values) })
	}
	for _, board := range shrink.Replaced(in.Board[:], 'O', 'X') {
		add(func(in *Input) { copy(in.Board[:], board) })
	}
	return all
}
