package gangwars

import (
	"context"
	"slices"
	"strconv"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Stage describes the board. There is no log.
func (in *Input) Stage() replay.Stage {
	var stage replay.Stage
	for i, v := range in.Values {
		stage.Places = append(stage.Places, replay.Place{
			Name: squareName(in.N, i), Note: strconv.Itoa(int(v)), X: float64(i % in.N), Y: float64(i / in.N),
		})
	}
	return stage
}

// Replay searches by minimax or alpha-beta, as the mode says, and shows each step.
func (in *Input) Replay(ctx context.Context, _ homework.Options, visit func(replay.Step) error) error {
	if in.Mode == Competition {
		return errCompetition
	}
	r, root := in.start()
	_, err := search.Replay(ctx, r, &root, search.Params{Limit: in.Depth, Prune: in.Mode == AlphaBeta}, in.show(r), visit)
	return err
}

// Turns lists the moves of the player to move.
func (in *Input) Turns(homework.Options) replay.Turns {
	r, root := in.start()
	turns := search.Turns(r, &root, in.Depth, in.show(r))
	turns.File, turns.First = outputFile, 1
	for i, t := range turns.All {
		turns.All[i].Lines = append(slices.Clone(t.Moves), t.Board.Rows(in.N, '.')...)
	}
	turns.Read = func(lines []string) (string, []string) {
		if len(lines) == 0 {
			return "", nil
		}
		return lines[0], replay.Rows(lines[1:], in.N, len(in.Board), '.')
	}
	return turns
}

// start returns the rules and the root position.
func (in *Input) start() (*rules, position) {
	r := newRules(in.N, in.Values)
	root := in.root()
	root.score = r.evaluate(&root)
	return r, root
}

// show describes the game to those who show it.
func (in *Input) show(r *rules) search.Show[position] {
	return search.Show[position]{Root: "root", Name: func(dst []byte, m search.Move) []byte {
		return append(dst, in.moveName(r, m)...)
	}, Board: func(s *position) replay.Board {
		return replay.Sides(in.Player, s.mover&1 == 0, len(in.Board), func(i int) (own, foe bool) {
			return s.pieces[0].has(i), s.pieces[1].has(i)
		}, func(i int) int32 { return in.Values[i] })
	}}
}
