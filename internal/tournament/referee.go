package tournament

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// An umpire is the referee by the rules of the competition.
type umpire struct {
	plan  *Plan
	terms arena.Terms

	mu     sync.Mutex
	agents []*arena.Agent // by entrant; nil until it has entered
}

// newUmpire returns the referee of a plan. Of the terms, it sets what the plan says.
func newUmpire(p *Plan, t arena.Terms) *umpire {
	t.Clock, t.Depth, t.Nodes = p.Clock, p.Depth, p.Nodes
	return &umpire{plan: p, terms: t, agents: make([]*arena.Agent, len(p.Entrants))}
}

// Close removes what was built.
func (u *umpire) Close() error {
	var errs []error
	for _, a := range u.agents {
		if a != nil {
			errs = append(errs, a.Close())
		}
	}
	return errors.Join(errs...)
}

// enter implements referee.
func (u *umpire) enter(ctx context.Context, entrant int) (withdrawn string, err error) {
	terms, e := u.terms, u.plan.Entrants[entrant]
	terms.Policy.Hide = slices.Concat(terms.Policy.Hide, u.files(entrant))
	a, err := terms.NewAgent(ctx, e.Words...)
	if err != nil {
		return "", err
	}
	a.Name, a.Files = escape.Line(e.Name), e.paths()
	if err := e.stays(); err != nil {
		return "", errors.Join(err, a.Close())
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.agents[entrant] = a // which Close clears up
	return a.Withdrawn(), nil
}

// files returns all files and folders of entrants, but for those of some.
func (u *umpire) files(but ...int) (all []string) {
	for i, e := range u.plan.Entrants {
		if !slices.Contains(but, i) {
			all = append(all, e.paths()...)
		}
	}
	return all
}

// sit implements referee. Neither agent can read the files of anybody else: those of the two they hide from each
// other.
func (u *umpire) sit(pair [2]int) (seats, error) {
	s := &umpireSeats{plan: u.plan, terms: u.terms}
	s.terms.Policy.Hide = slices.Concat(s.terms.Policy.Hide, u.files(pair[0], pair[1]))
	s.entrants = [2]Entrant{u.plan.Entrants[pair[0]], u.plan.Entrants[pair[1]]}
	u.mu.Lock()
	agents := [2]*arena.Agent{u.agents[pair[0]], u.agents[pair[1]]}
	u.mu.Unlock()
	var err error
	s.seats, err = s.terms.Sit(agents[0], agents[1])
	return s, err
}

// umpireSeats are those of a pair.
type umpireSeats struct {
	plan     *Plan
	entrants [2]Entrant
	terms    arena.Terms
	seats    [2]*arena.Seat
}

func (s *umpireSeats) leave() error { return arena.Leave(s.seats) }

// play implements seats.
func (s *umpireSeats) play(ctx context.Context, g *Game) (o Outcome, text []byte, err error) {
	c := s.terms.Assignment.Contest
	opening, side, err := g.opening(ctx, c, s.plan)
	if err != nil {
		return o, nil, err
	}
	seats := s.seats
	if side == 1 {
		seats[0], seats[1] = seats[1], seats[0]
	}
	played, err := s.terms.Game(ctx, seats, opening, nil)
	if err != nil {
		return o, nil, err
	}
	for _, e := range s.entrants {
		if e.inPlace() {
			if err := e.stays(); err != nil {
				return o, nil, fmt.Errorf("%s: %w", e.Name, err)
			}
		}
	}
	o = Outcome{
		Winner: Drawn, Points: [2]int32{played.End.Points[side], played.End.Points[1-side]}, Margin: played.Margin(side),
		First: opening.Start.Mover() ^ side, Sides: [2]string{c.Sides[side], c.Sides[1-side]}, Moves: len(played.Moves), Start: digestOf(opening.Start),
	}
	if played.End.Winner != record.NoSide {
		o.Winner = played.End.Winner ^ side
	}
	if played.End.Reason != record.Played {
		o.Reason = string(played.End.Reason)
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
