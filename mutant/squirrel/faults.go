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

func mutations() []mutation {
	return slices.Concat(
		mutant.Lift(board.Mutations(traits), func(h *hooks) *board.Hooks { return &h.Hooks }),
		moveMutations(),
		battleMutations(),
	)
}

// moveMutations are mistakes in raids and in greedy.
func moveMutations() []mutation {
	return []mutation{
		mistake("game", 3, "sneak-conquers", "a sneak turns the enemy pieces beside it", `
			In your program every move turns the enemy pieces beside it. It does so only if a square beside it already
			belonged to the mover; without such a neighbour the move is a sneak and turns nothing. Look for the test
			that tells the two apart.`,
			func(h *hooks) { h.Raids = func(*position, board.Square) bool { return true } }),
		mistake("game", 3, "raid-conquers-nothing", "no move turns anything", `
			In your program no move turns enemy pieces. If a square beside the new piece already belonged to the mover,
			the move is a raid and every enemy piece beside it changes sides. Look at where a move is made.`,
			func(h *hooks) { h.Raids = func(*position, board.Square) bool { return false } }),
		mistake("depth", 7, "greedy-searches-to-the-cut-off", "greedy searches as deep as the cut-off says", `
			Your greedy player runs a minimax search down to the cut-off depth. Greedy looks one ply ahead; the cut-off
			line is there, but has no effect. Use depth 1 for task 1 and for greedy players in a battle.`,
			func(h *hooks) {
				algorithm := h.Algorithm
				h.Algorithm = func(a string) string {
					if a = algorithm(a); a == "1" {
						return "2"
					}
					return a
				}
			}),
		mistake("evaluation", 7, "greedy-minimises", "greedy takes the smallest evaluation", `
			Your greedy player takes the move with the smallest evaluation. It has to take the greatest. Look at the
			comparison, and at whose side the evaluation takes after the move.`,
			func(h *hooks) {
				start, better := h.GreedyStart, h.GreedyBetter
				h.GreedyStart = func() int { return -start() }
				h.GreedyBetter = func(v, best int) bool { return better(-v, -best) }
			}),
		mistake("evaluation", 7, "greedy-starts-at-zero", "greedy finds no move that is worth 0 or less", `
			Your greedy player starts from a best score of 0, so it finds no move where all scores are 0 or negative.
			Start from a number below all scores, or from the first move.`,
			func(h *hooks) { h.GreedyStart = func() int { return 0 } }),
		mistake("order", 7, "greedy-takes-last-tie", "of equal moves greedy takes the last", `
			Of several moves with the same evaluation your greedy player takes the last. It has to take the first in
			order: a move replaces the best so far only if it is strictly better. Look for >= where > should stand.`,
			func(h *hooks) {
				better := h.GreedyBetter
				h.GreedyBetter = func(v, best int) bool { return v == best || better(v, best) }
			}),
		mistake("evaluation", 7, "greedy-ignores-captures", "greedy looks at the square's own value only", `
			Your greedy player takes the free square of greatest value and does not count what a raid would turn. It has
			to evaluate the whole board after each move. Call the evaluation that the searches use.`,
			func(h *hooks) {
				h.GreedyValue = func(p *position, move string, _ int) int {
					target, _ := board.SquareOf(move)
					return p.Values[target.Row][target.Column]
				}
			}),
	}
}
