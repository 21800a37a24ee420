package tournament

import (
	"cmp"
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
	Plan *Plan `json:"plan"`
	// Paths are where agents are that are not built in, by entrant: where the tournament is kept, which reasons
	// name. Elsewhere they are fetched by their digests.
	Paths []string `json:"paths"`
}

// newTerms returns the terms of a plan whose agents all are portable.
func newTerms(p *Plan) *terms {
	shared := *p
	shared.Conditions = p.Portable()
	t := &terms{Plan: &shared}
	for _, e := range p.Entrants {
		t.Paths = append(t.Paths, e.Words[0])
	}
	return t
}

// A station plays games of a plan.
type station struct {
	referee
	plan     *Plan
	paths    []string // as of terms; nil where the tournament is kept
	entered  []entered
	confined []string
}

// entered is what is known of an entrant at a station.
type entered struct {
	mu        sync.Mutex
	known     bool
	withdrawn string // why, or ""
}

func newStation(p *Plan, r referee) *station {
	return &station{plan: p, referee: r, entered: make([]entered, len(p.Entrants))}
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
		s := newStation(of.Plan, newUmpire(of.Plan, arena.Terms{
			Assignment: a, Tools: how.Tools, Policy: sandbox.Policy{Mode: how.Mode, Read: how.AllowRead, Hide: slices.Concat(hide, more)},
		}))
		s.paths = of.Paths
		s.confined, err = c.Fit()
		return s, err
	})
}

// check checks terms that have come from elsewhere, and gives built-in agents their words.
func (t *terms) check() error {
	if t.Plan == nil || len(t.Paths) != len(t.Plan.Entrants) {
		return errors.New("want a plan with all its agents, found none")
	}
	if c := t.Plan.Conditions; c.AllowRead != nil || c.Tools != nil || c.Local == "" {
		return errors.New("want a plan that leaves it to this machine what programs may read and what builds them, found one that says so")
	}
	for i := range t.Plan.Entrants {
		e := &t.Plan.Entrants[i]
		name, builtIn := strings.CutPrefix(e.Digest, builtInDigest)
		if !builtIn {
			continue
		}
		if known, err := arena.Builtin(name); known == nil || err != nil { // else it would be a command
			return fmt.Errorf("want the name of a built-in agent, found %.40q", name)
		}
		e.Words = []string{name}
	}
	return nil
}

func (s *station) Confined() []string { return s.confined }

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
		withdrawn, err := s.ready(ctx, entrant, fetch)
		if err != nil {
			return &unreadyError{entrant, fmt.Errorf("%s: %w", s.plan.Entrants[entrant].Name, err)}
		}
		r := report{Entrant: entrant}
		if withdrawn != "" {
			l := s.plan.withdrawnLine(entrant, withdrawn)
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
		if i < 0 || i >= len(s.entered) {
			return fmt.Errorf("want one of %d entrants, found number %d", len(s.entered), i)
		}
	}
	for _, g := range p.Games {
		if g == nil || !slices.Equal(g.Pair[:], p.Entrants) {
			return errors.New("want games of the two entrants who are readied, found others")
		}
	}
	return nil
}

// ready readies an entrant, unless it is ready, and returns why it is withdrawn, or "".
func (s *station) ready(ctx context.Context, entrant int, fetch work.Fetch) (withdrawn string, err error) {
	at := &s.entered[entrant]
	at.mu.Lock()
	defer at.mu.Unlock()
	if at.known {
		return at.withdrawn, nil
	}
	path := ""
	if e := &s.plan.Entrants[entrant]; s.paths != nil && !e.BuiltIn() {
		if path, err = fetch(e.Digest); err != nil {
			return "", err
		}
	}
	withdrawn, err = s.enter(ctx, entrant, path)
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return "", err
	}
	if path != "" {
		withdrawn = strings.ReplaceAll(withdrawn, path, s.paths[entrant])
	}
	at.known, at.withdrawn = true, withdrawn
	return withdrawn, nil
}

// play plays games of a match.
func (s *station) play(ctx context.Context, games []*Game, say func(report) error) (err error) {
	who := strings.Join(s.plan.names(games[0].Pair), " against ")
	at, err := s.sit(games[0].Pair)
	if err != nil {
		return gameErrors{fmt.Errorf("%s: %w", who, err)}
	}
	var failed gameErrors
	for _, g := range games {
		r, err := s.playOne(ctx, at, g)
		if ctx.Err() != nil { // the game may have been cut short
			return errors.Join(ctx.Err(), at.leave())
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s, game %d: %w", who, g.Number, err))
		} else if err := say(r); err != nil {
			return errors.Join(err, at.leave())
		}
	}
	if err := at.leave(); err != nil {
		failed = append(failed, err)
	}
	if failed != nil {
		return failed
	}
	return nil
}

// playOne plays a game. A panic there is a failure of ours like others, and stops no other game.
func (s *station) playOne(ctx context.Context, at seats, g *Game) (r report, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	begin := time.Now()
	o, record, err := at.play(ctx, g)
	if err != nil {
		return r, err
	}
	l, err := s.plan.gameLine(g, o, record)
	return report{Line: &l, Took: time.Since(begin)}, err
}
