package mutant

import (
	"math"
	"slices"
	"strings"
)

const (
	mapMostStates  = 1000
	mapMostWeight  = 1_000_000
	lettersOnly    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	lettersNumbers = lettersOnly + "0123456789"
)

// mapGame is what does not change during the game.
type mapGame struct {
	flaw       flaw
	edition    string
	states     []string                   // all states, in ASCII order
	colours    []string                   // all colours, in ASCII order
	written    map[string][]string        // a state's own line: its neighbours as listed there
	neighbours map[string]map[string]bool // an edge holds if either side lists it
	weights    [3]map[string]int          // by player (1 or 2) and colour
	initial    []string                   // the states coloured at the start, in the order of line 2
	given      map[string]assignment      // their colours
	limit      int

	// What only faults look at.
	lineOne []string        // the colours, in the order of line 1
	lines   []string        // the states with a line, in the order of the lines
	met     []string        // all states, in the order in which the input mentions them
	places  [3][]int        // the weights, in the order of lines 4 and 5
	removed map[string]bool // what any move of the search has taken from its neighbours' colours
}

// readMap reads the input of mapcolor (docs/rules/mapcolor.md rule 1).
func readMap(f flaw, input []byte) (*mapGame, error) {
	r := newReader(input)
	g := &mapGame{
		flaw:       f,
		written:    map[string][]string{},
		neighbours: map[string]map[string]bool{},
		given:      map[string]assignment{},
		removed:    map[string]bool{},
	}
	for _, colour := range mapList(r.take()) {
		if !madeOf(colour, lettersOnly) || slices.Contains(g.colours, colour) {
			r.fail("found %q, expected a new colour", colour)
		}
		g.colours = append(g.colours, colour)
	}
	readInitial(r, g)
	g.limit = r.parse(strings.TrimSpace(r.take()), 0, math.MaxInt)
	readWeights(r, g, 1)
	readWeights(r, g, 2)
	for r.more() {
		readStateLine(r, g)
	}
	if len(g.met) > mapMostStates {
		r.fail("found %d states, expected at most %d", len(g.met), mapMostStates)
	}
	for state, a := range g.given {
		for neighbour := range g.neighbours[state] {
			if g.given[neighbour].colour == a.colour {
				r.fail("%s and its neighbour %s are both %s", state, neighbour, a.colour)
			}
		}
	}
	g.lineOne = slices.Clone(g.colours)
	g.sort()
	return g, r.done()
}

// readInitial reads line 2: the assignments in the order they were made.
func readInitial(r *reader, g *mapGame) {
	for _, item := range mapList(r.take()) {
		state, rest := mapPair(item, ":")
		colour, player := mapPair(rest, "-")
		_, twice := g.given[state]
		if !madeOf(state, lettersNumbers) || twice || !slices.Contains(g.colours, colour) {
			r.fail("found %q, expected a new state, a known colour and a player", item)
		}
		g.given[state] = assignment{colour, r.parse(player, 1, 2)}
		g.initial = append(g.initial, state)
		g.meet(state)
	}
	if len(g.initial) == 0 {
		r.fail("found no initial assignment")
	}
}

// readWeights reads line 4 or 5: the weight of every colour for a player.
func readWeights(r *reader, g *mapGame, player int) {
	weights := map[string]int{}
	for _, item := range mapList(r.take()) {
		colour, weight := mapPair(item, ":")
		if _, twice := weights[colour]; twice || !slices.Contains(g.colours, colour) {
			r.fail("found %q, expected one weight for each known colour", item)
		}
		weights[colour] = r.parse(weight, -mapMostWeight, mapMostWeight)
		g.places[player] = append(g.places[player], weights[colour])
	}
	if len(weights) != len(g.colours) {
		r.fail("found weights for %d colours, expected %d", len(weights), len(g.colours))
	}
	g.weights[player] = weights
}

// readStateLine reads one state with its neighbours, of which there may be none.
func readStateLine(r *reader, g *mapGame) {
	line := r.take()
	state, rest, colon := strings.Cut(line, ":")
	state = strings.TrimSpace(state)
	_, twice := g.written[state]
	if !colon || twice || !madeOf(state, lettersNumbers) {
		r.fail("found %q, expected a new state and its neighbours", line)
		return
	}
	g.written[state] = mapList(rest)
	g.lines = append(g.lines, state)
	g.meet(state)
	for _, neighbour := range g.written[state] {
		if neighbour == state || !madeOf(neighbour, lettersNumbers) {
			r.fail("found %q, expected a neighbour of %s", neighbour, state)
		}
		g.meet(neighbour)
		g.neighbours[state][neighbour] = true
		g.neighbours[neighbour][state] = true
	}
}

// meet makes sure that a state exists, even without neighbours.
func (g *mapGame) meet(state string) {
	if g.neighbours[state] == nil {
		g.neighbours[state] = map[string]bool{}
		g.met = append(g.met, state)
	}
}

// mapList splits a list at its commas and strips the blanks; a blank text is an empty list.
func mapList(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	items := strings.Split(text, ",")
	for i, item := range items {
		items[i] = strings.TrimSpace(item)
	}
	return items
}

// mapPair splits a text at its first separator and strips the blanks.
func mapPair(text, separator string) (left, right string) {
	left, right, _ = strings.Cut(text, separator)
	return strings.TrimSpace(left), strings.TrimSpace(right)
}

// madeOf reports whether a name is not empty and has only the allowed characters.
func madeOf(name, allowed string) bool {
	return name != "" && strings.Trim(name, allowed) == ""
}
