package mutant

import (
	"maps"
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

// readMap reads the input of mapcolor: the game and the states coloured at the start
// (docs/rules/mapcolor.md rule 1).
func readMap(input []byte) (*mapGame, map[string]assignment, error) {
	r := newReader(input)
	g := &mapGame{written: map[string][]string{}, neighbours: map[string]map[string]bool{}}
	for _, colour := range mapList(r.take()) {
		if !madeOf(colour, lettersOnly) || slices.Contains(g.colours, colour) {
			r.fail("found %q, expected a new colour", colour)
		}
		g.colours = append(g.colours, colour)
	}
	coloured := readInitial(r, g)
	g.limit = r.parse(strings.TrimSpace(r.take()), 0, math.MaxInt)
	g.weights[1] = readWeights(r, g)
	g.weights[2] = readWeights(r, g)
	for r.more() {
		readStateLine(r, g)
	}
	slices.Sort(g.colours) // the order of line 1 is irrelevant: docs/rules/mapcolor.md rule 3
	g.states = slices.Sorted(maps.Keys(g.neighbours))
	if len(g.states) > mapMostStates {
		r.fail("found %d states, expected at most %d", len(g.states), mapMostStates)
	}
	for state, a := range coloured {
		for neighbour := range g.neighbours[state] {
			if coloured[neighbour].colour == a.colour {
				r.fail("%s and its neighbour %s are both %s", state, neighbour, a.colour)
			}
		}
	}
	return g, coloured, r.done()
}

// readInitial reads line 2: the assignments in the order they were made.
func readInitial(r *reader, g *mapGame) map[string]assignment {
	coloured := map[string]assignment{}
	for _, item := range mapList(r.take()) {
		state, rest := mapPair(item, ":")
		colour, player := mapPair(rest, "-")
		_, twice := coloured[state]
		if !madeOf(state, lettersNumbers) || twice || !slices.Contains(g.colours, colour) {
			r.fail("found %q, expected a new state, a known colour and a player", item)
		}
		coloured[state] = assignment{colour, r.parse(player, 1, 2)}
		g.initial = append(g.initial, state)
		g.meet(state)
	}
	if len(g.initial) == 0 {
		r.fail("found no initial assignment")
	}
	return coloured
}

// readWeights reads line 4 or 5: the weight of every colour for one player.
func readWeights(r *reader, g *mapGame) map[string]int {
	weights := map[string]int{}
	for _, item := range mapList(r.take()) {
		colour, weight := mapPair(item, ":")
		if _, twice := weights[colour]; twice || !slices.Contains(g.colours, colour) {
			r.fail("found %q, expected one weight for each known colour", item)
		}
		weights[colour] = r.parse(weight, -mapMostWeight, mapMostWeight)
	}
	if len(weights) != len(g.colours) {
		r.fail("found weights for %d colours, expected %d", len(weights), len(g.colours))
	}
	return weights
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

// meet makes sure that a state exists, be it without neighbours.
func (g *mapGame) meet(state string) {
	if g.neighbours[state] == nil {
		g.neighbours[state] = map[string]bool{}
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

// madeOf tells whether a name is not empty and has only the allowed characters.
func madeOf(name, allowed string) bool {
	return name != "" && strings.Trim(name, allowed) == ""
}
