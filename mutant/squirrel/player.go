package squirrel

import (
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// A player is who plays, and how.
type player struct {
	piece     byte
	algorithm string // 1 greedy, 2 minimax, 3 alpha-beta
	cutOff    int
}

// choose returns the player's search and its best line, which is empty if there is no move.
func (by player) choose(p *position) (*search.Search, []string) {
	task := search.Task{Dialect: &search.Minimax}
	switch p.h.Algorithm(by.algorithm) {
	case "1":
		return greedy(p)
	case "3":
		task = search.Task{AlphaBeta: true, Dialect: &search.AlphaBeta}
	}
	s := search.New(&p.h.Search, task, by.cutOff)
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

// mostBoards is the number of boards after which a battle is given up: a mutation may set squares
// free again, for ever.
const mostBoards = 1000

// battle lets two players alternate until the board is full (rule 8). It returns the rows of the
// boards after each move (rule 9).
func battle(p *position, first, second player) []string {
	first, second = p.h.Players(first, second)
	initial := p.Lines()
	var boards [][]string
	for mover, waiting := first, second; ; mover, waiting = waiting, mover {
		turn := *p
		turn.Mover, turn.Root, turn.Turned, turn.first = mover.piece, mover.piece, nil, first.piece
		_, line := mover.choose(&turn)
		if len(line) == 0 { // the board is full
			return p.h.Join(p.h.Shown(initial, boards))
		}
		if len(boards) > mostBoards {
			panic(mutant.ErrGaveUp)
		}
		p.Rows = board.After(&turn, line[0]).Base().Rows
		boards = append(boards, p.Lines())
	}
}
