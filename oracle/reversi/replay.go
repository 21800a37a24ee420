package reversi

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Stage describes the board, whose rows stand above the log.
func (in *Input) Stage() replay.Stage {
	name := func(i int) string { return string(appendName(nil, search.Move(i))) }
	return replay.Stage{File: outputFile, First: side + 2, Places: replay.Squares(squares, side, name, nil)}
}

// Replay searches again and shows each step.
func (in *Input) Replay(ctx context.Context, how homework.Options, visit func(replay.Step) error) error {
	return in.game(how).Replay(ctx, visit)
}

// Turns lists the moves of the player to move.
func (in *Input) Turns(how homework.Options) replay.Turns { return in.game(how).Turns() }

// game returns the search.
func (in *Input) game(how homework.Options) search.Game[position] {
	root := in.root()
	return search.Game[position]{
		Rules: &rules{first: how.Edition == First}, Root: &root, Params: search.Params{Limit: in.Depth, Prune: true}, Show: show(in.Player),
	}
}

// show describes the game to those who show it; the piece is the root player's.
func show(piece byte) search.Show[position] {
	board := func(s *position) replay.Board {
		return replay.Sides(piece, s.mover&1 == 0, squares, func(i int) (own, foe bool) {
			return s.pieces[0]>>i&1 != 0, s.pieces[1]>>i&1 != 0
		}, func(i int) int32 { return squareWeight[i] })
	}
	return search.Show[position]{
		Root: "root", Name: appendName, Board: board, File: outputFile, First: 1,
		Lines: func(_ []string, after *position) []string { return board(after).Rows(side, '*') },
		Read:  func(lines []string) (string, []string) { return "", replay.Rows(lines, side, squares, '*') },
	}
}
