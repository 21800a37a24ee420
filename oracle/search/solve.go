package search

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// Solve searches and writes an answer of two files: the log in a dialect, and the lines that show the turn in the file that
// Show names. In games whose answer is another one the package writes it.
func (g Game[S]) Solve(ctx context.Context, sink output.Sink, log string, d *trace.Dialect) error {
	if err := g.lacks(map[string]bool{"Rules": g.Rules == nil, "Root": g.Root == nil, "Show.Name": g.Show.Name == nil,
		"Show.Lines": g.Show.Lines == nil, "Show.File": g.Show.File == ""}); err != nil {
		return err
	}
	rows, err := trace.Begin(sink, log, output.Size{}, d, g.Show.Name)
	if err != nil {
		return err
	}
	g.Params.Log = rows
	found, err := Run(ctx, g.Rules, g.Root, g.Params)
	if err != nil {
		return err
	}
	if err := rows.Finish(nil); err != nil {
		return err
	}
	var turn []string
	after := *g.Root
	for _, m := range found.Line {
		turn = append(turn, string(g.Show.Name(nil, m)))
		src := after
		g.Rules.Play(&after, &src, m)
	}
	return output.Whole(sink, g.Show.File, output.Text(g.Show.Lines(turn, &after)))
}
