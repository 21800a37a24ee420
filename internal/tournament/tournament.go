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
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/run/journal"
)

// A Watcher reports progress. Its methods are not called concurrently.
type Watcher interface {
	// Begin reports how many games are to be played now, and how many games of the same matches were already
	// known. It is called again for each round of a knockout, and for deciding games.
	Begin(games, known int)
	// Skip reports that n games need not be played.
	Skip(n int)
	// Withdrawn reports that an agent cannot play.
	Withdrawn(name, why string)
	// Played reports the outcome of a game.
	Played(pair [2]string, number int, o Outcome)
}

// A referee lets agents play. Its methods, except Close, may be called concurrently. An error is always our
// failure.
type referee interface {
	// enter builds an entrant's agent. It is called once for each entrant. If the agent cannot play by its own
	// fault, enter returns the reason.
	enter(ctx context.Context, entrant int) (withdrawn string, err error)
	// sit begins or continues a match between entrants that have entered. leave ends the match.
	sit(pair [2]int) (play playFunc, leave func() error, err error)
	// Close removes the agents that enter built.
	Close() error
}

// A playFunc plays a game of a match and returns its outcome and its record.
type playFunc func(ctx context.Context, g *Game) (Outcome, []byte, error)

// A Tournament plays the games of a plan.
type Tournament struct {
	Plan    *Plan
	Journal *Journal
	Watch   Watcher

	referee  referee
	entrants []entrantState
	barred   map[run.Key]bool // games that will not be played because of our failure
	failed   []error
}

// An entrantState is the state of an entrant.
type entrantState struct {
	once      sync.Once // to enter
	tried     bool
	withdrawn string // the reason, or ""
	err       error

	// Only the goroutine that calls run.All uses the fields below.
	out bool // the entrant cannot play
	due bool // the entrant has games to play
}

// Run plays the games that the journal lacks. It plays at most jobs matches, or games of built-in agents, at
// a time. If ctx is done, Run returns the error of ctx. Otherwise the error reports the games that could not
// be played because of our failures; the journal has all others.
func (t *Tournament) Run(ctx context.Context, terms arena.Terms, jobs int) error {
	return t.run(ctx, newUmpire(t.Plan, terms), jobs)
}

func (t *Tournament) run(ctx context.Context, r referee, jobs int) error {
	t.begin(r)
	err := t.playRounds(ctx, jobs)
	closed := r.Close()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return cmp.Or(errors.Join(t.err(), err), closed)
}

func (t *Tournament) begin(r referee) {
	t.referee, t.entrants, t.barred = r, make([]entrantState, len(t.Plan.Entrants)), map[run.Key]bool{}
}

// playRounds plays the games that the journal lacks, and then the games that follow from them, such as the
// next round of a knockout.
func (t *Tournament) playRounds(ctx context.Context, jobs int) error {
	for {
		groups, err := t.groups()
		if err != nil || len(groups) == 0 {
			return err
		}
		if err := run.All(ctx, t.Journal, jobs, groups); err != nil {
			return err
		}
	}
}

// groups returns the games that the journal lacks. A group is one game of built-in agents, or all games of a
// match in which a program plays, since the files in the program's directory last for the whole match
// (docs/rules/competition.md rule 2).
func (t *Tournament) groups() (groups []*run.Group[line], err error) {
	played, err := readTable(t.Plan, t.Journal)
	if err != nil {
		return nil, err
	}
	games := slices.DeleteFunc(played.left, func(g *Game) bool {
		return t.isOut(g.Pair) || t.barred[t.Plan.gameKey(g)]
	})
	if len(games) > 0 {
		t.Watch.Begin(len(games), played.known)
	}
	for rest := games; len(rest) > 0; {
		n, pair := 1, rest[0].Pair
		if !t.Plan.Entrants[pair[0]].BuiltIn() || !t.Plan.Entrants[pair[1]].BuiltIn() {
			for n < len(rest) && rest[n].Pair == pair {
				n++
			}
		}
		t.entrants[pair[0]].due, t.entrants[pair[1]].due = true, true
		groups = append(groups, t.group(rest[:n], pair[:]...))
		rest = rest[n:]
	}
	if len(games) == 0 { // build the entrants whose opponents are all out, too
		for i := range t.entrants {
			if e := &t.entrants[i]; e.due && !e.tried && played.gone[i] == "" {
				groups = append(groups, t.group(nil, i))
			}
		}
	}
	return groups, nil
}

func (t *Tournament) isOut(pair [2]int) bool {
	return t.entrants[pair[0]].out || t.entrants[pair[1]].out
}

// group returns the group of games of one match. A group without games only enters its entrants.
func (t *Tournament) group(games []*Game, entrants ...int) *run.Group[line] {
	var names []string
	for _, i := range entrants {
		names = append(names, t.Plan.name(i))
	}
	match := strings.Join(names, " against ")
	var play playFunc
	group := &run.Group[line]{
		Serial:  true,
		Stored:  t.stored,
		Skipped: t.Watch.Skip,
		Failed:  func(err error) { t.fail(err, games, match) },
	}
	group.Open = func(ctx context.Context) (withdrawn []line, err error) {
		withdrawn, err = t.enter(ctx, entrants)
		if err == nil && len(withdrawn) == 0 && len(games) > 0 {
			play, group.Close, err = t.referee.sit(games[0].Pair)
		}
		return withdrawn, err
	}
	for _, g := range games {
		group.Units = append(group.Units, run.Unit[line]{
			Key: t.Plan.gameKey(g),
			Do: func(ctx context.Context) (line, error) {
				l, err := t.play(ctx, play, g)
				if err != nil {
					err = &failure{nobody, []*Game{g}, fmt.Errorf("%s, game %d: %w", match, g.Number, err)}
				}
				return l, err
			},
			Skip: func() bool { return t.isOut(g.Pair) },
		})
	}
	return group
}

// enter lets entrants enter, each once, and returns a line for each that is withdrawn.
func (t *Tournament) enter(ctx context.Context, entrants []int) (withdrawn []line, err error) {
	for _, i := range entrants {
		e, name := &t.entrants[i], t.Plan.name(i)
		e.once.Do(func() {
			e.tried = true
			e.err = run.Safely(func() (err error) { e.withdrawn, err = t.referee.enter(ctx, i); return err })
			e.err = cmp.Or(ctx.Err(), e.err)
		})
		if e.err != nil {
			return nil, &failure{i, nil, fmt.Errorf("%s: %w", name, e.err)}
		}
		if e.withdrawn != "" {
			withdrawn = append(withdrawn, line{Kind: kindWithdrawn, Key: t.Plan.withdrawalKey(i),
				Names: []string{name}, Why: e.withdrawn, entrant: i})
		}
	}
	return withdrawn, nil
}

// play plays a game and returns its line. A panic is a failure of this game alone.
func (t *Tournament) play(ctx context.Context, play playFunc, g *Game) (l line, err error) {
	names := t.Plan.names(g.Pair)
	l = line{Kind: kindGame, Key: t.Plan.gameKey(g), Names: names[:], Outcome: new(Outcome), number: g.Number}
	err = run.Safely(func() (err error) {
		var record []byte
		if *l.Outcome, record, err = play(ctx, g); err == nil {
			l.Record, err = journal.Pack(record)
		}
		return err
	})
	return l, cmp.Or(ctx.Err(), err) // a canceled game may end early
}

// stored reports a line that was added to the journal.
func (t *Tournament) stored(l line) {
	if l.Kind == kindGame {
		t.Watch.Played([2]string(l.Names), l.number, *l.Outcome)
		return
	}
	t.entrants[l.entrant].out = true
	t.Watch.Withdrawn(l.Names[0], l.Why)
}

// A failure is our failure to let an entrant enter, or to play games.
type failure struct {
	entrant int // or nobody
	games   []*Game
	error
}

// fail records a failure in a group of games of a match. Its games are not played. If an entrant cannot
// enter, fail records only the first failure.
func (t *Tournament) fail(err error, games []*Game, match string) {
	f := &failure{nobody, games, fmt.Errorf("%s: %w", match, err)}
	errors.As(err, &f)
	if f.entrant != nobody {
		e := &t.entrants[f.entrant]
		if e.out {
			return
		}
		e.out = true
	}
	for _, g := range f.games {
		t.barred[t.Plan.gameKey(g)] = true
	}
	t.failed = append(t.failed, f.error)
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
	Names []string `json:"names,omitempty"`
	Why   string   `json:"why,omitempty"` // of an agent that cannot play
	*Outcome
	Record []byte `json:"record,omitempty"` // compressed

	number, entrant int // of the game, and of the withdrawn entrant; not stored
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
	return journal.Merge(into, shards, whole, func(*Plan) iter.Seq2[run.Key, run.Key] { return whole.keys() },
		func(*line, run.Key) {})
}
