package fuzz

import (
	"context"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The shards of a search judge the inputs that one process judges, each one of them once.
func TestShardsHaveAllInputs(t *testing.T) {
	effort.NeedsAll(t, "searches the same again")
	const runs = 100
	for _, a := range oracle.Assignments() {
		judged := func(shard run.Shard) (texts []string) {
			s := search(a, func(_ context.Context, c *cases.Case) verdict.Result {
				texts = append(texts, string(c.Script()))
				return passes
			}, runs, 1)
			s.Shard = shard
			sum, err := s.Run(t.Context())
			if err != nil || sum.Runs != len(texts) || sum.Runs != shard.Of(runs) {
				t.Errorf("%s, %v: %+v, %v; judged %d, want %d", a.Name, shard, sum, err, len(texts), shard.Of(runs))
			}
			return texts
		}
		whole := judged(run.Shard{})
		for _, n := range []int{1, 3, 40} {
			for i := 1; i <= n; i += max(1, n/4) {
				var want []string
				for at, text := range whole {
					if at%n == i-1 {
						want = append(want, text)
					}
				}
				if got := judged(run.Shard{I: i, N: n}); !slices.Equal(got, want) {
					t.Errorf("%s: shard %d of %d judges other inputs than one process", a.Name, i, n)
				}
			}
		}
	}
}

// The first failure that shards find, by number, is the failure that one process finds, and its input is
// equally small.
func TestShardsFindTheSame(t *testing.T) {
	for _, c := range []struct{ assignment, fault string }{
		{"mapcolor", "moves-reversed"}, {"gangwars", "row-number-of-one-digit"}, {"reversi", "edges-wrap-round"}, {"squirrel", "strict-cut-at-max"},
	}[:effort.Of(1, 4, 4)] {
		a, err := oracle.Lookup(c.assignment)
		must.Do(t, err)
		want, _ := first(t, search(a, judgeMutant(a, c.fault), 300, 2))
		var got Finding
		for i := 1; i <= 3; i++ {
			s := search(a, judgeMutant(a, c.fault), 300, 2)
			s.Shard = run.Shard{I: i, N: 3}
			f, sum := first(t, s)
			if sum.Found > 0 && !s.Shard.Has(f.Number-1) {
				t.Errorf("%s %s: %s has found input %d", c.assignment, c.fault, s.Shard, f.Number)
			}
			if sum.Found > 0 && (got.Number == 0 || f.Number < got.Number) {
				got = f
			}
		}
		if got.Number == 0 || got.Number != want.Number || got.Steps != want.Steps || got.Tried != want.Tried || got.Smallest.String() != want.Smallest.String() {
			t.Errorf("%s %s: shards find input %d, in %d steps of %d, one process %d, %d of %d",
				c.assignment, c.fault, got.Number, got.Steps, got.Tried, want.Number, want.Steps, want.Tried)
		}
	}
}

// With All, shards find each sort of failure that one process finds, at the same input.
func TestShardsFindAll(t *testing.T) {
	judge := func(_ context.Context, c *cases.Case) verdict.Result {
		switch in := c.Problem.(*mancala.Input); in.Task {
		case mancala.Greedy:
			return verdict.Result{Verdict: verdict.Timeout}
		case mancala.Minimax:
			return verdict.Result{Verdict: verdict.Crash, Reason: "exit status 1"}
		}
		return passes
	}
	all := func(shard run.Shard) (found map[int]string, failed int) {
		found = map[int]string{}
		s := search(&mancala.Assignment, judge, 60, 2)
		s.Shard, s.All = shard, true
		s.Found = func(f Finding) error {
			found[f.Number] = string(f.Result.Verdict) + "\n" + f.Smallest.String()
			return nil
		}
		sum, err := s.Run(t.Context())
		must.Do(t, err)
		return found, sum.Found + sum.Again
	}
	want, wantFailed := all(run.Shard{})
	got, failed := map[int]string{}, 0
	for i := 1; i <= 4; i++ {
		found, n := all(run.Shard{I: i, N: 4})
		failed += n
		for number, text := range found {
			got[number] = text
		}
	}
	for number, text := range want {
		if got[number] != text {
			t.Errorf("input %d: shards find %q, one process %q", number, got[number], text)
		}
	}
	if len(want) != 2 || failed != wantFailed {
		t.Errorf("%d of one process, %d failing inputs of shards, want 2 and %d", len(want), failed, wantFailed)
	}
}
