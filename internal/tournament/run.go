package tournament

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/work"
)

// A referee has agents play. Its methods, but for Close, may be called concurrently. Whatever agents do is an
// outcome; an error is our failure.
type referee interface {
	// enter readies an entrant's agent, which includes building it. It is not called again once it has
	// succeeded. If the agent cannot play by its own fault, enter returns the reason.
	enter(ctx context.Context, entrant int) (withdrawn string, err error)
	// sit begins a match between entrants that have been readied, or goes on with one.
	sit(pair [2]int) (seats, error)
	// Close removes what was built.
	Close() error
}

// seats are those of two agents in a match.
type seats interface {
	// play plays a game, and returns its record too.
	play(ctx context.Context, g *Game) (Outcome, []byte, error)
	// leave ends the match.
	leave() error
}

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
	Watch   Watcher

	failed []error // ours
}

// Run plays in this process what the journal does not have yet, so many matches at a time, or games of built-in
// agents. It returns ctx's error if that is done before, and otherwise an error that reports what could not be
// played because we failed; everything else is in the journal then.
func (t *Tournament) Run(ctx context.Context, terms arena.Terms, jobs int) error {
	return t.run(ctx, newUmpire(t.Plan, terms), jobs)
}

func (t *Tournament) run(ctx context.Context, r referee, jobs int) error {
	err := work.Run(ctx, newJob(t, r), jobs)
	closed := r.Close()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return cmp.Or(errors.Join(t.Err(), err), closed)
}

// mostFailures is how many of our failures are told: if the disk is full, they are as many as games.
const mostFailures = 10

// Err reports our failures, the first of them if there are many.
func (t *Tournament) Err() error {
	if more := len(t.failed) - mostFailures; more > 0 {
		return errors.Join(append(t.failed[:mostFailures:mostFailures], fmt.Errorf("and %d more", more))...)
	}
	return errors.Join(t.failed...)
}

// fail notes failures of ours.
func (t *Tournament) fail(errs ...error) { t.failed = append(t.failed, errs...) }
