package mutant

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// moves returns the pairs of state and colour, by state name, then by colour name, both in
// ASCII order (docs/rules/mapcolor.md rules 2 and 3).
func (g *mapcolor) moves() []string {
	var names []string
	for _, state := range g.states() {
		offers := g.offers(state)
		if len(offers) == 0 && g.flaw.is("dead-state-ends-game") && g.touched(state) {
			return nil
		}
		for _, colour := range offers {
			names = append(names, mapLabel(state, colour))
		}
	}
	switch {
	case g.flaw.is("colour-before-state-in-order"):
		slices.SortStableFunc(names, func(a, b string) int {
			_, x, _ := strings.Cut(a, ", ")
			_, y, _ := strings.Cut(b, ", ")
			return strings.Compare(x, y)
		})
	case g.flaw.is("dead-end-passes") && len(names) == 0:
		return []string{g.own}
	}
	return names
}

// states returns the uncoloured states in expansion order (docs/rules/mapcolor.md rule 3).
func (g *mapcolor) states() []string {
	var states []string
	for _, state := range g.game.states {
		if _, done := g.coloured[state]; !done {
			states = append(states, state)
		}
	}
	if !g.flaw.is("states-found-from-coloured-ones") {
		return states
	}
	found := map[string]int{} // the first of the coloured states to which the state is a neighbour
	for i, coloured := range slices.Backward(g.history()) {
		for neighbour := range g.game.neighbours[coloured] {
			found[neighbour] = i
		}
	}
	slices.SortStableFunc(states, func(a, b string) int { return cmp.Compare(found[a], found[b]) })
	return states
}

// history lists the coloured states in the order in which they were coloured.
func (g *mapcolor) history() []string {
	if g.flaw.is("colours-not-taken-back") { // other lines of play have coloured states, too
		return slices.Sorted(maps.Keys(g.coloured))
	}
	return g.order
}

// offers returns the colours that an uncoloured state can take now, in expansion order.
func (g *mapcolor) offers(state string) []string {
	var colours []string
	if g.game.edition == "handout" {
		colours = g.offersOfHandout(state)
	} else {
		colours = g.offersOfRevised(state)
	}
	if g.flaw.is("colours-by-weight") {
		weights := g.game.weights[g.mover]
		slices.SortStableFunc(colours, func(a, b string) int { return cmp.Compare(weights[b], weights[a]) })
	}
	return colours
}

// offersOfRevised implements the default edition: the state needs a coloured neighbour, and
// no coloured neighbour may have the colour. Nothing is propagated further
// (docs/rules/mapcolor.md rule 2).
func (g *mapcolor) offersOfRevised(state string) []string {
	if !g.touched(state) {
		return nil
	}
	colours := slices.Clone(g.game.colours)
	for _, neighbour := range g.history() {
		last := len(colours) == 1 && g.flaw.is("dead-state-keeps-last-colour")
		if g.beside(state, neighbour) && g.forbids(neighbour) && !last {
			colours = without(colours, g.coloured[neighbour].colour)
		}
	}
	return slices.DeleteFunc(g.revive(colours), func(colour string) bool {
		switch {
		case g.flaw.is("forward-checking"):
			return g.starves(state, colour)
		case g.flaw.is("arc-consistency-propagated"):
			return !slices.Contains(g.domains()[state], colour)
		case g.flaw.is("domains-not-restored"):
			return g.game.removed[mapLabel(state, colour)]
		}
		return false
	})
}

// touched reports whether a state has a coloured neighbour and may thus be coloured
// (docs/rules/mapcolor.md rule 2).
func (g *mapcolor) touched(state string) bool {
	coloured := g.history()
	switch {
	case g.flaw.is("any-state-may-be-coloured"),
		g.flaw.is("isolated-states-may-be-coloured") && len(g.game.neighbours[state]) == 0:
		return true
	case g.flaw.is("states-without-line-ignored") && !g.game.listed(state):
		return false
	case g.flaw.is("only-beside-last-coloured"):
		coloured = coloured[len(coloured)-1:]
	case g.flaw.is("only-beside-initial-states"):
		coloured = g.game.initial
	}
	return slices.ContainsFunc(coloured, func(c string) bool { return g.beside(state, c) })
}

// beside reports whether two states are neighbours: if either of them lists the other
// (docs/rules/mapcolor.md rule 1).
func (g *mapcolor) beside(state, other string) bool {
	switch {
	case g.flaw.is("edges-of-own-line-only"):
		return slices.Contains(g.game.written[state], other)
	case g.flaw.is("edges-of-other-lines-only"):
		return slices.Contains(g.game.written[other], state)
	}
	return g.game.neighbours[state][other]
}

// forbids reports whether a coloured neighbour removes its colour from the offers: every
// one does (docs/rules/mapcolor.md rule 2).
func (g *mapcolor) forbids(neighbour string) bool {
	switch {
	case g.flaw.is("colours-of-neighbours-unchecked"):
		return false
	case g.flaw.is("only-own-colours-forbidden"):
		return g.coloured[neighbour].player == g.mover
	case g.flaw.is("only-initial-colours-forbidden"):
		return slices.Contains(g.game.initial, neighbour)
	}
	return true
}

// revive adjusts the colours left to a state. If its neighbours have used up all, it has
// none and offers no move (docs/rules/mapcolor.md rule 2).
func (g *mapcolor) revive(colours []string) []string {
	if len(colours) == 0 && g.flaw.is("dead-state-keeps-all-colours") {
		return slices.Clone(g.game.colours)
	}
	return colours
}

// starves reports whether a colour would leave some uncoloured neighbour of a state without
// colours.
func (g *mapcolor) starves(state, colour string) bool {
	for neighbour := range g.game.neighbours[state] {
		if _, done := g.coloured[neighbour]; done {
			continue
		}
		left := without(slices.Clone(g.game.colours), colour)
		for other := range g.game.neighbours[neighbour] {
			left = without(left, g.coloured[other].colour)
		}
		if len(left) == 0 {
			return true
		}
	}
	return false
}

// domains returns the colours that full arc consistency leaves to each state: an uncoloured
// state with a single colour left also removes that colour from its neighbours.
func (g *mapcolor) domains() map[string][]string {
	domains := map[string][]string{}
	for _, state := range g.game.states {
		domains[state] = slices.Clone(g.game.colours)
		if a, done := g.coloured[state]; done {
			domains[state] = []string{a.colour}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, state := range g.game.states {
			if len(domains[state]) != 1 {
				continue
			}
			only := domains[state][0]
			for neighbour := range g.game.neighbours[state] {
				if _, done := g.coloured[neighbour]; !done && slices.Contains(domains[neighbour], only) {
					domains[neighbour] = without(domains[neighbour], only)
					changed = true
				}
			}
		}
	}
	return domains
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

// without removes name from names in place, and returns the shortened slice.
func without(names []string, name string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return n == name })
}
