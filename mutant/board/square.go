package board

import (
	"strconv"
	"strings"
)

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
