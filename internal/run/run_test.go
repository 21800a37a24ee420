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

// Each item is in exactly one of the shards, whose sizes differ by one at most.
func TestShards(t *testing.T) {
	const items = 23
	for n := 1; n <= 30; n++ {
		in := make([]int, items)
		for i := 1; i <= n; i++ {
			s := Shard{i, n}
			has := 0
			for item := range items {
				if s.Has(item) {
					in[item]++
					has++
				}
			}
			expect.Equal(t, fmt.Sprintf("shard %d of %d", i, n), s.String())
			expect.Equal(t, s.Of(items), has, s)
			expect.True(t, has >= items/n && has <= items/n+1, s, "has a fair part", has)
		}
		for item, shards := range in {
			expect.Equal(t, 1, shards, "shards with item", item, "of", n)
		}
	}
	expect.True(t, Shard{}.Has(5) && Shard{}.Of(items) == items && Shard{}.String() == "", "all")
}

// The first difference is named.
func TestDiffering(t *testing.T) {
	for want, parts := range map[string][]Part{
		"": {{"a", 1, 1}, {"b", []int{2}, []int{2}}}, "a": {{"a", 1, 2}, {"b", 1, 2}}, "b": {{"a", 1, 1}, {"b", 1, 2}, {"c", 1, 2}}, "c": {{"a", 1, 1}, {"c", []int{1}, []int(nil)}},
	} {
		expect.Equal(t, want, Differing(parts...), parts)
	}
}

// A key is of its kind and of each thing that decides the result, in order.
func TestNewKey(t *testing.T) {
	seen := map[Key]int{}
	for i, k := range []Key{
		NewKey("run"), NewKey("build"), NewKey("run", "a"), NewKey("build", "a"), NewKey("run", "a", "b"), NewKey("run", "b", "a"), NewKey("run", "ab"),
		NewKey("run", []string{"a", "b"}), NewKey("run", 1), NewKey("run", "1"),
	} {
		before, known := seen[k]
		expect.Equal(t, false, known, "keys", before, "and", i, "are the same")
		seen[k] = i
	}
	expect.Equal(t, NewKey("run", "a", 1), NewKey("run", "a", 1), "key of the same")
}

func TestParseShard(t *testing.T) {
	slurm := "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=8 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=8"
	for _, c := range []struct {
		text, environment string
		want              Shard
		found             string // or a part of the error
	}{
		{"", slurm, Shard{}, ""}, {"2/8", slurm, Shard{2, 8}, ""}, {"1/1", "", Shard{1, 1}, ""},
		{"auto", slurm, Shard{3, 8}, "SLURM_ARRAY_TASK_ID of Slurm"},
		{"auto/8", slurm, Shard{3, 8}, "SLURM_ARRAY_TASK_ID of Slurm"},
		{"auto", strings.NewReplacer("MIN=1", "MIN=0", "MAX=8", "MAX=7").Replace(slurm), Shard{4, 8}, "SLURM_ARRAY_TASK_ID of Slurm"},
		{"auto/9", "JOB_COMPLETION_INDEX=0", Shard{1, 9}, "JOB_COMPLETION_INDEX of Kubernetes"},
		{"auto/9", "JOB_COMPLETION_INDEX=8", Shard{9, 9}, "JOB_COMPLETION_INDEX of Kubernetes"},
		{"auto", "CI_NODE_INDEX=4 CI_NODE_TOTAL=4", Shard{4, 4}, "CI_NODE_INDEX of GitLab"},
		{"auto", "TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=5", Shard{1, 5}, "TEST_SHARD_INDEX of Bazel"},
		{"auto/32", "PARALLEL_SEQ=32", Shard{32, 32}, "PARALLEL_SEQ of GNU parallel"},
		{"auto", "CI_NODE_TOTAL=1", Shard{}, "found none: SLURM_ARRAY_TASK_ID of Slurm, JOB_COMPLETION_INDEX of Kubernetes, " +
			"CI_NODE_INDEX of GitLab, TEST_SHARD_INDEX of Bazel, PARALLEL_SEQ of GNU parallel"},
		{"auto", slurm + " PARALLEL_SEQ=1", Shard{}, "found SLURM_ARRAY_TASK_ID of Slurm and PARALLEL_SEQ of GNU parallel; give --shard I/N"},
		{"auto/9", slurm, Shard{}, "want 9 shards as in --shard auto/9, found SLURM_ARRAY_TASK_COUNT=8"},
		{"auto", "SLURM_ARRAY_TASK_ID=3", Shard{}, "want the variable SLURM_ARRAY_TASK_COUNT, found none"},
		{"auto", strings.NewReplacer("MIN=1", "MIN=3", "MAX=8", "MAX=3", "COUNT=8", "COUNT=1").Replace(slurm), Shard{}, "found 1 tasks from 3 to 3"},
		{"auto", strings.NewReplacer("ID=3", "ID=1", "MAX=8", "MAX=1", "COUNT=8", "COUNT=1").Replace(slurm), Shard{}, "found 1 tasks from 1 to 1"},
		{"auto", strings.NewReplacer("COUNT=8", "COUNT=4").Replace(slurm), Shard{}, "found 4 tasks from 1 to 8"},
		{"auto", strings.NewReplacer("MIN=1", "MIN=2", "MAX=8", "MAX=9").Replace(slurm), Shard{}, "found 8 tasks from 2 to 9"},
		{"auto", "JOB_COMPLETION_INDEX=0", Shard{}, "want --shard auto/N"},
		{"auto", "PARALLEL_SEQ=1", Shard{}, "want --shard auto/N"},
		{"auto/2", "PARALLEL_SEQ=3", Shard{}, "PARALLEL_SEQ: want a number from 1 to 2, found 3"},
		{"auto/2", "JOB_COMPLETION_INDEX=2", Shard{}, "JOB_COMPLETION_INDEX: want a number from 0 to 1, found 2"},
		{"auto", "CI_NODE_INDEX=x CI_NODE_TOTAL=2", Shard{}, `CI_NODE_INDEX: want a number, found "x"`},
		{"0/8", "", Shard{}, "want --shard I/N"}, {"9/8", "", Shard{}, "want --shard I/N"},
		{"2", "", Shard{}, "want --shard I/N"}, {"2/", "", Shard{}, "want --shard I/N"},
		{"auto/0", slurm, Shard{}, "want --shard I/N"}, {"auto/x", slurm, Shard{}, "want --shard I/N"},
	} {
		environment := map[string]string{}
		for _, one := range strings.Fields(c.environment) {
			name, value, _ := strings.Cut(one, "=")
			environment[name] = value
		}
		got, found, err := ParseShard(c.text, func(name string) (string, bool) {
			value, ok := environment[name]
			return value, ok
		})
		expect.Equal(t, c.want, got, c.text, c.environment)
		if c.want.N == 0 && c.found != "" {
			expect.Error(t, err, c.found, c.text, c.environment)
		} else {
			expect.Equal(t, c.found+"<nil>", found+fmt.Sprint(err), c.text, c.environment)
		}
	}
}
