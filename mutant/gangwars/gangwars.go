// Package gangwars is the second solver of docs/rules/gangwars.md: stake and raid on an NxN board. Its
// comments refer to the rules by their numbers on that page.
package gangwars

import (
	"errors"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// Solver is the second solver of gangwars.
var Solver = mutant.New(mutant.Program[hooks]{
	Name:      "gangwars",
	Right:     rightHooks,
	Mutations: mutations,
	Solve:     solve,
})

const page mutant.Page = "docs/rules/gangwars.md"

// A mutation is a mistake of gangwars's own.
type mutation = mutant.Mutation[hooks]

// mistake is mutant.Mistake for a rule of the page.
func mistake(kind string, rule int, id, title, explanation string, change func(h *hooks)) mutation {
	return mutant.Mistake(kind, page.Rule(rule), id, title, explanation, change)
}

// A position is a position of the game. A move is a square and an action: "C3 Raid".
type position struct {
	board.Grid
	h *hooks
}

const (
	stake = " Stake"
	raid  = " Raid"
)

// isRaid reports whether a move is a raid.
func isRaid(move string) bool { return strings.HasSuffix(move, raid) }

// target returns the square of a move.
func target(move string) board.Square {
	s, _ := board.SquareOf(move)
	return s
}

// Moves returns all stakes and all raids (rule 4). A square next to an own piece is open to both (rule 3).
func (p *position) Moves() []string {
	if p.Over() {
		return nil
	}
	var stakes, raids []string
	for _, s := range p.FreeSquares() {
		staked, raided := p.h.Open(p, s)
		if staked {
			stakes = append(stakes, board.Upper(s)+stake)
		}
		if raided {
			raids = append(raids, board.Upper(s)+raid)
		}
	}
	return p.h.Arrange(p, stakes, raids)
}

// Play takes a square: a stake captures nothing (rule 2), a raid does (rule 3).
func (p *position) Play(move string) (search.Position, bool) {
	return &position{p.Take(target(move), p.h.Captures(move)), p.h}, false
}

// Evaluate returns the balance of the squares' values, on a full board as on any other (rule 5).
func (p *position) Evaluate() int { return p.Balance() }

// solve reads the input (rule 1), chooses the first root move of greatest value (rule 6) and writes it
// with the board after it (rule 7).
func solve(h *hooks, _ string, input []byte) (map[string]string, error) {
	r := mutant.NewReader(input)
	size := r.Number(1, 26)
	mode := r.Word("MINIMAX", "ALPHABETA", "COMPETITION")
	if r.Err() == nil && mode == "COMPETITION" {
		return nil, errors.New("competition mode has no single right answer")
	}
	player := r.Player()
	s := search.New(&h.Search, search.Task{AlphaBeta: mode == "ALPHABETA"}, r.Depth(1))
	p := &position{h.Grid('.', player), h}
	p.Values = r.Values(size)
	p.Rows = r.Board(size, "XO.")
	if err := r.Done(); err != nil {
		return nil, err
	}
	_, line := s.Run(p, "root")
	if len(line) == 0 {
		return nil, errors.New("the board is full: there is no legal move")
	}
	output := h.Output([]string{p.moveLine(line[0])}, h.NextState(s, p, line))
	return h.Search.Files(map[string]string{"output.txt": mutant.Text(output)}), nil
}

// moveLine returns the line that names a move: the square, a blank, and the action (rule 7).
func (p *position) moveLine(move string) string {
	square, _, _ := strings.Cut(move, " ")
	return p.Name(square) + p.h.Kind(p, move)
}

// hooks are the decisions of the solver.
type hooks struct {
	board.Hooks

	// Open reports whether a free square is open to a stake and to a raid.
	Open func(p *position, s board.Square) (staked, raided bool)
	// Arrange returns the moves in the order in which they are tried, given the stakes and the raids
	// in the order of their squares.
	Arrange func(p *position, stakes, raids []string) []string
	// Captures reports whether a move captures the enemies next to its square.
	Captures func(move string) bool

	// Kind returns the action of a move in the output, with a blank before it.
	Kind func(p *position, move string) string
	// Output returns the lines of the output, given the lines about the move and the board.
	Output func(move, board []string) []string
}

// rightHooks returns the hooks that decide everything right.
func rightHooks(faulty bool) *hooks {
	h := &hooks{Hooks: board.Right(faulty)}
	// Any free square may be staked, and raided if it is next to an own piece: rules 2 and 3.
	h.Open = func(p *position, s board.Square) (staked, raided bool) { return true, p.HasOwnNeighbour(s) }
	// All stakes first: rule 4.
	h.Arrange = func(_ *position, stakes, raids []string) []string { return slices.Concat(stakes, raids) }
	h.Captures = isRaid

	h.Kind = func(_ *position, move string) string { return move[strings.Index(move, " "):] }
	h.Output = func(move, board []string) []string { return slices.Concat(move, board) } // rule 7
	return h
}
