package gen

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// smallMapcolor draws a random map. Names mix cases, digits and lengths, so that
// ASCII order and other orders part; some edges are written on one line only.
func smallMapcolor(r *Rand) homework.Problem {
	in := &mapcolor.Input{
		Colours: names(r, r.Between(1, 4), "BGRbgr"),
		Depth:   r.Between(0, 3),
	}
	top := pick(r, 0, 1, 3, 15, 1_000_000)
	for player := range in.Weights {
		for range in.Colours {
			weight := r.Between(0, top)
			if r.Chance(6) {
				weight = -weight
			}
			in.Weights[player] = append(in.Weights[player], int32(weight))
		}
	}
	states := names(r, r.Between(2, 9), "ABab12")
	adjacent := drawMap(r, in, states)
	colour(r, in, states, adjacent)
	return in
}

// drawMap adds random edges and writes the lines of the map in random order.
func drawMap(r *Rand, in *mapcolor.Input, states []string) (adjacent [][]bool) {
	adjacent = make([][]bool, len(states))
	lines := make([]mapcolor.Line, len(states))
	for i, s := range states {
		lines[i].State = s
		adjacent[i] = make([]bool, len(states))
	}
	oneSided := r.Chance(4)
	density := r.Between(1, 3)
	for i := range states {
		for j := range i {
			if r.Intn(4) >= density {
				continue
			}
			adjacent[i][j], adjacent[j][i] = true, true
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
	in.Map = lines
	return adjacent
}

// colour makes one to three initial assignments that no edge forbids.
func colour(r *Rand, in *mapcolor.Input, states []string, adjacent [][]bool) {
	order := make([]int, len(states))
	for i := range order {
		order[i] = i
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	taken := map[int]string{}
	for _, s := range order[:min(len(order), r.Between(1, 3))] {
		c := pick(r, in.Colours...)
		if slices.ContainsFunc(order, func(n int) bool { return adjacent[s][n] && taken[n] == c }) {
			continue
		}
		taken[s] = c
		in.Initial = append(in.Initial, mapcolor.Assignment{State: states[s], Colour: c, Player: r.Between(1, 2)})
	}
}

// names makes n different names of one to three letters of an alphabet.
func names(r *Rand, n int, alphabet string) (out []string) {
	for len(out) < n {
		name := ""
		for range r.Between(1, 3) {
			name += string(alphabet[r.Intn(len(alphabet))])
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
