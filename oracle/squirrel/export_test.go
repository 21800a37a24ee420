package squirrel

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Search runs the first player's search of Solve without its log. It is for tests in package squirrel_test,
// which draw their inputs from package gen.
func Search(p homework.Problem, prune bool) (search.Result, error) {
	in := p.(*Input)
	g := in.game()
	return search.Run(context.Background(), g.Rules, g.Root, search.Params{Limit: in.Players[0].CutOff, Prune: prune})
}
