package reversi

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/search/parallel"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// outputFile is the name of the answer's file (rule 6).
const outputFile = "output.txt"

// First is the edition of the course's first release; Final is the default.
const (
	Final = "final"
	First = "first"
)

var dialect = func() trace.Dialect {
	d := trace.AlphaBeta
	d.FinalNewline = false
	return d
}()

// Files returns the name of the answer's file.
func (in *Input) Files() []string { return []string{outputFile} }

// Category returns the group of cases; there is only one.
func (in *Input) Category() string { return "alpha-beta" }

// Solve writes the answer.
func (in *Input) Solve(ctx context.Context, how homework.Options, sink output.Sink) (homework.Notes, error) {
	r := &rules{first: how.Edition == First}
	root := in.root()
	log, err := trace.Begin(sink, outputFile, output.Size{Lines: side, Bytes: side * (side + 1)}, &dialect, appendName)
	if err != nil {
		return homework.Notes{}, err
	}
	found, err := parallel.Run(ctx, r, &root, search.Params{Limit: in.Depth, Prune: true, Log: log}, how)
	if err != nil {
		return homework.Notes{}, err
	}
	next := in.Board
	if len(found.Line) > 0 {
		var after position
		r.Play(&after, &root, found.Line[0])
		next = in.board(&after)
	}
	return homework.Notes{Parted: found.Notes.Has(parted)}, log.Finish(output.AppendRows(nil, next[:], side))
}

func (in *Input) root() (root position) {
	for i, c := range in.Board {
		if c == in.Player {
			root.pieces[0] |= 1 << i
		} else if c != '*' {
			root.pieces[1] |= 1 << i
		}
	}
	root.score = weight(root.pieces[0]) - weight(root.pieces[1])
	return root
}

// board converts a position to the input's letters.
func (in *Input) board(p *position) (board [squares]byte) {
	for i := range board {
		switch {
		case p.pieces[0]>>i&1 != 0:
			board[i] = in.Player
		case p.pieces[1]>>i&1 != 0:
			board[i] = 'X' + 'O' - in.Player
		default:
			board[i] = '*'
		}
	}
	return board
}

// appendName appends the name of a move: a letter for the column and a digit for
// the row, or pass.
func appendName(dst []byte, m search.Move) []byte {
	if m == pass {
		return append(dst, "pass"...)
	}
	return append(dst, byte('a'+m%side), byte('1'+m/side))
}
