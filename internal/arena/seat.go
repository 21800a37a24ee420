package arena

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A Loss is how an agent lost a game before its end.
type Loss struct {
	Reason record.Reason
	Text   string // what was found, and what was wanted; in part the agent's own words
}

// A Seat is an agent in a match: a program has its home there, which the next match does not see.
type Seat struct {
	agent  *Agent
	player player // nil if the agent is withdrawn
}

// A player plays for an agent.
type player interface {
	// begin prepares for the next game; r is what it may draw from.
	begin(ctx context.Context, r *random.Rand) error
	// move plays in a position.
	move(ctx context.Context, p homework.Position, a homework.Allowance) (decision, error)
	// close removes everything.
	close() error
}

// A decision is what a player did for a move.
type decision struct {
	turn    []string
	thought *homework.Thought // of a built-in agent
	used    time.Duration     // of its clock
	timed   bool              // its clock runs
	loss    *Loss             // if it lost instead
}

// Sit gives two agents their seats for a match.
func (t Terms) Sit(a, b *Agent) (seats [2]*Seat, err error) {
	t = t.withDefaults()
	agents := [2]*Agent{a, b}
	programs := 0
	for i, agent := range agents {
		seats[i] = &Seat{agent: agent}
		switch {
		case agent.withdrawn != nil:
		case agent.builtin != nil:
			seats[i].player = &builtin{terms: t, agent: *agent.builtin}
		default:
			x, err := newExternal(t, agent.program)
			if err != nil {
				return seats, errors.Join(err, Leave(seats))
			}
			seats[i].player = x
			programs++
		}
	}
	free, _, err := scratch.Free("")
	if err == nil {
		err = room(free, programs)
	}
	if err != nil {
		return seats, errors.Join(err, Leave(seats))
	}
	for i, seat := range seats {
		if x, ok := seat.player.(*external); ok {
			x.hideOpponent(agents[i], agents[1-i], seats[1-i].player)
		}
	}
	return seats, nil
}

// room returns an error if so many free bytes are too few for all that so many programs may write:
// otherwise one could fill the disk, and the other would lose for want of room.
func room(free int64, programs int) error {
	if want := int64(programs) * spareOutput; free < want {
		return fmt.Errorf("want %d MB free in %s, so that no agent takes the other's room, found %d", want>>20, os.TempDir(), free>>20)
	}
	return nil
}

// Leave ends a match.
func Leave(seats [2]*Seat) error {
	var errs []error
	for _, seat := range seats {
		if seat != nil && seat.player != nil {
			errs = append(errs, seat.player.close())
		}
	}
	return errors.Join(errs...)
}
