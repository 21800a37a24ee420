package tournament

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Terms are what a station elsewhere must know.
type terms struct {
	Plan   *Plan   `json:"plan"`
	Agents []agent `json:"agents"` // by entrant
}

// An agent says what the agent of an entrant is.
type agent struct {
	BuiltIn string `json:"builtIn,omitempty"` // its name; others are fetched by their digests
	Path    string `json:"path,omitempty"`    // of others where the tournament is kept, which reasons name
}

// newTerms returns the terms of a plan whose agents all are portable.
func newTerms(p *Plan) *terms {
	shared := *p
	shared.Conditions = p.Portable()
	t := &terms{Plan: &shared}
	for _, e := range p.Entrants {
		if e.BuiltIn() {
			t.Agents = append(t.Agents, agent{BuiltIn: e.Words[0]})
		} else {
			t.Agents = append(t.Agents, agent{Path: e.Words[0]})
		}
	}
	return t
}

// A station plays games of a plan.
type station struct {
	plan     *Plan
	referee  Referee
	seats    []seat  // by entrant
	umpire   *Umpire // elsewhere, who learns where agents are
	confined []string
}

// A seat is what is known of an entrant at a station.
type seat struct {
	agent
	mu    sync.Mutex
	known bool
	gone  *Withdrawn // or nil
}

func newStation(p *Plan, r Referee) *station {
	return &station{plan: p, referee: r, seats: make([]seat, len(p.Entrants))}
}

// Opener returns what makes stations elsewhere, where programs are run as that machine wants. They refuse terms
// that want more confinement.
func Opener(how policy.Local, hide []string) work.Opener {
	return work.Opens(func(of *terms, more []string) (work.Station[piece, report], error) {
		if err := of.check(); err != nil {
			return nil, err
		}
		a, err := oracle.Lookup(of.Plan.Assignment)
		if err != nil {
			return nil, err
		}
		if a.Contest == nil {
			return nil, fmt.Errorf("want an assignment that can be played, found %s", a.Name)
		}
		c := policy.Conditions{Sandbox: of.Plan.Confined}.Under(how)
		confined, err := c.Fit()
		if err != nil {
			return nil, err
		}
		plan := *of.Plan
		plan.Entrants = slices.Clone(plan.Entrants)
		for i, a := range of.Agents {
			if a.BuiltIn != "" {
				plan.Entrants[i].Words = []string{a.BuiltIn}
			}
		}
		umpire := NewUmpire(&plan, arena.Terms{
			Assignment: a, Tools: how.Tools, Policy: sandbox.Policy{Mode: how.Mode, Read: how.AllowRead, Hide: slices.Concat(hide, more)},
		})
		s := newStation(&plan, umpire)
		s.umpire, s.confined = umpire, confined
		for i := range of.Agents {
			s.seats[i].agent = of.Agents[i]
		}
		return s, nil
	})
}

// check checks terms that have come from elsewhere.
func (t *terms) check() error {
	if t.Plan == nil || len(t.Agents) != len(t.Plan.Entrants) {
		return errors.New("want a plan with all its agents, found none")
	}
	if c := t.Plan.Conditions; c.AllowRead != nil || c.Tools != nil || c.Local == "" {
		return errors.New("want a plan that leaves it to this machine what programs may read and what builds them, found one that says so")
	}
	for _, a := range t.Agents {
		if a.BuiltIn != "" {
			if known, err := arena.Builtin(a.BuiltIn); known == nil || err != nil { // else it would be a command
				return fmt.Errorf("want the name of a built-in agent, found %.40q", a.BuiltIn)
			}
		}
	}
	return nil
}

func (s *station) Confined() []string { return s.confined }

// Close removes what was built, if the referee is the station's.
func (s *station) Close() error {
	if s.umpire == nil {
		return nil
	}
	return s.umpire.Close()
}

// An unreadyError is a failure of ours in readying an entrant.
type unreadyError struct {
	entrant int
	error
}

func (e *unreadyError) Unwrap() error { return e.error }

// gameErrors are our failures in games of a piece; each says which.
type gameErrors []error

func (e gameErrors) Error() string   { return errors.Join(e...).Error() }
func (e gameErrors) Unwrap() []error { return e }

// Do implements work.Station.
func (s *station) Do(ctx context.Context, p piece, fetch work.Fetch, say func(report) error) error {
	if err := s.check(p); err != nil {
		return err
	}
	playing := len(p.Games) > 0
	for _, entrant := range p.Entrants {
		gone, err := s.enter(ctx, entrant, fetch)
		if err != nil {
			return &unreadyError{entrant, fmt.Errorf("%s: %w", s.plan.Entrants[entrant].Name, err)}
		}
		r := report{Entrant: entrant}
		if gone != nil {
			l := s.plan.withdrawnLine(entrant, gone.Why)
			r.Line, playing = &l, false
		}
		if err := say(r); err != nil {
			return err
		}
	}
	if !playing {
		return nil
	}
	return s.play(ctx, p.Games, say)
}

// check checks that a piece is of the plan.
func (s *station) check(p piece) error {
	for _, i := range p.Entrants {
		if i < 0 || i >= len(s.seats) {
			return fmt.Errorf("want one of %d entrants, found number %d", len(s.seats), i)
		}
	}
	for _, g := range p.Games {
		if g == nil || !slices.Equal(g.Pair[:], p.Entrants) {
			return errors.New("want games of the two entrants who are readied, found others")
		}
	}
	return nil
}

// enter readies an entrant, unless it is ready.
func (s *station) enter(ctx context.Context, entrant int, fetch work.Fetch) (*Withdrawn, error) {
	at := &s.seats[entrant]
	at.mu.Lock()
	defer at.mu.Unlock()
	if at.known {
		return at.gone, nil
	}
	path := ""
	if s.umpire != nil && at.BuiltIn == "" {
		var err error
		if path, err = fetch(s.plan.Entrants[entrant].Digest); err != nil {
			return nil, err
		}
		s.umpire.locate(entrant, path)
	}
	switch err := s.referee.Enter(ctx, entrant); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &at.gone) && path != "":
		at.gone = &Withdrawn{strings.ReplaceAll(at.gone.Why, path, at.Path)}
	case err != nil && at.gone == nil:
		return nil, err
	}
	at.known = true
	return at.gone, nil
}

// play plays games of a match.
func (s *station) play(ctx context.Context, games []*Game, say func(report) error) (err error) {
	who := strings.Join(s.plan.names(games[0].Pair), " against ")
	seats, err := s.referee.Sit(ctx, games[0].Pair)
	if err != nil {
		return gameErrors{fmt.Errorf("%s: %w", who, err)}
	}
	var failed gameErrors
	for _, g := range games {
		r, err := s.playOne(ctx, seats, g)
		if ctx.Err() != nil { // the game may have been cut short
			return errors.Join(ctx.Err(), seats.Leave())
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s, game %d: %w", who, g.Number, err))
		} else if err := say(r); err != nil {
			return errors.Join(err, seats.Leave())
		}
	}
	if err := seats.Leave(); err != nil {
		failed = append(failed, err)
	}
	if failed != nil {
		return failed
	}
	return nil
}

// playOne plays a game. A panic there is a failure of ours like others, and stops no other game.
func (s *station) playOne(ctx context.Context, seats Seats, g *Game) (r report, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	begin := time.Now()
	o, record, err := seats.Play(ctx, g)
	if err != nil {
		return r, err
	}
	l, err := s.plan.gameLine(g, o, record)
	return report{Line: &l, Took: time.Since(begin)}, err
}
