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

	mu      sync.Mutex
	changed sync.Cond
	sharing int   // calls of shared under way
	begun   int64 // calls of shared ever begun
	waiting int   // calls of exclusive that wait
	alone   bool  // a call of exclusive is under way

	shortage  func() error // what the machine is short of
	impatient atomic.Bool  // it has been short for as long as patience lasts
}

// NewLimiter returns a Limiter of at most jobs programs, which are less than 1 for any number.
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
	for l.alone || l.waiting > 0 {
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

// exclusive calls f while no other call of shared or exclusive is under way. Those that wait for it
// come before any of shared: for several of them, the others stop only once.
func (l *Limiter) exclusive(f func()) {
	l.mu.Lock()
	l.waiting++
	for l.alone || l.sharing > 0 {
		l.changed.Wait()
	}
	l.waiting--
	l.alone = true
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.alone = false
		l.changed.Broadcast()
	}()
	f()
}
