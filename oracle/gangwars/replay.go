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
	name := func(i int) string { return squareName(in.N, i) }
	return replay.Stage{Places: replay.Squares(len(in.Values), in.N, name, func(i int) string { return strconv.Itoa(int(in.Values[i])) })}
}

// Replay searches by minimax or alpha-beta, as the mode says, and shows each step.
func (in *Input) Replay(ctx context.Context, _ homework.Options, visit func(replay.Step) error) error {
	if in.Mode == Competition {
		return errCompetition
	}
	_, g := in.game()
	return g.Replay(ctx, visit)
}

// Turns lists the moves of the player to move.
func (in *Input) Turns(homework.Options) replay.Turns {
	_, g := in.game()
	return g.Turns()
}

// start returns the rules and the root position.
func (in *Input) start() (*rules, position) {
	r, root := newRules(in.N, in.Values), in.root()
	root.score = r.evaluate(&root)
	return r, root
}

// game returns the plain search, and its rules.
func (in *Input) game() (*rules, search.Game[position]) {
	r, root := in.start()
	board := func(s *position) replay.Board {
		return replay.Sides(in.Player, s.mover&1 == 0, len(in.Board), func(i int) (own, foe bool) {
			return s.pieces[0].has(i), s.pieces[1].has(i)
		}, func(i int) int32 { return in.Values[i] })
	}
	return r, search.Game[position]{
		Rules: r, Root: &root, Params: search.Params{Limit: in.Depth, Prune: in.Mode == AlphaBeta},
		Show: search.Show[position]{
			Root: "root", Name: r.appendName, Board: board, File: outputFile, First: 1,
			Lines: func(turn []string, after *position) []string {
				return append(slices.Clone(turn), board(after).Rows(in.N, '.')...)
			},
			Read: func(lines []string) (string, []string) {
				if len(lines) == 0 {
					return "", nil
				}
				return lines[0], replay.Rows(lines[1:], in.N, len(in.Board), '.')
			},
		},
	}
}
