package coins

import (
	"context"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Stage describes the row, and where the log is: below a header.
func (in *Input) Stage() replay.Stage {
	stage := replay.Stage{File: log, First: 2, Rules: replay.Rules{Page: "RULES.md", On: map[replay.Area][]int{
		replay.Input: {1}, replay.Moves: {2}, replay.Order: {2}, replay.Names: {2}, replay.Again: {3},
		replay.Depth: {3}, replay.Leaves: {3}, replay.Evaluation: {4}, replay.Log: {5}, replay.Answer: {5},
	}}}
	for i := range in.Row {
		stage.Places = append(stage.Places, replay.Place{Name: strconv.Itoa(i + 1), X: float64(i)})
	}
	return stage
}

// Replay searches again and shows each step.
func (in *Input) Replay(ctx context.Context, _ homework.Options, visit func(replay.Step) error) error {
	return in.game().Replay(ctx, visit)
}

// Turns lists the turns of the first player: the moves that a line of the answer names.
func (in *Input) Turns(homework.Options) replay.Turns { return in.game().Turns() }

// game is the search of a whole row, and how it is shown.
func (in *Input) game() search.Game[position] {
	return search.Game[position]{
		Rules:  rules{in.Row},
		Root:   &position{end: len(in.Row)},
		Params: search.Params{Limit: in.CutOff, Prune: in.prune()},
		Show: search.Show[position]{
			Root: "root", Name: appendName, Board: in.board, File: move, First: 1,
			Lines: func(turn []string, _ *position) []string { return []string{strings.Join(turn, " ")} },
			Read:  func(lines []string) (string, []string) { return strings.Join(lines, " "), nil },
		},
	}
}

// board shows the remaining coins. They have no owner.
func (in *Input) board(p *position) replay.Board {
	b := replay.Board{Mover: "first player", Pieces: make([]replay.Piece, len(in.Row))}
	if p.opponent {
		b.Mover = "second player"
	}
	for i := p.first; i < p.end; i++ {
		b.Pieces[i].Text = strconv.Itoa(int(in.Row[i]))
	}
	return b
}
