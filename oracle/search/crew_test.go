package search_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// minimax draws an input of a game whose long minimax logs are shared out.
func minimax(assignment string, r *gen.Rand) homework.Problem {
	p := gen.Small(assignment, r)
	switch in := p.(type) {
	case *squirrel.Input:
		in.Players = in.Players[:1]
		in.Players[0].Algorithm = squirrel.Minimax
	case *mancala.Input:
		in.Task = mancala.Minimax
		in.CutOff = min(max(in.CutOff, 1), 4)
	}
	return p
}

func solve(t *testing.T, p homework.Problem, how homework.Options) homework.Memory {
	t.Helper()
	files := homework.Memory{}
	if _, err := p.Solve(context.Background(), how, files); err != nil {
		t.Fatal(err)
	}
	return files
}

// A shared search writes the plain one's bytes and finds its move, whatever the
// number of workers and the sizes of units and buffers.
func TestSharedIsPlain(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 30
	}
	for _, assignment := range []string{"squirrel", "mancala"} {
		r := gen.NewRand(1)
		for range n {
			p := minimax(assignment, r)
			how := homework.Options{Optional: r.Between(0, 1) == 1}
			want := solve(t, p, how)
			for _, workers := range []int{1, 2, 4} {
				unit, size := float64(r.Between(1, 1000)), r.Between(1, 2000)
				t.Run("", func(t *testing.T) {
					search.Share(t, workers, unit, size)
					if diff := cmp.Diff(want, solve(t, p, how)); diff != "" {
						t.Fatalf("%d workers, units of %v rows, buffers of %d bytes (-want +got):\n%s\non the input\n%v", workers, unit, size, diff, p)
					}
				})
			}
		}
	}
}

// wide is a game without an end for several goroutines. Every fifth move gives an
// extra turn. It counts the moves played.
type wide struct{ plays *atomic.Int64 }

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

// searchWide gives what a search finds, its log and the moves that it played.
func searchWide(t *testing.T, root uint32, limit int) (search.Result, string, int64) {
	t.Helper()
	files, plays := homework.Memory{}, new(atomic.Int64)
	log, err := trace.Begin(files, "log", homework.Size{}, &trace.Minimax, label)
	if err != nil {
		t.Fatal(err)
	}
	found, err := search.Run(context.Background(), wide{plays}, &root, search.Params{Limit: limit, Log: log, Shared: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Finish(nil); err != nil {
		t.Fatal(err)
	}
	return found, string(files["log"]), plays.Load()
}

// The value, the whole line of extra turns and the log are those of the plain
// search. That the search was shared shows in the moves: the workers play those of
// the top again.
func TestSharedResult(t *testing.T) {
	chains := 0
	for root := range uint32(60) {
		root = root*40503 + 1
		want, wantLog, wantPlays := searchWide(t, root, 5)
		if len(want.Line) > 1 {
			chains++
		}
		for _, workers := range []int{1, 2, 4} {
			t.Run("", func(t *testing.T) {
				search.Share(t, workers, 50, 500)
				got, log, plays := searchWide(t, root, 5)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("root %d, %d workers (-want +got):\n%s", root, workers, diff)
				}
				if log != wantLog {
					t.Errorf("root %d, %d workers: another log", root, workers)
				}
				if plays <= wantPlays {
					t.Errorf("root %d, %d workers: %d moves played, want more than the %d of the plain search", root, workers, plays, wantPlays)
				}
			})
		}
	}
	if chains < 5 {
		t.Errorf("the root player had an extra turn in %d searches only", chains)
	}
}

// Short searches and those whose rules are not shared stay plain.
func TestNotShared(t *testing.T) {
	_, _, plays := searchWide(t, 1, 4)
	for _, shared := range []bool{false, true} {
		if !shared { // but told to share all that may be
			search.Share(t, 2, 50, 500)
		}
		root, again := uint32(1), new(atomic.Int64)
		log, err := trace.Begin(homework.Memory{}, "log", homework.Size{}, &trace.Minimax, label)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := search.Run(context.Background(), wide{again}, &root, search.Params{Limit: 4, Log: log, Shared: shared, Prune: shared}); err != nil {
			t.Fatal(err)
		}
		if again.Load() > plays {
			t.Errorf("%d moves played, want at most %d", again.Load(), plays)
		}
	}
}

// A shared search ends early as a plain one does, and leaves no goroutine.
func TestSharedEnds(t *testing.T) {
	full := errors.New("the disk is full")
	over, cancelOver := context.WithCancel(context.Background())
	cancelOver()
	for _, workers := range []int{1, 2, 4} {
		search.Share(t, workers, 1000, 4000)
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
			found, err := search.Run(c.ctx, wide{new(atomic.Int64)}, &root, search.Params{Limit: 40, Log: log, Shared: true})
			if diff := cmp.Diff(search.Result{}, found); !errors.Is(err, c.want) || diff != "" {
				t.Errorf("%s, %d workers: error %v, want %v (-want +got):\n%s", c.name, workers, err, c.want, diff)
			}
			for wait := 0; runtime.NumGoroutine() > before; wait++ { // a write may be under way
				if wait == 1000 {
					t.Fatalf("%s, %d workers: %d goroutines, %d before", c.name, workers, runtime.NumGoroutine(), before)
				}
				time.Sleep(time.Millisecond)
			}
		}
		cancel()
	}
}
