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
	g := in.game(how)
	log, err := trace.Begin(sink, outputFile, output.Size{Lines: side, Bytes: side * (side + 1)}, &dialect, appendName)
	if err != nil {
		return homework.Notes{}, err
	}
	g.Params.Log = log
	found, err := parallel.Run(ctx, g.Rules, g.Root, g.Params, how)
	if err != nil {
		return homework.Notes{}, err
	}
	after := *g.Root
	if len(found.Line) > 0 {
		g.Rules.Play(&after, g.Root, found.Line[0])
	}
	return homework.Notes{EditionsDiffer: found.Notes.Has(editionsDiffer)}, log.Finish(output.Text(g.Show.Lines(nil, &after)))
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

// appendName appends the name of a move: a letter for the column and a digit for
// the row, or pass.
func appendName(dst []byte, m search.Move) []byte {
	if m == pass {
		return append(dst, "pass"...)
	}
	return append(dst, byte('a'+m%side), byte('1'+m/side))
}
