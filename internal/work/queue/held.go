package queue

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// held counts the leases that a worker has, and says whether it may have another.
type held struct {
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

func newHeld(jobs int, idle time.Duration) *held {
	h := &held{games: max(1, min(jobs, runtime.NumCPU())), idle: idle, last: time.Now()}
	h.free.L = &h.mu
	return h
}

// most returns how many leases there may be.
func (h *held) most() int { return atATime + h.games }

// await waits until there may be another lease of any kind, and notes that it is waited for: none or take
// says what has come of it. It returns false if there is to be none any more.
func (h *held) await(ctx context.Context) bool {
	stop := context.AfterFunc(ctx, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.free.Broadcast()
	})
	defer stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		switch {
		case ctx.Err() != nil, h.over():
			return false
		case h.wanted+h.shared < atATime && h.wanted+h.alone < h.games:
			h.wanted++
			return true
		}
		h.free.Wait()
	}
}

// over reports whether there was no work for so long that the worker is to end.
func (h *held) over() bool {
	return h.idle > 0 && h.shared+h.alone == 0 && time.Since(h.last) > h.idle
}

// any reports whether there is a lease.
func (h *held) any() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.shared+h.alone > 0
}

// none says that no lease has come.
func (h *held) none() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wanted--
	h.free.Broadcast()
}

// take says that a lease has come. The function that it returns ends it.
func (h *held) take(alone bool) (end func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of := &h.shared
	if alone {
		of = &h.alone
	}
	h.wanted--
	*of++
	h.free.Broadcast()
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		*of--
		h.last = time.Now()
		h.free.Broadcast()
	}
}
