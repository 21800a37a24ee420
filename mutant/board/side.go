package board

import (
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// evaluationRule says who the max player is.
var evaluationRule = mutant.Shared.Part("Evaluation")

// sideMutations are the mistakes of taking X for the max player, whoever the root player is.
func sideMutations(t Traits) []Mutation {
	side := []Mutation{
		mutant.Mistake("game", evaluationRule, "x-maximises-below-root",
			"the root is max, but below it X is, also when O is to move at the root", `
			Your root takes the greatest value, but below it X is always the max player, as in a function that the root's
			loop calls. Where the input names O, the replies to O's moves are the best for O. The max player is the one whom
			the input names, at every depth. Look for an 'X' in your search.`,
			func(h *Hooks) {
				isMax := h.Search.Max
				h.Search.Max = func(n search.Node) bool {
					if n.Depth == 0 {
						return isMax(n)
					}
					return n.Position.(Position).Base().Mover == 'X'
				}
			}),
		mutant.Mistake("game", evaluationRule, "x-always-maximises", "X is max, also when O is to move at the root", `
			In your program X is always the max player. The max player is the one whom the input names. Look for an 'X' in
			the code that tells max nodes from min nodes.`,
			func(h *Hooks) {
				h.Search.Max = func(n search.Node) bool { return n.Position.(Position).Base().Mover == 'X' }
			}),
	}
	if t.Dialect == nil { // the move is the right one, and nothing else shows
		return side
	}
	return append(side, mutant.Mistake("game", evaluationRule, "search-for-x-always",
		"X is max and the values are X's, also when O is to move at the root", `
		Your search takes the side of X: X is the max player, and values are what X has minus what O has. Where the
		input names O, O is the max player and the values are O's; the move comes out the same, but your log shows a min
		node at the root and values of the wrong sign. Look for an 'X' in your search and in your evaluation.`,
		loggedForX))
}

// loggedForX shows the search of O as X sees it: the same moves, and each bound is the other's.
func loggedForX(h *Hooks) {
	seen := func(r *search.Row) {
		if r.Position.(Position).Base().Root == 'O' {
			r.Value, r.Window = -r.Value, search.Window{Alpha: -r.Beta, Beta: -r.Alpha}
		}
	}
	search.Entered(func(_ *search.Hooks, r *search.Row) { seen(r) })(&h.Search)
	search.AfterChild(func(_ *search.Hooks, _ search.Update, r *search.Row) { seen(r) })(&h.Search)
	search.AtLeaf(func(_ *search.Hooks, r search.Row, right func(search.Row) []search.Row) []search.Row {
		seen(&r)
		return right(r)
	})(&h.Search)
}
