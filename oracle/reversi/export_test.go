package reversi

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// Search runs the search behind Solve without its log. It is for tests in package
// reversi_test, which draw their inputs from package gen.
func Search(in *Input, prune bool) (search.Result, error) {
	root := in.root()
	found, err := search.Run(context.Background(), new(rules), &root, search.Params{Limit: in.Depth, Prune: prune, Log: trace.Discard()})
	found.Notes = 0 // the more is cut, the less is noted
	return found, err
}
