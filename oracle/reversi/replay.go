package reversi

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Stage describes the board, whose rows stand above the log.
func (in *Input) Stage() replay.Stage {
	stage := replay.Stage{File: outputFile, First: side + 2}
	for i := range squares {
		stage.Places = append(stage.Places, replay.Place{
			Name: string(appendName(nil, search.Move(i))), X: float64(i % side), Y: float64(i / side),
		})
	}
	return stage
}

// Replay searches again and shows each step.
func (in *Input) Replay(ctx context.Context, how homework.Options, visit func(replay.Step) error) error {
	root := in.root()
	_, err := search.Replay(ctx, &rules{first: how.Edition == First}, &root, search.Params{Limit: in.Depth, Prune: true}, in.show(), visit)
	return err
}

// Turns lists the moves of the player to move.
func (in *Input) Turns(how homework.Options) replay.Turns {
	root := in.root()
	turns := search.Turns(&rules{first: how.Edition == First}, &root, in.Depth, in.show())
	turns.File, turns.First = outputFile, 1
	for i, t := range turns.All {
		turns.All[i].Lines = t.Board.Rows(side, '*')
	}
	turns.Read = func(lines []string) (string, []string) { return "", replay.Rows(lines, side, squares, '*') }
	return turns
}

// show describes the game to those who show it.
func (in *Input) show() search.Show[position] {
	return search.Show[position]{Root: "root", Name: appendName, Board: func(s *position) replay.Board {
		return replay.Sides(in.Player, s.mover&1 == 0, squares, func(i int) (own, foe bool) {
			return s.pieces[0]>>i&1 != 0, s.pieces[1]>>i&1 != 0
		}, func(i int) int32 { return squareWeight[i] })
	}}
}
