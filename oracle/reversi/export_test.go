package reversi

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Search runs the search of Solve without its log. It is for tests in package reversi_test, which draw their
// inputs from package gen.
func Search(p homework.Problem, prune bool) (search.Result, error) {
	in := p.(*Input)
	g := in.game(homework.Options{})
	g.Params.Prune = prune
	found, err := search.Run(context.Background(), g.Rules, g.Root, g.Params)
	found.Notes = 0 // the more is cut, the less is noted
	return found, err
}
