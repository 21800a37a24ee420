package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// A number is a result.
type number int

func (n number) ID() Key { return NewKey("number", int(n)) }

// A memory is a store of numbers. It fails on the number 13.
type memory struct {
	kept map[Key]int // how often each was stored
	all  []number
}

var errUnlucky = errors.New("thirteen")

func newMemory(known ...number) *memory {
	m := &memory{kept: map[Key]int{}}
	for _, n := range known {
		m.kept[n.ID()]++
	}
	return m
}

func (m *memory) Has(k Key) bool { return m.kept[k] > 0 }

func (m *memory) Append(n number) error {
	if n == 13 {
		return errUnlucky
	}
	m.kept[n.ID()]++
	m.all = append(m.all, n)
	return nil
}

// numbers is a group of units that take a second each, with a log of its calls.
type numbers struct {
	Group[number]
	events    []string
	busy, max atomic.Int32
}

func newNumbers(from, to number, do func(n number) error) *numbers {
	g := &numbers{}
	note := func(format string, args ...any) { g.events = append(g.events, fmt.Sprintf(format, args...)) }
	for n := from; n < to; n++ {
		g.Units = append(g.Units, Unit[number]{Key: n.ID(), Do: func(ctx context.Context) (number, error) {
			g.max.Store(max(g.max.Load(), g.busy.Add(1)))
			defer g.busy.Add(-1)
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
				return 0, ctx.Err()
			}
			if do != nil {
				return n, do(n)
			}
			return n, nil
		}})
	}
	g.Skipped = func(n int) { note("skipped %d", n) }
	g.Failed = func(err error) { note("failed: %s", strings.SplitN(err.Error(), "\n", 2)[0]) }
	g.Close = func() error { note("closed"); return nil }
	return g
}

// groups returns the groups of several numbers.
func groups(all ...*numbers) (found []*Group[number]) {
	for _, g := range all {
		found = append(found, &g.Group)
	}
	return found
}

// All does each unit that is not known once, at most n at a time. A failure or a panic stops no other unit.
func TestAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newNumbers(0, 10, func(n number) error {
			switch n {
			case 3:
				panic("three")
			case 4:
				return errors.New("four")
			}
			return nil
		})
		store := newMemory(7)
		must.Do(t, All(t.Context(), store, 4, groups(g)))
		slices.Sort(store.all)
		expect.Equal(t, []number{0, 1, 2, 5, 6, 8, 9}, store.all, "stored")
		slices.Sort(g.events)
		expect.Equal(t, []string{"closed", "failed: four", "failed: panic: three"}, g.events)
		expect.Equal(t, 4, g.max.Load(), "units at a time")
	})
}

// A canceled call keeps the results that have arrived, and ends its units and closes its groups.
func TestAllCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		all, store := []*numbers{newNumbers(0, 10, nil), newNumbers(10, 20, nil), newNumbers(20, 30, nil)}, newMemory()
		expect.True(t, errors.Is(All(ctx, store, 3, groups(all...)), context.DeadlineExceeded), "canceled")
		expect.Equal(t, 6, len(store.all), "results")
		for _, g := range all {
			expect.Equal(t, []string{"closed"}, g.events)
			expect.Equal(t, 0, g.busy.Load(), "units that go on")
		}
	})
}

// An error of the store ends the call.
func TestAllStoreFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, store := newNumbers(0, 20, nil), newMemory()
		expect.True(t, errors.Is(All(t.Context(), store, 2, groups(g)), errUnlucky), "the store's error")
		expect.Equal(t, 0, g.busy.Load(), "units that go on")
		expect.True(t, len(store.all) <= 14, "stored", store.all)
		expect.Equal(t, []string{"closed"}, g.events)
	})
}

// A group opens before its first unit, and the others of its units wait for that. At most n groups are open.
func TestAllOpens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var open, maxOpen atomic.Int32
		var all []*numbers
		for i := range 5 {
			g := newNumbers(number(20+3*i), number(23+3*i), nil)
			g.Open = func(context.Context) ([]number, error) {
				maxOpen.Store(max(maxOpen.Load(), open.Add(1)))
				time.Sleep(time.Duration(10*(5-i)) * time.Second)
				expect.Equal(t, 0, g.busy.Load(), "units that run while the group opens")
				return nil, nil
			}
			g.Close = func() error { open.Add(-1); return nil }
			all = append(all, g)
		}
		store := newMemory()
		must.Do(t, All(t.Context(), store, 2, groups(all...)))
		expect.Equal(t, [2]int32{2, 0}, [2]int32{maxOpen.Load(), open.Load()}, "groups open, and at the end")
		expect.Equal(t, 15, len(store.all), "results")
	})
}

// If Open has results of its own or fails, no unit of the group runs. A group whose units are all known does not
// open.
func TestAllOpenDecides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		found := newNumbers(0, 3, nil)
		found.Open = func(context.Context) ([]number, error) { return []number{100, 101}, nil }
		failed := newNumbers(3, 6, nil)
		failed.Open = func(context.Context) ([]number, error) { return nil, errors.New("no room") }
		known := newNumbers(7, 9, nil)
		known.Open = func(context.Context) ([]number, error) { panic("it is known") }
		store := newMemory(7, 8)
		must.Do(t, All(t.Context(), store, 1, groups(found, failed, known)))
		expect.Equal(t, []number{100, 101}, store.all, "stored")
		for i, want := range [][]string{{"skipped 3", "closed"}, {"failed: no room", "skipped 3", "closed"}, nil} {
			expect.Equal(t, want, []*numbers{found, failed, known}[i].events, "events of group", i)
		}
	})
}

// A unit that is not needed any more is skipped, also in a group that has not opened yet. A group whose last
// units are skipped closes at once, before the next one opens.
func TestAllSkips(t *testing.T) {
	for last, want := range map[int][]number{5: {0, 1, 5, 20}, -1: {0, 1, 20}} {
		synctest.Test(t, func(t *testing.T) {
			first, second, third := newNumbers(0, 6, nil), newNumbers(6, 9, nil), newNumbers(20, 21, nil)
			second.Open = func(context.Context) ([]number, error) { panic("nothing is left") }
			done := 0
			first.Stored = func(number) { done++ }
			for _, g := range []*numbers{first, second} {
				for i := range g.Units {
					g.Units[i].Skip = func() bool { return done >= 2 && i != last }
				}
			}
			store := newMemory()
			must.Do(t, All(t.Context(), store, 1, groups(first, second, third)))
			expect.Equal(t, want, store.all, "stored")
			expect.Equal(t, []string{fmt.Sprint("skipped ", 7-len(want)), "closed"}, first.events)
			expect.Equal(t, []string{"skipped 3"}, second.events)
		})
	}
}

// A group whose first unit never ends does not delay the others, and a serial group runs one unit at a time.
func TestAllIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := newNumbers(0, 4, func(number) error { time.Sleep(time.Minute); return nil })
		slow.Serial = true
		quick, other := newNumbers(20, 24, nil), newNumbers(30, 34, nil)
		store := newMemory()
		must.Do(t, All(t.Context(), store, 2, groups(slow, quick, other)))
		expect.Equal(t, []number{20, 21, 22, 23, 30, 31, 32, 33, 0, 1, 2, 3}, store.all, "stored")
		expect.Equal(t, 1, slow.max.Load(), "units of the serial group at a time")
		first, second := newNumbers(40, 50, nil), newNumbers(50, 60, nil)
		must.Do(t, All(t.Context(), store, 2, groups(first, second)))
		expect.Equal(t, 1, first.max.Load(), "units of the first of two groups at a time")
	})
}

// Each starts no more calls once a call has failed or the context is done. Its error is the error of the
// first failed call, in order.
func TestEach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun, maxBusy, busy atomic.Int32
		do := func(i int) error {
			maxBusy.Store(max(maxBusy.Load(), busy.Add(1)))
			defer busy.Add(-1)
			begun.Add(1)
			time.Sleep(time.Second)
			if i == 4 || i == 5 {
				return fmt.Errorf("failed in %d", i)
			}
			return nil
		}
		must.Do(t, Each(t.Context(), 3, 4, do))
		expect.Equal(t, [2]int32{4, 3}, [2]int32{begun.Load(), maxBusy.Load()}, "calls, and calls at a time")
		begun.Store(0)
		expect.Equal(t, "failed in 4", fmt.Sprint(Each(t.Context(), 2, 100, do)))
		expect.True(t, begun.Load() <= 7, "calls after a failure", begun.Load())
		begun.Store(0)
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		expect.True(t, errors.Is(Each(ctx, 2, 100, do), context.DeadlineExceeded), "the error of ctx")
		expect.Equal(t, 4, begun.Load(), "calls after the end")
	})
}

// A panic of a call is an error of Each, which the caller survives.
func TestEachPanics(t *testing.T) {
	err := Each(t.Context(), 2, 3, func(int) error { panic("it is broken") })
	expect.Equal(t, false, err == nil || !strings.HasPrefix(err.Error(), "panic: it is broken\n"), "found", err)
}
