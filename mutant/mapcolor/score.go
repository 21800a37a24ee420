package mapcolor

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// deadEndMutations are mistakes in the value of a dead end (rule 6).
func deadEndMutations() []mutation {
	return []mutation{
		mistake("evaluation", 6, "dead-end-loses", "a player without a move has lost: minus or plus infinity", `
			Your program gives a node without moves the worst value for the player to move, an infinity, also at the
			depth limit. Such a node is a leaf and has its score like any other. Look at what your functions return when
			the list of moves is empty.`,
			deadEnds(func(n search.Node) int {
				if n.Maximising() {
					return search.MinusInfinity
				}
				return search.Infinity
			})),
		mistake("evaluation", 6, "dead-end-scores-0", "a node without moves is worth 0", `
			Your program returns 0 where there is no move left before the depth limit. Such a node is a leaf and has its
			score like any other. Look at what your functions return when the list of moves is empty.`,
			deadEnds(func(search.Node) int { return 0 })),
	}
}

// initialMutations are mistakes in the score of the initial assignments (rule 5).
func initialMutations() []mutation {
	return []mutation{
		mistake("evaluation", 5, "initial-assignments-not-scored", "the initial assignments do not count", `
			Your score counts only what is coloured during the search. The initial assignments count for the players
			named with them. Look at the score with which your search starts: in the example map it is 8.`,
			uncounted((*game).isInitial)),
		mistake("evaluation", 5, "initial-assignments-all-player-1s", "all initial assignments count for player 1", `
			Your score counts all initial assignments for player 1. Each counts for the player named with it, the number
			after the hyphen. Look at how you read line 2.`,
			creditInitial(func(int) int { return 1 })),
		mistake("evaluation", 5, "initial-players-alternate", "initial assignments count for players 1 and 2 in turn", `
			Your score gives the first initial assignment to player 1, the second to player 2, and so on. Each counts
			for the player named with it, the number after the hyphen, who may be the same for all. Look at how you read
			line 2.`,
			creditInitial(func(place int) int { return 1 + place%2 })),
		mistake("evaluation", 5, "initial-outside-map-not-scored",
			"an initial state without a line and neighbours does not count", `
			Your score leaves out a state that is named in line 2 only. It exists, has no neighbours, and its colour
			counts. Look at which list of states your evaluation goes through.`,
			uncounted(func(g *game, a assignment) bool {
				onMap := slices.Contains(g.lines, a.state) || len(g.neighbours[a.state]) > 0
				return g.isInitial(a) && !onMap
			})).ShownBeyond(`
			Inside the envelope every initial state has a line and neighbours (sentence 2 of the envelope).`),
	}
}

// weightMutations are mistakes in the weights (rules 1 and 5).
func weightMutations() []mutation {
	return []mutation{
		mistake("evaluation", 5, "opponents-weights-added", "what player 2 has coloured is added, not subtracted", `
			Your score adds the weights of the states that player 2 coloured. They are subtracted from those of player
			1. Look at the sign in your evaluation.`,
			func(h *hooks) { h.Score = func(player1, player2 int) int { return player1 + player2 } }),
		mistake("evaluation", 5, "player-1s-weights-only", "what player 2 has coloured does not count", `
			Your score is the weights of player 1's states alone. The weights of player 2's states, by player 2's table,
			are subtracted. Look at your evaluation function.`,
			func(h *hooks) { h.Score = func(player1, _ int) int { return player1 } }),
		mistake("evaluation", 5, "weights-swapped", "each player's states count by the other one's weights", `
			Your score looks up the weights in the wrong table: player 1's states in line 5 and player 2's in line 4.
			Line 4 is player 1's table and line 5 is player 2's. Look at the order in which you read them.`,
			func(h *hooks) {
				weight := h.Weight
				h.Weight = func(g *game, player int, colour string) int { return weight(g, 3-player, colour) }
			}),
		mistake("evaluation", 5, "weights-of-player-1-for-both", "both players' states count by player 1's weights", `
			Your score uses player 1's weights for player 2's states as well. What player 2 coloured counts by player
			2's table, line 5. Look at the table in the second half of your evaluation.`,
			func(h *hooks) {
				weight := h.Weight
				h.Weight = func(g *game, _ int, colour string) int { return weight(g, 1, colour) }
			}),
		mistake("evaluation", 1, "weights-by-place",
			"weights are read in the order of line 1, whatever their colours", `
			Your program takes the first weight of lines 4 and 5 for the first colour of line 1, the second for the
			second, and so on. Each weight stands with the name of its colour, in any order. Look at how you read these
			lines.`,
			func(h *hooks) {
				h.Weight = func(g *game, player int, colour string) int {
					return g.weights[player][slices.Index(g.lineOne, colour)].value
				}
			}),
		mistake("evaluation", 1, "weights-without-sign", "negative weights are read as positive", `
			Your program loses the minus sign of weights. Weights are integers of either sign. Look at how you read
			lines 4 and 5: a split at hyphens, or a pattern that takes digits only, drops the sign.`,
			func(h *hooks) {
				mutant.Wrap3(&h.Weight, func(g *game, player int, colour string, w int) int { return max(w, -w) })
			}).ShownBeyond("Inside the envelope no weight is negative (sentence 3 of the envelope)."),
	}
}

// deadEnds makes a mutation that gives another value to nodes without moves.
func deadEnds(value func(n search.Node) int) func(h *hooks) {
	return func(h *hooks) {
		leaf := h.Search.Leaf
		h.Search.Leaf = func(n search.Node, v int) int {
			if len(n.Moves()) == 0 {
				v = value(n)
			}
			return leaf(n, v)
		}
	}
}

// uncounted makes a mutation in which some assignments do not count.
func uncounted(out func(g *game, a assignment) bool) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Counts, func(g *game, a assignment, counts bool) bool { return counts && !out(g, a) })
	}
}

// creditInitial makes a mutation that counts the initial assignments for other players, given their
// places in line 2.
func creditInitial(player func(place int) int) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Credited, func(g *game, a assignment, credited int) int {
			if place := slices.Index(g.initial, a); place >= 0 {
				return player(place)
			}
			return credited
		})
	}
}

// isInitial reports whether an assignment is an initial one.
func (g *game) isInitial(a assignment) bool { return slices.Contains(g.initial, a) }
