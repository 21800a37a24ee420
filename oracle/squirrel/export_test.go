package squirrel

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// Search runs the first player's search behind Solve without its log. It is for tests in
// package squirrel_test, which draw their inputs from package gen.
func Search(in *Input, prune bool) (search.Result, error) {
	p := in.Players[0]
	r := rules{values: &in.Values}
	var root position
	for i, c := range in.Board {
		switch c {
		case p.Piece:
			root.pieces[0] |= 1 << i
		case 'X', 'O':
			root.pieces[1] |= 1 << i
		}
	}
	root.score = r.evaluate(&root)
	return search.Run(context.Background(), r, &root, search.Params{Limit: p.CutOff, Prune: prune, Log: trace.Discard()})
}
