package mancala

import (
	"strconv"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

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
	return func(h *hooks) { mutant.Wrap(&h.Evaluate, change) }
}

// greedyMutations are mistakes in greedy (rule 14).
func greedyMutations() []mutation {
	return []mutation{
		mistake("output", 14, "greedy-takes-one-move-only", "greedy plays one move and ignores extra turns", `
			Your greedy takes the pit whose own move scores best and stops, even if that earns an extra turn. Greedy is
			minimax with cut-off 1, chains of extra turns included, and plays the whole chain. Let greedy use your
			minimax.`,
			func(h *hooks) {
				h.Greedy = func(root *position, _ []string) []string {
					line := moveByMove(root)
					return line[:min(1, len(line))]
				}
			}),
		mistake("output", 14, "greedy-move-by-move", "greedy chooses each move of a chain by its own score", `
			Your greedy takes the pit whose own move scores best and, after an extra turn, does the same again. Greedy
			is minimax with cut-off 1, chains included: a first move is worth what the best chain after it brings. Let
			greedy use your minimax.`,
			func(h *hooks) { h.Greedy = func(root *position, _ []string) []string { return moveByMove(root) } }),
		mistake("depth", 14, "greedy-honours-cut-off", "greedy searches as deep as the cut-off line says", `
			Your greedy uses the cut-off of the input. Greedy always looks one ply ahead and ignores that line. Look at
			the depth that you hand to the search in task 1.`,
			func(h *hooks) {
				h.GreedyLimit = func(cutOff string) int {
					limit, err := strconv.Atoi(cutOff)
					if err != nil {
						return 1
					}
					return max(1, limit)
				}
			}),
		mistake("evaluation", 14, "greedy-overlooks-sweep-of-own-stones",
			"greedy compares a move that empties the opponent's side without the sweep", `
			Your greedy compares moves by the mancalas before the sweep where a move has left the opponent without
			stones. The root player's own stones are swept then, and they count. Greedy is minimax with cut-off 1: let it
			test both sides for the end of the game, or use your minimax.`,
			func(h *hooks) {
				evaluate := h.Evaluate
				h.Evaluate = func(p *position) int {
					if !p.greedy || !p.over {
						return evaluate(p)
					}
					unswept := *p
					if unswept.stones = p.unswept; unswept.inPits(other(p.root)) > 0 {
						return evaluate(p)
					}
					return evaluate(&unswept)
				}
			}),
		mistake("order", 14, "greedy-takes-last-of-equals", "greedy takes the last of equally good moves", `
			Of equally good moves your greedy takes the last. It takes the first: a later one has to be strictly better.
			Look for a >= in your greedy; minimax and alpha-beta are right.`,
			func(h *hooks) {
				mutant.Wrap3(&h.Search.Tie, func(n search.Node, move, best string, tie bool) bool {
					return n.Position.(*position).greedy && n.Max || tie
				})
			}),
	}
}

// moveByMove returns a line in which each move is the best by its own evaluation, for as long as the
// turn lasts. Greedy, in contrast, considers whole chains.
func moveByMove(root *position) []string {
	var line []string
	for board := root; board.mover == root.mover; {
		board.bound()
		var next *position
		var best string
		for _, pit := range board.Moves() {
			after, _ := board.h.Play(board, pit)
			if next == nil || after.Evaluate() > next.Evaluate() {
				next, best = after, pit
			}
		}
		if next == nil {
			break
		}
		board, line = next, append(line, best)
	}
	return line
}
