package reversi

import (
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// traits describe reversi.
var traits = board.Traits{
	Traits: search.Traits{
		Page: page, Order: 3, Depth: 4,
		Dialect: &search.AlphaBeta, Format: 5,
		Unended: true,
	},
	Evaluation: 2, Play: 3, State: 6, Names: 3,
	Weighted: true, Captures: true, Letters: board.SmallInReversi,
	WipedOut: "The course's first release did this. Where it shows, the editions differ, and the envelope " +
		"ends (its sentence 2).",
}

func mutations() []mutation {
	return slices.Concat(
		mutant.Lift(board.Mutations(traits), func(h *hooks) *board.Hooks { return &h.Hooks }),
		directionMutations(),
		flipMutations(),
		passMutations(),
		endMutations(),
		sideMutations(),
		weightMutations(),
		outputMutations(),
	)
}

// directionMutations returns the mistakes of overlooking a direction, one for each.
func directionMutations() []mutation {
	var all []mutation
	for _, o := range directions {
		all = append(all, mistake("game", 3, "direction-"+o.name+"-overlooked",
			"lines that run "+o.towards+" from the new piece turn nothing",
			"Your program overlooks the lines that run "+o.towards+" from the square that is played. A "+
				"move turns pieces in all eight directions, and it is legal if any of them turns something. "+
				"Look at the list of directions, or at the bounds of the loop for this one.",
			omitDirections(func(d board.Direction) bool { return d == o.Direction })))
	}
	return all
}

// omitDirections makes a mutation that overlooks some directions.
func omitDirections(some func(d board.Direction) bool) func(h *hooks) {
	return func(h *hooks) { h.Directions = slices.DeleteFunc(h.Directions, some) }
}

// flipMutations are mistakes in the pieces that a move turns, and in its legality.
func flipMutations() []mutation {
	return []mutation{
		mistake("game", 3, "diagonals-overlooked", "diagonal lines turn nothing", `
			Your program turns pieces along rows and columns only. Diagonal lines count as well: there are eight
			directions. Look at the list of directions.`,
			omitDirections(func(d board.Direction) bool { return d.Down != 0 && d.Right != 0 })),
		mistake("game", 3, "move-for-each-line", "a square is a move once for each line that it brackets", `
			Your program lists a square as often as there are lines that a piece there would turn, and searches it each
			time. It is one move, which turns all of them. Look for a loop over the directions that adds the square and
			goes on: leave it once the square is found legal.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Search.Order, func(n search.Node, moves, order []string) []string {
					var all []string
					for _, move := range order {
						target, ok := board.SquareOf(move)
						if !ok {
							all = append(all, move)
							continue
						}
						all = append(all, slices.Repeat([]string{move}, max(1, len(n.Position.(*position).lines(target))))...)
					}
					return all
				})
			}),
		mistake("game", 3, "flips-in-one-direction", "only the first line found turns", `
			Your moves turn the pieces of a single line. All lines that the new piece brackets turn at once, in up to
			eight directions. Look for a return or a break inside the loop over the directions.`,
			flipping(func(lines [][]board.Square) [][]board.Square { return lines[:min(len(lines), 1)] })),
		mistake("game", 3, "flips-in-the-last-direction-only", "only the last line found turns", `
			Your moves turn the pieces of a single line, the last that is found. All lines that the new piece brackets
			turn at once, in up to eight directions. Look for a list of pieces that each direction resets.`,
			flipping(func(lines [][]board.Square) [][]board.Square { return lines[max(len(lines)-1, 0):] })),
		mistake("game", 3, "flips-one-piece-a-line", "a line turns only the piece next to the new one", `
			Your moves turn only the nearest enemy piece of each line. All enemy pieces between the new piece and the
			next own one turn. Look at the loop that walks along a line.`,
			flipping(func(lines [][]board.Square) [][]board.Square {
				for i, line := range lines {
					lines[i] = line[:1]
				}
				return lines
			})),
		mistake("game", 3, "line-to-the-edge-counts", "a line that ends at the edge counts as bracketed", `
			Your program turns lines of enemy pieces that run to the edge of the board. A line has to end at an own
			piece; at the edge it turns nothing. Look at what happens when the loop leaves the board.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Brackets, func(p *position, end board.Square, brackets bool) bool {
					return brackets || !p.Has(end)
				})
			}),
		mistake("game", 3, "line-to-a-free-square-counts",
			"a line that ends at a free square counts as bracketed", `
			Your program turns lines of enemy pieces that end at a free square. A line has to end at an own piece. Look
			at what the loop tests when it meets something that is not the enemy's.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Brackets, func(p *position, end board.Square, brackets bool) bool {
					return brackets || p.Has(end) && p.At(end) == p.Free
				})
			}),
		mistake("game", 3, "legal-beside-any-enemy", "a move need not turn anything", `
			Your program allows a move on any free square that touches an enemy piece. A legal move has to turn at
			least one piece. Look at the test for legal moves: it stops at the neighbour and never looks for the piece
			at the end of the line.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Legal, func(p *position, s board.Square, legal bool) bool {
					return legal || slices.ContainsFunc(h.Directions, func(d board.Direction) bool {
						beside := p.Step(s, d)
						return p.Has(beside) && p.At(beside) == board.Opponent(p.Mover)
					})
				})
			}),
	}
}

// flipping returns a change of the lines that a move turns.
func flipping(change func(lines [][]board.Square) [][]board.Square) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap(&h.Flipped, func(_, lines [][]board.Square) [][]board.Square { return change(lines) })
	}
}

// passMutations are mistakes in passes.
func passMutations() []mutation {
	return []mutation{
		mistake("game", 3, "no-pass", "a side that cannot move ends the game", `
			In your program a node without a legal move is a leaf. It has one child, pass: the board stays, the other
			side is to move, and the depth grows by one. Add the pass to the moves when the list is empty.`,
			noPass(func(*position) bool { return true })),
		mistake("log", 3, "pass-not-logged", "passes are played, but not logged", `
			Your search passes, but your log does not show the nodes called pass. A pass is a node like any other, with
			an entry line and a line after its child. Look at whether the pass calls the same function as a move.`,
			func(h *hooks) {
				mutant.Wrap(&h.Search.Logged, func(n search.Node, logged bool) bool { return n.Name != pass && logged })
			}),
		mistake("depth", 3, "pass-costs-no-ply", "a pass does not count as a ply", `
			In your program a pass leaves the depth as it is. A pass costs a ply like any move. Look at the depth that
			the recursive call for a pass gets.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Search.ChildDepth, func(n search.Node, move string, depth int) int {
					if move == pass {
						return n.Depth
					}
					return depth
				})
			}),
		mistake("game", 3, "pass-keeps-node-type",
			"the child of a pass is max if the passing node is, or min if that is", `
			After a pass your program goes on with the function that it is in, max or min, and alternates from there. A
			pass hands over the turn: the child of a max node is a min node, and the other way round, as after any
			move. Look at which function your pass calls.`,
			func(h *hooks) {
				mutant.Wrap(&h.Search.Max, func(n search.Node, isMax bool) bool {
					return isMax != (n.Position.(*position).passed%2 == 1)
				})
			}),
		mistake("cut", 3, "pass-starts-with-infinite-window", "a node reached by a pass gets a fresh window", `
			Your program searches what follows a pass with a window of its own, from -Infinity to Infinity. It inherits
			the window of the node that passes, like any other child. Look at the arguments of the call for a pass.`,
			func(h *hooks) {
				handDown := h.Search.HandDown
				h.Search.HandDown = func(n search.Node, v int, w, handed search.Window) search.Window {
					if len(n.Position.(*position).legal()) == 0 {
						return search.Infinite
					}
					return handDown(n, v, w, handed)
				}
			}),
		mistake("depth", 4, "pass-outlasts-limit", "a node reached by a pass is expanded even at the depth limit", `
			Your program goes on after a pass even where the depth limit is reached. A node is a leaf when its depth
			equals the limit, however it was reached. Look at where your pass is handled: it may call the search
			without the test of the depth.`,
			func(h *hooks) {
				mutant.Wrap(&h.Search.Outlasts, func(n search.Node, outlasts bool) bool {
					return n.Name == pass || outlasts
				})
			}),
		mistake("game", 4, "game-over-costs-no-pass", "where neither side can move, the node is a leaf at once", `
			Where neither side has a legal move, your search stops at once. The two passes are logged like any others,
			as far as the depth reaches: pass at the next depth, an interior node, and pass below it, the leaf. Drop
			the look at the other side's moves.`,
			noPass(func(p *position) bool {
				turned := *p
				turned.Mover = board.Opponent(p.Mover)
				return len(turned.legal()) == 0
			})),
		mistake("game", 4, "second-pass-not-expanded", "a pass that the other side cannot answer is a leaf", `
			Your search stops after one pass when the other side cannot move either. The second pass is a node of its
			own, as far as the depth reaches, and only that one is a leaf. Look at your test for the end of the game.`,
			noPass(func(p *position) bool { return p.passes == 1 })),
	}
}

// noPass makes a mutation in which a side does not pass in some positions.
func noPass(applies func(p *position) bool) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap(&h.MayPass, func(p *position, may bool) bool { return !applies(p) && may })
	}
}

// endMutations are mistakes in the end of a line of play.
func endMutations() []mutation {
	return []mutation{
		mistake("game", 4, "game-ends-on-one-pass", "a pass is a leaf", `
			In your program a node that was reached by a pass is a leaf. It takes two passes in a row to end the game.
			Look at the count of passes in your test for the end.`,
			func(h *hooks) { h.Ended = func(p *position) bool { return p.passes == 1 } }),
		mistake("game", 4, "game-ends-on-three-passes", "it takes three passes to end the game", `
			In your program the game goes on after two passes in a row, until a third. Two passes in a row make a leaf.
			Look at the count of passes in your test for the end.`,
			func(h *hooks) { h.Ended = func(p *position) bool { return p.passes == 3 } }),
		mistake("game", 4, "game-ends-on-full-board", "a full board is a leaf", `
			In your program a full board ends the game. It does not: the two passes follow, as far as the depth
			reaches. Look at your test for the end of the game.`,
			func(h *hooks) {
				mutant.Wrap(&h.Ended, func(p *position, ended bool) bool { return ended || len(p.FreeSquares()) == 0 })
			}),
		mistake("game", 4, "pass-count-not-reset", "a move between two passes does not reset their count", `
			Your program counts the passes on a path and ends the game at the second, also when moves were made in
			between. Any real move sets the count back to nothing. Hand 0 down when a piece is played.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Passes, func(p *position, move string, passes int) int {
					if move != pass {
						return p.passes
					}
					return passes
				})
			}),
		mistake("game", 4, "passes-counted-globally", "passes are counted over the whole search", `
			Your program counts the passes of the whole search, so a pass in one part of the tree ends lines in
			another. The number of passes belongs to the path. Hand it down as an argument.`,
			func(h *hooks) {
				total, passes := 0, h.Passes // total counts the passes of the whole search
				h.Passes = func(p *position, move string) int {
					if move == pass {
						total++
					}
					return passes(p, move)
				}
				h.Ended = func(p *position) bool { return p.passes > 0 && total >= 2 }
			}),
	}
}

// sideMutations are mistakes in the player to move.
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
			Your weights have lost their minus signs. The squares next to a corner, for example, are worth -8 and -24.
			Compare your table with the rule.`,
			changeWeights(func(weight int) int { return max(weight, -weight) })),
		mistake("evaluation", 2, "corner-weight-one-digit", "corners count 9", `
			Your corners are worth 9. They are worth 99. Compare your table with the rule.`,
			changeWeights(func(weight int) int {
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

// changeWeights makes a mutation that changes weights.
func changeWeights(change func(weight int) int) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Weight, func(rows [][]int, s board.Square, weight int) int { return change(weight) })
	}
}

// outputMutations are mistakes in the output.
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
			Your output has the board below the log. The eight rows of the next state come first. Keep the log in
			memory until the move is known.`,
			func(h *hooks) {
				output := h.Output
				h.Output = func(board, log []string) []string { return output(log, board) }
			}),
		mistake("output", 6, "blank-line-below-board", "a blank line stands between board and log", `
			Your output has a blank line between the board and the log. The header follows the eighth row directly.
			Look at what is written after the board.`,
			func(h *hooks) {
				output := h.Output
				h.Output = func(board, log []string) []string { return output(append(board, ""), log) }
			}),
	}
}
