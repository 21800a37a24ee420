package squirrel

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/search/parallel"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// The files of an answer (rule 9).
const (
	nextState  = "next_state.txt"
	log        = "traverse_log.txt"
	traceState = "trace_state.txt"
)

// Files returns the names of the files that the task wants.
func (in *Input) Files() []string {
	switch {
	case in.Battle():
		return []string{traceState}
	case in.Players[0].Algorithm == Greedy:
		return []string{nextState}
	}
	return []string{nextState, log}
}

// Category returns the group of cases that the grading rule weighs as one.
func (in *Input) Category() string {
	if in.Battle() {
		return "battle"
	}
	return [...]string{Greedy: "greedy", Minimax: "minimax", AlphaBeta: "alpha-beta"}[in.Players[0].Algorithm]
}

// Solve writes the answer.
func (in *Input) Solve(ctx context.Context, how homework.Options, sink output.Sink) (homework.Notes, error) {
	if in.Battle() {
		return homework.Notes{}, in.battle(ctx, how, sink)
	}
	g := in.game()
	if in.Players[0].Algorithm != Greedy {
		var err error
		if g.Params.Log, err = trace.Begin(sink, log, output.Size{}, trace.Common(g.Params.Prune), appendName); err != nil {
			return homework.Notes{}, err
		}
	}
	lines, _, err := turnOf(ctx, how, g)
	if err != nil {
		return homework.Notes{}, err
	}
	if err := g.Params.Log.Finish(nil); err != nil {
		return homework.Notes{}, err
	}
	return homework.Notes{}, output.Whole(sink, nextState, output.Text(lines))
}

// battle plays both sides until the board is full (rule 8).
func (in *Input) battle(ctx context.Context, how homework.Options, sink output.Sink) error {
	var text []string
	for made := 0; ; made++ {
		lines, moved, err := turnOf(ctx, how, in.alone(made, text).game())
		if err != nil {
			return err
		}
		if !moved {
			return output.Whole(sink, traceState, output.Text(text))
		}
		text = append(text, lines...)
	}
}

// turnOf returns the lines of the board after the best move, or of the same board if there is none.
func turnOf(ctx context.Context, how homework.Options, g search.Game[position]) (lines []string, moved bool, err error) {
	found, err := parallel.Run(ctx, g.Rules, g.Root, g.Params, how)
	if err != nil {
		return nil, false, err
	}
	after := *g.Root
	if moved = len(found.Line) > 0; moved {
		g.Rules.Play(&after, g.Root, found.Line[0])
	}
	return g.Show.Lines(nil, &after), moved, nil
}

// root returns the position with the first player to move.
func (in *Input) root() (p position) {
	for i, c := range in.Board {
		if c == in.Players[0].Piece {
			p.pieces[0] |= 1 << i
		} else if c != '*' {
			p.pieces[1] |= 1 << i
		}
	}
	p.score = rules{values: &in.Values}.evaluate(&p)
	return p
}

// appendName appends the name of a square: a letter for the column, a digit for
// the row.
func appendName(dst []byte, m search.Move) []byte {
	return append(dst, byte('A'+m%side), byte('1'+m/side))
}

func squareName(i int) string { return string(appendName(nil, search.Move(i))) }
