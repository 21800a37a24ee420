package board

import (
	"bytes"
	"strconv"

	"github.com/touchstone-suite/touchstone/mutant/search"
)

// Hooks are the decisions of a game on a square board, its search included.
type Hooks struct {
	Search search.Hooks

	// Order returns the squares in the order in which moves on them are tried, given them row by
	// row.
	Order func(g *Grid, squares []Square) []Square
	// Step returns the next square in a direction, which may be off the board.
	Step func(g *Grid, s Square, d Direction) Square
	// Copy returns the rows on which a move is made, given those before it.
	Copy func(rows [][]byte) [][]byte
	// Over reports whether a position ends the game, whatever moves there are.
	Over func(g *Grid) bool

	// Side returns the player whose side the evaluation takes.
	Side func(g *Grid) byte
	// Worth returns what a square of a value counts.
	Worth func(value int) int
	// Deducted returns what is subtracted for a square of the opponent, given what it counts.
	Deducted func(worth int) int

	// Beside are the ways to the squares beside a square.
	Beside []Direction
	// Turned and Vacated return the squares that a raid on a target turns and sets free.
	Turned, Vacated func(g *Grid, target Square) []Square

	// Written returns the grid that the outputs show. The line is the best one, and is not empty;
	// last is the position that was evaluated last, nil if none.
	Written func(root Position, line []string, last search.Position) *Grid
	// Coordinates returns the column of a square, from 0, and its row, from 1, on a board of a size.
	Coordinates func(s Square, size int) (column, row int)
	// Spell returns the name of a square.
	Spell func(letter byte, row int) string
}

// Right returns the hooks that decide everything right. faulty tells that mutations will change
// them.
func Right(faulty bool) Hooks {
	h := Hooks{Search: search.Right(faulty)}
	h.rightMoves()
	h.rightEvaluation()
	h.rightRaids()
	h.rightOutput()
	return h
}

// rightMoves decides how moves are found and made.
func (h *Hooks) rightMoves() {
	// Row 1 first, each row from left to right: docs/rules/squirrel.md rule 2, gangwars.md rule 4,
	// reversi.md rule 3.
	h.Order = func(_ *Grid, squares []Square) []Square { return squares }
	h.Step = func(_ *Grid, s Square, d Direction) Square { return Square{s.Row + d.Down, s.Column + d.Right} }
	h.Copy = func(rows [][]byte) [][]byte {
		copied := make([][]byte, len(rows))
		for i, row := range rows {
			copied[i] = bytes.Clone(row)
		}
		return copied
	}
	h.Over = func(*Grid) bool { return false }
}

// rightEvaluation decides what a position is worth (docs/rules/squirrel.md rule 4, gangwars.md rule
// 5, reversi.md rule 2).
func (h *Hooks) rightEvaluation() {
	h.Side = func(g *Grid) byte { return g.Root }
	h.Worth = func(value int) int { return value }
	h.Deducted = func(worth int) int { return worth }
}

// rightRaids decides what a raid does (docs/rules/squirrel.md rule 3, gangwars.md rule 3).
func (h *Hooks) rightRaids() {
	for _, n := range neighbours { // never the diagonal ones
		h.Beside = append(h.Beside, n.Direction)
	}
	// One step away, no chain.
	h.Turned = func(g *Grid, target Square) []Square { return g.Neighbours(target, Opponent(g.Mover)) }
	// The piece from which a raid sets out stays.
	h.Vacated = func(*Grid, Square) []Square { return nil }
}

// rightOutput decides which board is written, and the names of squares.
func (h *Hooks) rightOutput() {
	// docs/rules/squirrel.md rule 9, gangwars.md rule 7, reversi.md rule 6.
	h.Written = func(root Position, line []string, _ search.Position) *Grid {
		return After(root, line[0]).Base()
	}
	h.Search.Label = func(n search.Node) string { return n.Position.(Position).Base().Name(n.Name) }
	// The letter is the column, the number the row: docs/rules/squirrel.md rule 2.
	h.Coordinates = func(s Square, _ int) (column, row int) { return s.Column, s.Row + 1 }
	h.Spell = func(letter byte, row int) string { return string(rune(letter)) + strconv.Itoa(row) }
}
