package tournament

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A confinedReferee is the referee by the rules of the competition.
type confinedReferee struct {
	plan   *Plan
	terms  arena.Terms
	agents []*arena.Agent // by entrant; nil before it has entered
}

// newReferee returns the referee of a plan, which sets a part of the terms.
func newReferee(p *Plan, t arena.Terms) *confinedReferee {
	t.Clock, t.Depth, t.Nodes = p.Clock, p.Depth, p.Nodes
	return &confinedReferee{p, t, make([]*arena.Agent, len(p.Entrants))}
}

// Close implements referee.
func (r *confinedReferee) Close() error {
	var errs []error
	for _, a := range r.agents {
		if a != nil {
			errs = append(errs, a.Close())
		}
	}
	return errors.Join(errs...)
}

// prepareAgent implements referee.
func (r *confinedReferee) prepareAgent(ctx context.Context, entrant int) (withdrawn string, err error) {
	e := r.plan.Entrants[entrant]
	a, err := r.hideOthers(entrant).NewAgent(ctx, e.Words...)
	if err != nil {
		return "", err
	}
	a.Name, a.Files = escape.Line(e.Name), e.Files
	r.agents[entrant] = a
	return a.Withdrawn(), e.checkUnchanged()
}

// hideOthers returns the terms of agents that cannot read the files of others. The two agents of a match hide
// their files from each other.
func (r *confinedReferee) hideOthers(agents ...int) arena.Terms {
	t := r.terms
	t.Settings.Hide = slices.Clone(t.Settings.Hide)
	for i, e := range r.plan.Entrants {
		if !slices.Contains(agents, i) {
			t.Settings.Hide = append(t.Settings.Hide, e.Files...)
		}
	}
	return t
}

// startMatch implements referee.
func (r *confinedReferee) startMatch(pair [2]int) (play playFunc, leave func() error, err error) {
	seats, err := r.hideOthers(pair[:]...).NewSeats(r.agents[pair[0]], r.agents[pair[1]])
	if err != nil {
		return nil, nil, err
	}
	play = func(ctx context.Context, g *Game) (standings.Outcome, []byte, error) { return r.play(ctx, seats, g) }
	return play, seats.Close, nil
}

func (r *confinedReferee) play(ctx context.Context, seats *arena.Seats,
	g *Game) (o standings.Outcome, text []byte, err error) {
	c := r.terms.Assignment.Contest
	opening, side, err := r.plan.opening(ctx, c, g)
	if err != nil {
		return o, nil, err
	}
	played, err := seats.Play(ctx, opening, side, nil)
	if err != nil {
		return o, nil, err
	}
	for _, i := range g.Pair {
		if e := r.plan.Entrants[i]; e.runsInPlace() {
			if err := e.checkUnchanged(); err != nil {
				return o, nil, fmt.Errorf("%s: %w", e.Name, err)
			}
		}
	}
	end := played.End
	o = standings.Outcome{
		Winner: standings.Drawn, Points: [2]int32{end.Points[side], end.Points[1-side]},
		Margin: played.Margin(side), First: opening.Start.Mover() ^ side,
		Sides: [2]string{c.Sides[side], c.Sides[1-side]}, Moves: len(played.Moves), Start: digestOf(opening.Start),
	}
	if end.Winner != record.NoSide {
		o.Winner = end.Winner ^ side
	}
	if end.Reason != record.Played {
		o.Reason = string(end.Reason)
	}
	var written bytes.Buffer
	err = played.Write(&written)
	return o, written.Bytes(), err
}

// digestOf returns the digest of a position.
func digestOf(p homework.Position) string {
	sum := sha256.Sum256([]byte(p.Input(homework.Allowance{})))
	return hex.EncodeToString(sum[:8])
}

// opening returns the opening of a game, and the side of the first of the pair. As in any match, the agents
// take turns in moving first.
func (p *Plan) opening(ctx context.Context, c *homework.Contest, g *Game) (record.Opening, int, error) {
	plan := record.Plan{Games: p.Games, Size: p.Size, Seed: g.Seed}
	o, side := plan.Opening(c, g.Number)
	var err error
	if g.Even {
		o.Start, err = evenPosition(ctx, plan.EvenPositions(c, g.Number))
	}
	return o, side, err
}

// evenNodes is the number of nodes that the reference agent searches to evaluate a start position.
const evenNodes = 10_000

// evenPosition returns the start position whose value, for the reference agent, is nearest to 0. The game is not
// over in this position, unless it is over in all.
func evenPosition(ctx context.Context, drawn []homework.Position) (best homework.Position, err error) {
	var minImbalance int64
	for _, p := range drawn {
		if p.Over() {
			continue
		}
		_, found, err := p.Choose(ctx, homework.Agent{Kind: homework.Reference, Memory: new(any)},
			homework.Allowance{Nodes: evenNodes})
		if err != nil {
			return nil, fmt.Errorf("judging a start position: %w", err)
		}
		if odds := max(int64(found.Value), -int64(found.Value)); best == nil || odds < minImbalance {
			best, minImbalance = p, odds
		}
	}
	if best == nil {
		best = drawn[0]
	}
	return best, nil
}
