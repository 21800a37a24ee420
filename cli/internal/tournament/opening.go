package tournament

import (
	"context"
	"fmt"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

const (
	evenDraws = 8      // start positions of which the most even one is taken
	evenNodes = 10_000 // that the reference searches in each
)

// drawsEven tells what is drawn for even positions from what package arena draws from the seed of
// the same match.
const drawsEven = 100

// opening returns how a game begins, and the side of the first of the pair. Who is which side, and that
// they move first by turns, is as in any match.
func (g *Game) opening(ctx context.Context, c *homework.Contest, p *Plan) (arena.Opening, int, error) {
	o, side := arena.Plan{Games: p.Games, Size: p.Size, Seed: g.Seed}.Opening(c, g.Number)
	var err error
	if g.Even {
		r := random.Derived(g.Seed, drawsEven, uint64(g.Number))
		o.Start, err = even(ctx, c, r, p.Size, o.Start.Mover())
	}
	return o, side, err
}

// even draws start positions in which the side first moves first, and returns the one whose value for
// it is nearest to 0, as far as the reference sees. None is over already, unless all are.
func even(ctx context.Context, c *homework.Contest, r *random.Rand, size, first int) (best homework.Position, err error) {
	var least int64
	for range evenDraws {
		drawn := c.Start(r, size, first)
		if drawn.Over() {
			continue
		}
		agent := homework.Agent{Kind: homework.Reference, Rand: r, Memory: new(any)}
		_, found, err := drawn.Choose(ctx, agent, homework.Allowance{Nodes: evenNodes})
		if err != nil {
			return nil, fmt.Errorf("judging a start position: %w", err)
		}
		if odds := max(int64(found.Value), -int64(found.Value)); best == nil || odds < least {
			best, least = drawn, odds
		}
	}
	if best == nil {
		best = c.Start(r, size, first)
	}
	return best, nil
}
