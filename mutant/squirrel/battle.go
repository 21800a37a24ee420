package squirrel

import (
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
)

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
