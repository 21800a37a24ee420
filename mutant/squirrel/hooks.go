package squirrel

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// hooks are the decisions of the solver.
type hooks struct {
	board.Hooks

	// Raids reports whether a move on a target is a raid.
	Raids func(p *position, target board.Square) bool
	// Evaluate returns the evaluation of a position.
	Evaluate func(p *position) int

	// Algorithm returns what a player runs, given what the input says.
	Algorithm func(algorithm string) string
	// GreedyStart returns what greedy's best score starts from.
	GreedyStart func() int
	// GreedyValue returns what greedy takes a move to be worth, given the evaluation after it.
	GreedyValue func(p *position, move string, v int) int
	// GreedyBetter reports whether a move replaces greedy's best so far.
	GreedyBetter func(v, best int) bool

	// Players returns the players of a battle, the one who begins first.
	Players func(first, second player) (player, player)
	// Shown returns the boards in the trace of a battle, given the one before it and the one after
	// each move.
	Shown func(initial []string, boards [][]string) [][]string
	// Join returns the lines of the trace.
	Join func(boards [][]string) []string
}

// right returns the hooks that decide everything right.
func right(faulty bool) *hooks {
	h := &hooks{Hooks: board.Right(faulty)}
	// The board decides whether a move is a raid, never the player: rule 3.
	h.Raids = func(p *position, target board.Square) bool { return p.BesideOwn(target) }
	h.Evaluate = func(p *position) int { return p.Balance() } // rule 4

	h.Algorithm = func(algorithm string) string { return algorithm }
	h.GreedyStart = func() int { return search.MinusInfinity } // rule 7: the best score may be negative
	h.GreedyValue = func(_ *position, _ string, v int) int { return v }
	h.GreedyBetter = func(v, best int) bool { return v > best } // rule 7: among equals, the first

	// The player named first begins, and each has its own algorithm and cut-off: rule 8.
	h.Players = func(first, second player) (player, player) { return first, second }
	// Rule 9: without the initial board, one directly below the other.
	h.Shown = func(_ []string, boards [][]string) [][]string { return boards }
	h.Join = func(boards [][]string) []string { return slices.Concat(boards...) }
	return h
}
