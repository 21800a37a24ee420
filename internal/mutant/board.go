package mutant

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// square is a place on a board, counted from 0 at the top left.
type square struct{ row, column int }

// upperName returns the name of a square with a capital column letter: A1, B1, ...
func upperName(s square) string { return fmt.Sprintf("%c%d", 'A'+s.column, s.row+1) }

// lowerName returns the name of a square with a small column letter: a1, b1, ...
func lowerName(s square) string { return fmt.Sprintf("%c%d", 'a'+s.column, s.row+1) }

// squareNamed returns the square with that name, capital or small.
func squareNamed(name string) square {
	letter := name[0]
	number, _ := strconv.Atoi(name[1:])
	if letter >= 'a' {
		return square{number - 1, int(letter - 'a')}
	}
	return square{number - 1, int(letter - 'A')}
}

// columnBefore reports whether a move's square stands before another's, column by column.
func columnBefore(a, b string) bool {
	a, b = place(a), place(b)
	if !isSquareName(a) || !isSquareName(b) {
		return false
	}
	s, t := squareNamed(a), squareNamed(b)
	return s.column < t.column || s.column == t.column && s.row < t.row
}

// place returns the name of the square in a move that also says what is done to it.
func place(move string) string {
	name, _, _ := strings.Cut(move, " ")
	return name
}

// isSquareName reports whether a name is that of a square, and not root or pass.
func isSquareName(name string) bool {
	return name != "" && unicode.IsDigit(rune(name[len(name)-1]))
}

// A grid is what the positions on a square board have in common.
type grid struct {
	flaw  flaw
	board [][]byte
	free  byte // the sign of a square without a piece
	mover byte // X or O, the side to move
	root  byte // whose point of view the evaluation takes
	side  byte // used instead of root by a fault; 0 if by none
}

func (g *grid) base() *grid { return g }

// at returns the piece on a square.
func (g *grid) at(s square) byte { return g.board[s.row][s.column] }

// put places a piece on a square.
func (g *grid) put(s square, piece byte) { g.board[s.row][s.column] = piece }

// next returns a copy for the position after a move, with the other player to move.
func (g *grid) next() grid {
	next := *g
	next.mover = opponent(g.mover)
	if !g.flaw.is("board-shared-by-moves", "captures-not-taken-back") {
		next.board = copyBoard(g.board)
	}
	return next
}

// takeBack removes the piece placed by a move from a board that all positions share.
func (g *grid) takeBack(move string) {
	if g.flaw.is("captures-not-taken-back") && isSquareName(place(move)) {
		g.put(squareNamed(place(move)), g.free)
	}
}

// maximising reports whether the node is a max node: the root player's nodes are, and after
// every move, including a pass, the other player moves (docs/rules/squirrel.md rule 5,
// gangwars.md rule 5, reversi.md rule 3).
func (g *grid) maximising() bool { return g.mover == g.root }

// squares lists all squares row by row: row 1 first, each row from left to right
// (docs/rules/squirrel.md rule 2, gangwars.md rule 4, reversi.md rule 3).
func (g *grid) squares() []square {
	var squares []square
	for row := range g.board {
		for column := range g.board[row] {
			squares = append(squares, square{row, column})
		}
	}
	switch {
	case g.flaw.is("column-by-column"):
		slices.SortStableFunc(squares, func(a, b square) int { return a.column - b.column })
	case g.flaw.is("rows-from-right-to-left"):
		slices.SortStableFunc(squares, func(a, b square) int {
			if a.row != b.row {
				return a.row - b.row
			}
			return b.column - a.column
		})
	}
	return squares
}

// byValue sorts the squares by descending value, which no rule asks for.
func (g *grid) byValue(squares []square, values [][]int) []square {
	if g.flaw.is("moves-sorted-by-square-value") {
		slices.SortStableFunc(squares, func(a, b square) int {
			return values[b.row][b.column] - values[a.row][a.column]
		})
	}
	return squares
}

// has reports whether a square is on the board.
func (g *grid) has(s square) bool {
	return s.row >= 0 && s.row < len(g.board) && s.column >= 0 && s.column < len(g.board[s.row])
}

// step returns the next square in a direction, which may be off the board.
func (g *grid) step(s square, down, right int) square {
	s = square{s.row + down, s.column + right}
	if size := len(g.board); g.flaw.is("edges-wrap-round") {
		switch {
		case s.column < 0:
			return square{s.row - 1, size - 1}
		case s.column >= size:
			return square{s.row + 1, 0}
		}
	}
	return s
}

// count returns the number of squares with that piece.
func (g *grid) count(piece byte) int {
	n := 0
	for _, s := range g.squares() {
		if g.at(s) == piece {
			n++
		}
	}
	return n
}

// wipedOut reports whether a side has no pieces. That ends no game, except in the edition
// first of reversi (docs/rules/reversi.md, "Editions").
func (g *grid) wipedOut() bool { return g.count('X') == 0 || g.count('O') == 0 }

// balance returns the sum of the root player's squares' values minus that of the opponent's
// (docs/rules/squirrel.md rule 4, gangwars.md rule 5, reversi.md rule 2).
func (g *grid) balance(values [][]int) int {
	side := g.root
	switch {
	case g.flaw.is("evaluation-for-x-always"):
		side = 'X'
	case g.side != 0:
		side = g.side
	}
	sum := 0
	for _, s := range g.squares() {
		value := values[s.row][s.column]
		if g.flaw.is("evaluation-counts-pieces") {
			value = 1
		}
		switch {
		case g.at(s) == side:
			sum += value
		case g.at(s) == opponent(side) && !g.flaw.is("evaluation-own-squares-only"):
			sum -= value
		}
	}
	return sum
}

// label returns a move's name as shown in the outputs.
func (g *grid) label(name string) string {
	if name == "pass" && g.flaw.is("pass-in-capitals") {
		return "PASS"
	}
	if !isSquareName(name) {
		return name
	}
	letter, number, s := name[:1], name[1:], squareNamed(name)
	switch {
	case g.flaw.is("column-and-row-swapped"):
		return string(rune(int(letter[0])+s.row-s.column)) + strconv.Itoa(s.column+1)
	case g.flaw.is("digits-before-letters"):
		return number + letter
	case g.flaw.is("letters-in-other-case"):
		return string(rune(letter[0]^' ')) + number
	case g.flaw.is("rows-numbered-from-zero"):
		return letter + strconv.Itoa(s.row)
	case g.flaw.is("rows-numbered-from-below"):
		return letter + strconv.Itoa(len(g.board)-s.row)
	}
	return name
}

// copyBoard returns a copy of a board.
func copyBoard(board [][]byte) [][]byte {
	var result [][]byte
	for _, row := range board {
		result = append(result, bytes.Clone(row))
	}
	return result
}

// boardLines returns the rows of a board as lines of text.
func boardLines(board [][]byte) []string {
	var lines []string
	for _, row := range board {
		lines = append(lines, string(row))
	}
	return lines
}

// opponent returns the other one of X and O.
func opponent(player byte) byte {
	if player == 'X' {
		return 'O'
	}
	return 'X'
}
