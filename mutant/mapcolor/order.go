package mapcolor

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant/search"
)

// orderMutations are mistakes in the order of moves (rule 3).
func orderMutations() []mutation {
	return []mutation{
		{
			ID: "colours-in-order-of-line-1", Kind: "order", Rule: page.Rule(3),
			About: "colours are tried in the order of line 1",
			Explains: "For each state your program tries the colours in the order in which line 1 lists them. " +
				"They are tried by name, in ASCII order, and line 1 has no influence. Sort the colours " +
				"after reading them.",
			Break: func(h *hooks) { h.Colours = func(g *game) []string { return slices.Clone(g.lineOne) } },
		},
		{
			ID: "colours-by-weight", Kind: "order", Rule: page.Rule(3),
			About: "each player tries the colours of greatest weight first",
			Explains: "For each state your program tries the mover's best colours first. Colours are tried by " +
				"name, in ASCII order, whatever they weigh. Look at the sort of your moves.",
			Break: func(h *hooks) {
				offers := h.Offers
				h.Offers = func(p *position, state string) []string {
					colours := offers(p, state)
					weight := func(colour string) int { return h.Weight(p.game, p.mover, colour) }
					slices.SortStableFunc(colours, func(a, b string) int { return cmp.Compare(weight(b), weight(a)) })
					return colours
				}
			},
		},
		{
			ID: "states-in-order-of-lines", Kind: "order", Rule: page.Rule(3),
			About: "states are tried in the order of their lines",
			Explains: "Your program tries the states in the order of their lines in the input. They are tried " +
				"by name, in ASCII order. Sort the states after reading them.",
			Break: sortStates(func(g *game, a, b string) int { return cmp.Compare(g.lineOf(a), g.lineOf(b)) }),
		},
		{
			ID: "states-in-order-of-mention", Kind: "order", Rule: page.Rule(3),
			About: "states are tried in the order in which the input mentions them",
			Explains: "Your program tries the states in the order in which the input first mentions them, as a " +
				"state or as a neighbour. They are tried by name, in ASCII order. Sort the states after " +
				"reading them.",
			Break: func(h *hooks) { h.States = func(g *game) []string { return slices.Clone(g.mentioned) } },
		},
		{
			ID: "states-found-from-coloured-ones", Kind: "order", Rule: page.Rule(3),
			About: "states are tried beside the first coloured state, then beside the second",
			Explains: "Your program goes through the coloured states, in the order in which they were coloured, " +
				"and tries the neighbours of each. All states that offer moves are tried by name, in " +
				"ASCII order. Collect the moves of a node first, and sort them.",
			Break: sortMoves(func(p *position, a, b assignment) int {
				return cmp.Compare(p.firstBeside(a.state), p.firstBeside(b.state))
			}),
		},
		{
			ID: "colour-before-state-in-order", Kind: "order", Rule: page.Rule(3),
			About: "moves are ordered by colour first, then by state",
			Explains: "Your program tries the first colour for all states, then the second, and so on. Moves " +
				"are ordered by state, and for each state by colour. Look at which loop is the outer one, " +
				"or at the keys of your sort.",
			Break: sortMoves(func(_ *position, a, b assignment) int { return strings.Compare(a.colour, b.colour) }),
		},
		{
			ID: "order-ignores-case", Kind: "order", Rule: page.Rule(3),
			About: "names are sorted without regard to case",
			Explains: "Your program sorts names as if upper and lower case were the same. ASCII order puts all " +
				"of upper case before lower case. Look at the comparison in your sort: it may follow a " +
				"language, or turn names to lower case.",
			Break: func(h *hooks) {
				states, colours := h.States, h.Colours
				h.States = func(g *game) []string { return sortedBy(states(g), strings.ToLower) }
				h.Colours = func(g *game) []string { return sortedBy(colours(g), strings.ToLower) }
			},
		},
		{
			ID: "numbers-ordered-by-value", Kind: "order", Rule: page.Rule(3),
			About: "numbers in names are sorted by value, S9 before S10",
			Explains: "Your program sorts the numbers in names by their value. Names are compared character by " +
				"character, so S10 comes before S9. Look at the comparison in your sort.",
			Break: func(h *hooks) {
				states := h.States
				h.States = func(g *game) []string { return sortedBy(states(g), padded) }
			},
		},
		{
			ID: "short-names-first", Kind: "order", Rule: page.Rule(3),
			About: "short names are sorted before long ones",
			Explains: "Your program sorts names by their length first. They are compared character by character " +
				"in ASCII order, so NSW comes before NT. Look at the comparison in your sort.",
			Break: sortStates(func(_ *game, a, b string) int { return cmp.Compare(len(a), len(b)) }),
		},
	}
}

// sortStates makes a mutation that sorts the states.
func sortStates(compare func(g *game, a, b string) int) func(h *hooks) {
	return func(h *hooks) {
		states := h.States
		h.States = func(g *game) []string {
			sorted := states(g)
			slices.SortStableFunc(sorted, func(a, b string) int { return compare(g, a, b) })
			return sorted
		}
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
