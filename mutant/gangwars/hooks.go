package gangwars

import (
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant/board"
)

// hooks are the decisions of the solver.
type hooks struct {
	board.Hooks

	// Open reports whether a free square is open to a stake and to a raid.
	Open func(p *position, s board.Square) (staked, raided bool)
	// Arrange returns the moves in the order in which they are tried, given the stakes and the raids
	// in the order of their squares.
	Arrange func(p *position, stakes, raids []string) []string
	// Captures reports whether a move captures the enemies beside its square.
	Captures func(move string) bool

	// Kind returns what the output says is done to the square of a move, with a blank before it.
	Kind func(p *position, move string) string
	// Output returns the lines of the output, given those about the move and the board.
	Output func(move, board []string) []string
}

// right returns the hooks that decide everything right.
func right(faulty bool) *hooks {
	h := &hooks{Hooks: board.Right(faulty)}
	// Any free square may be staked, and raided if it is beside an own piece: rules 2 and 3.
	h.Open = func(p *position, s board.Square) (staked, raided bool) { return true, p.BesideOwn(s) }
	// All stakes first: rule 4.
	h.Arrange = func(_ *position, stakes, raids []string) []string { return slices.Concat(stakes, raids) }
	h.Captures = isRaid

	h.Kind = func(_ *position, move string) string { return move[strings.Index(move, " "):] }
	h.Output = func(move, board []string) []string { return slices.Concat(move, board) } // rule 7
	return h
}
