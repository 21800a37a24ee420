package executor

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"

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
	l.alone.Lock()
	defer l.alone.Unlock()
	for range shortage.MaxTries {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		l.awaitShortageEnd(ctx)
		_, short = l.attempt(try, true)
		if short == nil || l.impatient.Load() {
			break
		}
	}
	return short
}

// attempt calls try and returns the shortage during or after the call, unless the result is final.
func (l *Limiter) attempt(try func(alone bool) Trust, alone bool) (result Trust, short error) {
	watched, stop := context.WithCancel(context.Background())
	defer stop()
	var during error
	var watch sync.WaitGroup
	watch.Go(func() { during = shortage.Watch(watched, l.Shortage) })
	result = try(alone)
	stop()
	watch.Wait()
	if result == Final {
		return result, nil
	}
	after := l.Shortage()
	if after == nil {
		l.impatient.Store(false)
	}
	return result, cmp.Or(after, during)
}

// awaitShortageEnd waits for the end of a shortage. After it has waited in vain, it does not wait again before
// that shortage has ended. Only Resolve calls it, alone.
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
	alone sync.RWMutex  // locked by a program that runs alone, and for reading by calls of Shared

	begun, ended atomic.Int64 // calls of Shared

	// Shortage returns the present shortage of the machine: shortage.Now, except in tests.
	Shortage  func() error
	impatient atomic.Bool // the shortage has lasted for shortage.MaxWait
}

// NewLimiter returns a Limiter of at most jobs programs. A number below 1 means no limit.
func NewLimiter(jobs int) *Limiter {
	l := &Limiter{Shortage: shortage.Now}
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

// Shared calls f concurrently with other calls of Shared. It reports whether programs of other calls can have
// run at the same time; with one slot they cannot. f must not call the Limiter's methods, except Acquire and
// Release. If ctx has ended before f can be called, Shared returns its error.
func (l *Limiter) Shared(ctx context.Context, f func()) (overlapped bool, err error) {
	l.alone.RLock()
	defer l.alone.RUnlock()
	if err := ctx.Err(); err != nil {
		return false, err
	}
	defer l.ended.Add(1)
	begun := l.begun.Add(1)
	overlapped = l.ended.Load() < begun-1
	f()
	return (overlapped || l.begun.Load() > begun) && cap(l.slots) != 1, nil
}

// ResolveWithSlot is like Resolve, and holds a slot while it calls try. It returns the error of the last call of
// try, or a shortage.Error.
func (l *Limiter) ResolveWithSlot(ctx context.Context, try func() (Trust, error)) (err error) {
	short := l.Resolve(ctx, func(bool) (trust Trust) {
		if err = l.Acquire(ctx); err != nil {
			return Discard
		}
		defer l.Release()
		trust, err = try()
		return trust
	})
	return cmp.Or(short, err)
}
