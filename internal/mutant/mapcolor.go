package mutant

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// mapDialect is the log of mapcolor, which has no header (docs/rules/mapcolor.md rule 7).
var mapDialect = &dialect{header: "", separator: ", ", infinity: "inf", window: true}

// mapGame is what does not change during the game.
type mapGame struct {
	edition    string
	states     []string                   // all states, in ASCII order
	colours    []string                   // all colours, in ASCII order
	written    map[string][]string        // a state's own line: its neighbours as listed there
	neighbours map[string]map[string]bool // an edge holds if either side lists it
	weights    [3]map[string]int          // by player (1 or 2) and colour
	initial    []string                   // the states coloured at the start, in the order of line 2
	limit      int
}

// assignment is the colour of a state and who gave it.
type assignment struct {
	colour string
	player int
}

// mapcolor is a position: the coloured states.
type mapcolor struct {
	game     *mapGame
	coloured map[string]assignment
	mover    int // 1 or 2
}

// moves are the pairs of state and colour, by state name, then by colour name, both in ASCII order
// (docs/rules/mapcolor.md rules 2 and 3).
func (g *mapcolor) moves() []string {
	var names []string
	for _, state := range g.game.states {
		if _, done := g.coloured[state]; done {
			continue
		}
		for _, colour := range g.offers(state) {
			names = append(names, mapLabel(state, colour))
		}
	}
	return names
}

// offers are the colours that an uncoloured state can take now, in ASCII order.
func (g *mapcolor) offers(state string) []string {
	if g.game.edition == "handout" {
		return g.offersOfHandout(state)
	}
	return g.offersOfRevised(state)
}

// offersOfRevised is the default: the state needs a coloured neighbour, and no coloured neighbour
// has the colour (docs/rules/mapcolor.md rule 2).
func (g *mapcolor) offersOfRevised(state string) []string {
	touched := false
	colours := slices.Clone(g.game.colours)
	for neighbour := range g.game.neighbours[state] {
		if a, done := g.coloured[neighbour]; done {
			touched = true
			colours = without(colours, a.colour)
		}
	}
	if !touched {
		return nil
	}
	return colours
}

// offersOfHandout walks the state's own line from its end to its start and removes the colours of
// coloured neighbours, but never the last colour (docs/rules/mapcolor.md, "Editions").
func (g *mapcolor) offersOfHandout(state string) []string {
	touched := false
	colours := slices.Clone(g.game.colours)
	for _, neighbour := range slices.Backward(g.game.written[state]) {
		if a, done := g.coloured[neighbour]; done {
			touched = true
			if len(colours) > 1 {
				colours = without(colours, a.colour)
			}
		}
	}
	if !touched {
		return nil
	}
	return colours
}

// without removes a name from a list of its own.
func without(names []string, name string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return n == name })
}

// mapLabel is how a log line begins: STATE, COLOUR.
func mapLabel(state, colour string) string { return state + ", " + colour }

// play colours a state for the mover.
func (g *mapcolor) play(move string) (position, bool) {
	state, colour, _ := strings.Cut(move, ", ")
	coloured := maps.Clone(g.coloured)
	coloured[state] = assignment{colour, g.mover}
	return &mapcolor{g.game, coloured, 3 - g.mover}, false
}

// maximising: player 1 is max (docs/rules/mapcolor.md rule 4).
func (g *mapcolor) maximising() bool { return g.mover == 1 }

// evaluate compares the weights of the coloured states, the initial ones included
// (docs/rules/mapcolor.md rule 5).
func (g *mapcolor) evaluate() int {
	score := 0
	for _, a := range g.coloured {
		if a.player == 1 {
			score += g.game.weights[1][a.colour]
		} else {
			score -= g.game.weights[2][a.colour]
		}
	}
	return score
}

// solveMapcolor searches and writes the log and, as the last line, the chosen move
// (docs/rules/mapcolor.md rules 7 and 8). Player 1 moves at the root, whoever made the last initial
// assignment (rule 4); a root that is a leaf repeats its own assignment (rule 9).
func solveMapcolor(edition string, input []byte) (map[string]string, error) {
	game, coloured, err := readMap(input)
	if err != nil {
		return nil, err
	}
	game.edition = edition
	last := game.initial[len(game.initial)-1]
	label := mapLabel(last, coloured[last].colour)
	s := &search{limit: game.limit, alphaBeta: true, dialect: mapDialect}
	value, line := s.run(&mapcolor{game, coloured, 1}, label)
	chosen := label
	if len(line) > 0 {
		chosen = line[0]
	}
	lines := append(s.log, fmt.Sprintf("%s, %d", chosen, value))
	return map[string]string{"output.txt": textWithoutNewline(lines)}, nil
}
