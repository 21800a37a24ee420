package fuzz

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// judged returns the inputs of a search of a program that is right, in order.
func judged(t *testing.T, a *oracle.Assignment, edition string, runs int) (texts []string, problems []homework.Problem) {
	t.Helper()
	s := search(a, func(_ context.Context, c *cases.Case) verdict.Result {
		texts, problems = append(texts, c.Problem.String()), append(problems, c.Problem)
		return passes
	}, runs, 1)
	s.Edition = edition
	must.Get(s.Run(t.Context()))(t)
	return texts, problems
}

// The inputs of core come first, those with the shortest answers before the others. Inputs without an answer
// in the edition are omitted.
func TestCoreFirst(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for _, edition := range append([]string{""}, a.EditionNames()...) {
			want := map[string]bool{}
			for _, c := range gametest.Corpus(t, a) {
				beyond := must.Get(c.Problem.Beyond(t.Context(), nil, edition))(t)
				if c.In(cases.ProfileCore) && beyond == "" {
					want[c.Problem.String()] = true
				}
			}
			in := search(a, nil, 0, 1).newInputs()
			made := must.Get(in.next(t.Context()))(t) // most of them in the generated form
			expect.True(t, 2*len(in.removeKnown(made)) <= len(made), a.Name, "does not make core again")
			texts, _ := judged(t, a, edition, len(want))
			for _, text := range texts {
				expect.True(t, want[text], a.Name, edition, "is of core", text)
			}
		}
	}
}

// Some inputs have values far beyond those of small boards, where infinities of four digits are too small.
func TestFarBehind(t *testing.T) {
	_, problems := judged(t, &gangwars.Assignment, "", 400)
	const infinity = 10_000
	for _, p := range problems {
		in, value := p.(*gangwars.Input), 0
		for i, piece := range in.Board {
			switch piece {
			case in.Player:
				value += int(in.Values[i])
			case '.':
				value += 2 * int(in.Values[i]) // at most: staked, and more turned
			default:
				value -= int(in.Values[i])
			}
		}
		if value < -infinity {
			return
		}
	}
	t.Errorf("want an input of which the best value is below -%d, found none among %d", infinity, len(problems))
}

// From round to round answers may be longer, up to a bound. Then every other round is like the course's.
func TestWishes(t *testing.T) {
	s := search(&reversi.Assignment, nil, 0, 1)
	s.Edition = "final"
	in := s.newInputs()
	for round, want := range []struct {
		maxLog int64
		course bool
	}{{2048, false}, {4096, false}, {8192, false}, {16384, false}, {65536, false}, {65536, true}, {65536, false}, {65536, true}, {65536, false}} {
		in.round = round
		w := in.request()
		request := gen.Request{Assignment: &reversi.Assignment, Edition: "final", Seed: 1, MaxLog: want.maxLog}
		request.Course, request.Small = want.course, !want.course
		expect.Equal(t, fmt.Sprint(request), fmt.Sprint(w), "round", round)
	}
	unshown, inside := 0, 0
	for i, s := range reversi.Assignment.Situations {
		if !s.Beyond {
			inside++
			if i%3 == 0 {
				in.shown.add(1 << i)
			} else {
				unshown++
			}
		}
	}
	for round, want := range map[int]int{0: 32, 1: 32 + unshown} { // in the first round nothing is missing yet
		in.round = round
		all := in.requests()
		expect.True(t, len(all) == want && unshown != inside, "round", round, len(all), want)
		for i, w := range all {
			expect.Equal(t, i >= 32, len(w.Cover) == 1, "round", round, "request", i, "covers", w.Cover)
			expect.Equal(t, i >= 32, w.Tries == 300, "round", round, "request", i, "tries", w.Tries)
		}
	}
}

// Only the last answers are evidence, passing and failing ones apart, and of a case of core only one.
func TestEvidence(t *testing.T) {
	e := evidence{ofCore: map[*cases.Case]bool{}}
	core := &cases.Case{Name: "core"}
	for range 3 {
		e.add(verdict.Result{Case: core, Verdict: verdict.Wrong}, core)
	}
	var all []*cases.Case
	for i := range 96 {
		expect.Equal(t, [2]int{i, 1}, [2]int{len(e.passed), len(e.failed)}, "answers that pass and fail")
		all = append(all, &cases.Case{})
		e.add(verdict.Result{Case: all[i], Verdict: verdict.Pass}, nil)
	}
	expect.Equal(t, 48, len(e.passed), "of 96 that are left")
	expect.True(t, e.passed[0].Case == all[48] && e.passed[47].Case == all[95], "the last ones")
	expect.True(t, e.ofCore[core], "core was heard")
}

// A search ends at its maximum number of inputs, at its time limit, or after rounds without new inputs.
func TestOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		for _, c := range []struct {
			runs, count, empty int
			span, since        time.Duration
			want               End
		}{
			{0, 1 << 20, 0, 0, time.Hour, ""}, {5, 4, 0, 0, 0, ""}, {5, 5, 0, 0, 0, EndRuns}, {5, 6, 20, time.Second, time.Hour, EndRuns},
			{5, 4, 0, time.Second, time.Second - 1, ""}, {5, 4, 0, time.Second, time.Second, EndClock}, {0, 4, 19, 0, 0, ""}, {0, 4, 20, 0, 0, EndInputs},
		} {
			s := &Search{Runs: c.runs, TimeLimit: c.span}
			got := s.endReason(now.Add(-c.since), &inputs{count: c.count, empty: c.empty})
			expect.Equal(t, c.want, got, c)
			if c.runs > 0 || c.empty > 0 {
				continue
			}
			for tried, want := range map[int]bool{MaxTried - 1: false, MaxTried: true} {
				x := &shrinker{Search: s, Finding: &Finding{Tried: tried}, begin: now}
				expect.True(t, x.isExhausted() == want && x.Cut == want,
					"shrinking is over after", tried, x.Cut, want)
			}
		}
		for since, want := range map[time.Duration]bool{time.Second - 1: false, time.Second: true} {
			x := &shrinker{Search: &Search{TimeLimit: time.Second}, Finding: &Finding{}, begin: now.Add(-since)}
			expect.Equal(t, want, x.isExhausted(), "shrinking is over after", since)
			x.begin = now
			expect.Equal(t, want, x.isExhausted(), "shrinking that was cut short is over")
		}
	})
}

// The first inputs of a round show situations together that no earlier input does. Short inputs win ties.
func TestCombine(t *testing.T) {
	var before pairCounts
	before.add(homework.Seen(0b0011))
	before.add(homework.Seen(0b1100))
	in := &inputs{shown: before, made: map[[sha256.Size]byte]bool{}}
	_, problems := judged(t, &mancala.Assignment, "", 4)
	slices.SortFunc(problems, func(x, y homework.Problem) int { return len(y.String()) - len(x.String()) })
	var left []input
	for i, shows := range []homework.Seen{0b0011, 0b0110, 0b1111, 0b1111} {
		left = append(left, input{Made: gen.Made{Problem: problems[i], Shows: shows}})
	}
	var got []homework.Seen
	ordered := in.order(slices.Clone(left))
	for _, one := range ordered {
		got = append(got, one.Shows)
	}
	expect.Equal(t, []homework.Seen{0b1111, 0b0011, 0b0110, 0b1111}, got)
	expect.Equal(t, problems[3].String(), ordered[0].Problem.String(), "first of two that show the same")
}

// Two answers are equal if every file has the same verdict and the same first difference.
func TestSameAnswers(t *testing.T) {
	result := func(change func(r *verdict.Result, second *compare.Difference)) verdict.Result {
		second := &compare.Difference{GotLine: 3, Column: 5, Got: []string{"a\n", "b\n"}}
		r := verdict.Result{Verdict: verdict.Wrong, Files: []verdict.File{
			{Verdict: verdict.Pass}, {Verdict: verdict.Wrong, Report: compare.Report{First: second}},
		}}
		change(&r, second)
		return r
	}
	first := result(func(*verdict.Result, *compare.Difference) {})
	for name, change := range map[string]func(r *verdict.Result, second *compare.Difference){
		"verdict":           func(r *verdict.Result, _ *compare.Difference) { r.Verdict = verdict.Crash },
		"files":             func(r *verdict.Result, _ *compare.Difference) { r.Files = r.Files[:1] },
		"verdict of a file": func(r *verdict.Result, _ *compare.Difference) { r.Files[1].Verdict = verdict.Format },
		"no difference":     func(r *verdict.Result, _ *compare.Difference) { r.Files[1].Report.First = nil },
		"line":              func(_ *verdict.Result, d *compare.Difference) { d.GotLine++ },
		"column":            func(_ *verdict.Result, d *compare.Difference) { d.Column++ },
		"the next line":     func(_ *verdict.Result, d *compare.Difference) { d.Got[1] = "c\n" },
	} {
		other := result(change)
		expect.Equal(t, false, sameFailure(first, other) || sameFailure(other, first), "alike with another", name)
	}
	same := result(func(*verdict.Result, *compare.Difference) {})
	expect.True(t, sameFailure(first, same), "alike with itself")
}

// Two failures are of one sort if the decisions are in general: of kinds that chance decides, the kind does
// not count. The files of a program that crashed do not count at all.
func TestFailureInGeneral(t *testing.T) {
	a, kinds := &reversi.Assignment, 0
	all := gametest.Corpus(t, a)
	s := search(a, nil, 0, 1)
	for _, f := range catalog.Faults(a) {
		for _, c := range all {
			if !slices.Contains(c.Kills, f.ID) || c.Index().Goldens[0].Lines > 200 {
				continue
			}
			r := judgeMutant(a, f.ID)(t.Context(), c)
			e := must.Get(s.explain(t.Context(), c.Problem, r))(t)
			if e == nil || e.Decision == nil || e.Decision.General().Key == e.Decision.Key {
				break
			}
			kinds++
			got := must.Get(s.newFailure(t.Context(), c.Problem, r))(t)
			want := failure{verdict: r.Verdict, key: e.Decision.General().Key}
			expect.True(t, got == want, f.ID, "on", c.Name, got, want)
			r.Case, r.Verdict = c, verdict.Crash
			got = must.Get(s.newFailure(t.Context(), c.Problem, r))(t)
			expect.Equal(t, "crash", got.key, f.ID, "on", c.Name, "as a crash")
			break
		}
	}
	expect.True(t, kinds > 0, "some fault shows a kind of a decision")
}

// With All, shards find each sort of failure that one process finds, at the same input. Each judges its own.
func TestShardsFindAll(t *testing.T) {
	all := func(shard run.Shard) (found map[int]string, failed int) {
		found = map[int]string{}
		s := search(&mancala.Assignment, failByTask, 60, 2)
		s.Shard, s.All = shard, true
		s.Found = func(f Finding) error {
			expect.True(t, shard.Has(f.Number-1), shard, "has found input", f.Number)
			found[f.Number] = string(f.Result.Verdict) + "\n" + f.Smallest.String()
			return nil
		}
		sum := must.Get(s.Run(t.Context()))(t)
		expect.Equal(t, shard.Of(60), sum.Runs, "inputs of", shard)
		return found, sum.Found + sum.Duplicates
	}
	want, wantFailed := all(run.Shard{})
	got, failed := map[int]string{}, 0
	for i := 1; i <= 4; i++ {
		found, n := all(run.Shard{I: i, N: 4})
		failed += n
		maps.Copy(got, found)
	}
	for number, text := range want {
		expect.Equal(t, text, got[number], "what shards find at input", number)
	}
	expect.Equal(t, [2]int{2, wantFailed}, [2]int{len(want), failed}, "findings, and failing inputs")
}
