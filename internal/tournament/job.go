package tournament

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/journal"
)

// A piece readies entrants and has them play games of their match.
type piece struct {
	entrants []int // indices in the plan
	games    []*Game
}

// A report says that an entrant is ready if line is nil, and otherwise that a game has ended or that the
// entrant is withdrawn.
type report struct {
	entrant int
	line    *line
}

// A job is the job of playing a tournament.
type job struct {
	*Tournament
	referee referee
	entered []entered // by entrant

	left       []piece
	asked      map[work.Key]*Game // games that have not ended
	barred     map[work.Key]bool  // games not played because touchstone failed
	due, ready map[int]bool       // entrants who are to play, and entrants known to be ready or not
}

// entered is the state of an entrant.
type entered struct {
	mu        sync.Mutex
	known     bool
	withdrawn string // the reason, or ""
}

func newJob(t *Tournament, r referee) *job {
	return &job{
		Tournament: t, referee: r, entered: make([]entered, len(t.Plan.Entrants)),
		barred: map[work.Key]bool{}, due: map[int]bool{}, ready: map[int]bool{},
	}
}

// Refill makes pieces of the games that the journal lacks, such as the next round of a knockout. It
// implements work.Job, like the methods that follow.
func (j *job) Refill() (more bool, err error) {
	j.left, j.asked = nil, map[work.Key]*Game{}
	t, err := walk(j.Plan, j.Journal)
	if err != nil {
		return false, err
	}
	games := slices.DeleteFunc(t.left, func(g *Game) bool { return j.barred[j.Plan.gameKey(g)] })
	if len(games) > 0 {
		j.Watch.Begin(len(games), t.known)
	}
	for i, g := range games {
		j.asked[j.Plan.gameKey(g)] = g
		j.due[g.Pair[0]], j.due[g.Pair[1]] = true, true
		if i == 0 || g.Pair != games[i-1].Pair {
			j.left = append(j.left, piece{entrants: g.Pair[:]})
		}
		of := &j.left[len(j.left)-1]
		of.games = append(of.games, g)
	}
	if len(games) == 0 { // an entrant without an opponent who can play is built all the same
		for i := range j.Plan.Entrants {
			if j.due[i] && !j.ready[i] && t.gone[i] == "" {
				j.left = append(j.left, piece{entrants: []int{i}})
			}
		}
	}
	return len(j.left) > 0, nil
}

// Next returns a game of a match of built-in agents, or all games of a match in which a program takes part:
// the files in the program's directory stay for all of it (docs/rules/competition.md rule 2).
func (j *job) Next() (piece, bool) {
	if len(j.left) == 0 {
		return piece{}, false
	}
	next := j.left[0]
	j.left = j.left[1:]
	program := slices.ContainsFunc(next.entrants, func(i int) bool { return !j.Plan.Entrants[i].BuiltIn() })
	if !program && len(next.games) > 1 {
		j.left = slices.Insert(j.left, 0, piece{next.entrants, next.games[1:]})
		next.games = next.games[:1]
	}
	return next, true
}

// An unreadyError is a failure of ours in readying an entrant.
type unreadyError struct {
	entrant int
	error
}

func (e *unreadyError) Unwrap() error { return e.error }

// gameErrors are our failures in games of a piece, each with the name of the game.
type gameErrors []error

func (e gameErrors) Error() string   { return errors.Join(e...).Error() }
func (e gameErrors) Unwrap() []error { return e }

func (j *job) Do(ctx context.Context, p piece, send func(report) error) error {
	playing := len(p.games) > 0
	for _, entrant := range p.entrants {
		withdrawn, err := j.enter(ctx, entrant)
		if err != nil {
			return &unreadyError{entrant, fmt.Errorf("%s: %w", j.Plan.Entrants[entrant].Name, err)}
		}
		r := report{entrant: entrant}
		if withdrawn != "" {
			l := j.Plan.withdrawnLine(entrant, withdrawn)
			r.line, playing = &l, false
		}
		if err := send(r); err != nil {
			return err
		}
	}
	if !playing {
		return nil
	}
	return j.play(ctx, p.games, send)
}

// enter readies an entrant once, and returns the reason why it is withdrawn, or "".
func (j *job) enter(ctx context.Context, entrant int) (withdrawn string, err error) {
	e := &j.entered[entrant]
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.known {
		return e.withdrawn, nil
	}
	withdrawn, err = j.referee.enter(ctx, entrant)
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return "", err
	}
	e.known, e.withdrawn = true, withdrawn
	return withdrawn, nil
}

// play plays games of a match.
func (j *job) play(ctx context.Context, games []*Game, send func(report) error) (err error) {
	names := strings.Join(j.Plan.names(games[0].Pair), " against ")
	at, err := j.referee.sit(games[0].Pair)
	if err != nil {
		return gameErrors{fmt.Errorf("%s: %w", names, err)}
	}
	var failed gameErrors
	for _, g := range games {
		l, err := j.playOne(ctx, at, g)
		if ctx.Err() != nil { // the game may have been cut short
			return errors.Join(ctx.Err(), at.leave())
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s, game %d: %w", names, g.Number, err))
		} else if err := send(report{line: &l}); err != nil {
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

// playOne plays a game. A panic is a failure of this game alone.
func (j *job) playOne(ctx context.Context, at seats, g *Game) (l line, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	o, record, err := at.play(ctx, g)
	if err != nil {
		return l, err
	}
	return j.Plan.gameLine(g, o, record)
}

func (j *job) Accept(p piece, r report) error {
	if r.line == nil {
		j.ready[r.entrant] = true
		return nil
	}
	if r.line.Kind == kindWithdrawn {
		return j.acceptWithdrawn(r.entrant, r.line)
	}
	g := j.asked[r.line.Key]
	if g == nil {
		return nil // the game was dropped meanwhile
	}
	if err := j.Journal.Append(*r.line); err != nil {
		return err
	}
	delete(j.asked, r.line.Key)
	j.Watch.Played([2]string(r.line.Names), g, *r.line.Outcome)
	return nil
}

// acceptWithdrawn records that an agent cannot play.
func (j *job) acceptWithdrawn(entrant int, l *line) error {
	if j.ready[entrant] {
		return nil // it was recorded already
	}
	j.ready[entrant] = true
	j.Watch.Withdrawn(j.Plan.Entrants[entrant].Name, l.Why)
	if err := j.Journal.Append(*l); err != nil {
		return err
	}
	j.drop(entrant, func(work.Key) {})
	return nil
}

// drop drops the games of an entrant, and reports whether there were any.
func (j *job) drop(entrant int, each func(work.Key)) (dropped bool) {
	for k, g := range j.asked {
		if slices.Contains(g.Pair[:], entrant) {
			dropped = true
			delete(j.asked, k)
			each(k)
			j.Watch.Skip()
		}
	}
	j.left = slices.DeleteFunc(j.left, func(p piece) bool { return slices.Contains(p.entrants, entrant) })
	return dropped
}

// Fail records that the games of a piece without an outcome are not played.
func (j *job) Fail(p piece, cause error) error {
	if unready := (*unreadyError)(nil); errors.As(cause, &unready) && len(p.games) > 0 {
		j.ready[unready.entrant] = true // or not: it is not built again
		if j.drop(unready.entrant, func(k work.Key) { j.barred[k] = true }) {
			j.fail(cause)
		}
		return nil
	}
	failed := len(p.games) == 0
	if failed {
		j.ready[p.entrants[0]] = true // or not: it is not built again
	}
	for _, g := range p.games {
		if k := j.Plan.gameKey(g); j.asked[k] != nil {
			delete(j.asked, k)
			j.barred[k], failed = true, true
		}
	}
	if failed {
		j.fail(j.explain(p.entrants, cause)...)
	}
	return nil
}

// explain returns a failure with the names of the entrants that it concerns.
func (j *job) explain(pair []int, cause error) []error {
	if each := gameErrors(nil); errors.As(cause, &each) {
		return each
	}
	if errors.As(cause, new(*unreadyError)) {
		return []error{cause}
	}
	names := j.Plan.Entrants[pair[0]].Name
	if len(pair) > 1 {
		names += " against " + j.Plan.Entrants[pair[1]].Name
	}
	return []error{fmt.Errorf("%s: %w", names, cause)}
}

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
	Kind kind     `json:"kind"`
	Key  work.Key `json:"key,omitempty"`
	// Names are for readers, of the two or of who is withdrawn: the key decides whose line it is.
	Names []string `json:"names,omitempty"`
	Why   string   `json:"why,omitempty"` // of an agent that cannot play
	*Outcome
	Record []byte `json:"record,omitempty"` // compressed
}

// ID implements journal.Entry.
func (l line) ID() work.Key { return l.Key }

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
	return journal.Merge(into, shards, whole, func(*Plan) iter.Seq2[work.Key, work.Key] { return whole.keys() },
		func(*line, work.Key) {})
}

// keys returns those of all that a journal may have for a tournament of all pairs, each twice.
func (p *Plan) keys() iter.Seq2[work.Key, work.Key] {
	return func(yield func(work.Key, work.Key) bool) {
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
	var parts []work.Shard
	for i, j := range shards {
		p := j.Plan()
		if p == nil || p.Shards == 0 {
			return nil, fmt.Errorf("%s: want a shard of a tournament, found a whole one or none", names[i])
		}
		parts = append(parts, p.shard())
	}
	whole := *shards[0].Plan()
	err := work.Complete(parts, func(i int) error {
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
	return work.Differing(
		work.Part{Name: "agents", X: p.Entrants, Y: other.Entrants},
		work.Part{Name: "seed", X: p.Seed, Y: other.Seed},
		work.Part{Name: "number of games", X: p.Games, Y: other.Games},
		work.Part{Name: "number of shards", X: p.Shards, Y: other.Shards},
		work.Part{Name: "version of touchstone", X: p.Touchstone, Y: other.Touchstone},
		work.Part{
			Name: "assignment, size, clock, depth, nodes or confinement",
			X:    p.Conditions,
			Y:    other.Conditions,
		},
	)
}
