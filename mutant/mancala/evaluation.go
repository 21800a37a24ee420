package mancala

import "github.com/touchstone-suite/touchstone/mutant"

// evaluationMutations are mistakes in the evaluation (rule 7).
func evaluationMutations() []mutant.Mutation[hooks] {
	return []mutant.Mutation[hooks]{
		{
			ID: "evaluation-before-sweep", Kind: "evaluation", Rule: page.Rule(7),
			About: "the evaluation of a finished game leaves the sweep out",
			Explains: "Your program compares the mancalas as they are before the sweep. They are counted after " +
				"it, if there was one. Look at the order in which you sweep and evaluate.",
			Break: func(h *hooks) {
				evaluate := h.Evaluate
				h.Evaluate = func(p *position) int {
					if !p.over {
						return evaluate(p)
					}
					unswept := *p
					unswept.stones = p.unswept
					return evaluate(&unswept)
				}
			},
		},
		{
			ID: "evaluation-for-player-1", Kind: "evaluation", Rule: page.Rule(7),
			About: "the score is always player 1's mancala minus player 2's",
			Explains: "Your program evaluates from player 1's side even if the input names player 2. The score " +
				"is the mancala of the root player, whom line 2 of the input names, minus the opponent's. " +
				"Look at your evaluation function.",
			Break: func(h *hooks) {
				evaluate := h.Evaluate
				h.Evaluate = func(p *position) int {
					of1 := *p
					of1.root = 1
					return evaluate(&of1)
				}
			},
		},
		{
			ID: "evaluation-counts-pits", Kind: "evaluation", Rule: page.Rule(7),
			About: "the evaluation counts the stones in the pits, too",
			Explains: "Your evaluation adds the stones that lie in the pits. Only the two mancalas count; " +
				"stones in pits count nothing until they are swept. Look at your evaluation function.",
			Break: evaluated(func(p *position, v int) int { return v + p.inPits(p.root) - p.inPits(other(p.root)) }),
		},
		{
			ID: "evaluation-of-own-mancala-only", Kind: "evaluation", Rule: page.Rule(7),
			About: "the score is the root player's mancala alone",
			Explains: "Your evaluation forgets the opponent's mancala. The score is the root player's mancala " +
				"minus the opponent's. Look at your evaluation function.",
			Break: evaluated(func(p *position, v int) int { return v + p.inStore(other(p.root)) }),
		},
		{
			ID: "evaluation-counts-gains-only", Kind: "evaluation", Rule: page.Rule(7),
			About: "the score leaves out the stones in the mancalas of the input",
			Explains: "Your evaluation counts only what has been won since the root. The stones that lie in the " +
				"mancalas at the start, lines 6 and 7 of the input, count as well. Look at whether you " +
				"read them, and where your evaluation starts from.",
			Break: evaluated(func(p *position, v int) int { return v - p.lead }),
		},
	}
}

// evaluated makes a mutation that changes the score v of a position.
func evaluated(change func(p *position, v int) int) func(h *hooks) {
	return func(h *hooks) {
		evaluate := h.Evaluate
		h.Evaluate = func(p *position) int { return change(p, evaluate(p)) }
	}
}
