package gangwars

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Search runs plain minimax or alpha-beta, which Solve does not use. It is for tests in
// package gangwars_test, which draw their inputs from package gen.
func Search(p homework.Problem, prune bool) (search.Result, error) {
	in := p.(*Input)
	r, root := in.start()
	return search.Run(context.Background(), r, &root, search.Params{Limit: in.Depth, Prune: prune})
}

// Fast returns the move that Solve chooses.
func Fast(in *Input) (search.Move, error) {
	r, root := in.start()
	return r.first(context.Background(), &root, in.Depth)
}

// Contender returns the position of a contest that an input describes.
func Contender(in *Input) homework.Position { return contest.New(games, view{in}) }

// answer returns the text of output.txt for a move and the position after it.
func (in *Input) answer(r *rules, m search.Move, after *position) []byte {
	_, g := in.game()
	return output.Text(g.Show.Lines([]string{r.name(m)}, after))
}
