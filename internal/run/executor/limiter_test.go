package executor

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// An exclusive call overlaps no other call.
func TestExclusive(t *testing.T) {
	l := NewLimiter(2)
	var inside, alone atomic.Int32
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 500 {
				if i%4 > 0 {
					l.Shared(t.Context(), func() {
						inside.Add(1)
						if alone.Load() != 0 {
							t.Error("something runs beside what is exclusive")
						}
						inside.Add(-1)
					})
					continue
				}
				l.exclusive(t.Context(), func() {
					if alone.Add(1) != 1 || inside.Load() != 0 {
						t.Error("what is exclusive runs beside something")
					}
					alone.Add(-1)
				})
			}
		})
	}
	group.Wait()
}

// Calls overlap if one begins while the other is under way, also if it has ended by then. Those that are to
// be alone come first, all of them, if there is no bound.
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
		var mu sync.Mutex
		var order []string
		note := func(what string) func() {
			return func() {
				mu.Lock()
				defer mu.Unlock()
				order = append(order, what)
			}
		}
		for range 2 {
			go l.exclusive(t.Context(), note("exclusive"))
			synctest.Wait()
			go l.Shared(t.Context(), note("shared"))
			synctest.Wait()
		}
		hold <- struct{}{}
		if !<-first {
			t.Error("the first call does not overlap the second")
		}
		synctest.Wait()
		if len(order) != 4 || order[0] != "exclusive" || order[1] != "exclusive" {
			t.Errorf("order %q", order)
		}
	})
}

// Other calls wait when the number of waiting exclusive calls reaches the number of slots, when an exclusive
// call has waited for long, or when no other calls are left.
func TestDrain(t *testing.T) {
	for _, c := range []struct {
		exclusive, shared int
		begun             int32
	}{{1, 3, 3}, {1, 100, 2 * maxDeferred}, {2, 3, 0}} {
		synctest.Test(t, func(t *testing.T) {
			l := NewLimiter(2)
			hold := make(chan struct{})
			go l.Shared(t.Context(), func() { <-hold })
			synctest.Wait()
			var alone, begun atomic.Int32
			for range c.exclusive {
				go l.exclusive(t.Context(), func() { alone.Add(1) })
				synctest.Wait()
			}
			for range c.shared {
				go l.Shared(t.Context(), func() { begun.Add(1) }) // none at the same time
				synctest.Wait()
			}
			if alone.Load() != 0 || begun.Load() != c.begun {
				t.Errorf("%d that are to be alone and %d others have begun, want 0 and %d", alone.Load(), begun.Load(), c.begun)
			}
			hold <- struct{}{}
			synctest.Wait()
			if alone.Load() != int32(c.exclusive) {
				t.Errorf("%d were alone, want %d", alone.Load(), c.exclusive)
			}
		})
	}
}

// TestLimiterCancelled cancels calls that wait: they end, start nothing, and delay no other call.
func TestLimiterCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(1)
		ctx, cancel := context.WithCancel(t.Context())
		must.Do(t, l.Acquire(ctx))
		hold := make(chan struct{})
		go l.Shared(t.Context(), func() { <-hold })
		synctest.Wait()
		waiting := func() { t.Error("it is called all the same") }
		ended := make(chan error, 3)
		go func() { ended <- l.exclusive(ctx, waiting) }()
		synctest.Wait()
		go func() {
			_, err := l.Shared(ctx, waiting)
			ended <- err
		}()
		go func() { ended <- l.Acquire(ctx) }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		for range cap(ended) {
			select {
			case err := <-ended:
				if !errors.Is(err, context.Canceled) {
					t.Errorf("%v, want %v", err, context.Canceled)
				}
			default:
				t.Fatal("somebody waits for ever")
			}
		}
		called := false
		if _, err := l.Shared(t.Context(), func() { called = true }); err != nil || !called {
			t.Errorf("a call that comes later: %v, called %v", err, called)
		}
		hold <- struct{}{}
	})
}
