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
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// An Umpire is the Referee by the rules of the competition.
type Umpire struct {
	plan   *Plan
	terms  arena.Terms
	agents []*arena.Agent // by entrant; nil until it has entered
	mu     sync.Mutex
}

// NewUmpire returns the referee of a plan whose entrants have their words. Of the terms, it sets what
// the plan says. Close clears up.
func NewUmpire(p *Plan, t arena.Terms) *Umpire {
	t.Clock, t.Depth, t.Nodes = p.Clock, p.Depth, p.Nodes
	return &Umpire{plan: p, terms: t, agents: make([]*arena.Agent, len(p.Entrants))}
}

// Close removes what was built.
func (u *Umpire) Close() error {
	var errs []error
	for _, a := range u.agents {
		if a != nil {
			errs = append(errs, a.Close())
		}
	}
	return errors.Join(errs...)
}

// Enter implements Referee.
func (u *Umpire) Enter(ctx context.Context, entrant int) error {
	terms := u.terms
	terms.Policy.Hide = slices.Concat(terms.Policy.Hide, u.files(entrant))
	u.mu.Lock()
	e := u.plan.Entrants[entrant]
	u.mu.Unlock()
	a, err := terms.NewAgent(ctx, e.Words...)
	if err != nil {
		return err
	}
	a.Name, a.Files = escape.Line(e.Name), e.paths()
	if err := e.stays(); err != nil {
		return errors.Join(err, a.Close())
	}
	u.mu.Lock()
	u.agents[entrant] = a // which Close clears up
	u.mu.Unlock()
	if why := a.Withdrawn(); why != "" {
		return &Withdrawn{why}
	}
	return nil
}

// locate says where the files of an entrant are, whose agent is a single file or folder.
func (u *Umpire) locate(entrant int, path string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	e := &u.plan.Entrants[entrant]
	e.Words, e.files = []string{path}, []bool{true}
}

// files returns all files and folders of entrants, but for those of some.
func (u *Umpire) files(but ...int) (all []string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for i := range u.plan.Entrants {
		if !slices.Contains(but, i) {
			all = append(all, u.plan.Entrants[i].paths()...)
		}
	}
	return all
}

// Sit implements Referee. Neither agent can read the files of anybody else: those of the two they hide from each
// other.
func (u *Umpire) Sit(_ context.Context, pair [2]int) (Seats, error) {
	terms := u.terms
	terms.Policy.Hide = slices.Concat(terms.Policy.Hide, u.files(pair[0], pair[1]))
	u.mu.Lock()
	entrants := [2]Entrant{u.plan.Entrants[pair[0]], u.plan.Entrants[pair[1]]}
	u.mu.Unlock()
	seats, err := terms.Sit(u.agents[pair[0]], u.agents[pair[1]])
	return &umpireSeats{u.plan, entrants, terms, seats}, err
}

// umpireSeats are those of a pair.
type umpireSeats struct {
	plan     *Plan
	entrants [2]Entrant
	terms    arena.Terms
	seats    [2]*arena.Seat
}

func (s *umpireSeats) Leave() error { return arena.Leave(s.seats) }

// Play implements Seats.
func (s *umpireSeats) Play(ctx context.Context, g *Game) (o Outcome, record []byte, err error) {
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
	if played.End.Winner != arena.NoSide {
		o.Winner = played.End.Winner ^ side
	}
	if played.End.Reason != arena.Played {
		o.Reason = string(played.End.Reason)
	}
	var text bytes.Buffer
	err = played.Write(&text)
	return o, text.Bytes(), err
}

// digestOf returns the digest of a position.
func digestOf(p homework.Position) string {
	sum := sha256.Sum256([]byte(p.Input(homework.Allowance{})))
	return hex.EncodeToString(sum[:8])
}
