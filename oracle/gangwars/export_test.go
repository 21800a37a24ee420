package gangwars

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// Search runs plain minimax or alpha-beta, which Solve does not use. It is for tests in
// package gangwars_test, which draw their inputs from package gen.
func Search(in *Input, prune bool) (search.Result, error) {
	r := newRules(in.N, in.Values)
	root := in.root()
	root.score = r.evaluate(&root)
	return search.Run(context.Background(), r, &root, search.Params{Limit: in.Depth, Prune: prune, Log: trace.Discard()})
}

// Fast returns the move that Solve chooses.
func Fast(in *Input) (search.Move, error) {
	r := newRules(in.N, in.Values)
	root := in.root()
	root.score = r.evaluate(&root)
	return chooseFast(context.Background(), r, &root, in.Depth)
}

// Contender returns the position of a contest that an input describes.
func Contender(in *Input) homework.Position { return contest.New(kind, view{in}) }
