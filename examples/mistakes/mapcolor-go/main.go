// The map colouring game. One map for the whole search; a colour is removed again
// when its move has been searched.
package main

import (
	"fmt"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"
)

const infinity = math.MaxInt32

type move struct {
	state, colour string
}

type game struct {
	colours    []string
	states     []string
	neighbours map[string][]string
	weights    [3]map[string]int
	limit      int

	colour map[string]string
	owner  map[string]int

	log  []string
	best move
}

func splitTrim(s, sep string) []string {
	var parts []string
	for _, p := range strings.Split(s, sep) {
		if p = strings.TrimSpace(p); p != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

func read(file string) (*game, move) {
	data, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	lines := splitTrim(string(data), "\n")
	g := &game{neighbours: map[string][]string{}, colour: map[string]string{}, owner: map[string]int{}}
	g.colours = splitTrim(lines[0], ",")
	sort.Strings(g.colours)
	var last move
	for _, item := range splitTrim(lines[1], ",") {
		state, rest, _ := strings.Cut(item, ":")
		colour, player, _ := strings.Cut(strings.TrimSpace(rest), "-")
		last = move{state, colour}
		g.colour[state] = colour
		g.owner[state], _ = strconv.Atoi(player)
	}
	g.limit, _ = strconv.Atoi(lines[2])
	for player := 1; player <= 2; player++ {
		g.weights[player] = map[string]int{}
		for _, item := range splitTrim(lines[2+player], ",") {
			colour, weight, _ := strings.Cut(item, ":")
			g.weights[player][colour], _ = strconv.Atoi(strings.TrimSpace(weight))
		}
	}
	for _, line := range lines[5:] {
		state, rest, _ := strings.Cut(line, ":")
		g.states = append(g.states, state)
		g.neighbours[state] = splitTrim(rest, ",")
	}
	sort.Strings(g.states)
	return g, last
}

func (g *game) moves() []move {
	var moves []move
	for _, state := range g.states {
		if g.colour[state] != "" {
			continue
		}
		used := map[string]bool{}
		for _, n := range g.neighbours[state] {
			if g.colour[n] != "" {
				used[g.colour[n]] = true
			}
		}
		if len(used) == 0 {
			continue
		}
		for _, c := range g.colours {
			if !used[c] {
				moves = append(moves, move{state, c})
			}
		}
	}
	return moves
}

func (g *game) do(m move, player int) {
	g.colour[m.state] = m.colour
	g.owner[m.state] = player
}

func (g *game) undo(m move) {
	delete(g.colour, m.state)
	delete(g.owner, m.state)
}

func (g *game) score() int {
	total := 0
	for state, colour := range g.colour {
		if g.owner[state] == 1 {
			total += g.weights[1][colour]
		} else {
			total -= g.weights[2][colour]
		}
	}
	return total
}

func format(v int) string {
	switch v {
	case infinity:
		return "inf"
	case -infinity:
		return "-inf"
	}
	return strconv.Itoa(v)
}

func (g *game) write(m move, depth, v, alpha, beta int) {
	g.log = append(g.log, fmt.Sprintf("%s, %s, %d, %s, %s, %s",
		m.state, m.colour, depth, format(v), format(alpha), format(beta)))
}

func (g *game) maxValue(m move, depth, alpha, beta int) int {
	moves := g.moves()
	if depth == g.limit || len(moves) == 0 {
		v := g.score()
		g.write(m, depth, v, alpha, beta)
		return v
	}
	v := -infinity
	g.write(m, depth, v, alpha, beta)
	for _, next := range moves {
		g.do(next, 1)
		if r := g.minValue(next, depth+1, alpha, beta); r > v {
			v = r
			if depth == 0 {
				g.best = next
			}
		}
		if v >= beta {
			g.write(m, depth, v, alpha, beta)
			return v
		}
		g.undo(next)
		if v > alpha {
			alpha = v
		}
		g.write(m, depth, v, alpha, beta)
	}
	return v
}

func (g *game) minValue(m move, depth, alpha, beta int) int {
	moves := g.moves()
	if depth == g.limit || len(moves) == 0 {
		v := g.score()
		g.write(m, depth, v, alpha, beta)
		return v
	}
	v := infinity
	g.write(m, depth, v, alpha, beta)
	for _, next := range moves {
		g.do(next, 2)
		if r := g.maxValue(next, depth+1, alpha, beta); r < v {
			v = r
		}
		if v <= alpha {
			g.write(m, depth, v, alpha, beta)
			return v
		}
		g.undo(next)
		if v < beta {
			beta = v
		}
		g.write(m, depth, v, alpha, beta)
	}
	return v
}

func main() {
	g, last := read(os.Args[2])
	v := g.maxValue(last, 0, -infinity, infinity)
	out := strings.Join(g.log, "\n") + fmt.Sprintf("\n%s, %s, %s", g.best.state, g.best.colour, format(v))
	if err := os.WriteFile("output.txt", []byte(out), 0o644); err != nil {
		panic(err)
	}
}
