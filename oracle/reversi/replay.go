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
	show := search.Show[position]{Root: "root", Name: appendName, Board: func(s *position) replay.Board {
		return replay.Sides(in.Player, s.mover&1 == 0, squares, func(i int) (own, foe bool) {
			return s.pieces[0]>>i&1 != 0, s.pieces[1]>>i&1 != 0
		})
	}}
	_, err := search.Replay(ctx, &rules{first: how.Edition == First}, &root, search.Params{Limit: in.Depth, Prune: true}, show, visit)
	return err
}
