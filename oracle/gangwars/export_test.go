package gangwars

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// Search is the search behind Solve, which never uses plain minimax. Tests that
// draw inputs from package gen need it, since they cannot stand in this package.
func Search(in *Input, prune bool) (search.Result, error) {
	r := newRules(in.N, in.Values)
	root := in.root()
	root.score = r.evaluate(&root)
	return search.Run(context.Background(), r, &root, search.Params{Limit: in.Depth, Prune: prune, Log: trace.Discard()})
}

// Fast is the move that Solve chooses.
func Fast(in *Input) (search.Move, error) {
	r := newRules(in.N, in.Values)
	root := in.root()
	root.score = r.evaluate(&root)
	return chooseFast(context.Background(), r, &root, in.Depth)
}
