package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tournament"
	"github.com/touchstone-suite/touchstone/oracle"
)

// games is the job of playing a tournament. A unit is a game.
type games struct {
	*tournament.Shared
	paths map[string]string // of the files or folders of agents, by digest
}

// Play returns the job of playing a tournament: everything is in the journal then, but for what we failed
// with, which Err tells. paths are the files or folders of all agents that are not built in, by digest.
func Play(s *tournament.Shared, paths map[string]string) Job { return &games{s, paths} }

// longestOfGames is how much work a piece is at most, unless a single game is more, or a program plays.
const longestOfGames = time.Second

func (j *games) Describe([]byte) (Description, error) {
	id, err := j.ID()
	return Description{
		ID: id, Kind: Playing, Title: fmt.Sprintf("a tournament in %s, %d agents", j.Plan.Assignment, len(j.Plan.Entrants)),
		Plan: tournament.NewTerms(j.Plan), Longest: longestOfGames,
		Path: func(digest string) string { return j.paths[digest] },
	}, err
}

func (j *games) Take(most int) Piece {
	what := j.Shared.Take(most)
	p := Piece{Alone: true, What: what}
	for _, i := range what.Entrants {
		if digest := j.Plan.Entrants[i].Digest; j.paths[digest] != "" {
			p.Submissions = append(p.Submissions, digest)
		}
	}
	return p
}

func (j *games) Accept(r Results) (units int, took time.Duration, err error) {
	var piece tournament.Piece
	if json.Unmarshal(r.Piece, &piece) != nil {
		return 0, 0, nil
	}
	for _, line := range r.Lines {
		n, d, err := j.Shared.Accept(piece, line)
		if units, took = units+n, took+d; err != nil {
			return units, took, err
		}
	}
	return units, took, nil
}

func (j *games) More(idle bool) (bool, error) { return j.Shared.More(idle), nil }

func (j *games) Fail(p Piece, reason string) error {
	j.Shared.Fail(p.What.(tournament.Piece), reason)
	return nil
}

// A playStation plays games.
type playStation struct {
	*tournament.Station
	confined []string
}

func newPlayStation(text []byte, w *Worker) (station, error) {
	t := new(tournament.Terms)
	if err := json.Unmarshal(text, t); err != nil {
		return nil, err
	}
	if t.Plan == nil {
		return nil, fmt.Errorf("want a plan of a tournament, found none")
	}
	a, err := oracle.Lookup(t.Plan.Assignment)
	if err != nil {
		return nil, err
	}
	if a.Contest == nil {
		return nil, fmt.Errorf("want an assignment that can be played, found %s", a.Name)
	}
	c := class.Conditions{Sandbox: t.Plan.Confined}.Under(w.Policy)
	confined, err := c.Fit()
	if err != nil {
		return nil, err
	}
	s, err := tournament.NewStation(t, arena.Terms{
		Assignment: a, Tools: w.Policy.Tools, Policy: sandbox.Policy{Mode: w.Policy.Mode, Read: w.Policy.AllowRead, Hide: w.Hide},
	})
	return playStation{s, confined}, err
}

func (s playStation) Do(ctx context.Context, text json.RawMessage, fetch fetching, tell func([]byte) error) error {
	p := new(tournament.Piece)
	if err := json.Unmarshal(text, p); err != nil {
		return err
	}
	return s.Station.Do(ctx, p, fetch, tell)
}

func (s playStation) Confined() []string { return s.confined }
