package board

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// A Mutation is a mistake in a game on a square board.
type Mutation = mutant.Mutation[Hooks]

// Traits tell what an assignment on a square board is like. The numbers are those of the rules of its
// page.
type Traits struct {
	search.Traits // whose Square need not be set

	Evaluation int // the value of a position
	Play       int // what a move does
	State      int // the board that is written
	Names      int // the names of squares

	Valued   bool // the input names the values of the squares
	Weighted bool // squares have values, which need not be in the input
	Captures bool // moves turn pieces, or some do
	Raids    bool // moves are raids, or some are

	// Letters tells a student in which case the letters of squares are; "" leaves it to the page.
	Letters string

	// WipedOut is the reason why only inputs outside the envelope show a program that ends the game
	// where a side has no piece; "" if inputs inside do.
	WipedOut string
}

// mistake is mutant.Mistake for a rule of the assignment's page.
func (t Traits) mistake(kind string, rule int, id, about, explains string, deed func(h *Hooks)) Mutation {
	return mutant.Mistake(kind, t.Page.Rule(rule), id, about, explains, deed)
}

// SmallInReversi are the Letters of the games of CSCI 561.
const SmallInReversi = "Reversi has small letters, squirrel and gangwars have capitals."

// Mutations returns the mistakes that an assignment shares with others, those in the search first.
func Mutations(t Traits) []Mutation {
	t.Square = place
	return slices.Concat(
		mutant.Lift(search.Mutations(t.Traits), func(h *Hooks) *search.Hooks { return &h.Search }),
		orderMutations(t),
		evaluationMutations(t),
		playMutations(t),
		stateMutations(t),
		nameMutations(t),
		raidMutations(t),
	)
}

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
