package coins

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// simpler returns simpler inputs, by this measure: coins, cut-off, values, task.
func simpler(p homework.Problem) (all []homework.Problem) {
	in := p.(*Input)
	add := func(change func(*Input)) {
		changed := *in
		change(&changed)
		all = append(all, &changed)
	}
	for _, s := range shrink.Spans(len(in.Row)) {
		if s[1]-s[0] < len(in.Row) {
			add(func(in *Input) { in.Row = slices.Delete(slices.Clone(in.Row), s[0], s[1]) })
		}
	}
	for _, cutOff := range shrink.Number(in.CutOff, 1) {
		add(func(in *Input) { in.CutOff = cutOff })
	}
	for _, row := range shrink.Numbers(in.Row, 1) {
		add(func(in *Input) { in.Row = row })
	}
	if in.prune() {
		add(func(in *Input) { in.Task = minimax })
	}
	return all
}
