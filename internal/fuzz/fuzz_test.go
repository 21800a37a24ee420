package fuzz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// judgeMutant judges the second solver with faults, in this process.
func judgeMutant(a *oracle.Assignment, faults ...string) Judge { return judgeEdition(a, "", faults...) }

// judgeEdition is judgeMutant for an edition.
func judgeEdition(a *oracle.Assignment, edition string, faults ...string) Judge {
	return func(ctx context.Context, c *cases.Case) verdict.Result {
		right := output.Memory{}
		if _, err := c.Problem.Solve(ctx, homework.Options{Edition: edition}, right); err != nil {
			return verdict.Result{Verdict: verdict.Internal, Err: err}
		}
		wrong, err := catalog.Second(a).Solve(edition, c.Input(), faults...)
		if err != nil {
			return verdict.Result{Verdict: verdict.Crash, Reason: "exit status 1"}
		}
		r := verdict.Result{Verdict: verdict.Pass}
		for _, name := range c.Problem.Files() {
			report, err := compare.Readers(strings.NewReader(string(right[name])), strings.NewReader(wrong[name]), compare.Options{})
			if err != nil {
				return verdict.Result{Verdict: verdict.Internal, Err: err}
			}
			f := verdict.File{Name: name, Report: report, Text: []byte(wrong[name]), Verdict: [...]verdict.Verdict{verdict.Pass, verdict.Format, verdict.Wrong}[report.Grade]}
			r.Files = append(r.Files, f)
			if f.Verdict == verdict.Wrong || r.Verdict == verdict.Pass {
				r.Verdict = f.Verdict
			}
		}
		return r
	}
}

// search returns a search that ignores its findings.
func search(a *oracle.Assignment, judge Judge, runs, jobs int) *Search {
	cased := func(ctx context.Context, c *cases.Case) verdict.Result {
		r := judge(ctx, c)
		r.Case = c
		return r
	}
	return &Search{Assignment: a, Judge: cased, Seed: 1, Runs: runs, Jobs: jobs, Judged: func(bool) {}, Found: func(Finding) error { return nil }}
}

// first returns the first finding of a search.
func first(t *testing.T, s *Search) (f Finding, sum Summary) {
	t.Helper()
	s.Found = func(found Finding) error {
		f = found
		return nil
	}
	sum = must.Get(s.Run(t.Context()))(t)
	expect.Equal(t, sum.Found > 0, sum.Ended == EndFailure, "ended by a failure")
	return f, sum
}

// Tests search for every n-th mistake.
var every = effort.Of(150, 50, 1)

// Nearly every mistake that the second solver can make is found from a cold start, and the output is short:
// at most 15 lines for half of them.
func TestFaults(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			faults, lines := 0, []int(nil)
			for i := 0; i < len(catalog.Faults(a)); i += every {
				fault := catalog.Faults(a)[i]
				if fault.Equivalent != "" || fault.Beyond != "" {
					continue
				}
				faults++
				f, sum := first(t, search(a, judgeMutant(a, fault.ID), 400, 1))
				if sum.Found == 0 {
					t.Logf("%s is not found", fault.ID)
					continue
				}
				n := maxLines(t, f.Smallest)
				lines = append(lines, n)
				expect.True(t, n <= 100, fault.ID, "is shown by at most 100 lines:", n, f.Smallest)
				expect.Equal(t, false, f.Unstable || f.Cut, fault.ID, "unstable", f.Unstable, "cut short", f.Cut)
			}
			slices.Sort(lines)
			expect.True(t, len(lines) >= max(1, faults-1), "all faults but one are found of", faults, lines)
			expect.True(t, len(lines) <= 3 || lines[(len(lines)-1)/2] <= 15, "a median of 15 lines", lines)
		})
	}
}

// maxLines returns the lines of the longest file of the answer.
func maxLines(t *testing.T, p homework.Problem) (lines int) {
	t.Helper()
	for _, text := range gametest.Answer(t, p, homework.Options{}) {
		lines = max(lines, strings.Count(string(text), "\n"))
	}
	return lines
}

// The findings do not depend on the number of inputs judged at a time, nor on which is judged first.
func TestSameForAnyJobs(t *testing.T) {
	for _, c := range []struct{ assignment, fault string }{
		{"gangwars", "row-number-of-one-digit"}, {"squirrel", "strict-cut-at-max"}, {"mancala", "no-cuts"}, {"reversi", "passes-counted-globally"},
	}[:effort.Of(1, 4, 4)] {
		a := gametest.Lookup(t, c.assignment)
		slow := func(ctx context.Context, one *cases.Case) verdict.Result {
			time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
			return judgeMutant(a, c.fault)(ctx, one)
		}
		want, wantSum := first(t, search(a, slow, 300, 1))
		for _, jobs := range []int{2, 5} {
			got, sum := first(t, search(a, slow, 300, jobs))
			expect.Equal(t, wantSum, sum, c, jobs, "jobs")
			expect.Equal(t, summary(want), summary(got), c, jobs, "jobs")
		}
	}
}

// summary formats the findings of a search and the way to each.
func summary(f Finding) string {
	return fmt.Sprintf("number %d, %d steps of %d, %s\n%s", f.Number, f.Steps, f.Tried, names(f), f.Smallest)
}

// names returns the names of the mistakes that explain a finding.
func names(f Finding) (named []string) {
	for _, cause := range f.Causes {
		for _, fault := range cause.Faults {
			named = append(named, fault.Name)
		}
	}
	return named
}

var passes = verdict.Result{Verdict: verdict.Pass}

// A right program is judged on the requested number of inputs. They are different, inside the envelope, and
// show all situations.
func TestStands(t *testing.T) {
	for _, a := range oracle.Assignments() {
		var mu sync.Mutex
		seen := map[string]bool{}
		s := search(a, func(ctx context.Context, c *cases.Case) verdict.Result {
			mu.Lock()
			defer mu.Unlock()
			text := string(c.Script())
			beyond, err := c.Beyond(ctx, "")
			expect.True(t, beyond == "" && err == nil && !seen[text], beyond, err, seen[text], text)
			seen[text] = true
			return passes
		}, 300, 4)
		_, sum := first(t, s)
		expect.Equal(t, [3]int{300, 300, 0}, [3]int{sum.Runs, len(seen), sum.Found}, a.Name, "inputs and findings")
		for i, situation := range a.Situations {
			expect.Equal(t, false, !situation.Beyond && !sum.Shown.Has(i), a.Name, "no input shows", situation.Name)
		}
	}
}

// failByTask judges a program of mancala that is too slow at greedy and crashes at minimax.
func failByTask(_ context.Context, c *cases.Case) verdict.Result {
	switch in := c.Problem.(*mancala.Input); in.Task {
	case mancala.Greedy:
		return verdict.Result{Verdict: verdict.Timeout}
	case mancala.Minimax:
		return verdict.Result{Verdict: verdict.Crash, Reason: "exit status 1", Outcome: outcome.Outcome{Errors: []byte("IndexError: 7")}}
	}
	return passes
}

// With All the search continues, and each kind of failure is one finding. An error of Found ends it.
func TestAll(t *testing.T) {
	s := search(&mancala.Assignment, failByTask, 50, 3)
	s.All = true
	var found []Finding
	s.Found = func(f Finding) error {
		found = append(found, f)
		return nil
	}
	sum, err := s.Run(t.Context())
	expect.True(t, err == nil && sum.Runs == 50 && sum.Found == 2 && sum.Duplicates >= 10, sum, err)
	expect.Equal(t, 2, len(found), "findings")
	for _, f := range found {
		expect.True(t, strings.HasPrefix(f.Smallest.String()[2:], "1\n1\n"), "smallest", f.Smallest)
	}
	broken := errors.New("cannot write")
	s.Found = func(Finding) error { return broken }
	sum, err = s.Run(t.Context())
	expect.True(t, errors.Is(err, broken) && sum.Found == 1, sum, err, "one finding, not reported")
}

// A mistake that explains the smallest input is named, and other inputs that it explains are not separate
// findings. If a program has two mistakes, the second is found, too.
func TestCauses(t *testing.T) {
	faults := []string{"captured-stones-stay", "final-newline-missing"}
	for course, want := range map[bool][]string{false: faults, true: faults[:1]} { // which ignores form
		s := search(&mancala.Assignment, judgeMutant(&mancala.Assignment, faults...), 60, 3)
		s.All, s.Course = true, course
		var named []string
		s.Found = func(f Finding) error {
			explained := f.Explained != nil && len(f.Causes) == len(want)
			expect.True(t, explained || f.Result.Verdict != verdict.Wrong, names(f), f.Smallest)
			for _, cause := range f.Causes {
				expect.Equal(t, []string{f.Result.Case.Name}, cause.Cases, "cases of", names(f))
			}
			named = append(named, names(f)...)
			return nil
		}
		sum, err := s.Run(t.Context())
		slices.Sort(named)
		expect.Equal(t, want, slices.Compact(named), "causes, course", course)
		expect.True(t, err == nil && sum.Duplicates >= 20, "course", course, sum, err)
	}
}

// A program that answers one input in two ways is unstable.
func TestUnstable(t *testing.T) {
	var n atomic.Int64
	wrong := func(got string) verdict.Result {
		return verdict.Result{Verdict: verdict.Wrong, Files: []verdict.File{{Name: "output.txt", Verdict: verdict.Wrong,
			Report: compare.Report{Grade: compare.Different, First: &compare.Difference{Kind: compare.Content, Want: []string{"a\n"}, Got: []string{got}}}}}}
	}
	for unstable, judge := range map[bool]Judge{
		true:  func(context.Context, *cases.Case) verdict.Result { return wrong(fmt.Sprint(n.Add(1))) },
		false: func(context.Context, *cases.Case) verdict.Result { return wrong("b") },
	} {
		f, _ := first(t, search(&reversi.Assignment, judge, 10, 2))
		expect.Equal(t, unstable, f.Unstable, "unstable")
	}
	// whether a run fails, given the number of runs before both reruns
	for name, fails := range map[string]func(run, before int64) bool{
		"once":                         func(run, _ int64) bool { return run == 1 },
		"but the first of both reruns": func(run, before int64) bool { return run == 1 || run == before+2 },
		"but the last of both reruns":  func(run, before int64) bool { return run == 1 || run == before+1 },
	} {
		var runs, before int64
		judge := func(_ context.Context, c *cases.Case) verdict.Result {
			if runs++; fails(runs, before) {
				return wrong("b")
			}
			return passes
		}
		before = math.MaxInt64 / 2 // a first search counts them
		f, _ := first(t, search(&reversi.Assignment, judge, 1, 1))
		expect.True(t, f.Unstable, "fails once", f)
		runs, before = 0, runs-2
		f, _ = first(t, search(&reversi.Assignment, judge, 1, 1))
		expect.True(t, f.Unstable && f.Smallest == f.Problem, "fails", name, f)
	}
}

// A failed judge or an interruption ends the search with its error, even while an input is shrunk. The
// findings so far are still reported.
func TestEnds(t *testing.T) {
	broken := errors.New("no space left")
	for _, after := range []int64{1, 20, 60} {
		for _, how := range []string{"error", "interruption"} {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var n atomic.Int64
			right := judgeMutant(&squirrel.Assignment, "strict-cut-at-max") // input 67
			if after == 60 {
				right = judgeMutant(&squirrel.Assignment, "skipped-children-logged") // input 36
			}
			s := search(&squirrel.Assignment, func(ctx context.Context, c *cases.Case) verdict.Result {
				if n.Add(1) < after {
					return right(ctx, c)
				}
				if how == "error" {
					return verdict.Result{Verdict: verdict.Internal, Err: broken}
				}
				cancel()
				return verdict.Result{Verdict: verdict.Internal, Err: ctx.Err()}
			}, 300, 1)
			s.Found = func(f Finding) error {
				expect.Equal(t, after == 60, f.Cut, "cut short by", how)
				return nil
			}
			sum, err := s.Run(ctx)
			want := map[string]error{"error": broken, "interruption": context.Canceled}[how]
			expect.True(t, errors.Is(err, want), how, "after", after, sum, err)
			expect.True(t, after == 60 || sum.Runs == int(after)-1, how, "after", after, sum)
			expect.True(t, after < 60 || sum.Found == 1, how, "after", after, sum)
		}
	}
}

// Time ends a search, too.
func TestTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := search(&reversi.Assignment, func(context.Context, *cases.Case) verdict.Result {
			time.Sleep(time.Millisecond)
			return passes
		}, 0, 2)
		s.TimeLimit = 200 * time.Millisecond
		begin := time.Now()
		_, sum := first(t, s)
		expect.True(t, sum.Runs >= 390 && sum.Runs <= 400, sum)
		expect.Equal(t, s.TimeLimit, time.Since(begin))
	})
}

// The findings of a seed, the number of steps, and the output are as stored in testdata.
func TestFindingsStable(t *testing.T) {
	var out bytes.Buffer
	for _, c := range []struct {
		assignment, edition string
		faults              []string
	}{
		{"squirrel", "", []string{"greedy-takes-last-tie"}},
		{"gangwars", "", []string{"row-number-of-one-digit"}},
		{"mancala", "", []string{"captured-stones-stay", "moves-reversed"}},
		{"mapcolor", "handout", []string{"no-cuts-at-min"}},
	} {
		a := gametest.Lookup(t, c.assignment)
		s := search(a, judgeEdition(a, c.edition, c.faults...), 48, 2)
		s.Edition, s.All = c.edition, true
		shrunk, judged := make(chan bool, 1<<20), 0
		s.Judged = func(shrinking bool) { shrunk <- shrinking }
		fmt.Fprintf(&out, "%s %s, seed %d\n", c.assignment, c.faults, s.Seed)
		s.Found = func(f Finding) error {
			fmt.Fprintf(&out, "input %d, core %v, of %d bytes: %d steps of %d, unstable %v, cut %v, shown %v; %s, %+v\n",
				f.Number, f.Core != nil, len(f.Problem.String()), f.Steps, f.Tried, f.Unstable, f.Cut, f.Shown() != nil, f.Result.Verdict, f.failure)
			if f.Explained != nil {
				fmt.Fprintf(&out, "  %s: %q\n", f.Explained.Decision.Key, f.Explained.Errors)
			}
			for _, cause := range f.Causes {
				fmt.Fprintf(&out, "  cause: %s, %s\n", names(Finding{Causes: f.Causes}), cause.Behaviour)
				break
			}
			fmt.Fprintf(&out, "%s\n", f.Smallest)
			return nil
		}
		sum := must.Get(s.Run(t.Context()))(t)
		for close(shrunk); len(shrunk) > 0; {
			if !<-shrunk {
				judged++
			}
		}
		fmt.Fprintf(&out, "%+v, %d judged\n\n", sum, judged)
	}
	goldie.New(t).Assert(t, "found", out.Bytes())
}
