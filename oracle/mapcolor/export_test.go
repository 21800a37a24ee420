package mapcolor

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// Search is the search behind Solve without its log. Tests that draw inputs from
// package gen need it, since they cannot stand in this package.
func Search(in *Input, edition string, prune bool) (search.Result, error) {
	r, root := in.start(in.states(), slices.Sorted(slices.Values(in.Colours)))
	r.handout = edition == Handout
	found, err := search.Run(context.Background(), r, &root, search.Params{Limit: in.Depth, Prune: prune, Log: trace.Discard()})
	found.Notes = 0 // the more is cut, the less is noted
	return found, err
}
