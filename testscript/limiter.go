package testscript

import (
	"context"
	"sync"
	"sync/atomic"
)

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
	impatient atomic.Bool  // it has been short for as long as patience lasts
}

// NewLimiter returns a Limiter of at most jobs programs, which are less than 1 for any number. If callers
// have twice as many calls under way, no slot is empty while some wait to be alone.
func NewLimiter(jobs int) *Limiter {
	l := &Limiter{shortage: shortage}
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

// shared calls f beside other calls of shared, and reports whether there were any meanwhile whose programs can have run: with
// one slot there are none. f must not call the Limiter's methods, except to acquire a slot. The error is that of ctx, if that ends before
// f can be called.
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

// drain lets no more calls of shared begin if enough calls of exclusive wait, so that all others stop
// once for several of them: for as many as there are slots, or for one that has waited for long.
// mu is held.
func (l *Limiter) drain() {
	most := max(1, cap(l.slots))
	if l.waiting >= most || l.waiting > 0 && l.begun-l.since >= int64(mostDeferred*most) {
		l.draining = true
	}
}
