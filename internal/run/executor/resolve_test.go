package executor

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-suite/touchstone/internal/shortage"
)

// Resolve retries by trust, shortage and concurrency, and returns the result that counts.
func TestResolve(t *testing.T) {
	full := errors.New("the disk is full")
	always := func(time.Duration) error { return full }
	never := func(time.Duration) error { return nil }
	during := func(begin, end time.Duration) func(time.Duration) error {
		return func(now time.Duration) error {
			if now < begin || now >= end {
				return nil
			}
			return full
		}
	}
	for _, c := range []struct {
		name    string
		results []Trust // of one try after the other, each of a second
		others  bool    // run meanwhile
		short   func(time.Duration) error
		want    error
		tries   int
		took    time.Duration
	}{
		{"pass", []Trust{Final}, true, always, nil, 1, time.Second},
		{"fails surely", []Trust{FinalUnlessShort}, true, never, nil, 1, time.Second},
		{"fails by itself", []Trust{RetryAlone}, false, never, nil, 1, time.Second},
		{"fails beside others", []Trust{RetryAlone, FinalUnlessShort}, true, never, nil, 2, 2 * time.Second},
		{"passes alone", []Trust{RetryAlone, Final}, true, never, nil, 2, 2 * time.Second},
		{"does not count", []Trust{Discard, Final}, false, never, nil, 2, 2 * time.Second},
		{"was short at first", []Trust{FinalUnlessShort, FinalUnlessShort}, false, during(0, 500*time.Millisecond), nil, 2, 2 * time.Second},
		{"enough after a while", []Trust{FinalUnlessShort, RetryAlone}, false, during(0, 4*time.Second), nil, 2, 5 * time.Second},
		{"was short in between", []Trust{FinalUnlessShort, FinalUnlessShort}, false, during(300*time.Millisecond, 700*time.Millisecond), nil, 2, 2 * time.Second},
		{"was short at the end", []Trust{FinalUnlessShort, FinalUnlessShort}, false, during(900*time.Millisecond, 5*time.Second), nil, 2, 6 * time.Second},
		{"was short again", []Trust{FinalUnlessShort, FinalUnlessShort, FinalUnlessShort}, false,
			during(900*time.Millisecond, 11500*time.Millisecond), nil, 3, 13 * time.Second},
		{"stays short", []Trust{FinalUnlessShort, FinalUnlessShort}, false, always, full, 2, shortage.MaxWait + 2*time.Second},
		{"stays short and passes", []Trust{FinalUnlessShort, Final}, false, always, nil, 2, shortage.MaxWait + 2*time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, begin := NewLimiter(0), time.Now()
				l.Shortage = func() error { return c.short(time.Since(begin)) }
				left := slices.Clone(c.results)
				short := l.Resolve(t.Context(), func(alone bool) (result Trust) {
					if alone != (len(left) < len(c.results)) {
						t.Errorf("try %d is alone: %v", len(c.results)-len(left), alone)
					}
					if c.others && !alone {
						go l.Shared(t.Context(), func() { time.Sleep(time.Millisecond) })
					}
					time.Sleep(time.Second)
					result, left = left[0], left[1:]
					return result
				})
				if tries := len(c.results) - len(left); short != c.want || tries != c.tries || time.Since(begin) != c.took {
					t.Errorf("%v after %d tries in %s, want %v after %d in %s", short, tries, time.Since(begin), c.want, c.tries, c.took)
				}
			})
		})
	}
}

// Resolve waits once for a lasting shortage, not for each program, and waits again for the next shortage.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("the disk is full")
		now := full
		l := NewLimiter(0)
		l.Shortage = func() error { return now }
		for i, c := range []struct {
			short error
			took  time.Duration
		}{{full, shortage.MaxWait}, {full, 0}, {nil, 0}, {full, shortage.MaxWait}} {
			begin := time.Now()
			now = c.short
			short := l.Resolve(t.Context(), func(bool) Trust { return RetryAlone })
			if short != c.short || time.Since(begin) != c.took {
				t.Errorf("%d: %v after %s, want %v after %s", i, short, time.Since(begin), c.short, c.took)
			}
		}
	})
}

// Resolve does not retry after the context has ended.
func TestResolveCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l, tries := NewLimiter(0), 0
	if short := l.Resolve(ctx, func(bool) Trust { tries++; cancel(); return Discard }); short != nil || tries != 1 {
		t.Errorf("%v after %d tries", short, tries)
	}
}

// ResolveWithSlot runs each try with a slot, and returns the error of the last one, or the shortage.
func TestSettle(t *testing.T) {
	l, last := NewLimiter(1), errors.New("the last one")
	errs := []error{errors.New("the first one"), last}
	err := l.ResolveWithSlot(t.Context(), func() (Trust, error) {
		if len(l.slots) != 1 {
			t.Errorf("%d slots are taken, want 1", len(l.slots))
		}
		err := errs[0]
		errs = errs[1:]
		return Discard, err
	})
	if err != last || len(l.slots) > 0 {
		t.Errorf("found %v with %d slots taken", err, len(l.slots))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.ResolveWithSlot(ctx, func() (Trust, error) { return Final, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("found %v after the end of the context", err)
	}
}
