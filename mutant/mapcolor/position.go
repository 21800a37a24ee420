package mapcolor

import (
	"math"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

const (
	maxStates = 1000
	maxWeight = 1_000_000
	letters   = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits    = "0123456789"
)

// A game holds the data that does not change during play.
type game struct {
	h       *hooks
	edition string

	initial    []assignment // in the order of line 2
	limit      int
	weights    [3][]weight         // by player, 1 or 2, in the order of lines 4 and 5
	written    map[string][]string // a state's own line: its neighbours as listed there
	neighbours map[string][]string // an edge holds if either side lists it

	lineOne         []string // the colours as line 1 has them
	mentioned       []string // all states, in the order in which the input first has them
	states, colours []string // in the order in which they are tried

	// Used only by mutations.
	lines []string     // the states with a line, in the order of the lines
	tried []assignment // every move that the search has played so far, on whatever line of play
}

// An assignment is a state with a colour and the player who gave it.
type assignment struct {
	state, colour string
	player        int
}

// A weight is the worth of a colour to a player.
type weight struct {
	colour string
	value  int
}

// read reads the input (rule 1).
func read(h *hooks, edition string, input []byte) (*game, error) {
	r := mutant.NewReader(input)
	g := &game{h: h, edition: edition, written: map[string][]string{}, neighbours: map[string][]string{}}
	for _, colour := range list(r.Take()) {
		if !madeOf(colour, letters) || slices.Contains(g.lineOne, colour) {
			r.Fail("found %q, expected a new colour", colour)
		}
		g.lineOne = append(g.lineOne, colour)
	}
	g.readInitial(r)
	g.limit = r.Parse(strings.TrimSpace(r.Take()), 0, math.MaxInt)
	g.readWeights(r, 1)
	g.readWeights(r, 2)
	for r.More() {
		g.readState(r)
	}
	g.check(r)
	if err := r.Done(); err != nil {
		return nil, err
	}
	g.initial = h.Initial(g.initial)
	g.states, g.colours = h.States(g), h.Colours(g)
	return g, nil
}

// readInitial reads line 2: the assignments in the order in which they were made.
func (g *game) readInitial(r *mutant.Reader) {
	for _, item := range list(r.Take()) {
		state, rest := pair(item, ":")
		colour, player := pair(rest, "-")
		duplicate := slices.Contains(g.mentioned, state)
		if !madeOf(state, letters+digits) || duplicate || !slices.Contains(g.lineOne, colour) {
			r.Fail("found %q, expected a new state, a known colour and a player", item)
		}
		g.initial = append(g.initial, assignment{state, colour, r.Parse(player, 1, 2)})
		g.mention(state)
	}
	if len(g.initial) == 0 {
		r.Fail("found no initial assignment")
	}
}

// readWeights reads line 4 or 5: the weight of every colour for a player.
func (g *game) readWeights(r *mutant.Reader, player int) {
	var weights []weight
	for _, item := range list(r.Take()) {
		colour, value := pair(item, ":")
		duplicate := slices.ContainsFunc(weights, func(w weight) bool { return w.colour == colour })
		if duplicate || !slices.Contains(g.lineOne, colour) {
			r.Fail("found %q, expected one weight for each known colour", item)
		}
		weights = append(weights, weight{colour, r.Parse(value, -maxWeight, maxWeight)})
	}
	if len(weights) != len(g.lineOne) {
		r.Fail("found weights for %d colours, expected %d", len(weights), len(g.lineOne))
	}
	g.weights[player] = weights
}

// readState reads one state with its neighbours, possibly none.
func (g *game) readState(r *mutant.Reader) {
	line := r.Take()
	state, rest, colon := strings.Cut(line, ":")
	state = strings.TrimSpace(state)
	if !colon || slices.Contains(g.lines, state) || !madeOf(state, letters+digits) {
		r.Fail("found %q, expected a new state and its neighbours", line)
		return
	}
	g.lines = append(g.lines, state)
	g.written[state] = list(rest)
	g.mention(state)
	for _, neighbour := range g.written[state] {
		if neighbour == state || !madeOf(neighbour, letters+digits) {
			r.Fail("found %q, expected a neighbour of %s", neighbour, state)
		}
		g.mention(neighbour)
		if !slices.Contains(g.neighbours[state], neighbour) {
			g.neighbours[state] = append(g.neighbours[state], neighbour)
			g.neighbours[neighbour] = append(g.neighbours[neighbour], state)
		}
	}
}

// mention makes sure that a state exists, even without neighbours.
func (g *game) mention(state string) {
	if !slices.Contains(g.mentioned, state) {
		g.mentioned = append(g.mentioned, state)
	}
}

// check checks the map as a whole.
func (g *game) check(r *mutant.Reader) {
	if len(g.mentioned) > maxStates {
		r.Fail("found %d states, expected at most %d", len(g.mentioned), maxStates)
	}
	for _, a := range g.initial {
		for _, b := range g.initial {
			if a.colour == b.colour && slices.Contains(g.neighbours[a.state], b.state) {
				r.Fail("%s and its neighbour %s are both %s", a.state, b.state, a.colour)
			}
		}
	}
}

// list splits a list at its commas and strips the blanks; a blank text is an empty list.
func list(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	items := strings.Split(text, ",")
	for i, item := range items {
		items[i] = strings.TrimSpace(item)
	}
	return items
}

// pair splits a text at its first separator and strips the blanks.
func pair(text, separator string) (left, right string) {
	left, right, _ = strings.Cut(text, separator)
	return strings.TrimSpace(left), strings.TrimSpace(right)
}

// madeOf reports whether a name is not empty and has only the allowed characters.
func madeOf(name, allowed string) bool {
	return name != "" && strings.Trim(name, allowed) == ""
}

// A position is the assignments made so far.
type position struct {
	game  *game
	made  []assignment // in the order in which they were made, the initial ones first
	mover int          // 1 or 2
}

// at returns the position at a node.
func at(n search.Node) *position { return n.Position.(*position) }

// start returns the position at the root.
func (g *game) start() *position { return &position{g, g.initial, g.h.First(g)} }

// name returns the name of the node to which an assignment leads: STATE, COLOUR (rule 7).
func (a assignment) name() string { return a.state + ", " + a.colour }

// Maximising reports whether player 1, who is the max player, is to move (rule 4).
func (p *position) Maximising() bool { return p.mover == 1 }

// Moves returns the names of the moves in expansion order.
func (p *position) Moves() []string { return p.game.h.Moves(p) }

// Play colours a state for the mover. The players always alternate.
func (p *position) Play(move string) (search.Position, bool) {
	return p.game.h.Play(p, p.move(move)), false
}

// move returns the assignment that a move makes, given its name.
func (p *position) move(name string) assignment {
	state, colour, _ := strings.Cut(name, ", ")
	return assignment{state, colour, p.mover}
}

// assign returns the position after an assignment.
func (p *position) assign(a assignment) *position {
	p.game.tried = append(p.game.tried, a)
	return &position{p.game, slices.Concat(p.made, []assignment{a}), 3 - p.mover}
}

// Evaluate returns the sum of the weights of player 1's coloured states minus that sum for player 2, each by
// the player's own table (rule 5).
func (p *position) Evaluate() int {
	g, h := p.game, p.game.h
	var weights [3]int
	for _, a := range h.Coloured(p) {
		if h.Counts(g, a) {
			player := h.Credited(g, a)
			weights[player] += h.Weight(g, player, a.colour)
		}
	}
	return h.Score(weights[1], weights[2])
}

// moves returns the pairs of state and colour, by state, then by colour (rules 2 and 3).
func (p *position) moves() []string {
	var names []string
	for _, state := range p.game.states {
		if p.isColoured(state) {
			continue
		}
		for _, colour := range p.game.h.Offers(p, state) {
			names = append(names, assignment{state, colour, p.mover}.name())
		}
	}
	return names
}

// offers returns the colours that an uncoloured state can take now.
func (p *position) offers(state string) []string {
	switch {
	case p.game.edition == handout:
		return p.offersOfHandout(state)
	case p.game.h.Open(p, state):
		return p.game.h.Left(p, state)
	}
	return nil
}

// left returns the colours that the coloured neighbours leave to a state. Nothing is propagated
// further (rule 2).
func (p *position) left(state string) []string {
	g, h := p.game, p.game.h
	colours := slices.Clone(g.colours)
	for _, a := range h.Coloured(p) {
		if h.Beside(g, state, a.state) && h.Forbids(p, a) {
			colours = h.TakeAway(colours, a.colour)
		}
	}
	return colours
}

// offersOfHandout walks the state's own line from its end to its start and takes away the colours of
// coloured neighbours, but never the last colour ("Editions").
func (p *position) offersOfHandout(state string) []string {
	touched := false
	colours := slices.Clone(p.game.colours)
	for _, neighbour := range slices.Backward(p.game.written[state]) {
		if a, ok := p.assignmentOf(neighbour); ok {
			touched = true
			if len(colours) > 1 {
				colours = removeName(colours, a.colour)
			}
		}
	}
	if !touched {
		return nil
	}
	return colours
}

// isColoured reports whether a state has a colour.
func (p *position) isColoured(state string) bool {
	_, ok := p.assignmentOf(state)
	return ok
}

// assignmentOf returns the assignment that gave a state its colour, if it has one.
func (p *position) assignmentOf(state string) (assignment, bool) {
	for _, a := range p.game.h.Coloured(p) {
		if a.state == state {
			return a, true
		}
	}
	return assignment{}, false
}

// isNeighbourOfAny reports whether a state is a neighbour of a state coloured by one of the assignments.
func (p *position) isNeighbourOfAny(state string, made []assignment) bool {
	return slices.ContainsFunc(made, func(a assignment) bool { return p.game.h.Beside(p.game, state, a.state) })
}

// removeName removes name from names in place, and returns the shortened slice.
func removeName(names []string, name string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return n == name })
}
