package parallel_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math/bits"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/search/parallel"
	"github.com/touchstone-suite/touchstone/oracle/search/searchtest"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// solve returns the answer's files and notes.
func solve(t *testing.T, p homework.Problem, how homework.Options) (output.Memory, homework.Notes) {
	t.Helper()
	files := output.Memory{}
	notes := must.Get(p.Solve(context.Background(), how, files))(t)
	return files, notes
}

// A search by several goroutines writes the same bytes, finds the same move and records the same notes as the
// plain search, for every number of goroutines and every size of units and buffers.
func TestParallelIsPlain(t *testing.T) {
	n := effort.Of(30, 150, 2000)
	for _, a := range oracle.Assignments() {
		r := random.New(1)
		parted := 0
		for range n {
			p := a.Generator.Small(r)
			how := homework.Options{}
			if r.Between(0, 1) == 1 {
				how.Optional = a.Optional
			}
			want, notes := solve(t, p, how)
			if notes.EditionsDiffer {
				parted++
			}
			for _, workers := range []int{0, 1, 3} {
				unit, size := float64(r.Between(1, 300)), r.Between(1, 2000)
				t.Run("", func(t *testing.T) {
					parallel.Share(t, workers, unit, size)
					got, again := solve(t, p, how)
					if !maps.EqualFunc(want, got, bytes.Equal) {
						t.Fatalf("%d workers, units of %v rows, buffers of %d bytes (-want +got):\n%s\non the input\n%v", workers, unit, size, cmp.Diff(want, got), p)
					}
					if diff := cmp.Diff(notes, again); diff != "" {
						t.Fatalf("%d workers, units of %v rows (-want +got):\n%s\non the input\n%v", workers, unit, diff, p)
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

func (wide) Moves(dst []search.Move, s *uint32, _ *search.Notes) []search.Move {
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

// run returns the result of a search, and its log.
func run(t *testing.T, rules search.Rules[uint32], root uint32, p search.Params, how homework.Options) (search.Result, string) {
	t.Helper()
	files := output.Memory{}
	p.Log = must.Get(trace.Begin(files, "log", output.Size{}, &trace.AlphaBeta, searchtest.Label))(t)
	found := must.Get(parallel.Run(context.Background(), rules, &root, p, how))(t)
	must.Do(t, p.Log.Finish(nil))
	return found, string(files["log"])
}

// A noting game is wide. Each note occurs in one of several thousand positions.
type noting struct{ wide }

func (g noting) Moves(dst []search.Move, s *uint32, notes *search.Notes) []search.Move {
	if hash := *s * 2246822519 >> 20; hash < 8 {
		notes.Add(1 << hash)
	}
	return g.wide.Moves(dst, s, notes)
}

// A parallel search has the same value, line of moves, log and notes as the plain search. It has no notes from
// positions that only an estimate, a forecast or a canceled unit reaches. The forecast repeats the moves near the
// root, so a larger number of moves shows that the search was parallel. Some units are small. Others are so deep
// that most guesses are wrong.
func TestResult(t *testing.T) {
	chains, noted, roots := 0, 0, effort.Of(12, 40, 80) // with and without pruning, and an end of its own
	for root := range uint32(roots) {
		p := search.Params{Limit: 5, Prune: root%2 == 1}
		if root%3 == 1 {
			p.Ended = func(log *trace.Log, m trace.Move, depth int, _ bool, alpha, beta int32) {
				log.Leaf(m, depth, 7, alpha, beta)
				log.Mark(" over")
			}
		}
		root = root*40503 + 1
		plain := newWide()
		want, wantLog := run(t, noting{plain}, root, p, homework.Options{Sequential: true})
		if len(want.Line) > 1 {
			chains++
		}
		noted += bits.OnesCount8(uint8(want.Notes))
		for i, workers := range []int{0, 1, 3, 0, 1, 3} {
			t.Run("", func(t *testing.T) {
				parallel.Share(t, workers, []float64{20, 1e9}[i/3], 500)
				rules := newWide()
				got, log := run(t, noting{rules}, root, p, homework.Options{})
				expect.Equal(t, want, got, "root", root, workers, "workers")
				expect.Equal(t, wantLog, log, "log of root", root, workers, "workers")
				if got, want := rules.plays.Load(), plain.plays.Load(); got <= want {
					t.Errorf("root %d, %d workers: %d moves played, want more than the %d of the plain search", root, workers, got, want)
				}
			})
		}
	}
	expect.True(t, chains >= roots/12 && noted >= 8*roots/10 && noted <= 8*roots*9/10,
		"the root player had an extra turn in", chains, "searches, and", noted, "bits are noted in", roots,
		"too few or too many to tell")
}

// Short searches stay plain, and so do searches that must be sequential.
func TestPlain(t *testing.T) {
	plays := func(how homework.Options) int64 {
		rules := newWide()
		run(t, rules, 1, search.Params{Limit: 4}, how)
		return rules.plays.Load()
	}
	want := plays(homework.Options{Sequential: true})
	expect.Equal(t, want, plays(homework.Options{}), "a short search")
	parallel.Share(t, 2, 50, 500)
	expect.Equal(t, want, plays(homework.Options{Sequential: true}), "a sequential search")
	expect.True(t, plays(homework.Options{}) > want, "a search that is shared out plays more moves")
	run(t, newWide(), 1, search.Params{Limit: 1}, homework.Options{}) // no depth has units
	for _, processors := range []int{1, 2} {
		parallel.Share(t, parallel.Auto, 50, 500)
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		expect.Equal(t, processors > 1, plays(homework.Options{}) > want, "shared out on", processors, "processors")
	}
}

// The units of a search are the subtrees at the least depth at which they are small. Short searches have none.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		root  uint32
		prune bool
		want  []int
	}{
		{256, false, []int{0, 0, 3, 3, 4, 6, 7, 8, 9}}, // four moves
		{256, true, []int{0, 0, 0, 0, 0, 3, 4, 6, 7}},
		{1, false, []int{0, 0, 0, 0, 0, 0, 7, 8, 8}}, // two moves
	} {
		var got []int
		for limit := 6; limit <= 14; limit++ {
			depth, ok := parallel.SplitDepth(newWide(), &c.root, search.Params{Limit: limit, Prune: c.prune})
			if got = append(got, depth); ok != (depth > 0) {
				t.Errorf("to depth %d: units at depth %d, %v", limit, depth, ok)
			}
		}
		expect.Equal(t, c.want, got, "root", c.root, "pruning", c.prune)
	}
}

// A search by several goroutines ends early as a plain one does, and leaves none.
func TestEnds(t *testing.T) {
	full := errors.New("the disk is full")
	over, cancelOver := context.WithCancel(context.Background())
	cancelOver()
	for _, workers := range []int{0, 1, 3} {
		parallel.Share(t, workers, 1000, 4000)
		ctx, cancel := context.WithCancel(context.Background())
		stop := func() error { cancel(); time.Sleep(50 * time.Millisecond); return nil }
		for _, c := range []struct {
			name string
			ctx  context.Context
			sink *searchtest.Stopper
			want error
		}{
			{"refused", context.Background(), &searchtest.Stopper{At: 3, Do: func() error { return full }}, full},
			{"cancelled", ctx, &searchtest.Stopper{At: 3, Do: stop}, context.Canceled},
			{"over before it began", over, new(searchtest.Stopper), context.Canceled},
		} {
			before := runtime.NumGoroutine()
			log := must.Get(trace.Begin(c.sink, "log", output.Size{}, &trace.Minimax, searchtest.Label))(t)
			root := uint32(1)
			found, err := parallel.Run(c.ctx, newWide(), &root, search.Params{Limit: 40, Log: log}, homework.Options{})
			if diff := cmp.Diff(search.Result{}, found); !errors.Is(err, c.want) || diff != "" {
				t.Errorf("%s, %d workers: error %v, want %v (-want +got):\n%s", c.name, workers, err, c.want, diff)
			}
			expect.True(t, !c.sink.Writing, c.name, workers, "workers: its log is still being written")
			for wait := 0; runtime.NumGoroutine() > before; wait++ { // one may be about to end
				if wait == 1000 {
					t.Fatalf("%s, %d workers: %d goroutines, %d before", c.name, workers, runtime.NumGoroutine(), before)
				}
				time.Sleep(time.Millisecond)
			}
		}
		cancel()
	}
}

// A forecast of a unit was right if its path and both ends of its window equal those of the subtree.
func TestForecastIsRight(t *testing.T) {
	of := search.Subtree{Path: []search.Move{1, 2}, Alpha: -3, Beta: 4}
	for what, change := range map[string]func(*search.Subtree){
		"":                func(*search.Subtree) {},
		"another path":    func(s *search.Subtree) { s.Path = []search.Move{1, 3} },
		"a shorter path":  func(s *search.Subtree) { s.Path = s.Path[:1] },
		"a greater alpha": func(s *search.Subtree) { s.Alpha++ },
		"a lesser beta":   func(s *search.Subtree) { s.Beta-- },
	} {
		found := of
		change(&found)
		expect.Equal(t, what == "", parallel.IsRight(of, found), "a forecast is taken for right with", what)
	}
}
