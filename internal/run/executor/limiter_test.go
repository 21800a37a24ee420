package executor

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/shortage"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// Keep moves a run that has no directory of the sandbox. Remove does nothing for such a run, or for a nil run.
func TestKeep(t *testing.T) {
	dir, to := t.TempDir()+"/run", t.TempDir()+"/kept"
	must.Do(t, os.Mkdir(dir, 0o700))
	must.Do(t, errors.Join((*Run)(nil).Remove(), new(Run).Remove(), (&Run{Dir: dir}).Keep(to)))
	must.Get(os.Stat(to))(t)
}

// The policy of a program has the paths of the settings in addition to its own.
func TestPolicy(t *testing.T) {
	s := outcome.Settings{Sandbox: sandbox.None, AllowRead: []string{"/read"}, Hide: []string{"/roster"}}
	r := must.Get(Confined(s).Open(answers.Need{Own: []string{"/own"}}, sandbox.Policy{Hide: []string{"/other"}}))(t)
	defer r.Close()
	p := r.(*confinedRunner).policy
	expect.Equal(t, []string{"/read", "/own"}, p.Read, "readable")
	expect.Equal(t, []string{"/roster", "/other"}, p.Hide, "hidden")
	s.Sandbox, s.AllowRead = sandbox.Auto, nil
	auto := must.Get(Confined(s).Open(answers.Need{}, sandbox.Policy{}))(t)
	defer auto.Close()
	expect.Equal(t, must.Get(Mechanisms(s))(t), auto.Mechanisms(), "mechanisms")
	expect.Equal(t, sandbox.None, Unconfined(Confined(s)).Settings().Sandbox, "sandbox of tests")
}

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
						expect.Equal(t, [2]int32{1, 0}, [2]int32{alone.Add(1), inside.Load()}, "alone, and inside")
						time.Sleep(10 * time.Microsecond)
						alone.Add(-1)
						return Final
					}
					inside.Add(1)
					time.Sleep(10 * time.Microsecond)
					expect.Equal(t, 0, alone.Load(), "programs that are to be alone while another runs")
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
		l, hold := NewLimiter(0), make(chan struct{})
		first := make(chan bool)
		overlaps := func(f func()) bool { return must.Get(l.Shared(t.Context(), f))(t) }
		expect.Equal(t, false, overlaps(func() {}), "a single call overlaps")
		go func() { first <- overlaps(func() { <-hold }) }()
		synctest.Wait()
		expect.True(t, overlaps(func() {}), "a second call overlaps the first")
		hold <- struct{}{}
		expect.True(t, <-first, "the first call overlaps the second")
		expect.Equal(t, false, overlaps(func() {}), "a call overlaps calls that ended before")
		l = NewLimiter(1)
		expect.Equal(t, false, overlaps(func() { overlaps(func() {}) }), "calls with one slot overlap")
	})
}

// A call whose context has ended starts nothing, and delays no other call.
func TestLimiterCancelled(t *testing.T) {
	l := NewLimiter(1)
	ctx, cancel := context.WithCancel(t.Context())
	must.Do(t, l.Acquire(ctx))
	ended := make(chan error)
	go func() { ended <- l.Acquire(ctx) }()
	cancel()
	expect.Error(t, <-ended, context.Canceled.Error(), "the end while it waits for a slot")
	_, err := l.Shared(ctx, func() { t.Error("it is called all the same") })
	expect.Error(t, err, context.Canceled.Error())
	called := false
	_, err = l.Shared(t.Context(), func() { called = true })
	expect.True(t, err == nil && called, "a call that comes later", err, "called", called)
}

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
					expect.Equal(t, len(left) < len(c.results), alone, "try", len(c.results)-len(left), "is alone")
					if c.others && !alone {
						go l.Shared(t.Context(), func() { time.Sleep(time.Millisecond) })
					}
					time.Sleep(time.Second)
					result, left = left[0], left[1:]
					return result
				})
				expect.Equal(t, fmt.Sprint(c.want), fmt.Sprint(short))
				expect.Equal(t, c.tries, len(c.results)-len(left), "tries")
				expect.Equal(t, c.took, time.Since(begin))
			})
		})
	}
}

// Resolve waits once for a lasting shortage, not for each program, and waits again for the next shortage.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("the disk is full")
		now, l := full, NewLimiter(0)
		l.Shortage = func() error { return now }
		for i, c := range []struct {
			short error
			took  time.Duration
		}{{full, shortage.MaxWait}, {full, 0}, {nil, 0}, {full, shortage.MaxWait}} {
			begin := time.Now()
			now = c.short
			failed := errors.New("the error of a try")
			err := l.ResolveWithSlot(t.Context(), func() (Trust, error) { return RetryAlone, failed })
			expect.True(t, err == cmp.Or(c.short, failed), i, err)
			expect.Equal(t, c.took, time.Since(begin), i)
		}
	})
}

// ResolveWithSlot runs each try with a slot. It returns the error of the last try, or the shortage. It does not
// try again after the end of the context.
func TestSettle(t *testing.T) {
	l, last := NewLimiter(1), errors.New("the last one")
	l.Shortage = func() error { return nil }
	errs := []error{errors.New("the first one"), last}
	err := l.ResolveWithSlot(t.Context(), func() (Trust, error) {
		expect.Equal(t, 1, len(l.slots), "slots that are taken")
		err := errs[0]
		errs = errs[1:]
		return Discard, err
	})
	expect.Equal(t, false, err != last || len(l.slots) > 0, "found", err, "with", len(l.slots), "slots taken")
	must.Do(t, NewLimiter(0).ResolveWithSlot(t.Context(), func() (Trust, error) { return Final, nil }))
	ctx, cancel := context.WithCancel(t.Context())
	tries := 0
	short := l.Resolve(ctx, func(bool) Trust { tries++; cancel(); return Discard })
	expect.True(t, short == nil && tries == 1, short, "after", tries, "tries")
	expect.Error(t, l.ResolveWithSlot(ctx, func() (Trust, error) { return Final, nil }), context.Canceled.Error())
}

// A worker whose program has ended is kept for the next run, unless the worker is dead.
func TestIdleWorkers(t *testing.T) {
	for _, dead := range []bool{false, true} {
		r := &confinedRunner{policy: sandbox.Policy{Root: tier.TempDir(t), Mode: sandbox.None}}
		defer r.Close()
		w := must.Get(r.take())(t)
		if dead {
			w.Close()
		}
		r.keep(w)
		next := must.Get(r.take())(t)
		expect.Equal(t, !dead, next == w, "the next worker is the same after one that is dead:", dead)
		r.keep(next)
	}
}

// A task replaces the paths in all texts of an outcome.
func TestReplacePaths(t *testing.T) {
	o := sandbox.Outcome{First: []byte("/tmp/x a"), Output: []byte("b /tmp/x"), Errors: []byte("/tmp/x"), StartError: "no /tmp/x"}
	Task{Shown: func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("/tmp/x"), []byte("mine")) }}.ReplacePaths(&o)
	expect.Equal(t, "mine a|b mine|mine|no mine", fmt.Sprintf("%s|%s|%s|%s", o.First, o.Output, o.Errors, o.StartError))
}
