package mapcolor

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/random"
)

func matrix(n int) [][]bool {
	m := make([][]bool, n)
	for i := range m {
		m[i] = make([]bool, n)
	}
	return m
}

// link gives every isolated state a neighbour.
func link(r *random.Rand, adjacent [][]bool) {
	for i := range adjacent {
		if !slices.Contains(adjacent[i], true) {
			j := (i + r.Between(1, len(adjacent)-1)) % len(adjacent)
			adjacent[i][j], adjacent[j][i] = true, true
		}
	}
}

// writeMap returns the lines of a map in random order, each with its neighbours in random
// order. If oneSided is set, an edge may be on only one of its two lines.
func writeMap(r *random.Rand, states []string, adjacent [][]bool, oneSided bool) []Line {
	lines := make([]Line, len(states))
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

// colour makes at least one and up to most initial assignments that no edge forbids. Unless
// apart is set, each is next to an earlier one.
func colour(r *random.Rand, in *Input, states []string, adjacent [][]bool, most int, apart bool) {
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
		c := random.Pick(r, in.Colours...)
		beside := func(n int) bool { return adjacent[s][n] && taken[n] != "" }
		if len(taken) > 0 && !apart && !slices.ContainsFunc(order, beside) ||
			slices.ContainsFunc(order, func(n int) bool { return adjacent[s][n] && taken[n] == c }) {
			continue
		}
		taken[s] = c
		in.Initial = append(in.Initial, Colouring{State: states[s], Colour: c, Player: r.Between(1, 2)})
	}
}

// names returns n distinct names of at most longest letters from an alphabet.
func names(r *random.Rand, n, longest int, alphabet string) (out []string) {
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

// grid returns the edges of n states arranged in rows: each touches those beside, below and
// diagonally below it, except for the edges that lost drops.
func grid(r *random.Rand, n int, lost func() bool) (adjacent [][]bool) {
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
