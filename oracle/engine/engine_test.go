package engine

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// The time for a move is a share of the clock, never all of it, and never touches the reserve.
func TestShares(t *testing.T) {
	for _, left := range []time.Duration{-time.Second, 0, time.Millisecond, 4 * time.Millisecond, 100 * time.Millisecond, time.Second, 200 * time.Second, 1e9 * time.Second} {
		for _, moves := range []int{1, 2, 10, 338} {
			soft, hard := shares(left, moves)
			expect.True(t, soft >= 0 && soft <= hard && hard <= max(0, left-left/16)/3 && hard <= max(0,
				left-5*time.Millisecond)/3, "of", left, "for", moves, "moves", soft, "and", hard)
			if left >= time.Second && (soft*time.Duration(moves) < left/5 || hard < min(6*soft, left/4)) {
				t.Errorf("of %v for %d moves: only %v and %v", left, moves, soft, hard)
			}
		}
	}
	p := Player{Overhead: 10 * time.Millisecond, Clock: func(int64) time.Duration { return 0 }}
	l := p.limits(homework.Allowance{Clock: 160 * time.Second}, 40, new(atomic.Bool))
	expect.Equal(t, []string{"2.49375s", "14.9625s"}, []string{l.soft.String(), l.hard.String()}, "the shares of the first of 40 moves")
}

// The clock is read often enough: a search ends soon after its time, also if the time for a node varies.
func TestPoll(t *testing.T) {
	for _, cost := range []func(nodes int64) time.Duration{
		func(n int64) time.Duration { return time.Duration(n) * 100 * time.Nanosecond },
		func(n int64) time.Duration { return time.Duration(n) * 20 * time.Microsecond },
		func(n int64) time.Duration { // ten times as slow after a while
			return time.Duration(n)*time.Microsecond + max(0, time.Duration(n-5000))*9*time.Microsecond
		},
	} {
		for _, hard := range []time.Duration{time.Millisecond, 30 * time.Millisecond} {
			read := 0
			l := limits{stop: new(atomic.Bool), begin: time.Hour, soft: hard / 2, hard: hard, step: 1}
			l.clock = func(n int64) time.Duration { read++; return l.begin + cost(n) }
			n := int64(1)
			for ; !l.mustStop(n); n++ {
			}
			if over := cost(n) - hard; over > hard/2+40*time.Microsecond {
				t.Errorf("ended %v after %v", over, hard)
			}
			expect.True(t, (n <= 5000 || int64(read) <= n/50) && !l.canDeepen(n) && l.canDeepen(0),
				"read the clock", read, "times in", n, "nodes, and deepens", l.canDeepen(0), "and", l.canDeepen(n))
		}
	}
}

// The interval between readings of the clock depends on the time since the last one. A search ends at its limit.
func TestIntervals(t *testing.T) {
	for passed, want := range map[time.Duration]int64{12499: 128, 12500: 64, 50000: 64, 50001: 16} {
		l := limits{stop: new(atomic.Bool), hard: 3200 * time.Microsecond, step: 64}
		l.clock = func(int64) time.Duration { return passed }
		expect.True(t, !l.mustStop(0), "it ends after", passed)
		expect.Equal(t, want, l.step, "nodes from one reading to the next, after", passed)
	}
	l := limits{stop: new(atomic.Bool), soft: 1, hard: 1, clock: func(int64) time.Duration { return 1 }}
	expect.True(t, l.mustStop(0) && !l.canDeepen(0), "the limit is part of the time that is allowed")
	for want, l := range map[int64]limits{1 << 16: {nodes: unlimited}, 7: {nodes: 7}, 5e6: {hard: time.Second}} {
		expect.Equal(t, want, l.expect(), "expected nodes")
	}
}

// A search with a limit on nodes ends at the last of them, or soon after it is stopped from outside.
func TestNodes(t *testing.T) {
	for _, maxNodes := range []int64{1, maxStep - 1, maxStep, maxStep + 1, 3*maxStep + 7} {
		l := (&Player{}).limits(homework.Allowance{Nodes: maxNodes}, 10, new(atomic.Bool))
		n := int64(1)
		for ; !l.mustStop(n); n++ {
		}
		expect.Equal(t, maxNodes, n, "nodes")
		expect.True(t, !l.canDeepen(n) && l.canDeepen(n-1), "a deeper search begins before the last node", n)
	}
	n, stop := int64(0), new(atomic.Bool)
	for l := (&Player{}).limits(homework.Allowance{Nodes: 1e9}, 10, stop); n < 10*maxStep && !l.mustStop(n); n++ {
		stop.Store(n > 2*maxStep)
	}
	expect.Equal(t, 3*maxStep, n, "the node at which it ends")
}

// The table keeps the deeper of two positions in a bucket, and gives way to a later search.
func TestTable(t *testing.T) {
	tab := newTable(0)
	tab.age = 1
	const key, same, third = 1 << 60, 1<<60 + 1, 1<<60 + 2
	depth := func(key uint64) int {
		if e := tab.find(key); e != nil {
			return int(e.depth)
		}
		return -1
	}
	tab.store(key, 5, 10, exact, 3)
	tab.store(same, 2, 20, atLeast, 4)
	tab.store(third, 3, 30, atMost, 70_000)
	expect.Equal(t, [3]int{5, -1, 3}, [3]int{depth(key), depth(same), depth(third)}, "the depths of the deepest and the last")
	if e := tab.find(third); e.best() != noMove || e.decides(3, 29, 31) || !e.decides(3, 30, 31) || e.decides(4, 30, 31) {
		t.Errorf("%+v: an upper bound of 30, at depth 3, without a move", *e)
	}
	e := tab.find(key)
	expect.True(t, e.best() == 3 && e.decides(5, -100, 100), "the value 10 at depth 5, by move 3", *e)
	tab.age++
	tab.store(same, 1, 20, exact, 4)
	expect.Equal(t, [3]int{5, 1, -1}, [3]int{depth(key), depth(same), depth(third)}, "the depths after a new search")
}

// The history of a side grows with the numbers of its moves, up to a maximum. Large values are halved.
func TestHistory(t *testing.T) {
	s := searcher{memory: new(memory)}
	s.recordCut(new(level), 0, 1<<16, 1)
	s.recordCut(new(level), 1, 0, 2)
	s.recordCut(new(level), 1, 1, 3)
	expect.Equal(t, [2][]int32{nil, {4, 9}}, s.history)
	s.recordCut(new(level), 0, 1<<16-1, 64)
	expect.Equal(t, int32(maxHistory), s.history[0][1<<16-1], "at the maximum")
}

// Seconds returns no more time than is left.
func TestSeconds(t *testing.T) {
	for left, want := range map[time.Duration]string{
		-time.Second: "0.000", 0: "0.000", 999 * time.Microsecond: "0.000", 1999999 * time.Microsecond: "1.999", 2 * time.Second: "2.000", 300 * time.Second: "300.000",
	} {
		expect.Equal(t, want, Seconds(left), "of", left, "it tells")
	}
}
