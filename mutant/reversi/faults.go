package reversi

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// traits tell what reversi is like.
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
		overlooked(),
		flipMutations(),
		passMutations(),
		endMutations(),
		sideMutations(),
		weightMutations(),
		outputMutations(),
	)
}

// overlooked returns the mistakes of overlooking a direction, one for each.
func overlooked() []mutation {
	var all []mutation
	for _, o := range directions {
		all = append(all, mistake("game", 3, "direction-"+o.name+"-overlooked",
			"lines that run "+o.towards+" from the new piece turn nothing",
			"Your program overlooks the lines that run "+o.towards+" from the square that is played. A "+
				"move turns pieces in all eight directions, and it is legal if any of them turns something. "+
				"Look at the list of directions, or at the bounds of the loop for this one.",
			without(func(d board.Direction) bool { return d == o.Direction })))
	}
	return all
}

// without makes a mutation that overlooks some directions.
func without(some func(d board.Direction) bool) func(h *hooks) {
	return func(h *hooks) { h.Directions = slices.DeleteFunc(h.Directions, some) }
}

// flipMutations are mistakes in what a move turns, and whether it is legal.
func flipMutations() []mutation {
	return []mutation{
		mistake("game", 3, "diagonals-overlooked", "diagonal lines turn nothing", `
			Your program turns pieces along rows and columns only. Diagonal lines count as well: there are eight
			directions. Look at the list of directions.`,
			without(func(d board.Direction) bool { return d.Down != 0 && d.Right != 0 })),
		mistake("game", 3, "move-for-each-line", "a square is a move once for each line that it brackets", `
			Your program lists a square as often as there are lines that a piece there would turn, and searches it each
			time. It is one move, which turns all of them. Look for a loop over the directions that adds the square and
			goes on: leave it once the square is found legal.`,
			func(h *hooks) {
				order := h.Search.Order
				h.Search.Order = func(n search.Node, moves []string) []string {
					var all []string
					for _, move := range order(n, moves) {
						target, ok := board.SquareOf(move)
						if !ok {
							all = append(all, move)
							continue
						}
						all = append(all, slices.Repeat([]string{move}, max(1, len(n.Position.(*position).lines(target))))...)
					}
					return all
				}
			}),
		mistake("game", 3, "flips-in-one-direction", "only the first line found turns", `
			Your moves turn the pieces of a single line. All lines that the new piece brackets turn at once, in up to
			eight directions. Look for a return or a break inside the loop over the directions.`,
			func(h *hooks) {
				flipped := h.Flipped
				h.Flipped = func(lines [][]board.Square) [][]board.Square {
					lines = flipped(lines)
					return lines[:min(len(lines), 1)]
				}
			}),
		mistake("game", 3, "flips-one-piece-a-line", "a line turns only the piece beside the new one", `
			Your moves turn only the nearest enemy piece of each line. All enemy pieces between the new piece and the
			next own one turn. Look at the loop that walks along a line.`,
			func(h *hooks) {
				flipped := h.Flipped
				h.Flipped = func(lines [][]board.Square) [][]board.Square {
					lines = flipped(lines)
					for i, line := range lines {
						lines[i] = line[:1]
					}
					return lines
				}
			}),
		mistake("game", 3, "line-to-the-edge-counts", "a line that ends at the edge counts as bracketed", `
			Your program turns lines of enemy pieces that run to the edge of the board. A line has to end at an own
			piece; at the edge it turns nothing. Look at what happens when the loop leaves the board.`,
			func(h *hooks) {
				brackets := h.Brackets
				h.Brackets = func(p *position, end board.Square) bool { return brackets(p, end) || !p.Has(end) }
			}),
		mistake("game", 3, "line-to-a-free-square-counts", "a line that ends at a free square counts as bracketed", `
			Your program turns lines of enemy pieces that end at a free square. A line has to end at an own piece. Look
			at what the loop tests when it meets something that is not the enemy's.`,
			func(h *hooks) {
				brackets := h.Brackets
				h.Brackets = func(p *position, end board.Square) bool {
					return brackets(p, end) || p.Has(end) && p.At(end) == p.Free
				}
			}),
		mistake("game", 3, "legal-beside-any-enemy", "a move need not turn anything", `
			Your program allows a move on any free square that touches an enemy piece. A legal move has to turn at least
			one piece. Look at the test for legal moves: it stops at the neighbour and never looks for the piece at the
			end of the line.`,
			func(h *hooks) {
				legal := h.Legal
				h.Legal = func(p *position, s board.Square) bool {
					return legal(p, s) || slices.ContainsFunc(h.Directions, func(d board.Direction) bool {
						beside := p.Step(s, d)
						return p.Has(beside) && p.At(beside) == board.Opponent(p.Mover)
					})
				}
			}),
	}
}
