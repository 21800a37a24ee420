package tournament

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/work/workers"
)

// A Referee has agents play. Its methods may be called concurrently. Whatever agents do is an outcome;
// an error is our failure.
type Referee interface {
	// Enter readies an entrant's agent, which includes building it; it is called once. The error is
	// a *Withdrawn if the agent is to blame.
	Enter(ctx context.Context, entrant int) error
	// Sit begins a match between entrants that have been readied, or goes on with one.
	Sit(ctx context.Context, pair [2]int) (Seats, error)
}

// Seats are those of two agents in a match.
type Seats interface {
	// Play plays a game, and returns its record too.
	Play(ctx context.Context, g *Game) (Outcome, []byte, error)
	// Leave ends the match.
	Leave() error
}

// Withdrawn is the error for an agent that cannot play any game.
type Withdrawn struct{ Why string }

func (w *Withdrawn) Error() string { return w.Why }

// A Watcher is told of the progress. Its methods are not called concurrently.
type Watcher interface {
	// Begin says how many games are played now, and how many of the same matches are known from
	// before. It is called again for each round of a knockout, and for games that decide.
	Begin(games, known int)
	// Skip says that a game need not be played.
	Skip()
	// Withdrawn says that an agent cannot play.
	Withdrawn(name, why string)
	// Played says how a game ended.
	Played(pair [2]string, g *Game, o Outcome)
}

// A Tournament works off a plan.
type Tournament struct {
	Plan    *Plan
	Journal *Journal
	Referee Referee
	Jobs    int // matches that are played at a time
	Watch   Watcher

	mu      sync.Mutex
	entered map[int]error // entrants whose agents have been readied, or why not
	failed  []error       // ours
}

// Run plays what the journal does not have yet. It returns ctx's error if that is done before, and
// otherwise an error that reports what could not be played because we failed; everything else is
// in the journal then.
func (t *Tournament) Run(ctx context.Context) error {
	t.entered = map[int]error{}
	_, err := walk(t.Plan, t.Journal, func(games []*Game, known int) error {
		t.tell(func(w Watcher) { w.Begin(len(games), known) })
		return t.play(ctx, games)
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(append(t.failures(), err)...)
}

// mostFailures is how many of our failures are told: if the disk is full, they are as many as games.
const mostFailures = 10

// failures returns our failures, the first of them if there are many.
func (t *Tournament) failures() []error {
	if more := len(t.failed) - mostFailures; more > 0 {
		return append(t.failed[:mostFailures:mostFailures], fmt.Errorf("and %d more", more))
	}
	return t.failed
}

// play plays games, but for those of agents that cannot play. Those of a match are played one after
// the other.
func (t *Tournament) play(ctx context.Context, games []*Game) error {
	t.enter(ctx, games)
	matches := byMatch(games)
	workers.Each(t.Jobs, len(matches), func(i int) {
		if ctx.Err() != nil {
			return
		}
		if err := t.playMatch(ctx, matches[i]); err != nil && ctx.Err() == nil {
			t.fail(err)
		}
	})
	return ctx.Err()
}

// byMatch returns games in parts, each of one match.
func byMatch(games []*Game) (matches [][]*Game) {
	for i, g := range games {
		if i == 0 || g.Pair != games[i-1].Pair {
			matches = append(matches, nil)
		}
		matches[len(matches)-1] = append(matches[len(matches)-1], g)
	}
	return matches
}

// enter readies the agents that are to play and are not ready yet.
func (t *Tournament) enter(ctx context.Context, games []*Game) {
	var fresh []int
	for _, g := range games {
		for _, entrant := range g.Pair {
			if _, known := t.entered[entrant]; !known && !slices.Contains(fresh, entrant) {
				fresh = append(fresh, entrant)
			}
		}
	}
	slices.Sort(fresh)
	errs := make([]error, len(fresh))
	workers.Each(t.Jobs, len(fresh), func(i int) {
		if ctx.Err() == nil {
			errs[i] = t.enterOne(ctx, fresh[i])
		}
	})
	for i, entrant := range fresh {
		t.entered[entrant] = errs[i]
	}
}

// enterOne readies an agent. It notes why if that is not possible.
func (t *Tournament) enterOne(ctx context.Context, entrant int) error {
	name := t.Plan.Entrants[entrant].Name
	err := t.Referee.Enter(ctx, entrant)
	switch gone := (*Withdrawn)(nil); {
	case err == nil || ctx.Err() != nil:
	case errors.As(err, &gone):
		t.tell(func(w Watcher) { w.Withdrawn(name, gone.Why) })
		if noted := t.Journal.withdraw(t.Plan, entrant, gone.Why); noted != nil {
			t.fail(noted)
		}
	default:
		t.fail(fmt.Errorf("%s: %w", name, err))
	}
	return err
}

// playMatch plays games of a match, or skips them if an agent cannot play.
func (t *Tournament) playMatch(ctx context.Context, games []*Game) (err error) {
	pair := games[0].Pair
	names := [2]string(t.Plan.names(pair))
	if t.entered[pair[0]] != nil || t.entered[pair[1]] != nil {
		for range games {
			t.tell(func(w Watcher) { w.Skip() })
		}
		return nil
	}
	seats, err := t.Referee.Sit(ctx, pair)
	if err != nil {
		return fmt.Errorf("%s against %s: %w", names[0], names[1], err)
	}
	defer func() { err = errors.Join(err, seats.Leave()) }()
	for _, g := range games {
		o, record, err := playSafely(ctx, seats, g)
		if ctx.Err() != nil { // the game may have been cut short
			return ctx.Err()
		}
		if err == nil {
			err = t.Journal.addGame(t.Plan, g, o, record)
		}
		if err != nil {
			t.fail(fmt.Errorf("%s against %s, game %d: %w", names[0], names[1], g.Number, err))
			continue
		}
		t.tell(func(w Watcher) { w.Played(names, g, o) })
	}
	return nil
}

// playSafely plays a game. A panic there is a failure of ours like others, and stops no other game.
func playSafely(ctx context.Context, seats Seats, g *Game) (o Outcome, record []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return seats.Play(ctx, g)
}

// fail notes a failure of ours.
func (t *Tournament) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed = append(t.failed, err)
}

func (t *Tournament) tell(tell func(Watcher)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	tell(t.Watch)
}
