// Package tournament lets agents play matches, all pairs or as a knockout, and writes the standings
// (docs/tournament.md). A referee plays the games.
//
// Everything random follows from one seed and the names of the two players, and does not depend on the order
// of play. The journal holds each game under a key, the digest of everything that decides the game, and all
// tables are made from the journal alone. So an interrupted, sharded or repeated tournament has the same
// tables.
package tournament

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/run/journal"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
)

// A Watcher reports progress. Its methods are not called concurrently.
type Watcher interface {
	// Begin reports how many games are to be played now, and how many games of the same matches were already
	// known. It is called again for each round of a knockout, for deciding games, and if agents cannot play.
	Begin(games, known int)
	// Withdrawn reports that an agent cannot play.
	Withdrawn(name, reason string)
	// Played reports the outcome of a game.
	Played(pair [2]string, number int, o standings.Outcome)
}

// A referee lets agents play. Its methods, except Close, may be called concurrently. An error is always our
// failure.
type referee interface {
	// prepareAgent builds an entrant's agent. It is called once for each entrant. If the agent cannot play by
	// its own fault, prepareAgent returns the reason.
	prepareAgent(ctx context.Context, entrant int) (withdrawn string, err error)
	// startMatch begins or continues a match between prepared agents. leave ends the match.
	startMatch(pair [2]int) (play playFunc, leave func() error, err error)
	// Close removes the agents that prepareAgent built.
	Close() error
}

// A playFunc plays a game of a match and returns its outcome and its record.
type playFunc func(ctx context.Context, g *Game) (standings.Outcome, []byte, error)

// A Tournament plays the games of a plan.
type Tournament struct {
	Plan    *Plan
	Journal *Journal
	Watch   Watcher

	referee  referee
	prepared map[int]bool     // entrants with an agent, or with a failure
	broken   map[int]bool     // entrants without an agent because of our failure
	excluded map[run.Key]bool // games of matches in which we failed
	failed   []error
}

// Run plays the games that the journal lacks. It plays at most jobs matches, or games of built-in agents, at
// a time. If ctx is done, Run returns the error of ctx. Otherwise the error reports the games that could not
// be played because of our failures; the journal has all others.
func (t *Tournament) Run(ctx context.Context, terms arena.Terms, jobs int) error {
	return t.run(ctx, newReferee(t.Plan, terms), jobs)
}

func (t *Tournament) run(ctx context.Context, r referee, jobs int) error {
	t.referee, t.prepared, t.broken, t.excluded = r, map[int]bool{}, map[int]bool{}, map[run.Key]bool{}
	err := t.playRounds(ctx, jobs)
	closed := r.Close()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return cmp.Or(errors.Join(t.err(), err), closed)
}

// playRounds plays the games that the journal lacks, and then the games that follow from them, such as the
// next round of a knockout. The entrants of these games enter first.
func (t *Tournament) playRounds(ctx context.Context, jobs int) error {
	for {
		games, known, err := t.games()
		if err != nil || len(games) == 0 {
			return err
		}
		t.Watch.Begin(len(games), known)
		if fewer, err := t.prepareAgents(ctx, jobs, games); err != nil {
			return err
		} else if fewer {
			continue
		}
		if err := run.All(ctx, t.Journal, jobs, t.groups(games)); err != nil {
			return err
		}
	}
}

// games returns the games that can be played now and that the journal lacks, except games that cannot be
// played because of our failure. known is the number of games of the same matches that the journal has.
func (t *Tournament) games() (games []*Game, known int, err error) {
	played, err := readTable(t.Plan, t.Journal)
	if err != nil {
		return nil, 0, err
	}
	games = slices.DeleteFunc(played.remaining, func(g *Game) bool {
		return t.broken[g.Pair[0]] || t.broken[g.Pair[1]] || t.excluded[t.Plan.gameKey(g)]
	})
	return games, played.known, nil
}

// prepareAgents prepares the agents of games, each once, and stores the withdrawals. It reports whether any
// of them cannot play.
func (t *Tournament) prepareAgents(ctx context.Context, jobs int, games []*Game) (fewer bool, err error) {
	var due []int
	for _, g := range games {
		for _, i := range g.Pair {
			if !t.prepared[i] {
				t.prepared[i] = true
				due = append(due, i)
			}
		}
	}
	var mu sync.Mutex
	err = run.Each(ctx, jobs, len(due), func(k int) error {
		i, reason := due[k], ""
		name := t.Plan.Entrants[i].Name
		err := run.Recover(func() (err error) { reason, err = t.referee.prepareAgent(ctx, i); return err })
		mu.Lock()
		defer mu.Unlock()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			fewer, t.broken[i] = true, true
			t.failed = append(t.failed, fmt.Errorf("%s: %w", name, err))
		case reason != "":
			fewer = true
			t.Watch.Withdrawn(name, reason)
			return t.Journal.Append(line{Kind: kindWithdrawn, Key: t.Plan.withdrawalKey(i), Names: []string{name},
				Reason: reason})
		}
		return nil
	})
	return fewer, err
}

// groups divides games into groups. A group is one game of built-in agents, or all games of a match in which
// a program plays, since the files in the program's directory last for the whole match
// (docs/rules/competition.md rule 2).
func (t *Tournament) groups(games []*Game) (groups []*run.Group[line]) {
	for len(games) > 0 {
		n, pair := 1, games[0].Pair
		if !t.Plan.Entrants[pair[0]].BuiltIn() || !t.Plan.Entrants[pair[1]].BuiltIn() {
			for n < len(games) && games[n].Pair == pair {
				n++
			}
		}
		groups = append(groups, t.group(games[:n]))
		games = games[n:]
	}
	return groups
}

// group returns the group of games of one match. If we fail in one of them, none of the others that are
// missing is tried again.
func (t *Tournament) group(games []*Game) *run.Group[line] {
	names := t.Plan.names(games[0].Pair)
	match := names[0] + " against " + names[1]
	var play playFunc
	group := &run.Group[line]{
		Serial: true,
		Stored: func(l line) { t.Watch.Played([2]string(l.Names), l.number, *l.Outcome) },
		Failed: func(err error) {
			for _, g := range games {
				t.excluded[t.Plan.gameKey(g)] = true
			}
			t.failed = append(t.failed, err)
		},
	}
	group.Open = func(context.Context) ([]line, error) {
		p, leave, err := t.referee.startMatch(games[0].Pair)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", match, err)
		}
		play, group.Close = p, func() error {
			if err := leave(); err != nil {
				return fmt.Errorf("%s: %w", match, err)
			}
			return nil
		}
		return nil, nil
	}
	for _, g := range games {
		group.Units = append(group.Units, run.Unit[line]{
			Key: t.Plan.gameKey(g),
			Do:  func(ctx context.Context) (line, error) { return t.play(ctx, play, g) },
		})
	}
	return group
}

// play plays a game and returns its line.
func (t *Tournament) play(ctx context.Context, play playFunc, g *Game) (l line, err error) {
	names := t.Plan.names(g.Pair)
	l = line{Kind: kindGame, Key: t.Plan.gameKey(g), Names: names[:], Outcome: new(standings.Outcome), number: g.Number}
	err = run.Recover(func() (err error) {
		var record []byte
		if *l.Outcome, record, err = play(ctx, g); err == nil {
			l.Record, err = journal.Pack(record)
		}
		return err
	})
	if err = cmp.Or(ctx.Err(), err); err != nil { // a canceled game may end early
		err = fmt.Errorf("%s against %s, game %d: %w", names[0], names[1], g.Number, err)
	}
	return l, err
}

// maxFailures limits the failures in an error. If the disk is full, every game fails.
const maxFailures = 10

// err returns the first failures.
func (t *Tournament) err() error {
	if more := len(t.failed) - maxFailures; more > 0 {
		return errors.Join(append(t.failed[:maxFailures:maxFailures], fmt.Errorf("and %d more", more))...)
	}
	return errors.Join(t.failed...)
}

// journalName differs from the journal of a class, which has other lines.
const journalName = "games.jsonl"

// The kinds of lines.
const (
	kindWithdrawn = "withdrawn" // an agent that cannot play
	kindGame      = "game"
)

// A line is a line of a journal.
type line struct {
	Kind string  `json:"kind"`
	Key  run.Key `json:"key,omitempty"`
	// Names are the names of the players or of the withdrawn entrant, for readers; Key identifies the line.
	Names  []string `json:"names,omitempty"`
	Reason string   `json:"why,omitempty"` // of an agent that cannot play
	*standings.Outcome
	Record []byte `json:"record,omitempty"` // compressed

	number int // of the game; not stored
}

// ID implements run.Result.
func (l line) ID() run.Key { return l.Key }

// A Journal holds the games of a tournament.
type Journal = journal.Journal[Plan, line]

// OpenJournal opens or creates the journal in a directory, and locks the directory.
func OpenJournal(dir string) (*Journal, error) { return journal.Open[Plan, line](dir, journalName) }

// HasJournal reports whether a directory has the journal of a tournament.
func HasJournal(dir string) bool { return journal.Exists(dir, journalName) }

// Merge merges the journals of shards: it appends their lines for the plan of the whole tournament, and that
// plan, to a journal. The shards may be in any order and repeated.
func Merge(into *Journal, shards []*Journal, whole *Plan) error {
	return journal.Merge(into, shards, whole, (*Plan).keys, func(*line, run.Key) {})
}
