package reversi

import (
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// sideMutations are mistakes in who moves.
func sideMutations() []mutant.Mutation[hooks] {
	return []mutant.Mutation[hooks]{
		{
			ID: "x-moves-first-always", Kind: "game", Rule: page.Rule(1),
			About: "X moves at the root, whatever the input says",
			Explains: "Your program lets X move at the root, also when the first line of the input says O. Look at " +
				"what becomes of that line.",
			Break: func(h *hooks) { h.RootPlayer = func(byte) byte { return 'X' } },
		},
	}
}

// weightMutations are mistakes in the weights.
func weightMutations() []mutant.Mutation[hooks] {
	return []mutant.Mutation[hooks]{
		{
			ID: "weights-of-rows-not-mirrored", Kind: "evaluation", Rule: page.Rule(2),
			About: "rows 5 to 8 repeat rows 1 to 4",
			Explains: "Your weights of rows 5 to 8 repeat those of rows 1 to 4. They mirror them: row 5 is like row " +
				"4, and row 8 like row 1. Look at the lower half of your table.",
			Break: func(h *hooks) { h.Lower = func(upper [][]int) [][]int { return upper } },
		},
		{
			ID: "weights-of-columns-not-mirrored", Kind: "evaluation", Rule: page.Rule(2),
			About: "columns e to h repeat a to d",
			Explains: "Your weights of columns e to h repeat those of columns a to d. They mirror them: column e is " +
				"like d, and column h like a. Look at the right half of your table.",
			Break: func(h *hooks) {
				weight := h.Weight
				h.Weight = func(rows [][]int, s board.Square) int {
					return weight(rows, board.Square{Row: s.Row, Column: s.Column % (size / 2)})
				}
			},
		},
		{
			ID: "weight-signs-lost", Kind: "evaluation", Rule: page.Rule(2),
			About: "the weights are all positive",
			Explains: "Your weights have lost their minus signs. The squares beside a corner, for example, are " +
				"worth -8 and -24. Compare your table with the rule.",
			Break: weighed(func(weight int) int { return max(weight, -weight) }),
		},
		{
			ID: "corner-weight-one-digit", Kind: "evaluation", Rule: page.Rule(2),
			About:    "corners count 9",
			Explains: "Your corners are worth 9. They are worth 99. Compare your table with the rule.",
			Break: weighed(func(weight int) int {
				if weight == 99 {
					return 9
				}
				return weight
			}),
		},
		{
			ID: "piece-difference-at-game-end", Kind: "evaluation", Rule: page.Rule(2),
			About: "after two passes pieces are counted",
			Explains: "Where the game is over, your evaluation is the difference in pieces. It is the difference in " +
				"weights at every leaf; the number of pieces never counts. Remove the special case.",
			Break: func(h *hooks) {
				evaluate := h.Evaluate
				h.Evaluate = func(p *position) int {
					counted := *p
					if p.passes >= 2 {
						counted.Values = slices.Repeat([][]int{slices.Repeat([]int{1}, size)}, size)
					}
					return evaluate(&counted)
				}
			},
		},
	}
}

// weighed makes a mutation that changes weights.
func weighed(change func(weight int) int) func(h *hooks) {
	return func(h *hooks) {
		weight := h.Weight
		h.Weight = func(rows [][]int, s board.Square) int { return change(weight(rows, s)) }
	}
}

// outputMutations are mistakes in what is written.
func outputMutations() []mutant.Mutation[hooks] {
	return []mutant.Mutation[hooks]{
		{
			ID: "pass-in-capitals", Kind: "output", Rule: page.Rule(3),
			About: "pass is written PASS",
			Explains: "Your log writes PASS. The name of that node is pass, in small letters. Look at the text that " +
				"you print.",
			Break: func(h *hooks) {
				label := h.Search.Label
				h.Search.Label = func(n search.Node) string {
					if n.Name == pass {
						return strings.ToUpper(label(n))
					}
					return label(n)
				}
			},
		},
		{
			ID: "board-missing", Kind: "output", Rule: page.Rule(6),
			About: "the output lacks the board",
			Explains: "Your output consists of the log alone. The eight rows of the next state come first. Write " +
				"them in front of the header.",
			Break: func(h *hooks) {
				output := h.Output
				h.Output = func(_, log []string) []string { return output(nil, log) }
			},
		},
		{
			ID: "board-below-log", Kind: "output", Rule: page.Rule(6),
			About: "the board stands below the log",
			Explains: "Your output has the board below the log. The eight rows of the next state come first. Keep " +
				"the log in memory until the move is known.",
			Break: func(h *hooks) {
				output := h.Output
				h.Output = func(board, log []string) []string { return output(log, board) }
			},
		},
		{
			ID: "blank-line-below-board", Kind: "output", Rule: page.Rule(6),
			About: "a blank line stands between board and log",
			Explains: "Your output has a blank line between the board and the log. The header follows the eighth " +
				"row directly. Look at what is written after the board.",
			Break: func(h *hooks) {
				output := h.Output
				h.Output = func(board, log []string) []string { return output(append(board, ""), log) }
			},
		},
	}
}
