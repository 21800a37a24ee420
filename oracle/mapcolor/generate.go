package mapcolor

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// small draws a random map. Names mix cases, digits and lengths, so that ASCII order
// differs from other orders. One map in four is odd: some edges are on one line only, some
// states have no line, some weights are negative, and the first coloured states are not
// adjacent.
func small(r *random.Rand) homework.Problem {
	odd := r.Chance(4)
	in := &Input{
		Colours: names(r, r.Between(1, 4), 3, "BGRbgr"),
		Depth:   r.Between(1, 3),
	}
	if odd && r.Chance(4) {
		in.Depth = 0
	}
	if r.Chance(12) {
		in.Colours = names(r, r.Between(5, 8), 3, "BGRbgr")
		in.Depth = r.Between(1, 2)
	}
	top := random.Pick(r, 0, 1, 3, 15, 1_000_000)
	for player := range in.Weights {
		for range in.Colours {
			weight := r.Between(0, top)
			if odd && r.Chance(6) {
				weight = -weight
			}
			in.Weights[player] = append(in.Weights[player], int32(weight))
		}
	}
	states := names(r, r.Between(2, 9), 3, "ABab12")
	if r.Chance(20) {
		states = names(r, r.Between(28, 34), 3, "ABab12")
		in.Depth = 1
	}
	adjacent := matrix(len(states))
	density := r.Between(1, 3)
	for i := range states {
		for j := range i {
			edge := r.Intn(4) < density && (len(states) < 20 || r.Chance(6))
			adjacent[i][j], adjacent[j][i] = edge, edge
		}
	}
	if !odd {
		link(r, adjacent)
	}
	in.Map = writeMap(r, states, adjacent, odd && r.Chance(2))
	most := 3
	if r.Chance(6) {
		most = 7
	}
	colour(r, in, states, adjacent, r.Between(1, most), odd && r.Chance(2))
	if odd && r.Chance(4) {
		in.Map = slices.Delete(in.Map, 0, 1) // its state remains on its neighbours' lines, if it has any
	}
	return in
}

// likeCourse makes 6 to 30 states, 3 to 6 colours, depths 2 to 4 and weights 0 to 15. Two
// adjacent states are coloured, one by player 1 and then one by player 2. The map is a grid
// with some edges removed.
func likeCourse(r *random.Rand) homework.Problem {
	in := colouring(r, []string{"R", "G", "B", "Y", "W", "K"}[:r.Between(3, 6)], r.Between(2, 4), 15)
	in.lay(r, r.Between(6, 30))
	return in
}

// lay draws a map of so many states, of which two are coloured.
func (in *Input) lay(r *random.Rand, n int) {
	states := courseStates(r, n)
	in.Map = writeMap(r, states, grid(r, len(states), func() bool { return r.Chance(4) }), false)
	first := random.Pick(r, in.Map...)
	colours := slices.Clone(in.Colours)
	r.Shuffle(len(colours), func(i, j int) { colours[i], colours[j] = colours[j], colours[i] })
	in.Initial = []Colouring{
		{State: first.State, Colour: colours[0], Player: 1},
		{State: random.Pick(r, first.Neighbours...), Colour: colours[1], Player: 2},
	}
}

// colouring makes an input without a map: colours in random order, with weights up to top.
func colouring(r *random.Rand, colours []string, depth, top int) *Input {
	in := &Input{Colours: slices.Clone(colours), Depth: depth}
	r.Shuffle(len(in.Colours), func(i, j int) { in.Colours[i], in.Colours[j] = in.Colours[j], in.Colours[i] })
	for player := range in.Weights {
		for range in.Colours {
			in.Weights[player] = append(in.Weights[player], int32(r.Between(0, top)))
		}
	}
	return in
}

// courseStates names states as the course does: short names, longer names or numbered ones.
func courseStates(r *random.Rand, n int) []string {
	if r.Chance(3) {
		return numbered(r, n)
	}
	return names(r, n, random.Pick(r, 3, 6), "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}
