package reversi

import (
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// sideMutations are mistakes in who moves.
func sideMutations() []mutation {
	return []mutation{
		mistake("game", 1, "x-moves-first-always", "X moves at the root, whatever the input says", `
			Your program lets X move at the root, also when the first line of the input says O. Look at what becomes of
			that line.`,
			func(h *hooks) { h.RootPlayer = func(byte) byte { return 'X' } }),
	}
}

// weightMutations are mistakes in the weights.
func weightMutations() []mutation {
	return []mutation{
		mistake("evaluation", 2, "weights-of-rows-not-mirrored", "rows 5 to 8 repeat rows 1 to 4", `
			Your weights of rows 5 to 8 repeat those of rows 1 to 4. They mirror them: row 5 is like row 4, and row 8
			like row 1. Look at the lower half of your table.`,
			func(h *hooks) { h.Lower = func(upper [][]int) [][]int { return upper } }),
		mistake("evaluation", 2, "weights-of-columns-not-mirrored", "columns e to h repeat a to d", `
			Your weights of columns e to h repeat those of columns a to d. They mirror them: column e is like d, and
			column h like a. Look at the right half of your table.`,
			func(h *hooks) {
				weight := h.Weight
				h.Weight = func(rows [][]int, s board.Square) int {
					return weight(rows, board.Square{Row: s.Row, Column: s.Column % (size / 2)})
				}
			}),
		mistake("evaluation", 2, "weight-signs-lost", "the weights are all positive", `
			Your weights have lost their minus signs. The squares beside a corner, for example, are worth -8 and -24.
			Compare your table with the rule.`,
			weighed(func(weight int) int { return max(weight, -weight) })),
		mistake("evaluation", 2, "corner-weight-one-digit", "corners count 9", `
			Your corners are worth 9. They are worth 99. Compare your table with the rule.`,
			weighed(func(weight int) int {
				if weight == 99 {
					return 9
				}
				return weight
			})),
		mistake("evaluation", 2, "piece-difference-at-game-end", "after two passes pieces are counted", `
			Where the game is over, your evaluation is the difference in pieces. It is the difference in weights at
			every leaf; the number of pieces never counts. Remove the special case.`,
			func(h *hooks) {
				evaluate := h.Evaluate
				h.Evaluate = func(p *position) int {
					counted := *p
					if p.passes >= 2 {
						counted.Values = slices.Repeat([][]int{slices.Repeat([]int{1}, size)}, size)
					}
					return evaluate(&counted)
				}
			}),
	}
}

// weighed makes a mutation that changes weights.
func weighed(change func(weight int) int) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Weight, func(rows [][]int, s board.Square, weight int) int { return change(weight) })
	}
}

// outputMutations are mistakes in what is written.
func outputMutations() []mutation {
	return []mutation{
		mistake("output", 3, "pass-in-capitals", "pass is written PASS", `
			Your log writes PASS. The name of that node is pass, in small letters. Look at the text that you print.`,
			func(h *hooks) {
				mutant.Wrap(&h.Search.Label, func(n search.Node, label string) string {
					if n.Name == pass {
						return strings.ToUpper(label)
					}
					return label
				})
			}),
		mistake("output", 6, "board-missing", "the output lacks the board", `
			Your output consists of the log alone. The eight rows of the next state come first. Write them in front of
			the header.`,
			func(h *hooks) {
				output := h.Output
				h.Output = func(_, log []string) []string { return output(nil, log) }
			}),
		mistake("output", 6, "board-below-log", "the board stands below the log", `
			Your output has the board below the log. The eight rows of the next state come first. Keep the log in memory
			until the move is known.`,
			func(h *hooks) {
				output := h.Output
				h.Output = func(board, log []string) []string { return output(log, board) }
			}),
		mistake("output", 6, "blank-line-below-board", "a blank line stands between board and log", `
			Your output has a blank line between the board and the log. The header follows the eighth row directly. Look
			at what is written after the board.`,
			func(h *hooks) {
				output := h.Output
				h.Output = func(board, log []string) []string { return output(append(board, ""), log) }
			}),
	}
}
