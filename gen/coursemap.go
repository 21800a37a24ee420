package gen

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// courseMapcolor has 6 to 30 states, 3 to 6 colours, depths 2 to 4 and weights 0 to
// 15. Two states that touch are coloured, by player 1 and then by player 2. States
// touch as on a map: those of a grid that has lost some edges.
func courseMapcolor(r *Rand) homework.Problem {
	in := colouring(r, []string{"R", "G", "B", "Y", "W", "K"}[:r.Between(3, 6)], r.Between(2, 4), 15)
	states := courseStates(r, r.Between(6, 30))
	in.Map = writeMap(r, states, grid(r, len(states), func() bool { return r.Chance(4) }), false)
	first := pick(r, in.Map...)
	colours := slices.Clone(in.Colours)
	r.Shuffle(len(colours), func(i, j int) { colours[i], colours[j] = colours[j], colours[i] })
	in.Initial = []mapcolor.Assignment{
		{State: first.State, Colour: colours[0], Player: 1},
		{State: pick(r, first.Neighbours...), Colour: colours[1], Player: 2},
	}
	return in
}

// colouring makes an input without a map: colours in some order, with weights up to top.
func colouring(r *Rand, colours []string, depth, top int) *mapcolor.Input {
	in := &mapcolor.Input{Colours: slices.Clone(colours), Depth: depth}
	r.Shuffle(len(in.Colours), func(i, j int) { in.Colours[i], in.Colours[j] = in.Colours[j], in.Colours[i] })
	for player := range in.Weights {
		for range in.Colours {
			in.Weights[player] = append(in.Weights[player], int32(r.Between(0, top)))
		}
	}
	return in
}

// grid makes the edges of n states that lie in rows: each touches those beside, below
// and slantwise below it, but for the edges that are lost.
func grid(r *Rand, n int, lost func() bool) (adjacent [][]bool) {
	width := r.Between(2, 5)
	adjacent = matrix(n)
	for i := range n {
		for _, j := range []int{i - 1, i - width, i - width - 1} {
			if j >= 0 && (j != i-1 || i%width > 0) && !lost() {
				adjacent[i][j], adjacent[j][i] = true, true
			}
		}
	}
	link(r, adjacent)
	return adjacent
}

// courseStates names states as the course does: short names, longer ones, or
// numbered ones.
func courseStates(r *Rand, n int) []string {
	if r.Chance(3) {
		return numbered(r, n)
	}
	return names(r, n, pick(r, 3, 6), "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}
