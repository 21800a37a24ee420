package board

import (
	"cmp"
	"slices"

	"github.com/touchstone-suite/touchstone/mutant/search"
)

// stateMutations are mistakes in the board that is written.
func stateMutations(t Traits) []Mutation {
	state := []Mutation{
		{
			ID: "board-not-updated", Kind: "output", Rule: t.Page.Rule(t.State),
			About: "the board is written as it was",
			Explains: "Your program writes the board of the input. It has to write the board after the chosen move. " +
				"Look at whether the move is made on a copy that is thrown away.",
			Break: func(h *Hooks) {
				h.Written = func(root Position, _ []string, _ search.Position) *Grid { return root.Base() }
			},
		},
		{
			ID: "board-of-last-leaf", Kind: "output", Rule: t.Page.Rule(t.State),
			About: "the board looked at last is written",
			Explains: "Your program writes the board that its search looked at last. It has to write the input's " +
				"board with the chosen move on it. Look for a board that the search changes and the output " +
				"reuses.",
			Break: func(h *Hooks) {
				written := h.Written
				h.Written = func(root Position, line []string, last search.Position) *Grid {
					if last == nil {
						return written(root, line, last)
					}
					return last.(Position).Base()
				}
			},
		},
		{
			ID: "board-of-best-leaf", Kind: "output", Rule: t.Page.Rule(t.State),
			About: "the board at the end of the best line is written",
			Explains: "Your program writes the board at the end of the best line of play. It has to write the board " +
				"after the first move of that line. Look at what the search returns: the board of the best " +
				"leaf in place of the best child's.",
			Break: func(h *Hooks) {
				h.Written = func(root Position, line []string, _ search.Position) *Grid {
					return After(root, line...).Base()
				}
			},
		},
	}
	if t.Captures {
		state = slices.Insert(state, 1, bareBoard(t))
	}
	return state
}

// bareBoard is the mistake to write a move without what it captured.
func bareBoard(t Traits) Mutation {
	return Mutation{
		ID: "board-without-captures", Kind: "output", Rule: t.Page.Rule(t.State),
		About: "the board is written without what the move captured",
		Explains: "The board that you write has the new piece, but not the pieces that it captured. Make the " +
			"whole move before you write the board. Look at whether the output uses the same function as " +
			"the search.",
		Break: func(h *Hooks) {
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
		},
	}
}

// nameMutations are mistakes in the names of squares.
func nameMutations(t Traits) []Mutation {
	return []Mutation{
		{
			ID: "column-and-row-swapped", Kind: "output", Rule: t.Page.Rule(t.Names),
			About: "A2 is called B1",
			Explains: "Your program swaps the coordinates of a square when it prints a name. The letter is the " +
				"column and the number the row. Look at the function that names a square.",
			Break: func(h *Hooks) {
				coordinates := h.Coordinates
				h.Coordinates = func(s Square, size int) (column, row int) {
					return coordinates(Square{s.Column, s.Row}, size)
				}
			},
		},
		{
			ID: "digits-before-letters", Kind: "output", Rule: t.Page.Rule(t.Names),
			About: "names have the digits first",
			Explains: "Your names of squares have the number first, like 3C for C3. The letter comes first. Look at " +
				"the function that names a square.",
			Break: spelt(func(name string) string { return name[1:] + name[:1] }),
		},
		{
			ID: "letters-in-other-case", Kind: "output", Rule: t.Page.Rule(t.Names),
			About: "the letters of squares have the wrong case",
			Explains: "The column letters of your squares have the wrong case. " +
				cmp.Or(t.Letters, "The rules show which it is.") + " Look at the function that names a square.",
			Break: func(h *Hooks) {
				spell := h.Spell
				h.Spell = func(letter byte, row int) string { return spell(letter^' ', row) }
			},
		},
		{
			ID: "rows-numbered-from-zero", Kind: "output", Rule: t.Page.Rule(t.Names),
			About: "row 1 is printed as 0",
			Explains: "The row numbers in your names are one too small. Rows are numbered from 1. Look at the " +
				"function that names a square: an index from 0 is printed as it is.",
			Break: numbered(func(row, _ int) int { return row - 1 }),
		},
		{
			ID: "rows-numbered-from-below", Kind: "output", Rule: t.Page.Rule(t.Names),
			About: "the lowest row is called 1",
			Explains: "Your program numbers the rows from below, as in chess. Row 1 is the uppermost row, the first " +
				"of the input. Look at the function that names a square.",
			Break: numbered(func(row, size int) int { return size + 1 - row }),
		},
	}
}

// spelt makes a mutation that changes the names of squares.
func spelt(change func(name string) string) func(h *Hooks) {
	return func(h *Hooks) {
		spell := h.Spell
		h.Spell = func(letter byte, row int) string { return change(spell(letter, row)) }
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
