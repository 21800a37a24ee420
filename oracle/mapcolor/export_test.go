package mapcolor

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// Search runs the search behind Solve without its log. It is for tests in package
// mapcolor_test, which draw their inputs from package gen.
func Search(in *Input, edition string, prune bool) (search.Result, error) {
	r, root := in.start(in.states(), slices.Sorted(slices.Values(in.Colours)))
	r.handout = edition == Handout
	return search.Run(context.Background(), r, &root, search.Params{Limit: in.Depth, Prune: prune, Log: trace.Discard()})
}
