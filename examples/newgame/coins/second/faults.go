package second

import "github.com/touchstone-suite/touchstone/mutant"

// faults are mistakes in the rules of coins.
func faults() []mutant.Mutation[hooks] {
	return []mutant.Mutation[hooks]{
		{
			ID: "lucky-coin-is-like-any-other", Kind: "game", Rule: page.Rule(3),
			About: "a coin of 5 gives no second turn",
			Explains: "In your program the players always take turns. Whoever takes a coin of 5 moves again, and the position " +
				"after it is no deeper. Look at where your search changes sides.",
			Break: func(h *hooks) { h.Lucky = func(int) bool { return false } },
		},
		{
			ID: "great-coins-are-lucky", Kind: "game", Rule: page.Rule(3),
			About: "every coin of 5 or more gives a second turn",
			Explains: "Your program gives a second turn for every coin of 5 or more. Only a coin of exactly 5 does. Look for >= " +
				"where == should stand.",
			Break: func(h *hooks) { h.Lucky = func(coin int) bool { return coin >= 5 } },
		},
		{
			ID: "evaluation-of-own-coins-only", Kind: "evaluation", Rule: page.Rule(4),
			About: "the opponent's coins are not subtracted",
			Explains: "Your evaluation adds up your own coins and forgets the opponent's. Those are subtracted. Look at what a " +
				"leaf returns.",
			Break: func(h *hooks) { h.Worth = func(mine, _ int) int { return mine } },
		},
		{
			ID: "first-move-of-the-turn-only", Kind: "output", Rule: page.Rule(5),
			About: "move.txt holds one move",
			Explains: "Your program writes the first move of its turn only. The file holds all moves of the turn, separated by " +
				"blanks: after a coin of 5 there is another one. Look at where you write the move.",
			Break: func(h *hooks) { h.Turn = func(moves []string) []string { return moves[:1] } },
		},
	}
}
