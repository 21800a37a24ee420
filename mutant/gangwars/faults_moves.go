package gangwars

import (
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
)

// moveMutations are mistakes in what a stake and a raid are.
var moveMutations = []mutant.Mutation[hooks]{
	{
		ID:    "stake-only-where-no-raid",
		Kind:  "game",
		About: "a square open to a raid cannot be staked",
		Explains: "In your program a square beside an own piece can be raided, but not staked. Every free " +
			"square can be staked, also one that can be raided; these are two moves. The rule you have is " +
			"that of another assignment.",
		Rule:  page.Rule(3),
		Break: open(func(_ *position, _ board.Square, staked, raided bool) (bool, bool) { return staked && !raided, raided }),
	},
	{
		ID:    "raid-only-if-it-captures",
		Kind:  "game",
		About: "a raid that would capture nothing is no move",
		Explains: "Your program lists a raid only if it captures something. A free square beside an own piece " +
			"is open to a raid in any case, as a move of its own. Look at the test for a raid.",
		Rule: page.Rule(3),
		Equivalent: "Such a raid leads to the same board as the stake on that square, which stands earlier in " +
			"the order, so it never changes a value and is never chosen.",
		Break: open(func(p *position, s board.Square, staked, raided bool) (bool, bool) {
			return staked, raided && len(p.Neighbours(s, board.Opponent(p.Mover))) > 0
		}),
	},
	{
		ID:    "raid-from-anywhere",
		Kind:  "game",
		About: "a raid needs no own piece beside it",
		Explains: "Your program raids any free square. A raid needs an own piece above, below, left or right of " +
			"the target. Look at the test for a raid.",
		Rule:  page.Rule(3),
		Break: open(func(_ *position, _ board.Square, staked, _ bool) (bool, bool) { return staked, true }),
	},
	{
		ID:    "stake-captures",
		Kind:  "game",
		About: "a stake captures, too",
		Explains: "In your program a stake captures the enemy pieces beside it. A stake changes no other " +
			"square, whatever stands beside it; only a raid captures. Look at where a move is made.",
		Rule:  page.Rule(2),
		Break: func(h *hooks) { h.Captures = func(string) bool { return true } },
	},
}

// open makes a mutation that changes which moves a square is open to.
func open(change func(p *position, s board.Square, staked, raided bool) (bool, bool)) func(h *hooks) {
	return func(h *hooks) {
		old := h.Open
		h.Open = func(p *position, s board.Square) (bool, bool) {
			staked, raided := old(p, s)
			return change(p, s, staked, raided)
		}
	}
}
