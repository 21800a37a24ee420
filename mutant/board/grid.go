package board

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant/search"
)

// A Grid is what the positions on a square board have in common. A game embeds it in its own.
type Grid struct {
	Rows   [][]byte // the pieces
	Values [][]int  // of the squares
	Free   byte     // the sign of a square without a piece
	Mover  byte     // X or O, who moves next
	Root   byte     // the root player, whose side the evaluation takes

	// Turned are the pieces that raids have turned since the root, each as it was then. Only a
	// mutation looks at them.
	Turned []Turned

	hooks *Hooks
}

// A Turned is a piece that a raid has turned.
type Turned struct {
	Square
	By byte // whose it became
}

// Grid returns a grid without rows and values on which the root player is to move.
func (h *Hooks) Grid(free, player byte) Grid {
	return Grid{Free: free, Mover: player, Root: player, hooks: h}
}

// Base returns the grid itself, for positions that embed it.
func (g *Grid) Base() *Grid { return g }

// Maximising reports whether the root player moves next.
func (g *Grid) Maximising() bool { return g.Mover == g.Root }

// At returns the piece on a square.
func (g *Grid) At(s Square) byte { return g.Rows[s.Row][s.Column] }

// Put places a piece on a square.
func (g *Grid) Put(s Square, piece byte) { g.Rows[s.Row][s.Column] = piece }

// Has reports whether a square is on the board.
func (g *Grid) Has(s Square) bool {
	return s.Row >= 0 && s.Row < len(g.Rows) && s.Column >= 0 && s.Column < len(g.Rows[s.Row])
}

// Step returns the next square in a direction, which may be off the board.
func (g *Grid) Step(s Square, d Direction) Square { return g.hooks.Step(g, s, d) }

// Next returns a copy with the other player to move, to make a move on.
func (g *Grid) Next() Grid {
	next := *g
	next.Mover = Opponent(g.Mover)
	next.Rows = g.hooks.Copy(g.Rows)
	return next
}

// Squares returns all squares in the order in which moves on them are tried.
func (g *Grid) Squares() []Square {
	squares := make([]Square, 0, len(g.Rows)*len(g.Rows)) // each node asks for them
	for row := range g.Rows {
		for column := range g.Rows[row] {
			squares = append(squares, Square{row, column})
		}
	}
	return g.hooks.Order(g, squares)
}

// FreeSquares returns the squares without a piece, in the same order.
func (g *Grid) FreeSquares() []Square {
	return slices.DeleteFunc(g.Squares(), func(s Square) bool { return g.At(s) != g.Free })
}

// Over reports whether the position ends the game, whatever moves there are.
func (g *Grid) Over() bool { return g.hooks.Over(g) }

// WipedOut reports whether a side has no pieces.
func (g *Grid) WipedOut() bool { return !g.holds('X') || !g.holds('O') }

// holds reports whether there is such a piece on the board.
func (g *Grid) holds(piece byte) bool {
	for _, row := range g.Rows {
		if bytes.IndexByte(row, piece) >= 0 {
			return true
		}
	}
	return false
}

// Balance returns the sum of the values of the root player's squares minus that of the opponent's.
func (g *Grid) Balance() int {
	side, sum := g.hooks.Side(g), 0
	for row, pieces := range g.Rows {
		for column, piece := range pieces {
			switch piece {
			case side:
				sum += g.hooks.Worth(g.Values[row][column])
			case Opponent(side):
				sum -= g.hooks.Deducted(g.hooks.Worth(g.Values[row][column]))
			}
		}
	}
	return sum
}

// Name returns the name of a move as the outputs show it.
func (g *Grid) Name(move string) string {
	s, ok := SquareOf(move)
	if !ok {
		return move
	}
	column, row := g.hooks.Coordinates(s, len(g.Rows))
	letter := int(move[0]) - s.Column + column
	return g.hooks.Spell(byte(letter), row) + move[len(squareName(move)):]
}

// Lines returns the rows as lines of text.
func (g *Grid) Lines() []string {
	var lines []string
	for _, row := range g.Rows {
		lines = append(lines, string(row))
	}
	return lines
}

// Opponent returns the other one of X and O.
func Opponent(player byte) byte {
	if player == 'X' {
		return 'O'
	}
	return 'X'
}

// A Position is a position on a square board as the search sees it.
type Position interface {
	search.Position
	Base() *Grid
}

// After returns the position after some moves.
func After(p Position, moves ...string) Position {
	for _, move := range moves {
		next, _ := p.Play(move)
		p = next.(Position)
	}
	return p
}

// NextState returns the lines of the board that the outputs show: the root's with the first move of
// the best line made on it. Without a move it is the root's.
func (h *Hooks) NextState(s *search.Search, root Position, line []string) []string {
	if len(line) == 0 {
		return root.Base().Lines()
	}
	return h.Written(root, line, s.Last).Lines()
}

// A Square is a place on a board, counted from 0 at the top left.
type Square struct{ Row, Column int }

// A Direction is the way from a square to another one.
type Direction struct{ Down, Right int }

// Upper returns the name of a square with a capital letter: A1, B1, ...
func Upper(s Square) string { return string(rune('A'+s.Column)) + strconv.Itoa(s.Row+1) }

// Lower returns the name of a square with a small letter: a1, b1, ...
func Lower(s Square) string { return string(rune('a'+s.Column)) + strconv.Itoa(s.Row+1) }

// SquareOf returns the square on which a move is made. The move begins with its name, with a capital
// letter or a small one, and may go on after a blank. ok is false for other names, such as pass.
func SquareOf(move string) (s Square, ok bool) {
	name := squareName(move)
	if name == "" {
		return Square{}, false
	}
	number, err := strconv.Atoi(name[1:])
	if err != nil {
		return Square{}, false
	}
	letter := 'A'
	if name[0] >= 'a' {
		letter = 'a'
	}
	return Square{number - 1, int(rune(name[0]) - letter)}, true
}

// squareName returns the part of a move that names its square.
func squareName(move string) string {
	name, _, _ := strings.Cut(move, " ")
	return name
}

// place is SquareOf as the search wants it.
func place(move string) (row, column int, ok bool) {
	s, ok := SquareOf(move)
	return s.Row, s.Column, ok
}
