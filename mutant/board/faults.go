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
	all := slices.Concat(
		mutant.Lift(search.Mutations(t.Traits), func(h *Hooks) *search.Hooks { return &h.Search }),
		orderMutations(t),
		evaluationMutations(t),
		playMutations(t),
		stateMutations(t),
		nameMutations(t),
		raidMutations(t),
	)
	return slices.DeleteFunc(all, func(m Mutation) bool { return m.Break == nil })
}
