package mancala

import (
	"strconv"

	"github.com/touchstone-suite/touchstone/mutant/search"
)

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
		mistake("order", 14, "greedy-takes-last-of-equals", "greedy takes the last of equally good moves", `
			Of equally good moves your greedy takes the last. It takes the first: a later one has to be strictly better.
			Look for a >= in your greedy; minimax and alpha-beta are right.`,
			func(h *hooks) {
				tie := h.Search.Tie
				h.Search.Tie = func(n search.Node, move, best string) bool {
					return n.Position.(*position).greedy && n.Max || tie(n, move, best)
				}
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
