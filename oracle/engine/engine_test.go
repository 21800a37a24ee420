package engine

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// pile is a game for tests: each side in turn takes one, two or three stones, and the last one wins a point
// for each stone it took at once. A side that takes exactly two moves again.
type pile struct {
	stones, score int32
	foe           bool
}

type pileRules struct{}

func (pileRules) Moves(dst []search.Move, s *pile, _ *search.Notes) []search.Move {
	for m := int32(1); m <= min(3, s.stones); m++ {
		dst = append(dst, search.Move(m))
	}
	return dst
}

func (pileRules) Play(dst, src *pile, m search.Move) search.Turn {
	*dst = *src
	if dst.stones -= int32(m); dst.stones == 0 {
		if dst.score = int32(m); src.foe {
			dst.score = -dst.score
		}
	}
	if m == 2 {
		return search.Again
	}
	dst.foe = !src.foe
	return search.Next
}

func (pileRules) Eval(s *pile) int32 { return s.score }

func (r pileRules) Board(root *pile) Board {
	return NewStack(r, root, Tactics[pile]{
		Key: func(s *pile) uint64 {
			key := Hash(uint64(s.stones), uint64(uint32(s.score)))
			if s.foe {
				return key ^ 1
			}
			return key
		},
		MaxMovesLeft: func(s *pile) int { return int(s.stones) },
	})
}

// Each agent returns a whole legal turn, with the moves after moves that give another, and the reference
// finds the best one.
func TestTurns(t *testing.T) {
	for stones := int32(1); stones < 15; stones++ {
		for _, agent := range []homework.Agent{
			{Kind: homework.Reference}, {Kind: homework.Greedy}, {Kind: homework.Minimax, Depth: 2}, {Kind: homework.AlphaBeta, Depth: 3},
			{Kind: homework.Random, Rand: random.New(1)},
		} {
			root := pile{stones: stones}
			line, found, err := Choose(t.Context(), pileRules{}, &root, agent, homework.Allowance{Nodes: 100_000})
			if err != nil || len(line) == 0 {
				t.Fatalf("%d stones, %s: %v, %v", stones, agent.Kind, line, err)
			}
			s, turn := root, search.Again
			for i, m := range line {
				if turn != search.Again || !slices.Contains(pileRules{}.Moves(nil, &s, nil), m) {
					t.Fatalf("%d stones, %s: %v is not legal at %d", stones, agent.Kind, line, i)
				}
				src := s
				turn = pileRules{}.Play(&s, &src, m)
			}
			if turn == search.Again && s.stones > 0 {
				t.Errorf("%d stones, %s: %v does not end the turn", stones, agent.Kind, line)
			}
			if agent.Kind == homework.Reference {
				if want := Exact(pileRules{}.Board(&root), int(stones), false); found.Value != want || found.Depth != int(stones) {
					t.Errorf("%d stones: value %d at depth %d, want %d at %d", stones, found.Value, found.Depth, want, stones)
				}
			}
		}
	}
}

// A search that is cancelled ends at once, with a turn and the reason.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	root := pile{stones: 1000}
	line, found, err := Choose(ctx, pileRules{}, &root, homework.Agent{Kind: homework.Reference}, homework.Allowance{Clock: time.Hour})
	if err == nil || len(line) == 0 || found.Nodes > maxStep {
		t.Errorf("%v, %d nodes, %v", line, found.Nodes, err)
	}
}

// The time for a move is a share of the clock, never all of it, and never touches the reserve.
func TestShares(t *testing.T) {
	for _, left := range []time.Duration{-time.Second, 0, time.Millisecond, 4 * time.Millisecond, 100 * time.Millisecond, time.Second, 200 * time.Second, 1e9 * time.Second} {
		for _, moves := range []int{1, 2, 10, 338} {
			soft, hard := shares(left, moves)
			if soft < 0 || soft > hard || hard > max(0, left-left/16)/3 || hard > max(0, left-5*time.Millisecond)/3 {
				t.Errorf("of %v for %d moves: %v and %v", left, moves, soft, hard)
			}
			if left >= time.Second && soft*time.Duration(moves) < left/5 {
				t.Errorf("of %v for %d moves: only %v", left, moves, soft)
			}
		}
	}
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
			l := limits{stop: new(atomic.Bool), hard: hard, step: 1, clock: func(n int64) time.Duration { read++; return cost(n) }}
			n := int64(1)
			for ; !l.mustStop(n); n++ {
			}
			if over := cost(n) - hard; over > hard/2+40*time.Microsecond {
				t.Errorf("ended %v after %v", over, hard)
			}
			if n > 10_000 && int64(read) > n/20 {
				t.Errorf("read the clock %d times in %d nodes", read, n)
			}
		}
	}
}

// A search with a limit on nodes ends at the last of them, not at the next check of the clock.
func TestNodes(t *testing.T) {
	for _, maxNodes := range []int64{1, maxStep - 1, maxStep, maxStep + 1, 3*maxStep + 7} {
		l := (&Player{}).limits(homework.Allowance{Nodes: maxNodes}, 10, new(atomic.Bool))
		n := int64(1)
		for ; !l.mustStop(n); n++ {
		}
		if n != maxNodes || l.canDeepen(n) || !l.canDeepen(n-1) {
			t.Errorf("of %d nodes, %d were searched", maxNodes, n)
		}
	}
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
	if depth(key) != 5 || depth(same) != -1 || depth(third) != 3 {
		t.Errorf("depths %d, %d, %d; want the deepest and the last", depth(key), depth(same), depth(third))
	}
	if e := tab.find(third); e.best() != noMove || e.decides(3, 29, 31) || !e.decides(3, 30, 31) || e.decides(4, 30, 31) {
		t.Errorf("%+v: an upper bound of 30, at depth 3, without a move", *e)
	}
	if e := tab.find(key); e.best() != 3 || !e.decides(5, -100, 100) {
		t.Errorf("%+v: the value 10 at depth 5, by move 3", *e)
	}
	tab.age++
	tab.store(same, 1, 20, exact, 4)
	if depth(same) != 1 || depth(key) != 5 || depth(third) != -1 {
		t.Errorf("after a new search: depths %d, %d, %d", depth(key), depth(same), depth(third))
	}
}

// Seconds returns no more time than is left.
func TestSeconds(t *testing.T) {
	for left, want := range map[time.Duration]string{
		-time.Second: "0.000", 0: "0.000", 999 * time.Microsecond: "0.000", 1999999 * time.Microsecond: "1.999", 2 * time.Second: "2.000", 300 * time.Second: "300.000",
	} {
		expect.Equal(t, want, Seconds(left), "of", left, "it tells")
	}
}
