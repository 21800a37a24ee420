// Package mancala is the second solver of docs/rules/mancala.md, and the mistakes that people make
// in it: in sowing and captures, at the end of the game, and in chains of extra turns. Its comments
// name the rules of that page by their numbers.
package mancala

import (
	"errors"
	"slices"
	"strconv"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

const page mutant.Page = "docs/rules/mancala.md"

// A mutation is a mistake of mancala's own.
type mutation = mutant.Mutation[hooks]

// mistake is mutant.Mistake for a rule of the page.
func mistake[H any](kind string, rule int, id, about, explains string, deed func(h *H)) mutant.Mutation[H] {
	return mutant.Mistake(kind, page.Rule(rule), id, about, explains, deed)
}

var traits = search.Traits{
	Page: page, Order: 2, Depth: 9, Tasks: 1,
	Dialect: &search.AlphaBeta, Format: 11,
	Chains: true, Sudden: true,
}

// Solver is the second solver of mancala.
var Solver = mutant.New(mutant.Program[hooks]{
	Name:      "mancala",
	Right:     right,
	Mutations: mutations,
	Solve:     solve,
	StopAt:    func(h *hooks, stop func(row string) bool) { h.Search.StopAt(stop) },
})

func mutations() []mutation {
	return slices.Concat(
		mutant.Lift(search.Mutations(traits), ofSearch),
		sowMutations(),
		captureMutations(), captureTestMutations(), capturePlaceMutations(),
		endTestMutations(), stuckMutations(), sweepMutations(),
		evaluationMutations(),
		turnMutations(),
		mutant.Lift(slices.Concat(chainDepthMutations(), chainLogMutations(), chainCutMutations()), ofSearch),
		nameMutations(),
		inputMutations(),
		outputMutations(),
		greedyMutations(),
	)
}

// ofSearch returns the hooks of the search.
func ofSearch(h *hooks) *search.Hooks { return &h.Search }

// solve reads the input (rule 1), searches, and writes the next state (rule 13) and, except for
// greedy, the log (rule 11).
func solve(h *hooks, _ string, input []byte) (map[string]string, error) {
	r := mutant.NewReader(input)
	task := r.Word("1", "2", "3", "4")
	if r.Err() == nil && task == "4" { // rule 16
		return nil, errors.New("competition task: rules not published by the course")
	}
	player := r.Number(1, 2)
	run, limit := readTask(r, h, task)
	l := readLayout(r, player)
	if err := r.Done(); err != nil {
		return nil, err
	}
	root := newPosition(h, h.Read(l), h.Player(player))
	root.greedy = task == "1"
	s := search.New(&h.Search, run, limit)
	_, line := s.Run(root, "root")
	if root.greedy {
		line = h.Greedy(root, line)
	}
	files := map[string]string{"next_state.txt": mutant.Text(root.nextState(line).lines())}
	if !root.greedy {
		files["traverse_log.txt"] = mutant.Text(s.Log)
	}
	return h.Search.Files(files), nil
}

// readTask reads the cut-off, line 3 of the input. It returns the search that a task asks for and
// its depth limit (rules 1 and 14).
func readTask(r *mutant.Reader, h *hooks, task string) (search.Task, int) {
	switch task {
	case "2":
		return search.Task{Dialect: &search.Minimax}, r.Depth(1)
	case "3":
		return search.Task{AlphaBeta: true, Dialect: &search.AlphaBeta}, r.Depth(1)
	}
	return search.Task{}, h.GreedyLimit(r.Take())
}

// nextState returns the board when the root player's turn is over: that after the whole chain of
// moves which begins the best line (rule 13).
func (p *position) nextState(line []string) *position {
	board := p
	for {
		line = p.h.Follow(board, line)
		if len(line) == 0 {
			return board
		}
		board, _ = p.h.Play(board, line[0])
		line = line[1:]
		if p.h.TurnOver(p, board) {
			return board
		}
	}
}

// lines writes the board as next_state.txt shows it (rule 13).
func (p *position) lines() []string {
	l := p.h.Write(p.layout(p.h.Shown(p)))
	return []string{spaced(l.upper), spaced(l.lower), strconv.Itoa(l.store2), strconv.Itoa(l.store1)}
}
