package gen

import (
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// courseMapcolor has 6 to 30 states, 3 to 6 colours, depths 2 to 4 and weights 0 to
// 15. Two states that touch are coloured, by player 1 and then by player 2. States
// touch as on a map: those of a grid that has lost some edges.
func courseMapcolor(r *Rand) homework.Problem {
	in := &mapcolor.Input{
		Colours: slices.Clone([]string{"R", "G", "B", "Y", "W", "K"}[:r.Between(3, 6)]),
		Depth:   r.Between(2, 4),
	}
	r.Shuffle(len(in.Colours), func(i, j int) { in.Colours[i], in.Colours[j] = in.Colours[j], in.Colours[i] })
	for player := range in.Weights {
		for range in.Colours {
			in.Weights[player] = append(in.Weights[player], int32(r.Between(0, 15)))
		}
	}
	states := courseStates(r, r.Between(6, 30))
	width := r.Between(2, 5)
	adjacent := matrix(len(states))
	for i := range states {
		for _, j := range []int{i - 1, i - width, i - width - 1} {
			if j >= 0 && (j != i-1 || i%width > 0) && !r.Chance(4) {
				adjacent[i][j], adjacent[j][i] = true, true
			}
		}
	}
	link(r, adjacent)
	in.Map = writeMap(r, states, adjacent, false)
	first := pick(r, in.Map...)
	colours := slices.Clone(in.Colours)
	r.Shuffle(len(colours), func(i, j int) { colours[i], colours[j] = colours[j], colours[i] })
	in.Initial = []mapcolor.Assignment{
		{State: first.State, Colour: colours[0], Player: 1},
		{State: pick(r, first.Neighbours...), Colour: colours[1], Player: 2},
	}
	return in
}

// courseStates names states as the course does: short names, longer ones, or
// numbered ones.
func courseStates(r *Rand, n int) []string {
	if r.Chance(3) {
		states := make([]string, n)
		for i := range states {
			states[i] = fmt.Sprintf("S%d", i+1)
		}
		return states
	}
	return names(r, n, pick(r, 3, 6), "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}
