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
	found, err := search.Run(context.Background(), r, &root, search.Params{Limit: in.Depth, Prune: prune, Log: trace.Discard()})
	found.Notes = 0 // the more is cut, the less is noted
	return found, err
}
