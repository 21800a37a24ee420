package testscript

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// What is tried again, how often, and what counts in the end.
func TestResolve(t *testing.T) {
	full := errors.New("the disk is full")
	always := func(time.Duration) error { return full }
	never := func(time.Duration) error { return nil }
	until := func(end time.Duration) func(time.Duration) error {
		return func(now time.Duration) error {
			if now < end {
				return full
			}
			return nil
		}
	}
	for _, c := range []struct {
		name    string
		results []trust // of one try after the other, each of a second
		others  bool    // run meanwhile
		short   func(time.Duration) error
		want    error
		tries   int
		took    time.Duration
	}{
		{"pass", []trust{good}, true, always, nil, 1, time.Second},
		{"fails surely", []trust{sure}, true, never, nil, 1, time.Second},
		{"fails by itself", []trust{doubtful}, false, never, nil, 1, time.Second},
		{"fails beside others", []trust{doubtful, sure}, true, never, nil, 2, 2 * time.Second},
		{"passes alone", []trust{doubtful, good}, true, never, nil, 2, 2 * time.Second},
		{"does not count", []trust{void, good}, false, never, nil, 2, 2 * time.Second},
		{"was short at first", []trust{sure, sure}, false, until(500 * time.Millisecond), nil, 2, 2 * time.Second},
		{"enough after a while", []trust{sure, doubtful}, false, until(4 * time.Second), nil, 2, 5 * time.Second},
		{"stays short", []trust{sure, sure}, false, always, full, 2, patience + 2*time.Second},
		{"stays short and passes", []trust{sure, good}, false, always, nil, 2, patience + 2*time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, begin := NewLimiter(0), time.Now()
				l.shortage = func() error { return c.short(time.Since(begin)) }
				left := slices.Clone(c.results)
				short := l.resolve(t.Context(), func(alone bool) (result trust) {
					if alone != (len(left) < len(c.results)) {
						t.Errorf("try %d is alone: %v", len(c.results)-len(left), alone)
					}
					if c.others && !alone {
						go l.shared(t.Context(), func() { time.Sleep(time.Millisecond) })
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

// It is waited once for what stays short, not for each program, and again when there was enough meanwhile.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("the disk is full")
		now := full
		l := NewLimiter(0)
		l.shortage = func() error { return now }
		for i, c := range []struct {
			short error
			took  time.Duration
		}{{full, patience}, {full, 0}, {nil, 0}, {full, patience}} {
			begin := time.Now()
			now = c.short
			short := l.resolve(t.Context(), func(bool) trust { return doubtful })
			if short != c.short || time.Since(begin) != c.took {
				t.Errorf("%d: %v after %s, want %v after %s", i, short, time.Since(begin), c.short, c.took)
			}
		}
	})
}

// Nothing is tried again once nobody wants to know.
func TestResolveCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l, tries := NewLimiter(0), 0
	if short := l.resolve(ctx, func(bool) trust { tries++; cancel(); return void }); short != nil || tries != 1 {
		t.Errorf("%v after %d tries", short, tries)
	}
}
