package gangwars

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// traits tell what gangwars is like. It has no log.
var traits = board.Traits{
	Traits: search.Traits{
		Page: page, Order: 4, Depth: 5,
		Large: true,
	},
	Evaluation: 5, Play: 3, State: 7, Names: 7,
	Valued: true, Captures: true, Raids: true, Letters: board.SmallInReversi,
}

func mutations() []mutation {
	return slices.Concat(
		mutant.Lift(board.Mutations(traits), func(h *hooks) *board.Hooks { return &h.Hooks }),
		orderMutations(),
		moveMutations(),
		outputMutations(),
	)
}

// orderMutations are mistakes in the order of moves, and in the choice between equal ones.
func orderMutations() []mutation {
	return []mutation{
		mistake("order", 4, "raids-before-stakes", "raids are tried before stakes", `
			Your program tries the raids before the stakes. At every node all stakes come first, row by row, and then
			all raids. It matters where a stake and a raid are worth the same: the stake has to win. Swap the two loops.`,
			func(h *hooks) {
				arrange := h.Arrange
				h.Arrange = func(p *position, stakes, raids []string) []string { return arrange(p, raids, stakes) }
			}),
		mistake("order", 4, "moves-square-by-square", "stake and raid of a square are tried together", `
			Your program goes through the squares once and tries both the stake and the raid of each. At every node all
			stakes come first, and after them all raids. It matters where a raid on an early square and a stake on a
			later one are worth the same. Use two loops.`,
			func(h *hooks) {
				arrange := h.Arrange
				h.Arrange = func(p *position, stakes, raids []string) []string {
					moves := arrange(p, stakes, raids)
					sortBy(moves, func(move string) int { return p.index(func(s board.Square) bool { return s == target(move) }) })
					return moves
				}
			}),
		mistake("order", 4, "raids-in-order-of-base", "raids are tried in the order of the pieces they set out from", `
			Your program goes through its own pieces to find raids, and so tries them in the order of the piece from
			which they set out. Raids come row by row of their targets, and each target counts once. Loop over the free
			squares instead.`,
			func(h *hooks) {
				arrange := h.Arrange
				h.Arrange = func(p *position, stakes, raids []string) []string {
					sortBy(raids, func(raid string) int {
						bases := p.Neighbours(target(raid), p.Mover)
						return p.index(func(s board.Square) bool { return slices.Contains(bases, s) })
					})
					return arrange(p, stakes, raids)
				}
			}),
		mistake("order", 6, "ties-prefer-raid", "of equal moves a raid is chosen before a stake", `
			Where a stake and a raid have the same value, your program chooses the raid. The first in order counts, and
			all stakes come before all raids. Look for a rule of your own about ties.`,
			func(h *hooks) {
				tie := h.Search.Tie
				h.Search.Tie = func(n search.Node, move, best string) bool {
					return tie(n, move, best) || n.Depth == 0 && isRaid(move) && !isRaid(best)
				}
			}),
	}
}

// index returns the place of the first square that meets a condition, in the order of squares.
func (p *position) index(meets func(s board.Square) bool) int {
	return slices.IndexFunc(p.Squares(), meets)
}

// sortBy sorts moves by a number, and leaves those of equal numbers in their order.
func sortBy(moves []string, number func(move string) int) {
	numbers := make(map[string]int, len(moves)) // a number takes longer than a comparison
	for _, move := range moves {
		numbers[move] = number(move)
	}
	slices.SortStableFunc(moves, func(a, b string) int { return numbers[a] - numbers[b] })
}
