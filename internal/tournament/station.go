package tournament

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena"
)

// Terms are what a Station must know.
type Terms struct {
	Plan   *Plan   `json:"plan"`
	Agents []Agent `json:"agents"` // by entrant
}

// An Agent says what the agent of an entrant is.
type Agent struct {
	BuiltIn string `json:"builtIn,omitempty"` // its name; others are fetched by their digests
	Path    string `json:"path,omitempty"`    // of others where the tournament is kept, which reasons name
}

// NewTerms returns the terms of a plan whose agents all are portable.
func NewTerms(p *Plan) *Terms {
	shared := *p
	shared.Conditions = p.Portable()
	t := &Terms{Plan: &shared}
	for _, e := range p.Entrants {
		if e.BuiltIn() {
			t.Agents = append(t.Agents, Agent{BuiltIn: e.Words[0]})
		} else {
			t.Agents = append(t.Agents, Agent{Path: e.Words[0]})
		}
	}
	return t
}

// A Station plays games of a tournament that is shared out. Its methods may be called concurrently, but
// for Close.
type Station struct {
	plan   *Plan
	umpire *Umpire
	stands []stand // by entrant
}

// A stand is what is known of an entrant at a station.
type stand struct {
	Agent
	mu    sync.Mutex
	known bool
	gone  *Withdrawn // or nil
}

// NewStation returns a station for terms. What at says besides the plan holds for all games.
func NewStation(of *Terms, at arena.Terms) (*Station, error) {
	if of.Plan == nil || len(of.Agents) != len(of.Plan.Entrants) {
		return nil, errors.New("want a plan with all its agents, found none")
	}
	if c := of.Plan.Conditions; c.AllowRead != nil || c.Tools != nil || c.Local == "" {
		return nil, errors.New("want a plan that leaves it to this machine what programs may read and what builds them, found one that says so")
	}
	s := &Station{plan: of.Plan, umpire: NewUmpire(of.Plan, at), stands: make([]stand, len(of.Agents))}
	for i, a := range of.Agents {
		if s.stands[i].Agent = a; a.BuiltIn != "" {
			if known, err := arena.Builtin(a.BuiltIn); known == nil || err != nil { // else it would be a command
				return nil, fmt.Errorf("want the name of a built-in agent, found %.40q", a.BuiltIn)
			}
			of.Plan.Entrants[i].Words = []string{a.BuiltIn}
		}
	}
	return s, nil
}

// Close removes what was built.
func (s *Station) Close() error { return s.umpire.Close() }

// Do does a piece, of which there are no more at a time than games may be played. fetch returns where the
// file or folder with the digest of an agent is. tell takes reports for Shared.Accept. An error that is
// not tell's is a failure of ours.
func (s *Station) Do(ctx context.Context, p *Piece, fetch func(digest string) (string, error), tell func([]byte) error) error {
	if err := s.check(p); err != nil {
		return err
	}
	say := func(r report) error {
		text, err := json.Marshal(r)
		if err != nil {
			return err
		}
		return tell(text)
	}
	playing := len(p.Games) > 0
	for _, entrant := range p.Entrants {
		gone, err := s.enter(ctx, entrant, fetch)
		if err != nil {
			return fmt.Errorf("%s: %w", s.plan.Entrants[entrant].Name, err)
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
func (s *Station) check(p *Piece) error {
	for _, i := range p.Entrants {
		if i < 0 || i >= len(s.stands) {
			return fmt.Errorf("want one of %d entrants, found number %d", len(s.stands), i)
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
func (s *Station) enter(ctx context.Context, entrant int, fetch func(string) (string, error)) (*Withdrawn, error) {
	at := &s.stands[entrant]
	at.mu.Lock()
	defer at.mu.Unlock()
	if at.known {
		return at.gone, nil
	}
	path := ""
	if at.BuiltIn == "" {
		var err error
		if path, err = fetch(s.plan.Entrants[entrant].Digest); err != nil {
			return nil, err
		}
		s.umpire.locate(entrant, path)
	}
	switch err := s.umpire.Enter(ctx, entrant); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &at.gone) && path != "":
		at.gone = &Withdrawn{strings.ReplaceAll(at.gone.Why, path, at.Path)}
	case err != nil:
		return nil, err
	}
	at.known = true
	return at.gone, nil
}

// play plays games of a match.
func (s *Station) play(ctx context.Context, games []*Game, say func(report) error) (err error) {
	seats, err := s.umpire.Sit(ctx, games[0].Pair)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, seats.Leave()) }()
	for _, g := range games {
		begin := time.Now()
		o, record, err := seats.Play(ctx, g)
		if ctx.Err() != nil { // the game may have been cut short
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", g.Number, err)
		}
		l, err := s.plan.gameLine(g, o, record)
		if err != nil {
			return err
		}
		if err := say(report{Line: &l, Took: time.Since(begin)}); err != nil {
			return err
		}
	}
	return nil
}
