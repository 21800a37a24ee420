package mutant

import (
	"maps"
	"slices"
	"strings"
)

// mapDialect is the log of mapcolor, which has no header (docs/rules/mapcolor.md rule 7).
var mapDialect = &dialect{header: "", separator: ", ", infinity: "inf", window: true}

// assignment is the colour of a state and who gave it.
type assignment struct {
	colour string
	player int
}

// mapcolor is a position: the coloured states.
type mapcolor struct {
	flaw     flaw
	game     *mapGame
	coloured map[string]assignment
	mover    int // 1 or 2

	// What only faults look at.
	order       []string // the coloured states, in the order in which they were coloured
	own, parent string   // the labels of this node and of the one above
}

// start returns the position at the root.
func (m *mapGame) start() *mapcolor {
	g := &mapcolor{flaw: m.flaw, game: m, coloured: map[string]assignment{}, mover: 1, order: m.initial}
	for _, state := range m.initial {
		g.coloured[state] = m.given[state]
	}
	last := m.initial[len(m.initial)-1]
	switch {
	case m.flaw.is("player-2-first"),
		m.flaw.is("turn-after-last-initial") && m.given[last].player == 1,
		m.flaw.is("turn-by-number-coloured") && len(m.initial)%2 == 1:
		g.mover = 2
	}
	g.own = m.rootLabel()
	g.parent = g.own
	return g
}

// rootLabel returns the start of the root's line: the last initial assignment
// (docs/rules/mapcolor.md rule 7).
func (m *mapGame) rootLabel() string {
	state := m.initial[len(m.initial)-1]
	switch {
	case m.flaw.is("root-shows-first-initial"):
		state = m.initial[0]
	case m.flaw.is("root-shows-last-initial-by-name"):
		state = slices.Max(m.initial)
	case m.flaw.is("root-called-root"):
		return "root"
	case m.flaw.is("root-without-colour"):
		return state
	}
	return mapLabel(state, m.given[state].colour)
}

// mapLabel returns the start of a log line: STATE, COLOUR.
func mapLabel(state, colour string) string { return state + ", " + colour }

// label returns the start of a node's line: the assignment that led to it
// (docs/rules/mapcolor.md rule 7).
func (g *mapcolor) label(name string) string {
	state, colour, _ := strings.Cut(name, ", ")
	switch {
	case g.flaw.is("line-shows-parents-assignment"):
		return g.parent
	case g.flaw.is("colour-printed-before-state"):
		return mapLabel(colour, state)
	case g.flaw.is("names-in-upper-case"):
		return strings.ToUpper(name)
	case g.flaw.is("colour-cut-to-one-letter"):
		return mapLabel(state, colour[:1])
	case g.flaw.is("colour-not-printed"):
		return state
	}
	return name
}

// printedDepth returns a node's depth as shown in its line (docs/rules/mapcolor.md rules 4
// and 7).
func (g *mapcolor) printedDepth(depth int) int {
	switch {
	case g.flaw.is("depth-counts-initial-assignments"):
		return depth + len(g.game.initial)
	case g.flaw.is("depth-counts-rounds"):
		return (depth + 1) / 2
	}
	return depth
}

// play colours a state for the mover.
func (g *mapcolor) play(move string) (position, bool) {
	next := *g
	next.mover = 3 - g.mover
	state, colour, _ := strings.Cut(move, ", ")
	if _, done := g.coloured[state]; done && g.flaw.is("dead-end-passes") {
		return &next, false
	}
	if !g.flaw.is("colours-not-taken-back") {
		next.coloured = maps.Clone(g.coloured)
	}
	next.coloured[state] = assignment{colour, g.mover}
	next.order = append(slices.Clone(g.order), state)
	next.own, next.parent = move, g.own
	for neighbour := range g.game.neighbours[state] {
		g.game.removed[mapLabel(neighbour, colour)] = true
	}
	return &next, false
}

// maximising reports whether the node is a max node: player 1 is max
// (docs/rules/mapcolor.md rule 4).
func (g *mapcolor) maximising() bool { return g.mover == 1 }

// evaluate compares the weights of the coloured states, the initial ones included
// (docs/rules/mapcolor.md rule 5), at every leaf (rule 6).
func (g *mapcolor) evaluate() int {
	switch {
	case g.flaw.is("dead-end-loses") && len(g.moves()) == 0:
		if g.mover == 1 {
			return minusInfinity
		}
		return infinity
	case g.flaw.is("dead-end-scores-0") && len(g.moves()) == 0:
		return 0
	}
	score := 0
	for state, a := range g.coloured {
		switch player := g.credited(state, a); {
		case player == 1:
			score += g.game.weights[1][a.colour]
		case player == 2 && g.flaw.is("opponents-weights-added"):
			score += g.game.weights[2][a.colour]
		case player == 2 && !g.flaw.is("player-1s-weights-only"):
			score -= g.game.weights[2][a.colour]
		}
	}
	return score
}

// credited returns the player for whom a coloured state counts, or 0 for neither: the one
// who coloured it or, for initial assignments, the one named with them
// (docs/rules/mapcolor.md rule 5).
func (g *mapcolor) credited(state string, a assignment) int {
	place := slices.Index(g.game.initial, state)
	if place < 0 {
		return a.player
	}
	switch {
	case g.flaw.is("initial-assignments-not-scored"),
		g.flaw.is("initial-outside-map-not-scored") && !g.game.onMap(state):
		return 0
	case g.flaw.is("initial-assignments-all-player-1s"):
		return 1
	case g.flaw.is("initial-players-alternate"):
		return 1 + place%2
	}
	return a.player
}

// solveMapcolor searches and writes the log and, as the last line, the chosen move
// (docs/rules/mapcolor.md rules 7 and 8). Player 1 moves at the root, whoever made the last initial
// assignment (rule 4); a root that is a leaf repeats its own assignment (rule 9).
func solveMapcolor(f flaw, edition string, input []byte) (map[string]string, error) {
	game, err := readMap(f, input)
	if err != nil {
		return nil, err
	}
	game.edition = edition
	game.misread()
	s := &search{flaw: f, limit: game.limit, alphaBeta: true, dialect: mapDialect}
	switch {
	case f.is("depth-counts-initial-assignments"):
		s.limit = max(0, s.limit-len(game.initial))
	case f.is("depth-limit-in-whole-rounds"):
		s.limit += s.limit % 2
	}
	root := game.start()
	value, line := s.run(root, root.own)
	if len(line) == 0 {
		line = []string{root.own}
	}
	lines := append(s.log, root.lastLines(line, s.number(value), s.log)...)
	return map[string]string{"output.txt": textWithoutNewline(lines)}, nil
}

// lastLines returns what follows the log: one line with the chosen move and its value
// (docs/rules/mapcolor.md rule 8). line is the best line.
func (g *mapcolor) lastLines(line []string, value string, log []string) []string {
	chosen := g.label(line[0])
	switch {
	case g.flaw.is("last-line-missing"):
		return nil
	case g.flaw.is("last-line-with-depth"):
		chosen += ", 1"
	case g.flaw.is("last-line-without-colour"):
		chosen, _, _ = strings.Cut(chosen, ", ")
	case g.flaw.is("last-line-without-value"):
		return []string{chosen}
	case g.flaw.is("last-line-names-root"):
		chosen = g.own
	case g.flaw.is("last-line-names-best-leaf"):
		chosen = line[len(line)-1]
	case g.flaw.is("line-shows-parents-assignment"):
		chosen = line[0] // the fault is one of the log
	case g.flaw.is("last-line-shows-value-of-last-child"):
		return []string{chosen + ", " + lastChildsValue(log)}
	case g.flaw.is("blank-line-before-last-line"):
		chosen = "\n" + chosen
	}
	return []string{chosen + ", " + value}
}

// lastChildsValue returns the value in the last line of the root's last child or, if there
// is none, of the root.
func lastChildsValue(log []string) string {
	var value string
	for _, line := range log {
		if cells := strings.Split(line, ", "); cells[2] == "1" || value == "" {
			value = cells[3]
		}
	}
	return value
}
