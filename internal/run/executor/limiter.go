package executor

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/internal/shortage"
)

// A program that runs while others do may fail because they use up time, memory, disk space or processes. A
// failure that could come from that counts only if it repeats alone. Nothing counts against a program that
// ran while the machine was short of something.

// A Trust describes whether a result counts that was obtained while other programs ran.
type Trust int

const (
	Final            Trust = iota // it counts in any case
	FinalUnlessShort              // it counts unless the machine was short of something
	RetryAlone                    // it counts only if, in addition, nothing else ran
	Discard                       // it does not count
)

// Resolve calls try while others run. If that result does not count, it calls try again, alone. The error
// names the resource that was short in the last call, or is the error of ctx if ctx ended before the first
// call. The last result then does not count.
func (l *Limiter) Resolve(ctx context.Context, try func(alone bool) Trust) (short error) {
	var first Trust
	overlapped, err := l.Shared(ctx, func() { first, short = l.attempt(try, false) })
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil, first == Final:
		return nil
	case short == nil && (first == FinalUnlessShort || first == RetryAlone && !overlapped):
		return nil
	}
	err = l.exclusive(ctx, func() {
		for range shortage.MaxTries {
			l.awaitShortageEnd(ctx)
			_, short = l.attempt(try, true)
			if short == nil || l.impatient.Load() || ctx.Err() != nil {
				return
			}
		}
	})
	return cmp.Or(err, short)
}

// attempt calls try and returns the shortage before, during or after the call, unless the result is final.
func (l *Limiter) attempt(try func(alone bool) Trust, alone bool) (result Trust, short error) {
	watch := shortage.NewWatch(l.recentShortage)
	result = try(alone)
	during := watch.Stop()
	if result == Final {
		return result, nil
	}
	after := l.Shortage()
	if after == nil {
		l.impatient.Store(false)
	}
	return result, cmp.Or(after, during)
}

// recentShortage returns the shortage of the machine. If there was none shortage.Interval ago or less, it
// does not look again: that takes a tenth of the time of a run that ends at once.
func (l *Limiter) recentShortage() error {
	l.checking.Lock()
	defer l.checking.Unlock()
	now := time.Now()
	if now.Sub(l.enough) < shortage.Interval {
		return nil
	}
	short := l.Shortage()
	if short == nil {
		l.enough = now
	}
	return short
}

// awaitShortageEnd waits for the end of a shortage. After it has waited in vain, it does not wait again before
// that shortage has ended. Only exclusive calls it.
func (l *Limiter) awaitShortageEnd(ctx context.Context) {
	if l.Shortage() != nil && (l.impatient.Load() || !shortage.Await(ctx, l.Shortage)) {
		l.impatient.Store(true)
	}
}

// A Limiter limits the number of programs that run at a time. It also lets one program run alone, while no
// other run or build uses the same Limiter. It does not include other processes of the machine. It is safe
// for concurrent use.
type Limiter struct {
	slots chan struct{} // a program runs only while it holds one; nil without a bound

	mu       sync.Mutex
	changed  sync.Cond
	sharing  int   // calls of Shared under way
	begun    int64 // calls of Shared ever begun
	waiting  int   // calls of exclusive that wait
	since    int64 // begun when the first of them came
	alone    bool  // a call of exclusive is under way
	draining bool  // no call of Shared begins before all calls of exclusive have ended

	// Shortage returns the present shortage of the machine: shortage.Now, except in tests.
	Shortage  func() error
	impatient atomic.Bool // the shortage has lasted for shortage.MaxWait

	checking sync.Mutex
	enough   time.Time // when recentShortage last found no shortage; guarded by checking
}

// NewLimiter returns a Limiter of at most jobs programs. A number below 1 means no limit. If callers have
// twice as many calls under way, no slot is empty while some wait to be alone.
func NewLimiter(jobs int) *Limiter {
	l := &Limiter{Shortage: shortage.Now}
	l.changed.L = &l.mu
	if jobs > 0 {
		l.slots = make(chan struct{}, jobs)
	}
	return l
}

// Acquire waits for a slot, or for the end of ctx. Unless it returns an error, Release gives the slot back.
func (l *Limiter) Acquire(ctx context.Context) error {
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

// Release gives a slot back.
func (l *Limiter) Release() {
	if l.slots != nil {
		<-l.slots
	}
}

// await waits until ready reports true, or for the end of ctx. If both are so, ctx counts. mu is held.
func (l *Limiter) await(ctx context.Context, ready func() bool) error {
	stop := context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.changed.Broadcast()
	})
	defer stop()
	for ctx.Err() == nil && !ready() {
		l.changed.Wait()
	}
	return ctx.Err()
}

// Shared calls f concurrently with other calls of Shared. It reports whether programs of other calls can have
// run at the same time; with one slot they cannot. f must not call the Limiter's methods, except Acquire and
// Release. If ctx ends before f can be called, Shared returns its error.
func (l *Limiter) Shared(ctx context.Context, f func()) (overlapped bool, err error) {
	l.mu.Lock()
	err = l.await(ctx, func() bool {
		l.holdShared()
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

// exclusive calls f while no other call of Shared or exclusive is under way. If ctx ends before f can be
// called, exclusive returns its error.
func (l *Limiter) exclusive(ctx context.Context, f func()) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting++; l.waiting == 1 {
		l.since = l.begun
	}
	err := l.await(ctx, func() bool {
		l.holdShared()
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

// maxDeferred is the number of calls of Shared that may begin, for each slot, while a call of exclusive
// waits.
const maxDeferred = 8

// holdShared lets no more calls of Shared begin if enough calls of exclusive wait, so that all others stop once
// for several of them: for as many as there are slots, or for one that has waited for long. mu is held.
func (l *Limiter) holdShared() {
	slots := max(1, cap(l.slots))
	if l.waiting >= slots || l.waiting > 0 && l.begun-l.since >= int64(maxDeferred*slots) {
		l.draining = true
	}
}

// ResolveWithSlot is like Resolve, and holds a slot while it calls try among others. It returns the error of the last
// call of try, or a shortage.Error.
func (l *Limiter) ResolveWithSlot(ctx context.Context, try func() (Trust, error)) (err error) {
	short := l.Resolve(ctx, func(alone bool) (trust Trust) {
		if !alone {
			if err = l.Acquire(ctx); err != nil {
				return Discard
			}
			defer l.Release()
		}
		trust, err = try()
		return trust
	})
	return cmp.Or(short, err)
}
