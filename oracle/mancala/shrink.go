package mancala

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// simpler returns simpler inputs, by this measure: task, pits, cut-off, stones in pits and
// mancalas, player. Neither side is emptied, as far as it was not empty before.
func simpler(p homework.Problem) (all []homework.Problem) {
	in := p.(*Input)
	empty := func(pits []int32) bool { return slices.Max(pits) == 0 }
	add := func(change func(*Input)) {
		changed := *in
		change(&changed)
		for player, pits := range changed.Pits {
			if empty(pits) && !empty(in.Pits[player]) {
				return
			}
		}
		all = append(all, &changed)
	}
	for _, task := range shrink.Number(int(in.Task), int(Greedy)) {
		add(func(in *Input) { in.Task, in.CutOff, in.Clock = Algorithm(task), max(in.CutOff, 1), "" })
	}
	n := len(in.Pits[0])
	for _, s := range shrink.Spans(n) {
		if n-(s[1]-s[0]) >= MinPits {
			add(func(in *Input) {
				for player, pits := range in.Pits {
					in.Pits[player] = slices.Delete(slices.Clone(pits), s[0], s[1])
				}
			})
		}
	}
	for _, cutOff := range shrink.Number(in.CutOff, 1) {
		add(func(in *Input) { in.CutOff = cutOff })
	}
	for _, stores := range shrink.Numbers(in.Stores[:], 0) {
		add(func(in *Input) { copy(in.Stores[:], stores) })
	}
	for player := range in.Pits {
		for _, pits := range shrink.Numbers(in.Pits[player], 0) {
			add(func(in *Input) { in.Pits[player] = pits })
		}
	}
	if in.Player == 2 {
		if turned := in.turned(); !empty(turned.Pits[0]) && !empty(turned.Pits[1]) {
			all = append(all, turned)
		}
	}
	return all
}

// turned returns the board as it is seen from the other side.
func (in *Input) turned() *Input {
	other := *in
	other.Player = 3 - in.Player
	for player := range in.Pits {
		pits := slices.Clone(in.Pits[player])
		slices.Reverse(pits)
		other.Pits[1-player] = pits
		other.Stores[1-player] = in.Stores[player]
	}
	return &other
}
