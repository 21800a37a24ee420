package gen

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// smallMapcolor draws a random map. Names mix cases, digits and lengths, so that
// ASCII order and other orders part. One map in four is an odd one: some edges are
// written on one line only, some states on none, some weights are negative, and the
// first states lie apart.
func smallMapcolor(r *Rand) homework.Problem {
	odd := r.Chance(4)
	in := &mapcolor.Input{
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
	top := pick(r, 0, 1, 3, 15, 1_000_000)
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
		in.Map = slices.Delete(in.Map, 0, 1) // its state is left to its neighbours' lines, if it has any
	}
	return in
}

func matrix(n int) [][]bool {
	m := make([][]bool, n)
	for i := range m {
		m[i] = make([]bool, n)
	}
	return m
}

// link gives each state that has no neighbour one.
func link(r *Rand, adjacent [][]bool) {
	for i := range adjacent {
		if !slices.Contains(adjacent[i], true) {
			j := (i + r.Between(1, len(adjacent)-1)) % len(adjacent)
			adjacent[i][j], adjacent[j][i] = true, true
		}
	}
}

// writeMap gives the lines of a map in random order, each with its neighbours in
// random order. If oneSided, an edge may be on one of its lines only.
func writeMap(r *Rand, states []string, adjacent [][]bool, oneSided bool) []mapcolor.Line {
	lines := make([]mapcolor.Line, len(states))
	for i, s := range states {
		lines[i].State = s
	}
	for i := range states {
		for j := range i {
			if !adjacent[i][j] {
				continue
			}
			listedBy := 3 // both lines
			if oneSided {
				listedBy = r.Between(1, 3)
			}
			if listedBy&1 != 0 {
				lines[i].Neighbours = append(lines[i].Neighbours, states[j])
			}
			if listedBy&2 != 0 {
				lines[j].Neighbours = append(lines[j].Neighbours, states[i])
			}
		}
	}
	for i := range lines {
		n := lines[i].Neighbours
		r.Shuffle(len(n), func(i, j int) { n[i], n[j] = n[j], n[i] })
	}
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return lines
}

// colour makes up to most initial assignments, at least one, such that no edge
// forbids them: each beside one before it, unless they may lie apart.
func colour(r *Rand, in *mapcolor.Input, states []string, adjacent [][]bool, most int, apart bool) {
	order := make([]int, len(states))
	for i := range order {
		order[i] = i
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	taken := map[int]string{}
	for _, s := range order {
		if len(taken) == most {
			return
		}
		c := pick(r, in.Colours...)
		beside := func(n int) bool { return adjacent[s][n] && taken[n] != "" }
		if len(taken) > 0 && !apart && !slices.ContainsFunc(order, beside) ||
			slices.ContainsFunc(order, func(n int) bool { return adjacent[s][n] && taken[n] == c }) {
			continue
		}
		taken[s] = c
		in.Initial = append(in.Initial, mapcolor.Assignment{State: states[s], Colour: c, Player: r.Between(1, 2)})
	}
}

// names makes n different names of up to so many letters of an alphabet.
func names(r *Rand, n, longest int, alphabet string) (out []string) {
	for len(out) < n {
		name := ""
		for range r.Between(1, longest) {
			name += string(alphabet[r.Intn(len(alphabet))])
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
