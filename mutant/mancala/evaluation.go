package mancala

// evaluationMutations are mistakes in the evaluation (rule 7).
func evaluationMutations() []mutation {
	return []mutation{
		mistake("evaluation", 7, "evaluation-before-sweep", "the evaluation of a finished game leaves the sweep out", `
			Your program compares the mancalas as they are before the sweep. They are counted after it, if there was
			one. Look at the order in which you sweep and evaluate.`,
			func(h *hooks) {
				evaluate := h.Evaluate
				h.Evaluate = func(p *position) int {
					if !p.over {
						return evaluate(p)
					}
					unswept := *p
					unswept.stones = p.unswept
					return evaluate(&unswept)
				}
			}),
		mistake("evaluation", 7, "evaluation-for-player-1", "the score is always player 1's mancala minus player 2's", `
			Your program evaluates from player 1's side even if the input names player 2. The score is the mancala of
			the root player, whom line 2 of the input names, minus the opponent's. Look at your evaluation function.`,
			func(h *hooks) {
				evaluate := h.Evaluate
				h.Evaluate = func(p *position) int {
					of1 := *p
					of1.root = 1
					return evaluate(&of1)
				}
			}),
		mistake("evaluation", 7, "evaluation-counts-pits", "the evaluation counts the stones in the pits, too", `
			Your evaluation adds the stones that lie in the pits. Only the two mancalas count; stones in pits count
			nothing until they are swept. Look at your evaluation function.`,
			evaluated(func(p *position, v int) int { return v + p.inPits(p.root) - p.inPits(other(p.root)) })),
		mistake("evaluation", 7, "evaluation-of-own-mancala-only", "the score is the root player's mancala alone", `
			Your evaluation forgets the opponent's mancala. The score is the root player's mancala minus the opponent's.
			Look at your evaluation function.`,
			evaluated(func(p *position, v int) int { return v + p.inStore(other(p.root)) })),
		mistake("evaluation", 7, "evaluation-counts-gains-only",
			"the score leaves out the stones in the mancalas of the input", `
			Your evaluation counts only what has been won since the root. The stones that lie in the mancalas at the
			start, lines 6 and 7 of the input, count as well. Look at whether you read them, and where your evaluation
			starts from.`,
			evaluated(func(p *position, v int) int { return v - p.lead })),
	}
}

// evaluated makes a mutation that changes the score v of a position.
func evaluated(change func(p *position, v int) int) func(h *hooks) {
	return func(h *hooks) {
		evaluate := h.Evaluate
		h.Evaluate = func(p *position) int { return change(p, evaluate(p)) }
	}
}
