package reversi

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant/board"
)

// directions are the eight ways in which a move turns pieces, with the words for them.
var directions = []struct {
	board.Direction
	name, towards string
}{
	{board.Direction{Down: -1, Right: -1}, "up-left", "up and to the left"},
	{board.Direction{Down: -1, Right: 0}, "up", "straight up"},
	{board.Direction{Down: -1, Right: 1}, "up-right", "up and to the right"},
	{board.Direction{Down: 0, Right: -1}, "left", "to the left"},
	{board.Direction{Down: 0, Right: 1}, "right", "to the right"},
	{board.Direction{Down: 1, Right: -1}, "down-left", "down and to the left"},
	{board.Direction{Down: 1, Right: 0}, "down", "straight down"},
	{board.Direction{Down: 1, Right: 1}, "down-right", "down and to the right"},
}

// flips returns the pieces that turn when the mover plays on a free square.
func (p *position) flips(from board.Square) []board.Square {
	return slices.Concat(p.h.Flipped(p.lines(from))...)
}

// lines returns the lines of enemy pieces that the mover brackets from a free square.
func (p *position) lines(from board.Square) [][]board.Square {
	var lines [][]board.Square
	for _, d := range p.h.Directions {
		if line := p.line(from, d); len(line) > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

// line returns the enemy pieces in a direction up to the mover's next piece; none if there is no such
// piece at the end of an unbroken line.
func (p *position) line(from board.Square, d board.Direction) []board.Square {
	var line []board.Square
	end := p.Step(from, d)
	for p.Has(end) && p.At(end) == board.Opponent(p.Mover) && len(line) < size*size { // it may lead round for ever
		line = append(line, end)
		end = p.Step(end, d)
	}
	if !p.h.Brackets(p, end) {
		return nil
	}
	return line
}

// weights returns the weights of the squares (rule 2).
func (h *hooks) weights() [][]int {
	upper := [][]int{
		{99, -8, 8, 6, 6, 8, -8, 99},
		{-8, -24, -4, -3, -3, -4, -24, -8},
		{8, -4, 7, 4, 4, 7, -4, 8},
		{6, -3, 4, 0, 0, 4, -3, 6},
	}
	rows := slices.Concat(upper, h.Lower(upper))
	var weights [][]int
	for row := range size {
		var line []int
		for column := range size {
			line = append(line, h.Weight(rows, board.Square{Row: row, Column: column}))
		}
		weights = append(weights, line)
	}
	return weights
}
