package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/internal/work/journal"
)

// Shared is a tournament of which others play the games, each at a Station, and that is kept here. Its
// methods are not called concurrently.
type Shared struct {
	*Tournament // without a referee
	left        []Piece
	asked       map[journal.Key]*Game // that are to be played and have not ended
	barred      map[journal.Key]bool  // that were not played because we failed
	due, ready  map[int]bool          // entrants who are to play, and of whom it is known whether they can
	err         error
}

// A Piece is what a Station does at once: it readies entrants, and has them play games of their match.
type Piece struct {
	Entrants []int   `json:"entrants"` // of the plan
	Games    []*Game `json:"games,omitempty"`
}

// A report is what a Station says of a piece: that an entrant is ready, or how a game has ended, or that
// an entrant is withdrawn. The line is as the journal has it.
type report struct {
	Entrant int           `json:"entrant"`
	Line    *line         `json:"line,omitempty"`
	Took    time.Duration `json:"took,omitempty"` // nanoseconds of a game by the clock
}

// Share shares out a tournament.
func Share(t *Tournament) *Shared {
	return &Shared{Tournament: t, barred: map[journal.Key]bool{}, due: map[int]bool{}, ready: map[int]bool{}}
}

// ID returns what no other tournament has, and this one has again when it goes on.
func (s *Shared) ID() (string, error) {
	path, err := filepath.Abs(s.Journal.Path())
	return string(journal.NewKey("tournament", s.Plan, path))[:12], err
}

// Err returns what Run would: our failures.
func (s *Shared) Err() error { return errors.Join(append(s.failures(), s.err)...) }

// More reports whether there is, or will be, something to play. If it is idle, everything that was given
// out has ended: what is missing by the journal then is left, such as the next round of a knockout.
func (s *Shared) More(idle bool) bool {
	if idle {
		s.err = s.deal()
	}
	return s.err == nil && (!idle || len(s.left) > 0)
}

// deal makes pieces of what is missing.
func (s *Shared) deal() error {
	s.left, s.asked = nil, map[journal.Key]*Game{}
	games, known := []*Game(nil), 0
	t, err := walk(s.Plan, s.Journal, func(missing []*Game, others int) error {
		known += others
		for _, g := range missing {
			if k := s.Plan.game(g); !s.barred[k] {
				games, s.asked[k] = append(games, g), g
				s.due[g.Pair[0]], s.due[g.Pair[1]] = true, true
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(games) > 0 {
		s.tell(func(w Watcher) { w.Begin(len(games), known) })
	}
	for _, of := range byMatch(games) {
		s.left = append(s.left, Piece{of[0].Pair[:], of})
	}
	if len(games) == 0 { // who has no opponent that can play is to be built all the same
		for i := range s.Plan.Entrants {
			if s.due[i] && !s.ready[i] && t.gone[i] == "" {
				s.left = append(s.left, Piece{Entrants: []int{i}})
			}
		}
	}
	return nil
}

// Left returns how many games are to be given out now. An entrant that is to be readied counts as one.
func (s *Shared) Left() (games int) {
	for _, p := range s.left {
		games += max(1, len(p.Games))
	}
	return games
}

// Take returns the next of them, of so many games at most; but if a program takes part, what is left of
// its match: what it leaves in its folder stays for all of it (docs/rules/competition.md rule 2).
func (s *Shared) Take(most int) Piece {
	p := s.left[0]
	s.left = s.left[1:]
	program := slices.ContainsFunc(p.Entrants, func(i int) bool { return !s.Plan.Entrants[i].BuiltIn() })
	if !program && len(p.Games) > most {
		s.left = slices.Insert(s.left, 0, Piece{p.Entrants, p.Games[most:]})
		p.Games = p.Games[:most]
	}
	return p
}

// Accept takes a report. It returns how many games are known by it that were not, and how long they took.
// What is not understood, not of the piece, or not asked for, is ignored.
func (s *Shared) Accept(p Piece, text []byte) (games int, took time.Duration, err error) {
	var r report
	if json.Unmarshal(text, &r) != nil || r.Entrant < 0 || r.Entrant >= len(s.Plan.Entrants) {
		return 0, 0, nil
	}
	game := r.Line != nil && r.Line.Kind == kindGame
	if !game && !slices.Contains(p.Entrants, r.Entrant) || game && !s.has(p, r.Line.Key) {
		return 0, 0, nil
	}
	switch {
	case r.Line == nil:
		s.ready[r.Entrant] = true
	case r.Line.Kind == kindWithdrawn:
		return 0, 0, s.acceptWithdrawn(r.Entrant, r.Line)
	case r.Line.Kind == kindGame:
		known, err := s.acceptGame(r.Line)
		if known {
			return 1, max(0, r.Took), err
		}
		return 0, 0, err
	}
	return 0, 0, nil
}

// has reports whether a game is one of a piece.
func (s *Shared) has(p Piece, k journal.Key) bool {
	g := s.asked[k]
	return g != nil && slices.ContainsFunc(p.Games, func(other *Game) bool { return other != nil && *other == *g })
}

// acceptGame puts a game into the journal, if it has been asked for.
func (s *Shared) acceptGame(l *line) (known bool, err error) {
	g := s.asked[l.Key]
	if g == nil || !l.valid() {
		return false, nil
	}
	if _, err := l.record(); err != nil {
		return false, nil //nolint:nilerr // it is not understood
	}
	names := s.Plan.names(g.Pair)
	if err := s.Journal.Append(line{Kind: kindGame, Key: l.Key, Names: names, Outcome: l.Outcome, Record: l.Record}); err != nil {
		return false, err
	}
	delete(s.asked, l.Key)
	s.ready[g.Pair[0]], s.ready[g.Pair[1]] = true, true
	s.tell(func(w Watcher) { w.Played([2]string(names), g, *l.Outcome) })
	return true, nil
}

// acceptWithdrawn notes that an agent cannot play. If it was ready elsewhere, that is not its fault.
func (s *Shared) acceptWithdrawn(entrant int, l *line) error {
	name := s.Plan.Entrants[entrant].Name
	switch {
	case l.Key != s.Plan.withdrawal(entrant) || s.Plan.Entrants[entrant].BuiltIn():
		return nil
	case s.ready[entrant]:
		if !s.Journal.Has(l.Key) {
			s.bar(entrant, fmt.Errorf("%s: want an agent that can be built on all machines, found one that can play on one and not on another: %s", name, l.Why))
		}
		return nil
	}
	s.ready[entrant] = true
	s.tell(func(w Watcher) { w.Withdrawn(name, l.Why) })
	if err := s.Journal.withdraw(s.Plan, entrant, l.Why); err != nil {
		return err
	}
	s.drop(entrant, func(journal.Key) { s.tell(func(w Watcher) { w.Skip() }) })
	return nil
}

// bar notes a failure of ours for which an entrant plays no more.
func (s *Shared) bar(entrant int, err error) {
	if s.drop(entrant, func(k journal.Key) { s.barred[k] = true }) {
		s.fail(err)
	}
}

// drop calls off the games of an entrant, and reports whether there were any.
func (s *Shared) drop(entrant int, each func(journal.Key)) (any bool) {
	for k, g := range s.asked {
		if slices.Contains(g.Pair[:], entrant) {
			any = true
			delete(s.asked, k)
			each(k)
		}
	}
	s.left = slices.DeleteFunc(s.left, func(p Piece) bool { return slices.Contains(p.Entrants, entrant) })
	return any
}

// Sync returns once what was accepted is on the disk.
func (s *Shared) Sync() error { return s.Journal.Sync() }

// Fail says that we have failed with a piece: what is missing of it is not played.
func (s *Shared) Fail(p Piece, why string) {
	who := s.Plan.Entrants[p.Entrants[0]].Name
	if len(p.Games) == 0 {
		s.ready[p.Entrants[0]] = true // or not, but it is asked no more
		s.fail(fmt.Errorf("%s: %s", who, why))
		return
	}
	failed := false
	for _, g := range p.Games {
		if k := s.Plan.game(g); s.asked[k] != nil {
			delete(s.asked, k)
			s.barred[k], failed = true, true
		}
	}
	if failed {
		s.fail(fmt.Errorf("%s against %s: %s", who, s.Plan.Entrants[p.Entrants[1]].Name, why))
	}
}
