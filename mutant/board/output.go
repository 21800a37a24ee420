package board

import (
	"cmp"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// stateMutations are mistakes in the board that is written.
func stateMutations(t Traits) []Mutation {
	return []Mutation{
		t.mistake("output", t.State, "board-not-updated", "the board is written as it was", `
			Your program writes the board of the input. It has to write the board after the chosen move. Look at
			whether the move is made on a copy that is thrown away.`,
			func(h *Hooks) {
				h.Written = func(root Position, _ []string, _ search.Position) *Grid { return root.Base() }
			}),
		t.mistake("output", t.State, "board-without-captures",
			"the board is written without what the move captured", `
			The board that you write has the new piece, but not the pieces that it captured. Make the whole move before
			you write the board. Look at whether the output uses the same function as the search.`,
			func(h *Hooks) {
				written := h.Written
				h.Written = func(root Position, line []string, last search.Position) *Grid {
					s, ok := SquareOf(line[0])
					if !ok {
						return written(root, line, last)
					}
					bare := root.Base().Next()
					bare.Put(s, root.Base().Mover)
					return &bare
				}
			}).If(t.Captures),
		t.mistake("output", t.State, "board-of-last-leaf", "the board looked at last is written", `
			Your program writes the board that its search looked at last. It has to write the input's board with the
			chosen move on it. Look for a board that the search changes and the output reuses.`,
			func(h *Hooks) {
				written := h.Written
				h.Written = func(root Position, line []string, last search.Position) *Grid {
					if last == nil {
						return written(root, line, last)
					}
					return last.(Position).Base()
				}
			}),
		t.mistake("output", t.State, "board-of-best-leaf", "the board at the end of the best line is written", `
			Your program writes the board at the end of the best line of play. It has to write the board after the
			first move of that line. Look at what the search returns: the board of the best leaf in place of the best
			child's.`,
			func(h *Hooks) {
				h.Written = func(root Position, line []string, _ search.Position) *Grid {
					return After(root, line...).Base()
				}
			}),
		t.mistake("output", t.State, "board-of-any-max-node",
			"the board that last became the best of any max node is written", `
			Your program writes the board that became the best of a max node last, at whatever depth that was. It has
			to write the board after the root's best move. Look at the variable that keeps the board: all your max
			nodes write it; let the root alone do that, or return the board with the value.`,
			boardOfAnyMaxNode),
		t.mistake("output", t.State, "opponents-piece-played", "the chosen move is made for the opponent", `
			The board that you write has the opponent's piece on the chosen square, with what that captures. The move
			is the root player's. Look at whose turn it is where you make the move for the output: your search may have
			changed it.`,
			func(h *Hooks) {
				written := h.Written
				h.Written = func(root Position, line []string, last search.Position) *Grid {
					g := root.Base()
					mover := g.Mover
					g.Mover = Opponent(mover)
					defer func() { g.Mover = mover }()
					return written(root, line, last)
				}
			}),
		mutant.Mistake("evaluation", search.LogRule(2), "first-square-if-none-is-above-zero",
			"where all moves are worth 0 or less the first square is played", `
			Your search for the best move starts from the value 0 and the first square of the board. So where all moves
			are worth 0 or less, that square is played, even if it is taken. Start from a number below all values, or
			from the first move.`,
			func(h *Hooks) { search.BelowZero(firstSquare)(&h.Search) }),
	}
}

// boardOfAnyMaxNode shows the position after the move that became the best of a max node last.
func boardOfAnyMaxNode(h *Hooks) {
	var best *Grid
	improved, written := h.Search.Improved, h.Written
	h.Search.Improved = func(n, child search.Node) {
		improved(n, child)
		if n.Max {
			best = child.Position.(Position).Base()
		}
	}
	h.Written = func(root Position, line []string, last search.Position) *Grid {
		if best == nil {
			return written(root, line, last)
		}
		return best
	}
}

// firstSquare returns the root's first move, made on the first square of the board.
func firstSquare(root search.Position) []string {
	for _, move := range root.Moves() {
		if s, ok := SquareOf(move); ok {
			letter := string(rune(int(move[0]) - s.Column))
			return []string{letter + "1" + move[len(squareName(move)):]}
		}
	}
	return nil
}

// nameMutations are mistakes in the names of squares.
func nameMutations(t Traits) []Mutation {
	return []Mutation{
		t.mistake("output", t.Names, "column-and-row-swapped", "A2 is called B1", `
			Your program swaps the coordinates of a square when it prints a name. The letter is the column and the
			number the row. Look at the function that names a square.`,
			func(h *Hooks) {
				coordinates := h.Coordinates
				h.Coordinates = func(s Square, size int) (column, row int) {
					return coordinates(Square{s.Column, s.Row}, size)
				}
			}),
		t.mistake("output", t.Names, "digits-before-letters", "names have the digits first", `
			Your names of squares have the number first, like 3C for C3. The letter comes first. Look at the function
			that names a square.`,
			changeSquareNames(func(name string) string { return name[1:] + name[:1] })),
		t.mistake("output", t.Names, "letters-in-other-case", "the letters of squares have the wrong case",
			"The column letters of your squares have the wrong case. "+
				cmp.Or(t.Letters, "The rules show which it is.")+" Look at the function that names a square.",
			func(h *Hooks) {
				spell := h.SquareName
				h.SquareName = func(letter byte, row int) string { return spell(letter^' ', row) }
			}),
		t.mistake("output", t.Names, "rows-numbered-from-zero", "row 1 is printed as 0", `
			The row numbers in your names are one too small. Rows are numbered from 1. Look at the function that names
			a square: an index from 0 is printed as it is.`,
			numbered(func(row, _ int) int { return row - 1 })),
		t.mistake("output", t.Names, "rows-numbered-from-below", "the lowest row is called 1", `
			Your program numbers the rows from below, as in chess. Row 1 is the uppermost row, the first of the input.
			Look at the function that names a square.`,
			numbered(func(row, size int) int { return size + 1 - row })),
	}
}

// changeSquareNames makes a mutation that changes the names of squares.
func changeSquareNames(change func(name string) string) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap2(&h.SquareName, func(_ byte, _ int, name string) string { return change(name) })
	}
}

// numbered makes a mutation that numbers rows in another way.
func numbered(change func(row, size int) int) func(h *Hooks) {
	return func(h *Hooks) {
		coordinates := h.Coordinates
		h.Coordinates = func(s Square, size int) (column, row int) {
			column, row = coordinates(s, size)
			return column, change(row, size)
		}
	}
}
