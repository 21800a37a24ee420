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

	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/run/journal"
)

// A job is a call of Tournament.Run. Only its field entered is used concurrently.
type job struct {
	*Tournament
	referee referee
	entered []entered // by entrant

	out    map[int]bool     // entrants who cannot play
	barred map[run.Key]bool // games not played because touchstone failed
	due    map[int]bool     // entrants who are to play
}

// entered is the state of an entrant.
type entered struct {
	mu        sync.Mutex
	tried     bool // to enter it
	known     bool
	withdrawn string // the reason, or ""
}

func newJob(t *Tournament, r referee) *job {
	return &job{
		Tournament: t, referee: r, entered: make([]entered, len(t.Plan.Entrants)),
		out: map[int]bool{}, barred: map[run.Key]bool{}, due: map[int]bool{},
	}
}

// run plays the games that the journal lacks, and after them the games that follow, such as the next round of
// a knockout.
func (j *job) run(ctx context.Context, jobs int) error {
	for {
		groups, err := j.groups()
		if err != nil || len(groups) == 0 {
			return err
		}
		if err := run.All(ctx, j.Journal, jobs, groups); err != nil {
			return err
		}
	}
}

// groups returns the games that the journal lacks. A group is a game of built-in agents, or all games of a
// match in which a program takes part: the files in the program's directory stay for all of it
// (docs/rules/competition.md rule 2).
func (j *job) groups() (groups []*run.Group[line], err error) {
	t, err := walk(j.Plan, j.Journal)
	if err != nil {
		return nil, err
	}
	games := slices.DeleteFunc(t.left, func(g *Game) bool {
		return j.out[g.Pair[0]] || j.out[g.Pair[1]] || j.barred[j.Plan.gameKey(g)]
	})
	if len(games) > 0 {
		j.Watch.Begin(len(games), t.known)
	}
	for rest := games; len(rest) > 0; {
		n := 1
		if pair := rest[0].Pair; !j.Plan.Entrants[pair[0]].BuiltIn() || !j.Plan.Entrants[pair[1]].BuiltIn() {
			for n < len(rest) && rest[n].Pair == pair {
				n++
			}
		}
		groups = append(groups, j.group(rest[:n]))
		rest = rest[n:]
	}
	if len(games) == 0 { // an entrant without an opponent who can play is built all the same
		for i := range j.Plan.Entrants {
			if j.due[i] && !j.entered[i].tried && t.gone[i] == "" {
				groups = append(groups, j.entry(i))
			}
		}
	}
	return groups, nil
}

// entry returns a group without games, which readies an entrant.
func (j *job) entry(entrant int) *run.Group[line] {
	return &run.Group[line]{
		Open:   func(ctx context.Context) ([]line, error) { return j.enter(ctx, entrant) },
		Stored: func(l line) { j.stored(nil, l) },
		Failed: j.failedIn(nil),
	}
}

// group returns the group of games of one match.
func (j *job) group(games []*Game) *run.Group[line] {
	pair := games[0].Pair
	byKey := map[run.Key]*Game{}
	var at seats
	of := &run.Group[line]{
		Serial: true,
		Open: func(ctx context.Context) (withdrawn []line, err error) {
			if withdrawn, err = j.enter(ctx, pair[:]...); err == nil && len(withdrawn) == 0 {
				at, err = j.referee.sit(pair)
			}
			return withdrawn, err
		},
		Close: func() error {
			if at == nil {
				return nil
			}
			return at.leave()
		},
		Stored: func(l line) { j.stored(byKey, l) },
		Skipped: func(n int) {
			for range n {
				j.Watch.Skip()
			}
		},
		Failed: j.failedIn(games),
	}
	for _, g := range games {
		k := j.Plan.gameKey(g)
		byKey[k], j.due[pair[0]], j.due[pair[1]] = g, true, true
		of.Units = append(of.Units, run.Unit[line]{
			Key:  k,
			Do:   func(ctx context.Context) (line, error) { return j.play(ctx, at, g) },
			Skip: func() bool { return j.out[pair[0]] || j.out[pair[1]] },
		})
	}
	return of
}

// An unreadyError is our failure in readying an entrant.
type unreadyError struct {
	entrant int
	error
}

func (e *unreadyError) Unwrap() error { return e.error }

// A gameError is our failure in a game.
type gameError struct {
	game *Game
	error
}

func (e *gameError) Unwrap() error { return e.error }

// enter readies entrants, each once, and returns a line for each that is withdrawn.
func (j *job) enter(ctx context.Context, entrants ...int) (withdrawn []line, err error) {
	for _, entrant := range entrants {
		why, err := j.enterOne(ctx, entrant)
		if err != nil {
			return nil, &unreadyError{entrant, fmt.Errorf("%s: %w", j.Plan.Entrants[entrant].Name, err)}
		}
		if why != "" {
			withdrawn = append(withdrawn, j.Plan.withdrawnLine(entrant, why))
		}
	}
	return withdrawn, nil
}

// enterOne readies an entrant once, and returns the reason why it is withdrawn, or "".
func (j *job) enterOne(ctx context.Context, entrant int) (withdrawn string, err error) {
	e := &j.entered[entrant]
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.known {
		return e.withdrawn, nil
	}
	e.tried = true
	err = run.Safely(func() (err error) { withdrawn, err = j.referee.enter(ctx, entrant); return err })
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return "", err
	}
	e.known, e.withdrawn = true, withdrawn
	return withdrawn, nil
}

// play plays a game. A panic is a failure of this game alone.
func (j *job) play(ctx context.Context, at seats, g *Game) (l line, err error) {
	err = run.Safely(func() error {
		o, record, err := at.play(ctx, g)
		if err == nil {
			l, err = j.Plan.gameLine(g, o, record)
		}
		return err
	})
	if err := cmp.Or(ctx.Err(), err); err != nil { // the game may have been cut short
		return l, &gameError{g, err}
	}
	return l, nil
}

// stored reports a line that is in the journal.
func (j *job) stored(games map[run.Key]*Game, l line) {
	if l.Kind == kindGame {
		j.Watch.Played([2]string(l.Names), games[l.Key], *l.Outcome)
		return
	}
	name := l.Names[0]
	j.out[slices.IndexFunc(j.Plan.Entrants, func(e Entrant) bool { return e.Name == name })] = true
	j.Watch.Withdrawn(name, l.Why)
}

// failedIn returns the function that notes our failures in the games of a match, which are then not played. Of
// an entrant that cannot be readied it notes only the first.
func (j *job) failedIn(games []*Game) func(error) {
	return func(err error) {
		unready, one := (*unreadyError)(nil), (*gameError)(nil)
		switch {
		case errors.As(err, &unready):
			if j.out[unready.entrant] {
				return
			}
			j.out[unready.entrant] = true
		case errors.As(err, &one):
			j.barred[j.Plan.gameKey(one.game)] = true
			err = fmt.Errorf("%s, game %d: %w", j.against(one.game), one.game.Number, one.error)
		case len(games) > 0:
			for _, g := range games {
				j.barred[j.Plan.gameKey(g)] = true
			}
			err = fmt.Errorf("%s: %w", j.against(games[0]), err)
		}
		j.fail(err)
	}
}

// against returns the names of the two who play a game.
func (j *job) against(g *Game) string { return strings.Join(j.Plan.names(g.Pair), " against ") }

// journalName is not that of a class, whose journal has other lines.
const journalName = "games.jsonl"

// A kind says what a line of a journal is.
type kind string

const (
	kindWithdrawn kind = "withdrawn" // an agent that cannot play
	kindGame      kind = "game"
)

// A line is one of a journal.
type line struct {
	Kind kind    `json:"kind"`
	Key  run.Key `json:"key,omitempty"`
	// Names are for readers, of the two or of who is withdrawn: the key decides whose line it is.
	Names []string `json:"names,omitempty"`
	Why   string   `json:"why,omitempty"` // of an agent that cannot play
	*Outcome
	Record []byte `json:"record,omitempty"` // compressed
}

// ID implements journal.Entry.
func (l line) ID() run.Key { return l.Key }

// A Journal has the games of a tournament.
type Journal = journal.Journal[Plan, line]

// OpenJournal opens the journal in a folder, or begins one, and locks the folder.
func OpenJournal(dir string) (*Journal, error) { return journal.Open[Plan, line](dir, journalName) }

// HasJournal reports whether a folder has the journal of a tournament.
func HasJournal(dir string) bool { return journal.Exists(dir, journalName) }

// outcome returns that of a game, without its record, or nil if it has not been played.
func (t *table) outcome(g *Game) (*Outcome, error) {
	k := t.Plan.gameKey(g)
	l, ok, err := t.Journal.Entry(k)
	if err != nil || !ok {
		return nil, err
	}
	if !l.valid() {
		return nil, fmt.Errorf("%s: want the outcome of a game under %s, found none", t.Journal.Path(), k)
	}
	return l.Outcome, nil
}

// record returns the record of a game.
func (t *table) record(g *Game) ([]byte, error) {
	l, _, err := t.Journal.Entry(t.Plan.gameKey(g))
	if err != nil {
		return nil, err
	}
	text, err := l.record()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Journal.Path(), err)
	}
	return text, nil
}

// record returns the record of the game.
func (l *line) record() (text []byte, err error) {
	if err := journal.Unpack(l.Record, &text, mostRecord); err != nil {
		return nil, fmt.Errorf("the record of a game: %w", err)
	}
	return text, nil
}

// mostRecord is how many bytes the record of a game has.
const mostRecord = 1 << 30

// gameLine returns the line of a game.
func (p *Plan) gameLine(g *Game, o Outcome, record []byte) (l line, err error) {
	small, err := journal.Pack(record)
	return line{Kind: kindGame, Key: p.gameKey(g), Names: p.names(g.Pair), Outcome: &o, Record: small}, err
}

// withdrawnLine returns the line of an agent that cannot play. It has a reason if none is given.
func (p *Plan) withdrawnLine(entrant int, why string) line {
	why = cmp.Or(why, "it does not say why")
	return line{
		Kind:  kindWithdrawn,
		Key:   p.withdrawalKey(entrant),
		Names: []string{p.Entrants[entrant].Name},
		Why:   why,
	}
}

// Merge puts the journals of shards together: it appends what they have for the plan of the whole to a
// journal, and that plan. It gives the same book in whatever order the shards come, and if some come twice.
func Merge(into *Journal, shards []*Journal, whole *Plan) error {
	return journal.Merge(into, shards, whole, func(*Plan) iter.Seq2[run.Key, run.Key] { return whole.keys() },
		func(*line, run.Key) {})
}

// keys returns those of all that a journal may have for a tournament of all pairs, each twice.
func (p *Plan) keys() iter.Seq2[run.Key, run.Key] {
	return func(yield func(run.Key, run.Key) bool) {
		for i := range p.Entrants {
			if k := p.withdrawalKey(i); !yield(k, k) {
				return
			}
		}
		for _, m := range p.pairs() {
			for n := range p.Games + mostDeciding {
				if k := p.gameKey(p.nth(m, n+1)); !yield(k, k) {
					return
				}
			}
		}
	}
}

// Whole returns the plan of which all journals are shards; names are theirs. The error names the shards
// that are missing or not complete.
func Whole(shards []*Journal, names []string) (*Plan, error) {
	var parts []run.Shard
	for i, j := range shards {
		p := j.Plan()
		if p == nil || p.Shards == 0 {
			return nil, fmt.Errorf("%s: want a shard of a tournament, found a whole one or none", names[i])
		}
		parts = append(parts, p.shard())
	}
	whole := *shards[0].Plan()
	err := run.Complete(parts, func(i int) error {
		p := shards[i].Plan()
		if differs := whole.differs(p); differs != "" {
			return fmt.Errorf("%s: want a shard of the same tournament as %s, found other %s", names[i], names[0],
				differs)
		}
		t, err := walk(p, shards[i])
		if err == nil && t.missing > 0 {
			err = fmt.Errorf("%s: %s is not complete: %w", names[i], p.shard(), &Incomplete{t.missing})
		}
		return err
	})
	whole.Shard, whole.Shards = 0, 0
	return &whole, err
}

// differs says in what two plans differ, or returns "".
func (p *Plan) differs(other *Plan) string {
	return run.Differing(
		run.Part{Name: "agents", X: p.Entrants, Y: other.Entrants},
		run.Part{Name: "seed", X: p.Seed, Y: other.Seed},
		run.Part{Name: "number of games", X: p.Games, Y: other.Games},
		run.Part{Name: "number of shards", X: p.Shards, Y: other.Shards},
		run.Part{Name: "version of touchstone", X: p.Touchstone, Y: other.Touchstone},
		run.Part{
			Name: "assignment, size, clock, depth, nodes or confinement",
			X:    p.Conditions,
			Y:    other.Conditions,
		},
	)
}
