package mapcolor

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// domainMutations are mistakes in the colours that a state can take (rule 2).
func domainMutations() []mutation {
	return []mutation{
		mistake("game", 2, "forward-checking", "moves that would leave a neighbour without colours are left out", `
			Your program leaves out a move that would leave an uncoloured neighbour of the state without any colour.
			Such a move is legal: only the colours of coloured neighbours are looked at. Look for a test that looks one
			step ahead, and drop it.`,
			withholdColours((*position).leavesNoColour)),
		mistake("game", 2, "arc-consistency-propagated", "colours are propagated among uncoloured states", `
			Your program runs arc consistency over the whole map: an uncoloured state with one colour left takes that
			colour from its uncoloured neighbours. The rule asks for less than its name says: only coloured neighbours
			take colours away. Look for a loop or queue that repeats until nothing changes.`,
			withholdColours(func(p *position, state, colour string) bool {
				return !slices.Contains(p.domains()[state], colour)
			})),
	}
}

// deadStateMutations are mistakes in states whose colours are used up.
func deadStateMutations() []mutation {
	return []mutation{
		mistake("game", 2, "dead-state-keeps-all-colours",
			"a state whose neighbours have used up all colours may take any", `
			When the neighbours of a state have used up all colours, your program offers all colours for it. Such a
			state offers no move, and the game goes on around it. Look at what an empty list of colours means in your
			code.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Left, func(p *position, state string, left []string) []string {
					if colours := left; len(colours) > 0 {
						return colours
					}
					return slices.Clone(p.game.colours)
				})
			}),
		mistake("game", 2, "dead-state-keeps-last-colour", "the last colour left to a state is never taken away", `
			Your program never takes a state's last colour away, even when a neighbour gets it. A state whose
			neighbours have used up all colours offers no move. The trace printed in the handout has such moves; the
			course corrected that. Look for a test that a list has more than one colour.`,
			func(h *hooks) {
				takeAway := h.TakeAway
				h.TakeAway = func(colours []string, colour string) []string {
					if len(colours) == 1 {
						return colours
					}
					return takeAway(colours, colour)
				}
			}),
		mistake("game", 2, "dead-state-ends-game", "a state without colours left makes the node a leaf", `
			Your program treats a position as a dead end as soon as some state has no colour left. Only that state
			offers no move; the game goes on around it. Look for a failure of your consistency check that is returned
			as no moves at all.`,
			func(h *hooks) {
				mutant.Wrap(&h.Moves, func(p *position, moves []string) []string {
					for _, state := range p.game.states {
						if !p.isColoured(state) && h.Open(p, state) && len(h.Offers(p, state)) == 0 {
							return nil
						}
					}
					return moves
				})
			}),
	}
}

// reachMutations are mistakes in which states may be coloured.
func reachMutations() []mutation {
	return []mutation{
		mistake("game", 2, "any-state-may-be-coloured",
			"states without a coloured neighbour may be coloured, too", `
			Your program lets a player colour any uncoloured state. The state must have at least one coloured
			neighbour. Look at the condition under which a state becomes a move.`,
			func(h *hooks) { h.Open = func(*position, string) bool { return true } }),
		mistake("game", 2, "isolated-states-may-be-coloured", "a state without neighbours may be coloured", `
			Your program lets a player colour a state that has no neighbours. The state must have at least one coloured
			neighbour, so such a state is never coloured. Look for a test that all neighbours fulfil something: with no
			neighbours it always holds.`,
			opened(func(p *position, state string, open bool) bool {
				return open || len(p.game.neighbours[state]) == 0
			})).ShownBeyond("Inside the envelope every state has neighbours (sentence 2 of the envelope)."),
		mistake("game", 2, "first-colour-counts-as-none",
			"a state whose coloured neighbours all have the first colour is no move", `
			Your program does not open a state whose coloured neighbours all have the first colour. Any coloured
			neighbour will do. Look at how you test for a colour: the first one may have the number 0, which you take
			for none.`,
			opened(func(p *position, state string, open bool) bool {
				return open && slices.ContainsFunc(p.game.h.Coloured(p), func(a assignment) bool {
					return a.colour != p.game.colours[0] && p.game.h.Beside(p.game, state, a.state)
				})
			})),
		mistake("game", 2, "only-beside-last-coloured",
			"only neighbours of the state coloured last may be coloured", `
			Your program looks for moves only next to the state that was coloured last. Any coloured neighbour will do,
			whoever coloured it and whenever. Look at where your list of candidates comes from: it has to grow along
			the line of play.`,
			opened(func(p *position, state string, open bool) bool {
				return open && p.isNeighbourOfAny(state, p.made[len(p.made)-1:])
			})),
		mistake("game", 2, "only-beside-initial-states", "only neighbours of the initial states may be coloured", `
			Your program looks for moves only next to the states that were coloured at the start. States coloured during
			the search open their neighbours, too. Look at whether your list of candidates is worked out only once.`,
			opened(func(p *position, state string, open bool) bool {
				return open && p.isNeighbourOfAny(state, p.game.initial)
			})),
	}
}

// forbiddenMutations are mistakes in whose colours are forbidden.
func forbiddenMutations() []mutation {
	return []mutation{
		mistake("game", 2, "colours-of-neighbours-unchecked", "a state may take the colour of its neighbour", `
			Your program offers every colour for a state. A colour that a coloured neighbour has is no move. Look at
			whether your program removes the neighbours' colours at all.`,
			func(h *hooks) { h.Forbids = func(*position, assignment) bool { return false } }),
		mistake("game", 2, "only-own-colours-forbidden",
			"only colours that the mover gave to neighbours are taken away", `
			Your program takes away the colours of those neighbours that the player to move has coloured. The colours
			of all coloured neighbours count, whoever gave them. Look for a test of the player where you look for
			conflicts.`,
			forbiddenOnly(func(p *position, a assignment) bool { return a.player == p.mover })),
		mistake("game", 2, "only-initial-colours-forbidden",
			"only the initial states take colours from their neighbours", `
			Your program takes away the colours of the states that were coloured at the start, but not of those that
			are coloured during the search. All coloured neighbours count. Look at whether your consistency check runs
			only once, before the search.`,
			forbiddenOnly(func(p *position, a assignment) bool { return slices.Contains(p.game.initial, a) })),
		mistake("game", 2, "initial-colours-not-forbidden",
			"the initial states take no colours from their neighbours", `
			Your program takes away the colours of the states that were coloured during the search, but not of those
			that were coloured at the start. All coloured neighbours count. Look at how you compare colours: in Java,
			== asks whether two strings are one object, and those read from line 2 are others than those of line 1.`,
			forbiddenOnly(func(p *position, a assignment) bool { return !slices.Contains(p.game.initial, a) })),
	}
}

// withholdColours makes a mutation in which some colours are not moves, though the coloured neighbours leave
// them to a state.
func withholdColours(out func(p *position, state, colour string) bool) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Left, func(p *position, state string, left []string) []string {
			return slices.DeleteFunc(left, func(colour string) bool { return out(p, state, colour) })
		})
	}
}

// opened makes a mutation in which other states may be coloured.
func opened(change func(p *position, state string, open bool) bool) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Open, func(p *position, state string, open bool) bool { return change(p, state, open) })
	}
}

// forbiddenOnly makes a mutation in which only some neighbours take their colour away from a state.
func forbiddenOnly(isForbidden func(p *position, neighbour assignment) bool) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Forbids, func(p *position, neighbour assignment, forbids bool) bool {
			return isForbidden(p, neighbour) && forbids
		})
	}
}

// leavesNoColour reports whether a colour would leave some uncoloured neighbour of a state without colours.
func (p *position) leavesNoColour(state, colour string) bool {
	return slices.ContainsFunc(p.game.neighbours[state], func(neighbour string) bool {
		if p.isColoured(neighbour) {
			return false
		}
		left := removeName(slices.Clone(p.game.colours), colour)
		for _, other := range p.game.neighbours[neighbour] {
			if a, ok := p.assignmentOf(other); ok {
				left = removeName(left, a.colour)
			}
		}
		return len(left) == 0
	})
}

// domains returns the colours that full arc consistency leaves to each state: an uncoloured state with
// a single colour left takes it away from its neighbours, too.
func (p *position) domains() map[string][]string {
	domains := map[string][]string{}
	for _, state := range p.game.states {
		domains[state] = slices.Clone(p.game.colours)
		if a, ok := p.assignmentOf(state); ok {
			domains[state] = []string{a.colour}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, state := range p.game.states {
			if len(domains[state]) != 1 {
				continue
			}
			colour := domains[state][0]
			for _, neighbour := range p.game.neighbours[state] {
				if !p.isColoured(neighbour) && slices.Contains(domains[neighbour], colour) {
					domains[neighbour] = removeName(domains[neighbour], colour)
					changed = true
				}
			}
		}
	}
	return domains
}

// orderMutations are mistakes in the order of moves (rule 3).
func orderMutations() []mutation {
	return []mutation{
		mistake("order", 3, "colours-in-order-of-line-1", "colours are tried in the order of line 1", `
			For each state your program tries the colours in the order in which line 1 lists them. They are tried by
			name, in ASCII order, and line 1 has no influence. Sort the colours after reading them.`,
			func(h *hooks) { h.Colours = func(g *game) []string { return slices.Clone(g.lineOne) } }),
		mistake("order", 3, "colours-by-weight", "each player tries the colours of greatest weight first", `
			For each state your program tries the mover's best colours first. Colours are tried by name, in ASCII
			order, whatever they weigh. Look at the sort of your moves.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Offers, func(p *position, state string, colours []string) []string {
					weight := func(colour string) int { return h.Weight(p.game, p.mover, colour) }
					slices.SortStableFunc(colours, func(a, b string) int { return cmp.Compare(weight(b), weight(a)) })
					return colours
				})
			}),
		mistake("order", 3, "states-in-order-of-lines", "states are tried in the order of their lines", `
			Your program tries the states in the order of their lines in the input. They are tried by name, in ASCII
			order. Sort the states after reading them.`,
			sortStates(func(g *game, a, b string) int { return cmp.Compare(g.lineOf(a), g.lineOf(b)) })),
		mistake("order", 3, "states-in-order-of-mention",
			"states are tried in the order in which the input mentions them", `
			Your program tries the states in the order in which the input first mentions them, as a state or as a
			neighbour. They are tried by name, in ASCII order. Sort the states after reading them.`,
			func(h *hooks) { h.States = func(g *game) []string { return slices.Clone(g.mentioned) } }),
		mistake("order", 3, "states-found-from-coloured-ones",
			"states are tried next to the first coloured state, then next to the second", `
			Your program goes through the coloured states, in the order in which they were coloured, and tries the
			neighbours of each. All states that offer moves are tried by name, in ASCII order. Collect the moves of a
			node first, and sort them.`,
			sortMoves(func(p *position, a, b assignment) int {
				return cmp.Compare(p.firstNeighbour(a.state), p.firstNeighbour(b.state))
			})),
		mistake("order", 3, "colour-before-state-in-order", "moves are ordered by colour first, then by state", `
			Your program tries the first colour for all states, then the second, and so on. Moves are ordered by state,
			and for each state by colour. Look at which loop is the outer one, or at the keys of your sort.`,
			sortMoves(func(_ *position, a, b assignment) int { return strings.Compare(a.colour, b.colour) })),
		mistake("order", 3, "order-ignores-case", "names are sorted without regard to case", `
			Your program sorts names as if upper and lower case were the same. ASCII order puts all of upper case
			before lower case. Look at the comparison in your sort: it may follow a language, or turn names to lower
			case.`,
			func(h *hooks) {
				states, colours := h.States, h.Colours
				h.States = func(g *game) []string { return sortedBy(states(g), strings.ToLower) }
				h.Colours = func(g *game) []string { return sortedBy(colours(g), strings.ToLower) }
			}),
		mistake("order", 3, "numbers-ordered-by-value", "numbers in names are sorted by value, S9 before S10", `
			Your program sorts the numbers in names by their value. Names are compared character by character, so S10
			comes before S9. Look at the comparison in your sort.`,
			func(h *hooks) {
				mutant.Wrap(&h.States, func(_ *game, states []string) []string { return sortedBy(states, padded) })
			}),
		mistake("order", 3, "short-names-first", "short names are sorted before long ones", `
			Your program sorts names by their length first. They are compared character by character in ASCII order, so
			NSW comes before NT. Look at the comparison in your sort.`,
			sortStates(func(_ *game, a, b string) int { return cmp.Compare(len(a), len(b)) })),
	}
}

// sortStates makes a mutation that sorts the states.
func sortStates(compare func(g *game, a, b string) int) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap(&h.States, func(g *game, sorted []string) []string {
			slices.SortStableFunc(sorted, func(a, b string) int { return compare(g, a, b) })
			return sorted
		})
	}
}

// sortMoves makes a mutation that sorts the moves of a node.
func sortMoves(compare func(p *position, a, b assignment) int) func(h *hooks) {
	return func(h *hooks) {
		order := h.Search.Order
		h.Search.Order = func(n search.Node, moves []string) []string {
			moves = order(n, moves)
			p := at(n)
			slices.SortStableFunc(moves, func(a, b string) int { return compare(p, p.move(a), p.move(b)) })
			return moves
		}
	}
}

// firstNeighbour returns the place of the first coloured state that is a neighbour of the given one.
func (p *position) firstNeighbour(state string) int {
	return slices.IndexFunc(p.game.h.Coloured(p), func(a assignment) bool {
		return slices.Contains(p.game.neighbours[state], a.state)
	})
}

// lineOf returns the place of a state's line; states without a line come last.
func (g *game) lineOf(state string) int {
	if i := slices.Index(g.lines, state); i >= 0 {
		return i
	}
	return len(g.lines)
}

// sortedBy sorts names by a key, and returns them; those with the same key keep their order.
func sortedBy(names []string, key func(string) string) []string {
	slices.SortStableFunc(names, func(a, b string) int { return strings.Compare(key(a), key(b)) })
	return names
}

var number = regexp.MustCompile("[0-9]+")

// padded pads the numbers in a name with leading zeros, so that text order is numerical order.
func padded(name string) string {
	return number.ReplaceAllStringFunc(name, func(digits string) string {
		return strings.Repeat("0", max(0, 20-len(digits))) + digits
	})
}
