package squirrel

import (
	"context"
	"strconv"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Stage describes the board.
func (in *Input) Stage() replay.Stage {
	stage := replay.Stage{First: 2}
	if !in.Battle() && in.Players[0].Algorithm != Greedy {
		stage.File = log
	}
	for i, v := range in.Values {
		stage.Places = append(stage.Places, replay.Place{
			Name: string(appendName(nil, search.Move(i))), Note: strconv.Itoa(int(v)), X: float64(i % side), Y: float64(i / side),
		})
	}
	return stage
}

// Replay searches again for the player to move, and shows each step.
func (in *Input) Replay(ctx context.Context, _ homework.Options, visit func(replay.Step) error) error {
	p := in.Players[0]
	params := search.Params{Limit: p.CutOff, Prune: p.Algorithm == AlphaBeta}
	if p.Algorithm == Greedy {
		params.Limit = 1
	}
	root := in.root(in.Board, p.Piece)
	show := search.Show[position]{Root: "root", Name: appendName, Board: func(s *position) replay.Board {
		return replay.Sides(p.Piece, s.mover&1 == 0, squares, func(i int) (own, foe bool) {
			return s.pieces[0]>>i&1 != 0, s.pieces[1]>>i&1 != 0
		})
	}}
	_, err := search.Replay(ctx, rules{values: &in.Values}, &root, params, show, visit)
	return err
}
