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

// upperName is the name of a square with a capital column letter: A1, B1, ...
func upperName(s square) string { return fmt.Sprintf("%c%d", 'A'+s.column, s.row+1) }

// lowerName is the name of a square with a small column letter: a1, b1, ...
func lowerName(s square) string { return fmt.Sprintf("%c%d", 'a'+s.column, s.row+1) }

// squareNamed is the square with that name, capital or small.
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

// place is the square's name in a move that also says what is done to it.
func place(move string) string {
	name, _, _ := strings.Cut(move, " ")
	return name
}

// isSquareName tells square names from root and pass.
func isSquareName(name string) bool {
	return name != "" && unicode.IsDigit(rune(name[len(name)-1]))
}

// grid is what the positions on a square board have in common.
type grid struct {
	flaw  flaw
	board [][]byte
	free  byte // the sign of a square without a piece
	mover byte // X or O, who moves next
	root  byte // whose side the evaluation takes
	side  byte // taken in its stead by a fault; 0 if by none
}

func (g *grid) base() *grid { return g }

// at is the piece on a square.
func (g *grid) at(s square) byte { return g.board[s.row][s.column] }

// put places a piece on a square.
func (g *grid) put(s square, piece byte) { g.board[s.row][s.column] = piece }

// next is a copy for the position after a move, in which the other player moves.
func (g *grid) next() grid {
	next := *g
	next.mover = opponent(g.mover)
	if !g.flaw.is("board-shared-by-moves", "captures-not-taken-back") {
		next.board = copyBoard(g.board)
	}
	return next
}

// takeBack removes the piece that a move placed from a board that all positions share.
func (g *grid) takeBack(move string) {
	if g.flaw.is("captures-not-taken-back") && isSquareName(place(move)) {
		g.put(squareNamed(place(move)), g.free)
	}
}

// maximising: the root player's nodes are max nodes, and after every move, a pass included, the
// other player moves (docs/rules/squirrel.md rule 5, gangwars.md rule 5, reversi.md rule 3).
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

// byValue puts the squares of greatest value first, which no rule asks for.
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

// step is the square in some direction, which may lie off the board.
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

// count is the number of squares with that piece.
func (g *grid) count(piece byte) int {
	n := 0
	for _, s := range g.squares() {
		if g.at(s) == piece {
			n++
		}
	}
	return n
}

// wipedOut reports whether a side has no piece. In no game does that alone end anything, but in the
// edition first of reversi (docs/rules/reversi.md, "Editions").
func (g *grid) wipedOut() bool { return g.count('X') == 0 || g.count('O') == 0 }

// balance is the sum of the root player's squares' values minus that of the opponent's
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

// label is a move's name as the outputs show it.
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

// copyBoard returns a board of its own with the same pieces.
func copyBoard(board [][]byte) [][]byte {
	var result [][]byte
	for _, row := range board {
		result = append(result, bytes.Clone(row))
	}
	return result
}

// boardLines are the rows of a board as lines of text.
func boardLines(board [][]byte) []string {
	var lines []string
	for _, row := range board {
		lines = append(lines, string(row))
	}
	return lines
}

// opponent is the other one of X and O.
func opponent(player byte) byte {
	if player == 'X' {
		return 'O'
	}
	return 'X'
}
