package mapcolor

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// orderMutations are mistakes in the order of moves (rule 3).
func orderMutations() []mutation {
	return []mutation{
		mistake("order", 3, "colours-in-order-of-line-1", "colours are tried in the order of line 1", `
			For each state your program tries the colours in the order in which line 1 lists them. They are tried by
			name, in ASCII order, and line 1 has no influence. Sort the colours after reading them.`,
			func(h *hooks) { h.Colours = func(g *game) []string { return slices.Clone(g.lineOne) } }),
		mistake("order", 3, "colours-by-weight", "each player tries the colours of greatest weight first", `
			For each state your program tries the mover's best colours first. Colours are tried by name, in ASCII order,
			whatever they weigh. Look at the sort of your moves.`,
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
			"states are tried beside the first coloured state, then beside the second", `
			Your program goes through the coloured states, in the order in which they were coloured, and tries the
			neighbours of each. All states that offer moves are tried by name, in ASCII order. Collect the moves of a
			node first, and sort them.`,
			sortMoves(func(p *position, a, b assignment) int {
				return cmp.Compare(p.firstBeside(a.state), p.firstBeside(b.state))
			})),
		mistake("order", 3, "colour-before-state-in-order", "moves are ordered by colour first, then by state", `
			Your program tries the first colour for all states, then the second, and so on. Moves are ordered by state,
			and for each state by colour. Look at which loop is the outer one, or at the keys of your sort.`,
			sortMoves(func(_ *position, a, b assignment) int { return strings.Compare(a.colour, b.colour) })),
		mistake("order", 3, "order-ignores-case", "names are sorted without regard to case", `
			Your program sorts names as if upper and lower case were the same. ASCII order puts all of upper case before
			lower case. Look at the comparison in your sort: it may follow a language, or turn names to lower case.`,
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

// firstBeside returns the place of the first coloured state that is a neighbour of the given one.
func (p *position) firstBeside(state string) int {
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
