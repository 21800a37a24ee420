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
	p := in.Players[0]
	rows := trace.Discard()
	if p.Algorithm != Greedy {
		dialect := &trace.Minimax
		if p.Algorithm == AlphaBeta {
			dialect = &trace.AlphaBeta
		}
		var err error
		if rows, err = trace.Begin(sink, log, output.Size{}, dialect, appendName); err != nil {
			return homework.Notes{}, err
		}
	}
	board, _, err := in.turn(ctx, how, in.Board, p, rows)
	if err != nil {
		return homework.Notes{}, err
	}
	if err := rows.Finish(nil); err != nil {
		return homework.Notes{}, err
	}
	return homework.Notes{}, output.Whole(sink, nextState, output.AppendRows(nil, board[:], side))
}

// battle plays both sides until the board is full (rule 8).
func (in *Input) battle(ctx context.Context, how homework.Options, sink output.Sink) error {
	var text []byte
	board := in.Board
	for i := 0; ; i ^= 1 {
		next, moved, err := in.turn(ctx, how, board, in.Players[i], trace.Discard())
		if err != nil {
			return err
		}
		if !moved {
			return output.Whole(sink, traceState, text)
		}
		board = next
		text = output.AppendRows(text, board[:], side)
	}
}

// turn returns the board after the move that p chooses, or the same board if there is none.
func (in *Input) turn(ctx context.Context, how homework.Options, board [squares]byte, p Player, rows *trace.Log) (next [squares]byte, moved bool, err error) {
	r := rules{values: &in.Values}
	root := in.root(board, p.Piece)
	params := search.Params{Limit: p.limit(), Prune: p.Algorithm == AlphaBeta, Log: rows}
	found, err := parallel.Run(ctx, r, &root, params, how)
	if err != nil || len(found.Line) == 0 {
		return board, false, err
	}
	var after position
	r.Play(&after, &root, found.Line[0])
	for i := range board {
		switch {
		case after.pieces[0]>>i&1 != 0:
			next[i] = p.Piece
		case after.pieces[1]>>i&1 != 0:
			next[i] = 'X' + 'O' - p.Piece
		default:
			next[i] = '*'
		}
	}
	return next, true, nil
}

// root returns the position of board with piece to move.
func (in *Input) root(board [squares]byte, piece byte) (p position) {
	for i, c := range board {
		if c == piece {
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
