package fuzz

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// named returns a case of reversi.
func named(t *testing.T, name string) *cases.Case {
	t.Helper()
	all := gametest.Corpus(t, &reversi.Assignment)
	return all[slices.IndexFunc(all, func(c *cases.Case) bool { return c.Name == name })]
}

// Candidates are measured, and differences explained, by the edition that the program follows. A candidate has
// no longer answer than the present input, unless its answer is short.
func TestEditionOfCandidates(t *testing.T) {
	for _, c := range []struct {
		name, edition string
		size          int64 // of the present input's answer
		want          int64 // 0 if the candidate is not usable
	}{
		{"side-wiped-out", "", 10_000, 0}, // the editions differ
		{"side-wiped-out", reversi.Final, 990, 990}, {"side-wiped-out", reversi.Final, 989, 0},
		{"side-wiped-out", reversi.First, 876, 876}, {"side-wiped-out", reversi.First, 875, 0},
		{"wiped-out-at-root", reversi.First, 1, 127},
	} {
		s := search(&reversi.Assignment, nil, 0, 1)
		s.Edition = c.edition
		one := &candidate{problem: named(t, c.name).Problem}
		ok := must.Get((&shrinker{Search: s, size: c.size}).isUsable(t.Context(), one))(t)
		expect.True(t, ok == (c.want > 0) && (!ok || one.size == c.want), c, ok, one.size, "bytes")
	}
	p := named(t, "side-wiped-out").Problem
	texts := gametest.AnswerTexts(t, p, homework.Options{Edition: reversi.Final})
	report := must.Get(compare.JudgeFile(t.Context(), p, "output.txt",
		gametest.Answer(t, p, homework.Options{Edition: reversi.First})["output.txt"], texts["output.txt"]))(t)
	r := verdict.Result{Verdict: verdict.Wrong, Files: []verdict.File{
		{Name: "output.txt", Verdict: verdict.Wrong, Report: report, Text: []byte(texts["output.txt"])},
	}}
	s := search(&reversi.Assignment, nil, 0, 1)
	for _, edition := range []string{reversi.First, reversi.Final, ""} {
		s.Edition = edition
		e := must.Get(s.explain(t.Context(), p, r))(t)
		expect.Equal(t, edition == reversi.First, e.Decision.Key == "end-missed", "a missed end by", edition)
	}
}

// In place of an input that cannot be made smaller, other inputs of the seed with shorter answers are tried, up
// to a number of runs. The result does not depend on the number judged at a time.
func TestOtherInputs(t *testing.T) {
	a := reversi.Assignment
	a.Generator.Shrink = func(homework.Problem) []homework.Problem { return nil }
	begin := gametest.Corpus(t, &reversi.Assignment)[0].Problem
	shrunk := func(seed uint64, jobs, tried int, fails func(text string) bool) (f Finding) {
		s := search(&a, func(_ context.Context, c *cases.Case) verdict.Result {
			if text := c.Problem.String(); text == begin.String() || fails(text) {
				return verdict.Result{Verdict: verdict.Timeout}
			}
			return passes
		}, 0, jobs)
		s.Seed = seed
		f = Finding{Problem: begin, Smallest: begin, Tried: tried}
		f.Result = s.judge(t.Context(), begin, nil)
		f.failure = must.Get(s.newFailure(t.Context(), begin, f.Result))(t)
		must.Do(t, s.shrink(t.Context(), &f, &evidence{ofCore: map[*cases.Case]bool{}}, nil))
		return f
	}
	some := func(text string) bool { return strings.Count(text, "X")%2 == 0 }
	want := shrunk(1, 1, 0, some)
	size := must.Get(gen.AnswerSize(t.Context(), want.Smallest, ""))(t)
	expect.True(t, want.Steps > 0 && size <= enough && !want.Cut, "shrunk to", size, "bytes", want)
	expect.Equal(t, false, summary(shrunk(2, 1, 0, some)) == summary(want), "another seed finds the same")
	for _, jobs := range []int{2, 5} {
		expect.Equal(t, summary(want), summary(shrunk(1, jobs, 0, some)), jobs, "jobs")
	}
	none := func(string) bool { return false }
	expect.Equal(t, false, shrunk(1, 5, 0, none).Cut, "cut short after all other inputs")
	cut := shrunk(1, 5, MaxTried-2, none)
	expect.True(t, cut.Cut && cut.Tried == MaxTried && cut.Steps == 0, "cut short", cut)
	a.Generator.Shrink = reversi.Assignment.Generator.Shrink
	expect.Equal(t, MaxTried, shrunk(1, 5, MaxTried-2, none).Tried, "inputs tried with simpler ones")
	a.Generator.Shrink = func(homework.Problem) []homework.Problem { return nil }
	begin = named(t, "wiped-out-at-root").Problem
	expect.Equal(t, 0, shrunk(1, 1, 0, none).Tried, "inputs tried instead of a short one")
	x := &shrinker{Search: search(&a, nil, 0, 1), Finding: &Finding{}, size: 1}
	batch, next, err := x.shorterInputs(t.Context(), maxOthers-3)
	expect.True(t, len(batch) == 0 && next == maxOthers && err == nil, len(batch), next, err)
	seen := map[string]bool{}
	for _, edition := range []string{"", reversi.First} { // some inputs are usual in one edition alone
		x.Edition, x.Jobs, x.size = edition, 20, 8192
		batch, _, err := x.shorterInputs(t.Context(), 0)
		text := fmt.Sprint(err)
		for _, c := range batch {
			text += c.problem.String()
		}
		seen[text] = true
	}
	expect.Equal(t, 2, len(seen), "other inputs of two editions")
}

// If a file differs, the cases of core that were not judged yet are judged, too, as evidence, while there is
// time. A failure of the judge is an error.
func TestRestOfCore(t *testing.T) {
	a := reversi.Assignment
	a.Generator.Shrink = nil
	core := gametest.Corpus(t, &a)[:4]
	for name, c := range map[string]struct {
		verdict verdict.Verdict
		limit   time.Duration
		rest    verdict.Result // of the other cases
		judged  int            // of them
	}{
		"wrong":   {verdict.Wrong, 0, passes, 3},
		"format":  {verdict.Format, time.Hour, passes, 3},
		"crash":   {verdict.Crash, 0, passes, 0},
		"no time": {verdict.Wrong, 1, passes, 0},
		"broken":  {verdict.Wrong, 0, verdict.Result{Verdict: verdict.Internal, Err: errors.New("no space")}, 3},
	} {
		s := search(&a, func(_ context.Context, one *cases.Case) verdict.Result {
			if slices.Contains(core, one) {
				return c.rest
			}
			return verdict.Result{Verdict: c.verdict}
		}, 0, 1)
		judged := 0
		s.TimeLimit, s.Judged = c.limit, func(bool) { judged++ }
		f := Finding{Problem: core[0].Problem, Smallest: core[0].Problem}
		f.Result = s.judge(t.Context(), f.Problem, nil)
		seen := evidence{ofCore: map[*cases.Case]bool{core[0]: true}}
		err := s.shrink(t.Context(), &f, &seen, core)
		expect.True(t, judged == c.judged && errors.Is(err, c.rest.Err),
			name, judged, "of core judged, error", err, c.judged)
		expect.True(t, err != nil || len(seen.passed) == c.judged, name, len(seen.passed), "of core seen")
	}
}
