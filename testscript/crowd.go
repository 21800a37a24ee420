package testscript

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// A Crowd is the programs that run at the same time, of one runner or of several. It bounds their
// number, and lets one run alone.
type Crowd struct {
	slots   chan struct{} // a program runs only while it holds one; nil without a bound
	alone   sync.RWMutex  // write-locked by a run that must be alone
	running atomic.Int32  // number of runs under way
	begun   atomic.Int64  // number of runs ever started
}

// NewCrowd returns a Crowd of at most jobs programs, which are less than 1 for any number.
func NewCrowd(jobs int) *Crowd {
	c := new(Crowd)
	if jobs > 0 {
		c.slots = make(chan struct{}, jobs)
	}
	return c
}

func (c *Crowd) enter() {
	if c.slots != nil {
		c.slots <- struct{}{}
	}
}

func (c *Crowd) leave() {
	if c.slots != nil {
		<-c.slots
	}
}

// among calls run, and reports whether others ran meanwhile.
func (c *Crowd) among(run func() Result) (result Result, crowded bool) {
	c.alone.RLock()
	defer c.alone.RUnlock()
	others, begun := c.running.Add(1) > 1, c.begun.Add(1)
	result = run()
	c.running.Add(-1)
	return result, others || c.begun.Load() > begun // they may have ended already
}

// Join calls do as one of the crowd: it may be the build of a program.
func (c *Crowd) Join(do func()) {
	c.among(func() Result {
		c.enter()
		defer c.leave()
		do()
		return Result{}
	})
}

// A program that has exceeded its time this often when it ran alone is most likely to do so again.
// So that it does not keep all others waiting each time, it then has generous times its limits in
// a crowd, which no crowd of a job per processor makes up for: what exceeds those exceeds the
// limits alone.
const (
	knownSlow = 2
	generous  = 2
)

// twice runs a case, and runs it again alone if it exceeded its time while others ran.
func (r *Runner) twice(ctx context.Context, c *cases.Case, crowd *Crowd) Result {
	if err := r.player.BuildError(); err != nil {
		return Result{Case: c, Verdict: Build, Reason: err.Error()}
	}
	times := 1
	if r.slow.Load() >= knownSlow {
		times = generous
	}
	result, crowded := crowd.among(func() Result { return r.once(ctx, c, crowd, times) })
	limits := r.limits(c)
	over := result.Verdict == Timeout || result.Outcome.CPU > limits.CPU || result.Outcome.Wall > limits.Wall
	switch {
	case result.Verdict == Internal, times == 1 && (result.Verdict != Timeout || !crowded):
		return result
	case times > 1 && (result.Verdict == Timeout || !over):
		return result
	}
	if result.Folder != "" {
		if err := scratch.RemoveAll(result.Folder); err != nil {
			return Result{Case: c, Verdict: Internal, Err: err, Reason: err.Error()}
		}
	}
	crowd.alone.Lock()
	defer crowd.alone.Unlock()
	if result = r.once(ctx, c, crowd, 1); result.Verdict == Timeout {
		r.slow.Add(1)
	}
	return result
}
