// Mapcolor-go is an example submission for the mapcolor assignment. It is run as "PROGRAM -i input.txt".
// Comments refer to the rules by their numbers in docs/rules/mapcolor.md.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

func main() {
	name := flag.String("i", "input.txt", "input file")
	flag.Parse()
	src, err := os.ReadFile(*name)
	if err != nil {
		log.Fatal(err)
	}
	g, err := parse(string(src))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("output.txt", g.solve(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// A move gives a state a colour.
type move struct{ state, colour string }

// A game is the map, with the colours as they are at the moment.
type game struct {
	states, colours []string // in the order of moves
	neighbours      map[string][]string
	weights         [2]map[string]int // of the colours, for each player
	limit           int
	coloured        map[string]string // colour by state
	score           int               // player 1's weights minus player 2's
	root            move              // the last assignment of the input
	log             bytes.Buffer
}

// parse reads an input (rule 1).
func parse(src string) (*game, error) {
	lines := strings.Split(strings.TrimSpace(src), "\n")
	if len(lines) < 5 {
		return nil, fmt.Errorf("want at least 5 lines, found %d", len(lines))
	}
	g := &game{colours: list(lines[0]), neighbours: map[string][]string{}, coloured: map[string]string{}}
	slices.Sort(g.colours)
	var err error
	if g.limit, err = strconv.Atoi(strings.TrimSpace(lines[2])); err != nil {
		return nil, err
	}
	for player := range g.weights {
		g.weights[player] = map[string]int{}
		for _, pair := range list(lines[3+player]) {
			colour, weight := cut(pair, ":")
			if g.weights[player][colour], err = strconv.Atoi(weight); err != nil {
				return nil, err
			}
		}
	}
	for _, line := range lines[5:] {
		state, others := cut(line, ":")
		g.addState(state)
		for _, other := range list(others) {
			g.addState(other)
			g.neighbours[state] = append(g.neighbours[state], other)
			g.neighbours[other] = append(g.neighbours[other], state)
		}
	}
	for _, item := range list(lines[1]) {
		state, rest := cut(item, ":")
		colour, player := cut(rest, "-")
		g.addState(state)
		g.root = move{state, colour}
		g.play(g.root, int(player[0]-'1'))
	}
	slices.Sort(g.states)
	return g, nil
}

func (g *game) addState(name string) {
	if !slices.Contains(g.states, name) {
		g.states = append(g.states, name)
	}
}

// list splits a list at its commas.
func list(line string) (items []string) {
	for item := range strings.SplitSeq(line, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

func cut(text, sep string) (before, after string) {
	before, after, _ = strings.Cut(text, sep)
	return strings.TrimSpace(before), strings.TrimSpace(after)
}

// play colours a state; player is 0 or 1.
func (g *game) play(m move, player int) {
	g.coloured[m.state] = m.colour
	g.score += sign(player) * g.weights[player][m.colour]
}

func (g *game) takeBack(m move, player int) {
	delete(g.coloured, m.state)
	g.score -= sign(player) * g.weights[player][m.colour]
}

func sign(player int) int { return 1 - 2*player }

// moves returns the legal moves in their order (rules 2 and 3).
func (g *game) moves() (moves []move) {
	for _, state := range g.states {
		if g.coloured[state] != "" {
			continue
		}
		used := map[string]bool{}
		for _, n := range g.neighbours[state] {
			if colour := g.coloured[n]; colour != "" {
				used[colour] = true
			}
		}
		for _, colour := range g.colours {
			if len(used) > 0 && !used[colour] {
				moves = append(moves, move{state, colour})
			}
		}
	}
	return moves
}

const infinity = math.MaxInt

// solve returns the whole output: the log, and the chosen move with its value.
func (g *game) solve() []byte {
	value, best := g.visit(g.root, 0, -infinity, infinity)
	fmt.Fprintf(&g.log, "%s, %s, %d", best.state, best.colour, value)
	return g.log.Bytes()
}

// visit searches the node that move m led to. It returns the node's value and the first of its best moves, or
// m if it has no moves.
func (g *game) visit(m move, depth, alpha, beta int) (value int, best move) {
	var moves []move
	if depth < g.limit {
		moves = g.moves()
	}
	if len(moves) == 0 {
		g.row(m, depth, g.score, alpha, beta)
		return g.score, m
	}
	player := depth % 2 // player 1 is max (rule 4)
	value = -infinity * sign(player)
	g.row(m, depth, value, alpha, beta)
	for _, next := range moves {
		g.play(next, player)
		v, _ := g.visit(next, depth+1, alpha, beta)
		g.takeBack(next, player)
		if player == 0 && v > value || player == 1 && v < value {
			value, best = v, next
		}
		// The line of a cut shows the window as it was (log rule 3).
		if player == 0 && value >= beta || player == 1 && value <= alpha {
			g.row(m, depth, value, alpha, beta)
			return value, best
		}
		if player == 0 {
			alpha = max(alpha, value)
		} else {
			beta = min(beta, value)
		}
		g.row(m, depth, value, alpha, beta)
	}
	return value, best
}

func (g *game) row(m move, depth, value, alpha, beta int) {
	fmt.Fprintf(&g.log, "%s, %s, %d, %s, %s, %s\n",
		m.state, m.colour, depth, number(value), number(alpha), number(beta))
}

func number(n int) string {
	switch n {
	case infinity:
		return "inf"
	case -infinity:
		return "-inf"
	}
	return strconv.Itoa(n)
}
