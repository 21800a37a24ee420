package squirrel

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// traits tell what squirrel is like.
var traits = board.Traits{
	Traits: search.Traits{
		Page: page, Order: 2, Depth: 5, Tasks: 1,
		Dialect: &search.AlphaBeta, Format: 6,
		Large: true,
	},
	Evaluation: 4, Play: 3, State: 9, Names: 2,
	Valued: true, Captures: true, Raids: true, Letters: board.SmallInReversi,
}

func mutations() []mutant.Mutation[hooks] {
	return slices.Concat(
		mutant.Lift(board.Mutations(traits), func(h *hooks) *board.Hooks { return &h.Hooks }),
		moveMutations(),
		battleMutations(),
	)
}

// moveMutations are mistakes in raids and in greedy.
func moveMutations() []mutant.Mutation[hooks] {
	return []mutant.Mutation[hooks]{
		{
			ID: "sneak-conquers", Kind: "game", Rule: page.Rule(3),
			About: "a sneak turns the enemy pieces beside it",
			Explains: "In your program every move turns the enemy pieces beside it. It does so only if a square " +
				"beside it already belonged to the mover; without such a neighbour the move is a sneak and " +
				"turns nothing. Look for the test that tells the two apart.",
			Break: func(h *hooks) { h.Raids = func(*position, board.Square) bool { return true } },
		},
		{
			ID: "raid-conquers-nothing", Kind: "game", Rule: page.Rule(3),
			About: "no move turns anything",
			Explains: "In your program no move turns enemy pieces. If a square beside the new piece already " +
				"belonged to the mover, the move is a raid and every enemy piece beside it changes sides. " +
				"Look at where a move is made.",
			Break: func(h *hooks) { h.Raids = func(*position, board.Square) bool { return false } },
		},
		{
			ID: "greedy-searches-to-the-cut-off", Kind: "depth", Rule: page.Rule(7),
			About: "greedy searches as deep as the cut-off says",
			Explains: "Your greedy player runs a minimax search down to the cut-off depth. Greedy looks one ply " +
				"ahead; the cut-off line is there, but has no effect. Use depth 1 for task 1 and for greedy " +
				"players in a battle.",
			Break: func(h *hooks) {
				algorithm := h.Algorithm
				h.Algorithm = func(a string) string {
					if a = algorithm(a); a == "1" {
						return "2"
					}
					return a
				}
			},
		},
		{
			ID: "greedy-minimises", Kind: "evaluation", Rule: page.Rule(7),
			About: "greedy takes the smallest evaluation",
			Explains: "Your greedy player takes the move with the smallest evaluation. It has to take the greatest. " +
				"Look at the comparison, and at whose side the evaluation takes after the move.",
			Break: func(h *hooks) {
				start, better := h.GreedyStart, h.GreedyBetter
				h.GreedyStart = func() int { return -start() }
				h.GreedyBetter = func(v, best int) bool { return better(-v, -best) }
			},
		},
		{
			ID: "greedy-starts-at-zero", Kind: "evaluation", Rule: page.Rule(7),
			About: "greedy finds no move that is worth 0 or less",
			Explains: "Your greedy player starts from a best score of 0, so it finds no move where all scores are 0 " +
				"or negative. Start from a number below all scores, or from the first move.",
			Break: func(h *hooks) { h.GreedyStart = func() int { return 0 } },
		},
		{
			ID: "greedy-takes-last-tie", Kind: "order", Rule: page.Rule(7),
			About: "of equal moves greedy takes the last",
			Explains: "Of several moves with the same evaluation your greedy player takes the last. It has to take " +
				"the first in order: a move replaces the best so far only if it is strictly better. Look for " +
				">= where > should stand.",
			Break: func(h *hooks) {
				better := h.GreedyBetter
				h.GreedyBetter = func(v, best int) bool { return v == best || better(v, best) }
			},
		},
		{
			ID: "greedy-ignores-captures", Kind: "evaluation", Rule: page.Rule(7),
			About: "greedy looks at the square's own value only",
			Explains: "Your greedy player takes the free square of greatest value and does not count what a raid " +
				"would turn. It has to evaluate the whole board after each move. Call the evaluation that the " +
				"searches use.",
			Break: func(h *hooks) {
				h.GreedyValue = func(p *position, move string, _ int) int {
					target, _ := board.SquareOf(move)
					return p.Values[target.Row][target.Column]
				}
			},
		},
	}
}
