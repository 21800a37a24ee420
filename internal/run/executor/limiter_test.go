package executor

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// A program that runs alone overlaps no other program.
func TestExclusive(t *testing.T) {
	l := NewLimiter(2)
	l.Shortage = func() error { return nil }
	var inside, alone atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				_ = l.Resolve(t.Context(), func(isAlone bool) Trust {
					if isAlone {
						if alone.Add(1) != 1 || inside.Load() != 0 {
							t.Error("a program that is to be alone runs while others do")
						}
						time.Sleep(10 * time.Microsecond)
						alone.Add(-1)
						return Final
					}
					inside.Add(1)
					time.Sleep(10 * time.Microsecond)
					if alone.Load() != 0 {
						t.Error("a program runs while another is to be alone")
					}
					inside.Add(-1)
					return Discard
				})
			}
		})
	}
	group.Wait()
}

// Calls overlap if one begins while the other is under way, also if it has ended by then.
func TestOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(0)
		hold := make(chan struct{})
		first := make(chan bool)
		if over, _ := l.Shared(t.Context(), func() {}); over {
			t.Error("a single call overlaps")
		}
		go func() {
			over, _ := l.Shared(t.Context(), func() { <-hold })
			first <- over
		}()
		synctest.Wait()
		if over, _ := l.Shared(t.Context(), func() {}); !over {
			t.Error("a second call does not overlap the first")
		}
		hold <- struct{}{}
		if !<-first {
			t.Error("the first call does not overlap the second")
		}
		if over, _ := l.Shared(t.Context(), func() {}); over {
			t.Error("a call overlaps calls that ended before")
		}
	})
}

// With one slot no programs overlap.
func TestOverlapOfOneSlot(t *testing.T) {
	l := NewLimiter(1)
	if over, _ := l.Shared(t.Context(), func() { _, _ = l.Shared(t.Context(), func() {}) }); over {
		t.Error("calls with one slot overlap")
	}
}

// A call whose context has ended starts nothing, and delays no other call.
func TestLimiterCancelled(t *testing.T) {
	l := NewLimiter(1)
	ctx, cancel := context.WithCancel(t.Context())
	must.Do(t, l.Acquire(ctx))
	ended := make(chan error)
	go func() { ended <- l.Acquire(ctx) }()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("%v while it waits for a slot, want %v", err, context.Canceled)
	}
	if _, err := l.Shared(ctx, func() { t.Error("it is called all the same") }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	called := false
	if _, err := l.Shared(t.Context(), func() { called = true }); err != nil || !called {
		t.Errorf("a call that comes later: %v, called %v", err, called)
	}
}
