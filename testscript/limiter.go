package testscript

import (
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

func (l *Limiter) acquire() {
	if l.slots != nil {
		l.slots <- struct{}{}
	}
}

func (l *Limiter) release() {
	if l.slots != nil {
		<-l.slots
	}
}

// Do calls f as if it were a program.
func (l *Limiter) Do(f func()) {
	l.shared(func() {
		l.acquire()
		defer l.release()
		f()
	})
}

// shared calls f beside other calls of shared, and reports whether there were any meanwhile. f must
// not call the Limiter's methods, except to acquire a slot.
func (l *Limiter) shared(f func()) (overlapped bool) {
	l.mu.Lock()
	for l.drain(); l.draining; l.drain() {
		l.changed.Wait()
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
		overlapped = overlapped || l.begun > begun // they may have ended already
	}()
	f()
	return overlapped
}

// exclusive calls f while no other call of shared or exclusive is under way.
func (l *Limiter) exclusive(f func()) {
	l.mu.Lock()
	if l.waiting++; l.waiting == 1 {
		l.since = l.begun
	}
	for l.drain(); l.alone || l.sharing > 0; {
		l.changed.Wait()
	}
	l.waiting--
	l.alone, l.draining = true, true
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.alone, l.draining = false, l.waiting > 0
		l.changed.Broadcast()
	}()
	f()
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
