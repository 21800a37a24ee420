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

// link gives each state that has no neighbour one.
func link(r *random.Rand, adjacent [][]bool) {
	for i := range adjacent {
		if !slices.Contains(adjacent[i], true) {
			j := (i + r.Between(1, len(adjacent)-1)) % len(adjacent)
			adjacent[i][j], adjacent[j][i] = true, true
		}
	}
}

// writeMap gives the lines of a map in random order, each with its neighbours in
// random order. If oneSided, an edge may be on one of its lines only.
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

// colour makes up to most initial assignments, at least one, such that no edge
// forbids them: each beside one before it, unless they may lie apart.
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

// names makes n different names of up to so many letters of an alphabet.
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

// grid makes the edges of n states that lie in rows: each touches those beside, below
// and slantwise below it, but for the edges that are lost.
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
