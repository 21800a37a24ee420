// Package squirrel is the second solver of docs/rules/squirrel.md: raid and sneak on a 5x5 board. Its
// comments refer to the rules by their numbers on that page.
package squirrel

import (
	"slices"
	"strconv"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// Solver is the second solver of squirrel.
var Solver = mutant.New(mutant.Program[hooks]{
	Name:      "squirrel",
	Right:     rightHooks,
	Mutations: mutations,
	Solve:     solve,
	StopAt:    func(h *hooks, stop func(row string) bool) { h.Search.StopAt(stop) },
})

const page mutant.Page = "docs/rules/squirrel.md"

// A mutation is a mistake of squirrel's own.
type mutation = mutant.Mutation[hooks]

// mistake is mutant.Mistake for a rule of the page.
func mistake(kind string, rule int, id, title, explanation string, change func(h *hooks)) mutation {
	return mutant.Mistake(kind, page.Rule(rule), id, title, explanation, change)
}

const size = 5

// A position is a position of the game.
type position struct {
	board.Grid
	h *hooks

	// first is the player who moved first in the battle, 0 outside battles. Only a mutation looks at it.
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
func readPlayer(r *mutant.Reader, piece byte, algorithm string, minCutOff int) player {
	p := player{piece: piece, algorithm: algorithm}
	if algorithm == "1" {
		p.cutOff, _ = strconv.Atoi(r.Take()) // only a mutation looks at it
	} else {
		p.cutOff = r.Depth(minCutOff)
	}
	return p
}

// A player is a side and its algorithm.
type player struct {
	piece     byte
	algorithm string // 1 greedy, 2 minimax, 3 alpha-beta
	cutOff    int
}

// choose returns the player's search and its best line, which is empty if there is no move.
func (mover player) choose(p *position) (*search.Search, []string) {
	task := search.Task{Dialect: &search.Minimax}
	switch p.h.Algorithm(mover.algorithm) {
	case "1":
		return greedy(p)
	case "3":
		task = search.Task{AlphaBeta: true, Dialect: &search.AlphaBeta}
	}
	s := search.New(&p.h.Search, task, mover.cutOff)
	_, line := s.Run(p, "root")
	return s, line
}

// greedy finds the first move with the greatest evaluation one ply ahead (rule 7).
func greedy(p *position) (*search.Search, []string) {
	s := search.New(&p.h.Search, search.Task{}, 1)
	root := s.Node(p, "root", 0, false)
	var chosen []string
	best := p.h.GreedyStart()
	for _, move := range s.Expand(root) {
		next, _ := p.Play(move)
		value := s.Value(s.Node(next, move, 1, false))
		p.h.Search.TakeBack(root, move, false)
		if value = p.h.GreedyValue(p, move, value); p.h.GreedyBetter(value, best) {
			chosen, best = []string{move}, value
		}
	}
	return s, chosen
}

// maxBoards is the number of boards after which a battle is abandoned: a mutation may set squares free
// again, endlessly.
const maxBoards = 1000

// battle lets two players alternate until the board is full (rule 8). It returns the rows of the
// boards after each move (rule 9).
func battle(p *position, first, second player) []string {
	first, second = p.h.Players(first, second)
	initial := p.Lines()
	var boards [][]string
	for mover, waiting := first, second; ; mover, waiting = waiting, mover {
		turn := *p
		turn.Mover, turn.Root, turn.Turned, turn.first = mover.piece, mover.piece, nil, first.piece
		seen := turn
		seen.Mover = p.h.Searches(mover.piece, first.piece)
		seen.Root = seen.Mover
		_, line := mover.choose(&seen)
		if len(line) == 0 { // the board is full
			return p.h.Join(p.h.Shown(initial, boards))
		}
		if len(boards) > maxBoards {
			panic(mutant.ErrGaveUp)
		}
		p.Rows = board.After(&turn, line[0]).Base().Rows
		boards = append(boards, p.Lines())
	}
}

// hooks are the decisions of the solver.
type hooks struct {
	board.Hooks

	// Raids reports whether a move on a target is a raid.
	Raids func(p *position, target board.Square) bool
	// Evaluate returns the evaluation of a position.
	Evaluate func(p *position) int

	// Algorithm returns the algorithm of a player, given the algorithm in the input.
	Algorithm func(algorithm string) string
	// GreedyStart returns the initial value of greedy's best score.
	GreedyStart func() int
	// GreedyValue returns greedy's value of a move, given the evaluation after it.
	GreedyValue func(p *position, move string, v int) int
	// GreedyBetter reports whether a move replaces greedy's best so far.
	GreedyBetter func(v, best int) bool

	// Players returns the players of a battle, the one who begins first.
	Players func(first, second player) (player, player)
	// Searches returns the maximizing player of the search for a turn of a battle. mover is the player to move,
	// and first is the player who moved first.
	Searches func(mover, first byte) byte
	// Shown returns the boards in the trace of a battle, given the one before it and the one after each move.
	Shown func(initial []string, boards [][]string) [][]string
	// Join returns the lines of the trace.
	Join func(boards [][]string) []string
}

// rightHooks returns the hooks that decide everything right.
func rightHooks(faulty bool) *hooks {
	h := &hooks{Hooks: board.Right(faulty)}
	// The board decides whether a move is a raid, never the player: rule 3.
	h.Raids = func(p *position, target board.Square) bool { return p.HasOwnNeighbour(target) }
	h.Evaluate = func(p *position) int { return p.Balance() } // rule 4

	h.Algorithm = func(algorithm string) string { return algorithm }
	h.GreedyStart = func() int { return search.MinusInfinity } // rule 7: the best score may be negative
	h.GreedyValue = func(_ *position, _ string, v int) int { return v }
	h.GreedyBetter = func(v, best int) bool { return v > best } // rule 7: among equals, the first

	// The player named first begins, and each has its own algorithm and cut-off: rule 8.
	h.Players = func(first, second player) (player, player) { return first, second }
	h.Searches = func(mover, _ byte) byte { return mover } // rule 8
	// Rule 9: without the initial board, one directly below the other.
	h.Shown = func(_ []string, boards [][]string) [][]string { return boards }
	h.Join = func(boards [][]string) []string { return slices.Concat(boards...) }
	return h
}
