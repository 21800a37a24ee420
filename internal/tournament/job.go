package tournament

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// Kind is the kind of the job of playing a tournament.
const Kind work.Kind = "tournament"

// A job is to play a tournament. A unit is a game.
type job struct {
	*Tournament
	paths      map[string]string // of the files or folders of agents, by digest, where others play
	left       []piece
	asked      map[work.Key]*Game // that are to be played and have not ended
	barred     map[work.Key]bool  // that were not played because we failed
	due, ready map[int]bool       // entrants who are to play, and of whom it is known whether they can
}

// A piece is what a station does at once: it readies entrants, and has them play games of their match.
type piece struct {
	Entrants []int   `json:"entrants"` // of the plan
	Games    []*Game `json:"games,omitempty"`
}

// A report is what a station says of a piece: that an entrant is ready, or how a game has ended, or that
// an entrant is withdrawn. The line is as the journal has it.
type report struct {
	Entrant int           `json:"entrant"`
	Line    *line         `json:"line,omitempty"`
	Took    time.Duration `json:"took,omitempty"` // nanoseconds of a game by the clock
}

// Job returns the job of having workers elsewhere play: everything is in the journal then, but for what we failed
// with, which Err tells. paths are the files or folders of all agents that are not built in, by digest.
func (t *Tournament) Job(paths map[string]string) work.EncodedJob {
	return work.Encoded(newJob(t, paths))
}

func newJob(t *Tournament, paths map[string]string) *job {
	return &job{Tournament: t, paths: paths, barred: map[work.Key]bool{}, due: map[int]bool{}, ready: map[int]bool{}}
}

// longest is how much work a piece is at most, unless a single game is more, or a program plays.
const longest = time.Second

// Describe implements work.Job, like those that follow.
func (j *job) Describe([]byte) (work.Description, error) {
	path, err := filepath.Abs(j.Journal.Path())
	return work.Description{
		ID:   string(work.NewKey("tournament", j.Plan, path))[:12], // the same when it goes on
		Kind: Kind, Title: fmt.Sprintf("a tournament in %s, %d agents", j.Plan.Assignment, len(j.Plan.Entrants)), Longest: longest,
		Plan: func() (any, error) { return newTerms(j.Plan), nil },
		Path: func(digest string) string { return j.paths[digest] },
	}, err
}

// More makes pieces of what is missing by the journal, such as the next round of a knockout.
func (j *job) More(idle bool) (bool, error) {
	if !idle {
		return true, nil
	}
	err := j.deal()
	return len(j.left) > 0, err
}

// deal makes pieces of what is missing.
func (j *job) deal() error {
	j.left, j.asked = nil, map[work.Key]*Game{}
	t, err := walk(j.Plan, j.Journal)
	if err != nil {
		return err
	}
	games := slices.DeleteFunc(t.left, func(g *Game) bool { return j.barred[j.Plan.gameKey(g)] })
	if len(games) > 0 {
		j.Watch.Begin(len(games), t.known)
	}
	for i, g := range games {
		j.asked[j.Plan.gameKey(g)] = g
		j.due[g.Pair[0]], j.due[g.Pair[1]] = true, true
		if i == 0 || g.Pair != games[i-1].Pair {
			j.left = append(j.left, piece{Entrants: g.Pair[:]})
		}
		of := &j.left[len(j.left)-1]
		of.Games = append(of.Games, g)
	}
	if len(games) == 0 { // who has no opponent that can play is to be built all the same
		for i := range j.Plan.Entrants {
			if j.due[i] && !j.ready[i] && t.gone[i] == "" {
				j.left = append(j.left, piece{Entrants: []int{i}})
			}
		}
	}
	return nil
}

// Left counts an entrant that is to be readied as a game.
func (j *job) Left() (games int) {
	for _, p := range j.left {
		games += max(1, len(p.Games))
	}
	return games
}

// Take returns games of a match, and what is left of it if a program takes part: what it leaves in its folder stays
// for all of it (docs/rules/competition.md rule 2).
func (j *job) Take(most int) work.Piece[piece] {
	what := j.left[0]
	j.left = j.left[1:]
	program := slices.ContainsFunc(what.Entrants, func(i int) bool { return !j.Plan.Entrants[i].BuiltIn() })
	if !program && len(what.Games) > most {
		j.left = slices.Insert(j.left, 0, piece{what.Entrants, what.Games[most:]})
		what.Games = what.Games[:most]
	}
	p := work.Piece[piece]{Alone: true, What: what}
	for _, i := range what.Entrants {
		if digest := j.Plan.Entrants[i].Digest; j.paths[digest] != "" {
			p.Submissions = append(p.Submissions, digest)
		}
	}
	return p
}

// Accept takes reports.
func (j *job) Accept(r work.Results[piece, report]) (games int, took time.Duration, err error) {
	for _, one := range r.Found {
		known, err := j.accept(r.Piece, one, r.From == (work.Source{}))
		if known {
			games++
			took += max(0, one.Took)
		}
		if err != nil {
			return games, took, err
		}
	}
	return games, took, nil
}

// accept takes a report, and says whether a game is known by it that was not. What is not of the piece, or not
// asked for, is ignored; so is elsewhere what a built-in agent could not do here.
func (j *job) accept(p piece, r report, own bool) (known bool, err error) {
	if r.Entrant < 0 || r.Entrant >= len(j.Plan.Entrants) {
		return false, nil
	}
	switch {
	case r.Line != nil && r.Line.Kind == kindGame:
		if g := j.asked[r.Line.Key]; g != nil && slices.ContainsFunc(p.Games, func(other *Game) bool { return other != nil && *other == *g }) {
			return j.acceptGame(g, r.Line)
		}
	case !slices.Contains(p.Entrants, r.Entrant):
	case r.Line == nil:
		j.ready[r.Entrant] = true
	case r.Line.Kind == kindWithdrawn && (own || !j.Plan.Entrants[r.Entrant].BuiltIn()):
		return false, j.acceptWithdrawn(r.Entrant, r.Line)
	}
	return false, nil
}

// acceptGame puts a game that was asked for into the journal.
func (j *job) acceptGame(g *Game, l *line) (known bool, err error) {
	if !l.valid() {
		return false, nil
	}
	if _, err := l.record(); err != nil {
		return false, nil //nolint:nilerr // it is not understood
	}
	names := j.Plan.names(g.Pair)
	if err := j.Journal.Append(line{Kind: kindGame, Key: l.Key, Names: names, Outcome: l.Outcome, Record: l.Record}); err != nil {
		return false, err
	}
	delete(j.asked, l.Key)
	j.ready[g.Pair[0]], j.ready[g.Pair[1]] = true, true
	j.Watch.Played([2]string(names), g, *l.Outcome)
	return true, nil
}

// acceptWithdrawn notes that an agent cannot play. If it was ready elsewhere, that is not its fault.
func (j *job) acceptWithdrawn(entrant int, l *line) error {
	name := j.Plan.Entrants[entrant].Name
	switch {
	case l.Key != j.Plan.withdrawalKey(entrant):
		return nil
	case j.ready[entrant]:
		if !j.Journal.Has(l.Key) {
			j.bar(entrant, fmt.Errorf("%s: want an agent that can be built on all machines, found one that can play on one and not on another: %s", name, l.Why))
		}
		return nil
	}
	j.ready[entrant] = true
	j.Watch.Withdrawn(name, l.Why)
	if err := j.Journal.Append(j.Plan.withdrawnLine(entrant, l.Why)); err != nil {
		return err
	}
	j.drop(entrant, func(work.Key) {})
	return nil
}

// bar notes a failure of ours for which an entrant plays no more.
func (j *job) bar(entrant int, err error) {
	j.ready[entrant] = true // or not, but it is asked no more
	if j.drop(entrant, func(k work.Key) { j.barred[k] = true }) {
		j.fail(err)
	}
}

// drop calls off the games of an entrant, and reports whether there were any.
func (j *job) drop(entrant int, each func(work.Key)) (any bool) {
	for k, g := range j.asked {
		if slices.Contains(g.Pair[:], entrant) {
			any = true
			delete(j.asked, k)
			each(k)
			j.Watch.Skip()
		}
	}
	j.left = slices.DeleteFunc(j.left, func(p piece) bool { return slices.Contains(p.Entrants, entrant) })
	return any
}

// Sync implements work.Job.
func (j *job) Sync() error { return j.Journal.Sync() }

// Fail notes that what is missing of a piece is not played.
func (j *job) Fail(p work.Piece[piece], why error) error {
	pair, games := p.What.Entrants, p.What.Games
	if unready := (*unreadyError)(nil); errors.As(why, &unready) && len(games) > 0 {
		j.bar(unready.entrant, why)
		return nil
	}
	if len(games) == 0 {
		j.ready[pair[0]] = true // or not, but it is asked no more
	}
	failed := len(games) == 0
	for _, g := range games {
		if k := j.Plan.gameKey(g); j.asked[k] != nil {
			delete(j.asked, k)
			j.barred[k], failed = true, true
		}
	}
	if failed {
		j.fail(j.explain(pair, why)...)
	}
	return nil
}

// explain says with whom we failed.
func (j *job) explain(pair []int, why error) []error {
	if each := gameErrors(nil); errors.As(why, &each) {
		return each
	}
	if errors.As(why, new(*unreadyError)) {
		return []error{why}
	}
	who := j.Plan.Entrants[pair[0]].Name
	if len(pair) > 1 {
		who += " against " + j.Plan.Entrants[pair[1]].Name
	}
	return []error{fmt.Errorf("%s: %w", who, why)}
}
