package search_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// solve gives the answer's files and notes.
func solve(t *testing.T, p homework.Problem, how homework.Options) (homework.Memory, homework.Notes) {
	t.Helper()
	files := homework.Memory{}
	notes, err := p.Solve(context.Background(), how, files)
	if err != nil {
		t.Fatal(err)
	}
	return files, notes
}

// A shared search writes the plain one's bytes, finds its move and notes what it
// notes, whatever the number of helpers and the sizes of units and buffers.
func TestSharedIsPlain(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 30
	}
	for _, a := range []*homework.Assignment{&squirrel.Assignment, &reversi.Assignment, &mancala.Assignment, &mapcolor.Assignment} {
		r := random.New(1)
		parted := 0
		for range n {
			p := a.Generator.Small(r)
			how := homework.Options{Optional: r.Between(0, 1) == 1}
			want, notes := solve(t, p, how)
			if notes.Parted {
				parted++
			}
			for _, helpers := range []int{0, 1, 3} {
				unit, size := float64(r.Between(1, 300)), r.Between(1, 2000)
				t.Run("", func(t *testing.T) {
					search.Share(t, helpers, unit, size)
					got, again := solve(t, p, how)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("%d helpers, units of %v rows, buffers of %d bytes (-want +got):\n%s\non the input\n%v", helpers, unit, size, diff, p)
					}
					if diff := cmp.Diff(notes, again); diff != "" {
						t.Fatalf("%d helpers, units of %v rows (-want +got):\n%s\non the input\n%v", helpers, unit, diff, p)
					}
				})
			}
		}
		t.Logf("%s: %d of %d searches met a state on which editions part", a.Name, parted, n)
	}
}

// wide is a game without an end for several goroutines. Every fifth move gives an
// extra turn. It counts the moves played.
type wide struct{ plays *atomic.Int64 }

func newWide() wide { return wide{new(atomic.Int64)} }

func (wide) Moves(dst []search.Move, s *uint32) []search.Move {
	return append(dst, 0, 1, 2, 3)[:2+*s>>7%3]
}

func (g wide) Play(dst, src *uint32, m search.Move) search.Turn {
	g.plays.Add(1)
	*dst = (*src+uint32(m)+1)*2654435761 ^ *src>>3
	if *dst>>20%5 == 0 {
		return search.Again
	}
	return search.Next
}

func (wide) Eval(s *uint32) int32 { return int32(*s>>16%64) - 32 }

func (g wide) Copy() search.Sharable[uint32] { return g }
func (wide) Merge(search.Sharable[uint32])   {}

// alone is a game that is not sharable.
type alone struct{ search.Rules[uint32] }

// searchWide gives what a search finds, its log and the moves that it played.
func searchWide(t *testing.T, root uint32, limit int, prune bool) (search.Result, string, int64) {
	t.Helper()
	files, plays := homework.Memory{}, new(atomic.Int64)
	log, err := trace.Begin(files, "log", homework.Size{}, &trace.Minimax, label)
	if err != nil {
		t.Fatal(err)
	}
	found, err := search.Run(context.Background(), wide{plays}, &root, search.Params{Limit: limit, Prune: prune, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Finish(nil); err != nil {
		t.Fatal(err)
	}
	return found, string(files["log"]), plays.Load()
}

// The value, the whole line of extra turns and the log are those of the plain
// search. That the search was shared shows in the moves: the helpers play those of
// the top again.
func TestSharedResult(t *testing.T) {
	chains, roots := 0, uint32(60)
	if testing.Short() {
		roots = 20
	}
	for root := range roots {
		prune := root%2 == 1
		root = root*40503 + 1
		want, wantLog, wantPlays := searchWide(t, root, 5, prune)
		if len(want.Line) > 1 {
			chains++
		}
		for _, helpers := range []int{0, 1, 3} {
			t.Run("", func(t *testing.T) {
				search.Share(t, helpers, 20, 500)
				got, log, plays := searchWide(t, root, 5, prune)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("root %d, %d helpers (-want +got):\n%s", root, helpers, diff)
				}
				if log != wantLog {
					t.Errorf("root %d, %d helpers: another log", root, helpers)
				}
				if plays <= wantPlays {
					t.Errorf("root %d, %d helpers: %d moves played, want more than the %d of the plain search", root, helpers, plays, wantPlays)
				}
			})
		}
	}
	if chains < int(roots)/12 {
		t.Errorf("the root player had an extra turn in %d searches only", chains)
	}
}

// Short searches and those whose rules are not sharable stay plain.
func TestNotShared(t *testing.T) {
	_, _, plays := searchWide(t, 1, 4, false)
	for _, sharable := range []bool{true, false} {
		if !sharable { // but told to share all that may be
			search.Share(t, 2, 50, 500)
		}
		root, again := uint32(1), new(atomic.Int64)
		log, err := trace.Begin(homework.Memory{}, "log", homework.Size{}, &trace.Minimax, label)
		if err != nil {
			t.Fatal(err)
		}
		var rules search.Rules[uint32] = wide{again}
		if !sharable {
			rules = alone{rules}
		}
		if _, err := search.Run(context.Background(), rules, &root, search.Params{Limit: 4, Log: log}); err != nil {
			t.Fatal(err)
		}
		if again.Load() != plays {
			t.Errorf("%d moves played, want %d", again.Load(), plays)
		}
	}
}

// A shared search ends early as a plain one does, and leaves no goroutine.
func TestSharedEnds(t *testing.T) {
	full := errors.New("the disk is full")
	over, cancelOver := context.WithCancel(context.Background())
	cancelOver()
	for _, helpers := range []int{0, 1, 3} {
		search.Share(t, helpers, 1000, 4000)
		ctx, cancel := context.WithCancel(context.Background())
		for _, c := range []struct {
			name string
			ctx  context.Context
			sink *stopper
			want error
		}{
			{"refused", context.Background(), &stopper{at: 3, do: func() error { return full }}, full},
			{"cancelled", ctx, &stopper{at: 3, do: func() error { cancel(); return nil }}, context.Canceled},
			{"over before it began", over, new(stopper), context.Canceled},
		} {
			before := runtime.NumGoroutine()
			log, err := trace.Begin(c.sink, "log", homework.Size{}, &trace.Minimax, label)
			if err != nil {
				t.Fatal(err)
			}
			root := uint32(1)
			found, err := search.Run(c.ctx, wide{new(atomic.Int64)}, &root, search.Params{Limit: 40, Log: log})
			if diff := cmp.Diff(search.Result{}, found); !errors.Is(err, c.want) || diff != "" {
				t.Errorf("%s, %d helpers: error %v, want %v (-want +got):\n%s", c.name, helpers, err, c.want, diff)
			}
			for wait := 0; runtime.NumGoroutine() > before; wait++ { // a write may be under way
				if wait == 1000 {
					t.Fatalf("%s, %d helpers: %d goroutines, %d before", c.name, helpers, runtime.NumGoroutine(), before)
				}
				time.Sleep(time.Millisecond)
			}
		}
		cancel()
	}
}
