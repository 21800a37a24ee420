package testscript

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/shortage"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A program beside others may fail because they have taken what it needs: time, memory, room on the
// disk, processes. So whatever could come from that counts only if it repeats alone, and nothing
// counts against a program that was measured while the machine was short of something.

// A trust says what a result is worth that was obtained while others ran.
type trust int

const (
	good     trust = iota // it counts, however it was obtained
	sure                  // it counts, unless the machine was short of something
	doubtful              // and unless others ran meanwhile
	void                  // it does not count
)

// resolve calls try while others run and, if that result does not count, again alone. Its error says
// what the machine was short of the last time, or that ctx ended before try was called: then the last
// result does not count either.
func (l *Limiter) resolve(ctx context.Context, try func(alone bool) trust) (short error) {
	var first trust
	overlapped, err := l.shared(ctx, func() { first, short = l.attempt(try, false) })
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil, first == good:
		return nil
	case short == nil && (first == sure || first == doubtful && !overlapped):
		return nil
	}
	err = l.exclusive(ctx, func() {
		for range shortage.MaxTries {
			l.awaitEnough(ctx)
			_, short = l.attempt(try, true)
			if short == nil || l.impatient.Load() || ctx.Err() != nil {
				return
			}
		}
	})
	return cmp.Or(err, short)
}

// attempt calls try, and returns the shortage before, during or after it, unless the result counts all the
// same.
func (l *Limiter) attempt(try func(alone bool) trust, alone bool) (result trust, short error) {
	stop := shortage.Watch(l.shortage)
	result = try(alone)
	during, after := stop()
	if result == good {
		return result, nil
	}
	if after == nil {
		l.impatient.Store(false)
	}
	return result, cmp.Or(after, during)
}

// awaitEnough waits for the end of a shortage. After it has waited in vain, it does not wait again before
// that shortage has ended. It is called alone.
func (l *Limiter) awaitEnough(ctx context.Context) {
	if l.shortage() != nil && (l.impatient.Load() || !shortage.Await(ctx, l.shortage)) {
		l.impatient.Store(true)
	}
}

// Build calls build, which finds a program and builds it, as one of the programs of the Limiter. A program
// that does not compile, or not as it should, beside others counts only if that repeats alone; any other
// error of build is tried again alone, too. Build closes the players that it does not return; calls of build
// do not overlap. An error of Build says what failed, or what the machine was short of.
func (l *Limiter) Build(ctx context.Context, build func() (*Player, error)) (player *Player, err error) {
	end := func() {
		if player != nil {
			err = errors.Join(err, player.Close())
			player = nil
		}
	}
	short := l.resolve(ctx, func(alone bool) trust {
		if !alone {
			if err = l.acquire(ctx); err != nil {
				return void
			}
			defer l.release()
		}
		end()
		player, err = build()
		return player.trust(err)
	})
	if short != nil {
		err = short
	}
	if err != nil {
		end()
	}
	return player, err
}

// trust says what a build is worth.
func (p *Player) trust(err error) trust {
	failed := (*BuildError)(nil)
	switch {
	case err != nil:
		return doubtful
	case errors.As(p.reason, &failed) && !failed.Compiling():
		return sure
	case p.reason != nil, p.program.Guessed:
		return doubtful
	}
	return good
}

// A program that has failed in the same way alone enoughRepeats times does so again, most likely. So that it
// does not keep all others waiting each time, more failures of that kind are believed. For time there is a
// better test: the program has generous times its limits then, which no load of a job per processor makes up
// for. A timeout at generous limits is believed. After enoughRepeats of these in a category, a timeout at the
// limits themselves is believed too, if the answer of the case is no shorter than the answer of one of them.
// A program that has timed out in all of the first enoughLoops cases of a category loops: there a timeout is
// believed at once.
const (
	enoughRepeats = 3
	enoughLoops   = 2
	generous      = 2
)

// A hardness is what cases have in common of which one is harder than another if its answer is longer.
type hardness struct {
	category string
	cpu      time.Duration // the limit
}

// An excess counts a program's timeouts in the cases of a hardness.
type excess struct {
	cases    int   // with a timeout
	generous int   // with a timeout at generous limits
	shortest int64 // answer of these cases, in bytes
	ended    bool  // it ended in time in another case
}

func (r *Runner) hardness(c *cases.Case) hardness {
	return hardness{c.Problem.Category(), r.limits(c).CPU}
}

// ended records the final verdict on a case. exceeded is set if the program exceeded generous limits.
func (r *Runner) ended(c *cases.Case, v Verdict, exceeded bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.excesses[r.hardness(c)]
	switch {
	case v == Timeout:
		if size := c.AnswerSize(); e.cases == 0 || size < e.shortest {
			e.shortest = size
		}
		if e.cases++; exceeded {
			e.generous++
		}
	case v != Internal:
		e.ended = true
	}
	r.excesses[r.hardness(c)] = e
}

// loops reports whether a timeout in a case is believed at once.
func (r *Runner) loops(c *cases.Case) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.excesses[r.hardness(c)]
	return (e.cases >= enoughLoops && !e.ended || e.generous >= enoughRepeats && e.shortest > 0) &&
		c.AnswerSize() >= e.shortest
}

// times returns the factor of a program's time limits for a case that runs concurrently with others.
func (r *Runner) times(c *cases.Case) int {
	if !r.believed(Timeout) || r.loops(c) {
		return 1
	}
	return generous
}

// repeated notes that a failure has repeated alone.
func (r *Runner) repeated(v Verdict) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.repeats[v]++
}

// believed reports whether failures of a kind need not repeat alone any more.
func (r *Runner) believed(v Verdict) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.repeats[v] >= enoughRepeats
}

// resolve runs a case, and again alone if its result does not count.
func (r *Runner) resolve(ctx context.Context, c *cases.Case, l *Limiter) (result Result) {
	if err := r.player.BuildError(); err != nil {
		return Result{Case: c, Verdict: Build, Reason: err.Error()}
	}
	var first Verdict
	again, exceeded := false, false
	short := l.resolve(ctx, func(alone bool) trust {
		times := 1
		if again = alone; alone {
			result = r.replace(ctx, c, l, result)
		} else {
			times = r.times(c)
			result = r.once(ctx, c, l, times)
			first = result.Verdict
			exceeded = times > 1 && first == Timeout
		}
		return r.trust(c, result, times)
	})
	if short != nil {
		return failed(c, short)
	}
	r.ended(c, result.Verdict, exceeded)
	switch {
	case again && result.Verdict == first:
		r.repeated(first)
	case again && (first == Crash || first == Missing || first == Wrong):
		result.Before = first
	}
	return result
}

// replace runs a case again, in place of an earlier run.
func (r *Runner) replace(ctx context.Context, c *cases.Case, l *Limiter, earlier Result) Result {
	if earlier.Folder != "" {
		if err := scratch.RemoveAll(earlier.Folder); err != nil {
			return failed(c, err)
		}
	}
	return r.once(ctx, c, l, 1)
}

// trust says what a result is worth, of a run that had so many times its limits of time.
func (r *Runner) trust(c *cases.Case, result Result, times int) trust {
	limits := r.limits(c)
	switch over := result.Outcome.CPU > limits.CPU || result.Outcome.Wall > limits.Wall; {
	case times > 1 && over && result.Verdict != Timeout:
		return void
	case result.Verdict == Pass:
		return good
	case result.Verdict == Timeout && r.loops(c):
		return sure
	case scarce(result) && !r.believed(result.Verdict):
		return doubtful
	}
	return sure
}

// scarce reports whether a result can come from want of time, memory, room on the disk or processes. Programs
// that do not look whether they could write leave a file that breaks off.
func scarce(r Result) bool {
	switch r.Verdict {
	case Missing, Crash, Output, Memory, Timeout, Internal:
		return true
	case Wrong:
		return slices.ContainsFunc(r.Files, verdict.File.BreaksOff)
	}
	return false
}

// failed is the result of a case in which we have failed.
func failed(c *cases.Case, err error) Result {
	return Result{Case: c, Verdict: Internal, Err: err, Reason: err.Error()}
}

// A Limiter bounds how many programs run at a time, of one runner or of several, and lets one run
// alone: beside no other run and no build that uses the same Limiter. What other processes of the
// machine do, it does not know. It is safe for concurrent use.
type Limiter struct {
	slots chan struct{} // a program runs only while it holds one; nil without a bound

	mu       sync.Mutex
	changed  sync.Cond
	sharing  int   // calls of shared under way
	begun    int64 // calls of shared ever begun
	waiting  int   // calls of exclusive that wait
	since    int64 // begun when the first of them came
	alone    bool  // a call of exclusive is under way
	draining bool  // no call of shared begins before all of exclusive have ended

	shortage  func() error // what the machine is short of
	impatient atomic.Bool  // it has been short for as long as shortage.Patience
}

// NewLimiter returns a Limiter of at most jobs programs, which are less than 1 for any number. If callers
// have twice as many calls under way, no slot is empty while some wait to be alone.
func NewLimiter(jobs int) *Limiter {
	l := &Limiter{shortage: shortage.Now}
	l.changed.L = &l.mu
	if jobs > 0 {
		l.slots = make(chan struct{}, jobs)
	}
	return l
}

// acquire waits for a slot, or for the end of ctx. Without an error, release gives it back.
func (l *Limiter) acquire(ctx context.Context) error {
	if l.slots == nil {
		return nil
	}
	select {
	case l.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *Limiter) release() {
	if l.slots != nil {
		<-l.slots
	}
}

// await waits until ready reports true, or for the end of ctx. mu is held.
func (l *Limiter) await(ctx context.Context, ready func() bool) error {
	if ready() {
		return nil
	}
	stop := context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.changed.Broadcast()
	})
	defer stop()
	for !ready() {
		if err := ctx.Err(); err != nil {
			return err
		}
		l.changed.Wait()
	}
	return nil
}

// shared calls f beside other calls of shared, and reports whether there were any meanwhile whose programs
// can have run: with one slot there are none. f must not call the Limiter's methods, except to acquire a
// slot. The error is that of ctx, if that ends before f can be called.
func (l *Limiter) shared(ctx context.Context, f func()) (overlapped bool, err error) {
	l.mu.Lock()
	err = l.await(ctx, func() bool {
		l.drain()
		return !l.draining
	})
	if err != nil {
		l.mu.Unlock()
		return false, err
	}
	l.sharing++
	l.begun++
	overlapped, begun := l.sharing > 1, l.begun
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.sharing--
		l.changed.Broadcast()
		overlapped = (overlapped || l.begun > begun) && cap(l.slots) != 1 // they may have ended already
	}()
	f()
	return overlapped, nil
}

// exclusive calls f while no other call of shared or exclusive is under way. The error is that of ctx, if
// that ends before f can be called.
func (l *Limiter) exclusive(ctx context.Context, f func()) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting++; l.waiting == 1 {
		l.since = l.begun
	}
	err := l.await(ctx, func() bool {
		l.drain()
		return !l.alone && l.sharing == 0
	})
	l.waiting--
	if err != nil {
		l.draining = l.draining && (l.alone || l.waiting > 0)
		l.changed.Broadcast()
		return err
	}
	l.alone, l.draining = true, true
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		l.alone, l.draining = false, l.waiting > 0
		l.changed.Broadcast()
	}()
	f()
	return nil
}

// mostDeferred is how many calls of shared may begin, for each slot, while a call of exclusive waits.
const mostDeferred = 8

// drain lets no more calls of shared begin if enough calls of exclusive wait, so that all others stop once
// for several of them: for as many as there are slots, or for one that has waited for long. mu is held.
func (l *Limiter) drain() {
	most := max(1, cap(l.slots))
	if l.waiting >= most || l.waiting > 0 && l.begun-l.since >= int64(mostDeferred*most) {
		l.draining = true
	}
}
