package queue

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// slots count the leases that a worker has, and say whether it may have another.
type slots struct {
	games  int           // most leases of pieces that are done alone: one for each job, and processor
	idle   time.Duration // to end after so long without work; 0 is never
	mu     sync.Mutex
	free   sync.Cond
	wanted int // that are waited for
	shared int // of pieces that are given all jobs
	alone  int
	last   time.Time // when there was work
}

// atATime is how many leases of pieces that are given all of its jobs a worker has at a time, so that it
// need not wait for the last programs of one.
const atATime = 2

func newSlots(jobs int, idle time.Duration) *slots {
	s := &slots{games: max(1, min(jobs, runtime.NumCPU())), idle: idle, last: time.Now()}
	s.free.L = &s.mu
	return s
}

// most returns how many leases there may be.
func (s *slots) most() int { return atATime + s.games }

// acquire waits until there may be another lease of any kind, and notes that it is waited for: none or take
// says what has come of it. It returns false if there is to be none any more.
func (s *slots) acquire(ctx context.Context) bool {
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.free.Broadcast()
	})
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case ctx.Err() != nil, s.over():
			return false
		case s.wanted+s.shared < atATime && s.wanted+s.alone < s.games:
			s.wanted++
			return true
		}
		s.free.Wait()
	}
}

// over reports whether there was no work for so long that the worker is to end.
func (s *slots) over() bool {
	return s.idle > 0 && s.shared+s.alone == 0 && time.Since(s.last) > s.idle
}

// any reports whether there is a lease.
func (s *slots) any() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shared+s.alone > 0
}

// none says that no lease has come.
func (s *slots) none() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wanted--
	s.free.Broadcast()
}

// take says that a lease has come. The function that it returns ends it.
func (s *slots) take(alone bool) (end func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := &s.shared
	if alone {
		of = &s.alone
	}
	s.wanted--
	*of++
	s.free.Broadcast()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		*of--
		s.last = time.Now()
		s.free.Broadcast()
	}
}
