package mutant

import (
	"bytes"
	"fmt"
	"strconv"
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

// rowMajor lists all squares of a board: row 1 first, each row from left to right.
func rowMajor(board [][]byte) []square {
	var squares []square
	for row := range board {
		for column := range board[row] {
			squares = append(squares, square{row, column})
		}
	}
	return squares
}

// adjacent lists the orthogonal neighbours of a square, never the diagonal ones.
func adjacent(board [][]byte, s square) []square {
	var neighbours []square
	for _, n := range []square{
		{s.row - 1, s.column},
		{s.row + 1, s.column},
		{s.row, s.column - 1},
		{s.row, s.column + 1},
	} {
		if onBoard(board, n) {
			neighbours = append(neighbours, n)
		}
	}
	return neighbours
}

func onBoard(board [][]byte, s square) bool {
	return s.row >= 0 && s.row < len(board) && s.column >= 0 && s.column < len(board[s.row])
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

// balance is the sum of a player's own squares' values minus that of the opponent's.
func balance(board [][]byte, values [][]int, player byte) int {
	sum := 0
	for _, s := range rowMajor(board) {
		switch board[s.row][s.column] {
		case player:
			sum += values[s.row][s.column]
		case opponent(player):
			sum -= values[s.row][s.column]
		}
	}
	return sum
}
