package mapcolor

import (
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant/search"
)

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

// Play colours a state for the mover. Nobody ever moves twice in a row.
func (p *position) Play(move string) (search.Position, bool) {
	return p.game.h.Play(p, p.move(move)), false
}

// move returns the assignment that a move makes, given its name.
func (p *position) move(name string) assignment {
	state, colour, _ := strings.Cut(name, ", ")
	return assignment{state, colour, p.mover}
}

// after returns the position after an assignment.
func (p *position) after(a assignment) *position {
	p.game.tried = append(p.game.tried, a)
	return &position{p.game, slices.Concat(p.made, []assignment{a}), 3 - p.mover}
}

// Evaluate returns the weights that player 1 has coloured minus those that player 2 has, each by a
// table of their own (rule 5).
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
				colours = without(colours, a.colour)
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

// besideAny reports whether a state is a neighbour of any of those coloured by some assignments.
func (p *position) besideAny(state string, made []assignment) bool {
	return slices.ContainsFunc(made, func(a assignment) bool { return p.game.h.Beside(p.game, state, a.state) })
}

// without removes name from names in place, and returns the shortened slice.
func without(names []string, name string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return n == name })
}
