package arena

import (
	"context"
	"errors"
	"runtime"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A builtin plays for a built-in agent, in this process. It is trusted not to cheat, and is charged
// with the CPU time of its thread all the same.
type builtin struct {
	terms Terms
	agent homework.Agent
}

func (b *builtin) begin(_ context.Context, r *random.Rand) error {
	b.agent.Rand, b.agent.Memory = r, new(any)
	return nil
}

func (b *builtin) leave() error { return nil }

func (b *builtin) move(ctx context.Context, p homework.Position, a homework.Allowance) (d decision, err error) {
	var found homework.Thought
	if a.Nodes != 0 {
		d.turn, found, err = p.Choose(ctx, b.agent, a)
		d.thought = b.thought(found)
		return d, err
	}
	limited, cancel := context.WithTimeout(ctx, a.Clock+b.terms.Spare)
	defer cancel()
	runtime.LockOSThread()
	begin := engine.ThreadTime()
	d.turn, found, err = p.Choose(limited, b.agent, a)
	d.used, d.timed = engine.ThreadTime()-begin, true
	runtime.UnlockOSThread()
	d.thought = b.thought(found)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		d.loss, err = &Loss{WallLimit, "it was stopped by the clock on the wall"}, nil
	}
	return d, err
}

// thought returns what is known of a move, or nil for one drawn at random.
func (b *builtin) thought(found homework.Thought) *homework.Thought {
	if b.agent.Kind == homework.Random {
		return nil
	}
	return &found
}
