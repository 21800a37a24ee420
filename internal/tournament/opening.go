package tournament

import (
	"context"
	"fmt"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// evenNodes is how many positions the reference searches to judge a start position.
const evenNodes = 10_000

// opening returns how a game begins, and the side of the first of the pair. Who is which side, and that
// they move first by turns, is as in any match.
func (g *Game) opening(ctx context.Context, c *homework.Contest, p *Plan) (record.Opening, int, error) {
	plan := record.Plan{Games: p.Games, Size: p.Size, Seed: g.Seed}
	o, side := plan.Opening(c, g.Number)
	var err error
	if g.Even {
		o.Start, err = even(ctx, plan.Evens(c, g.Number))
	}
	return o, side, err
}

// even returns the start position whose value for the side that moves first is nearest to 0, as far as the reference
// sees. It is none that is over already, unless all are.
func even(ctx context.Context, drawn []homework.Position) (best homework.Position, err error) {
	var least int64
	for _, p := range drawn {
		if p.Over() {
			continue
		}
		_, found, err := p.Choose(ctx, homework.Agent{Kind: homework.Reference, Memory: new(any)}, homework.Allowance{Nodes: evenNodes})
		if err != nil {
			return nil, fmt.Errorf("judging a start position: %w", err)
		}
		if odds := max(int64(found.Value), -int64(found.Value)); best == nil || odds < least {
			best, least = p, odds
		}
	}
	if best == nil {
		best = drawn[0]
	}
	return best, nil
}
