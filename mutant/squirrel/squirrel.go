// Package squirrel is the second solver of docs/rules/squirrel.md: raid and sneak on a 5x5 board. The
// rules named in its comments are those of that page.
package squirrel

import (
	"strconv"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// Solver is the second solver of squirrel.
var Solver = mutant.New(mutant.Program[hooks]{
	Name:      "squirrel",
	Right:     right,
	Mutations: mutations,
	Solve:     solve,
	StopAt:    func(h *hooks, stop func(row string) bool) { h.Search.StopAt(stop) },
})

const page mutant.Page = "docs/rules/squirrel.md"

// A mutation is a mistake of squirrel's own.
type mutation = mutant.Mutation[hooks]

// mistake is mutant.Mistake for a rule of the page.
func mistake(kind string, rule int, id, about, explains string, deed func(h *hooks)) mutation {
	return mutant.Mistake(kind, page.Rule(rule), id, about, explains, deed)
}

const size = 5

// A position is a position of the game.
type position struct {
	board.Grid
	h *hooks

	// first is the player who moved first in the battle, 0 outside battles. Only a mutation looks at
	// it.
	first byte
}

// Moves returns all free squares in row-major order (rule 2). None is left on a full board (rule 5).
func (p *position) Moves() []string {
	if p.Over() {
		return nil
	}
	var names []string
	for _, s := range p.FreeSquares() {
		names = append(names, board.Upper(s))
	}
	return names
}

// Play places a piece: a raid or a sneak (rule 3).
func (p *position) Play(move string) (search.Position, bool) {
	target, _ := board.SquareOf(move)
	next := *p
	next.Grid = p.Take(target, p.h.Raids(p, target))
	return &next, false
}

// Evaluate returns the balance of the squares' values (rule 4).
func (p *position) Evaluate() int { return p.h.Evaluate(p) }

// solve reads the input (rule 1) and writes the outputs (rule 9).
func solve(h *hooks, _ string, input []byte) (map[string]string, error) {
	r := mutant.NewReader(input)
	var first, second player
	task := r.Word("1", "2", "3", "4")
	if task == "4" {
		first = readPlayer(r, r.Player(), r.Word("1", "2", "3"), 1)
		second = readPlayer(r, r.Player(), r.Word("1", "2", "3"), 1)
		if first.piece == second.piece {
			r.Fail("found %c twice, expected two different players", first.piece)
		}
	} else {
		first = readPlayer(r, r.Player(), task, 0)
	}
	p := &position{Grid: h.Grid('*', first.piece), h: h}
	p.Values = r.Values(size)
	p.Rows = r.Board(size, "*XO")
	if err := r.Done(); err != nil {
		return nil, err
	}
	if task == "4" {
		return h.Search.Files(map[string]string{"trace_state.txt": mutant.Text(battle(p, first, second))}), nil
	}
	s, line := first.choose(p)
	files := map[string]string{"next_state.txt": mutant.Text(h.NextState(s, p, line))}
	if task != "1" {
		files["traverse_log.txt"] = mutant.Text(s.Log)
	}
	return h.Search.Files(files), nil
}

// readPlayer reads the rest of the lines about a player. The cut-off of greedy is read and has no
// effect (rule 7).
func readPlayer(r *mutant.Reader, piece byte, algorithm string, leastCutOff int) player {
	p := player{piece: piece, algorithm: algorithm}
	if algorithm == "1" {
		p.cutOff, _ = strconv.Atoi(r.Take()) // only a mutation looks at it
	} else {
		p.cutOff = r.Depth(leastCutOff)
	}
	return p
}
