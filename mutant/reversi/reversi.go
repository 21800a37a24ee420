// Package reversi is the second solver of docs/rules/reversi.md: alpha-beta with positional weights. Its
// comments refer to the rules by their numbers on that page.
package reversi

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// Solver is the second solver of reversi.
var Solver = mutant.New(mutant.Program[hooks]{
	Name:      "reversi",
	Editions:  []string{"final", "first"},
	Right:     rightHooks,
	Mutations: mutations,
	Solve:     solve,
	StopAt:    func(h *hooks, stop func(row string) bool) { h.Search.StopAt(stop) },
})

const page mutant.Page = "docs/rules/reversi.md"

// A mutation is a mistake of reversi's own.
type mutation = mutant.Mutation[hooks]

// mistake is mutant.Mistake for a rule of the page.
func mistake(kind string, rule int, id, title, explanation string, change func(h *hooks)) mutation {
	return mutant.Mistake(kind, page.Rule(rule), id, title, explanation, change)
}

const (
	size = 8
	pass = "pass" // the move of a side that has no other
)

// A position is a position of the game.
type position struct {
	board.Grid
	passes int // in a row, up to this position
	h      *hooks

	passed int // passes since the root; only a mutation looks at it
}

// Moves returns the legal moves in row-major order, or else the pass (rule 3). It returns nothing where the
// line of play ends (rule 4).
func (p *position) Moves() []string {
	if p.Over() || p.h.Ended(p) {
		return nil
	}
	moves := p.legal()
	if len(moves) == 0 && p.h.MayPass(p) {
		return []string{pass}
	}
	return moves
}

// legal returns the legal moves.
func (p *position) legal() []string {
	var moves []string
	for _, s := range p.FreeSquares() {
		if p.h.Legal(p, s) {
			moves = append(moves, board.Lower(s))
		}
	}
	return moves
}

// Play makes a move, which turns pieces, or passes, which leaves the board as it is (rule 3).
func (p *position) Play(move string) (search.Position, bool) {
	next := &position{p.Next(), p.h.Passes(p, move), p.h, p.passed}
	if move == pass {
		next.passed++
	}
	if target, ok := board.SquareOf(move); ok {
		flips := p.flips(target)
		next.Put(target, p.Mover)
		for _, s := range flips {
			next.Put(s, p.Mover)
		}
	}
	return next, false
}

// Evaluate returns the balance of the weights, at every leaf (rule 2).
func (p *position) Evaluate() int { return p.h.Evaluate(p) }

// solve reads the input (rule 1) and writes the next state and the log (rules 5 and 6).
func solve(h *hooks, edition string, input []byte) (map[string]string, error) {
	r := mutant.NewReader(input)
	r.DropBlankLines()
	player := h.RootPlayer(r.Player())
	s := search.New(&h.Search, search.Task{AlphaBeta: true, Dialect: &search.AlphaBeta}, r.Depth(0))
	p := &position{Grid: h.Grid('*', player), h: h}
	p.Values = h.weights()
	p.Rows = r.Board(size, "*XO")
	if err := r.Done(); err != nil {
		return nil, err
	}
	if edition == "first" { // mistakes in the end of the game are mistakes in final
		h.Ended = endedInFirst
	}
	_, line := s.Run(p, "root")
	output := h.Output(h.NextState(s, p, line), s.Log)
	return h.Search.Files(map[string]string{"output.txt": mutant.TextWithoutNewline(output)}), nil
}

// hooks are the decisions of the solver.
type hooks struct {
	board.Hooks

	// RootPlayer returns the player to move at the root, given the player in the input.
	RootPlayer func(player byte) byte
	// Ended reports whether the line of play ends at a position.
	Ended func(p *position) bool
	// MayPass reports whether a side without a legal move passes.
	MayPass func(p *position) bool
	// Passes returns the number of passes in a row after a move.
	Passes func(p *position, move string) int

	// Directions are the ways in which a move turns pieces.
	Directions []board.Direction
	// Legal reports whether the mover may play on a free square.
	Legal func(p *position, s board.Square) bool
	// Brackets reports whether a line of enemy pieces turns, given the first square after it.
	Brackets func(p *position, end board.Square) bool
	// Flipped returns the pieces that turn, given the lines that a move brackets.
	Flipped func(lines [][]board.Square) [][]board.Square

	// Lower returns the weights of rows 5 to 8, given the weights of rows 1 to 4.
	Lower func(upper [][]int) [][]int
	// Weight returns the weight of a square, given the table.
	Weight func(rows [][]int, s board.Square) int
	// Evaluate returns the evaluation of a position.
	Evaluate func(p *position) int

	// Output returns the lines of the output, given the lines of the board and of the log.
	Output func(board, log []string) []string
}

// rightHooks returns the hooks that decide everything right.
func rightHooks(faulty bool) *hooks {
	h := &hooks{Hooks: board.Right(faulty)}
	h.RootPlayer = func(player byte) byte { return player }
	h.Output = func(board, log []string) []string { return slices.Concat(board, log) } // rule 6
	h.rightEnd()
	h.rightFlips()
	h.rightWeights()
	return h
}

// rightEnd decides about passes and the end of a line of play.
func (h *hooks) rightEnd() {
	// Two passes in a row end the line, and nothing else: rule 4.
	h.Ended = func(p *position) bool { return p.passes >= 2 }
	h.MayPass = func(*position) bool { return true } // rule 3
	h.Passes = func(p *position, move string) int {
		if move == pass {
			return p.passes + 1
		}
		return 0 // any real move resets the count: rule 4
	}
}

// endedInFirst is Ended in the edition first: as soon as a side has no piece, the position is a leaf
// ("Editions").
func endedInFirst(p *position) bool { return p.WipedOut() || p.passes >= 2 }

// rightFlips sets the hooks for the legal moves and the pieces that they turn (rule 3).
func (h *hooks) rightFlips() {
	for _, d := range directions {
		h.Directions = append(h.Directions, d.Direction)
	}
	// A move has to turn something.
	h.Legal = func(p *position, s board.Square) bool { return len(p.flips(s)) > 0 }
	h.Brackets = func(p *position, end board.Square) bool { return p.Has(end) && p.At(end) == p.Mover }
	h.Flipped = func(lines [][]board.Square) [][]board.Square { return lines }
}

// rightWeights sets the hooks for the value of a position (rule 2).
func (h *hooks) rightWeights() {
	h.Lower = func(upper [][]int) [][]int {
		lower := slices.Clone(upper)
		slices.Reverse(lower)
		return lower
	}
	h.Weight = func(rows [][]int, s board.Square) int { return rows[s.Row][s.Column] }
	// The number of pieces never counts, also where the game is over.
	h.Evaluate = func(p *position) int { return p.Balance() }
}

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
	// it may lead round for ever
	for p.Has(end) && p.At(end) == board.Opponent(p.Mover) && len(line) < size*size {
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
