package arena

import (
	"context"
	"runtime"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A builtin plays for a built-in agent, in this process. It is charged with the CPU time of its
// thread, which alone ends its search: it is trusted to do nothing but think, so by the clock on the
// wall it can only have waited for a processor.
type builtin struct {
	terms Terms
	agent homework.Agent
}

func (b *builtin) begin(_ context.Context, r *random.Rand) error {
	b.agent.Rand, b.agent.Memory = r, new(any)
	return nil
}

func (b *builtin) close() error { return nil }

func (b *builtin) move(ctx context.Context, p homework.Position, a homework.Allowance) (d decision, err error) {
	var found homework.Thought
	if a.Nodes != 0 {
		d.turn, found, err = p.Choose(ctx, b.agent, a)
		d.thought = b.thought(found)
		return d, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	limited, used := withThreadTime(ctx, a.Clock)
	d.turn, found, err = p.Choose(limited, b.agent, a)
	d.used, d.timed = used(), true
	d.thought = b.thought(found)
	if ctx.Err() == nil && d.used >= a.Clock {
		d.loss, err = overtime(d.used, a.Clock), nil
	}
	return d, err
}

// withThreadTime returns a context that ends when the calling thread has used so much CPU time, and
// a function that returns what it has used. That must be called once, by the same thread; then nobody
// watches it any more.
func withThreadTime(ctx context.Context, most time.Duration) (limited context.Context, used func() time.Duration) {
	limited, cancel := context.WithCancel(ctx)
	clock := engine.ThreadClock()
	begin := clock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer cancel()
		for left := most; left > 0 && limited.Err() == nil; left = most - (clock() - begin) {
			select { // it cannot use more than passes
			case <-time.After(max(left, time.Millisecond)):
			case <-limited.Done():
			}
		}
	}()
	return limited, func() time.Duration {
		spent := clock() - begin
		cancel()
		<-ended
		return spent
	}
}

// thought returns what is known of a move, or nil for one drawn at random.
func (b *builtin) thought(found homework.Thought) *homework.Thought {
	if b.agent.Kind == homework.Random {
		return nil
	}
	return &found
}
