package second

import "github.com/touchstone-suite/touchstone/mutant"

// faults are mistakes in the rules of coins.
func faults() []mutant.Mutation[hooks] {
	return []mutant.Mutation[hooks]{
		mutant.Mistake("game", page.Rule(3), "lucky-coin-is-like-any-other", "a coin of 5 gives no second turn", `
			In your program the players always take turns. Whoever takes a coin of 5 moves again, and the position after
			it is no deeper. Look at where your search changes sides.`,
			func(h *hooks) { h.Lucky = func(int) bool { return false } }),
		mutant.Mistake("game", page.Rule(3), "great-coins-are-lucky", "every coin of 5 or more gives a second turn", `
			Your program gives a second turn for every coin of 5 or more. Only a coin of exactly 5 does. Look for >=
			where == should stand.`,
			func(h *hooks) { h.Lucky = func(coin int) bool { return coin >= 5 } }),
		mutant.Mistake("evaluation", page.Rule(4), "evaluation-of-own-coins-only",
			"the opponent's coins are not subtracted", `
			Your evaluation adds up your own coins and forgets the opponent's. Those are subtracted. Look at what a leaf
			returns.`,
			func(h *hooks) { h.Worth = func(mine, _ int) int { return mine } }),
		mutant.Mistake("output", page.Rule(5), "first-move-of-the-turn-only", "move.txt holds one move", `
			Your program writes the first move of its turn only. The file holds all moves of the turn, separated by
			blanks: after a coin of 5 there is another one. Look at where you write the move.`,
			func(h *hooks) { h.Turn = func(moves []string) []string { return moves[:1] } }),
	}
}
