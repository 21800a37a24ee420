// Package reversi is the second solver of docs/rules/reversi.md: alpha-beta with positional weights.
// The rules named in its comments are those of that page.
package reversi

import (
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// Solver is the second solver of reversi.
var Solver = mutant.New(mutant.Program[hooks]{
	Name:      "reversi",
	Editions:  []string{"final", "first"},
	Right:     right,
	Mutations: mutations,
	Solve:     solve,
	StopAt:    func(h *hooks, stop func(row string) bool) { h.Search.StopAt(stop) },
})

const page mutant.Page = "docs/rules/reversi.md"

// A mutation is a mistake of reversi's own.
type mutation = mutant.Mutation[hooks]

// mistake is mutant.Mistake for a rule of the page.
func mistake(kind string, rule int, id, about, explains string, deed func(h *hooks)) mutation {
	return mutant.Mistake(kind, page.Rule(rule), id, about, explains, deed)
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

// Moves returns the legal moves in row-major order, or else the pass (rule 3). There is none where the
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
