package fuzz

import (
	"context"
	"slices"
	"strconv"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// mostSeen is how many of the last inputs that passed, and of those that failed, speak for and
// against causes.
const mostSeen = 48

// evidence is what the program answered to the last inputs.
type evidence struct {
	passed, failed []verdict.Result
	heard          map[*cases.Case]bool // of core
}

// add adds an answer, that to a case of core, if it is one, once. It forgets old ones now and then.
func (e *evidence) add(r verdict.Result, core *cases.Case) {
	if core != nil && e.heard[core] {
		return
	}
	e.heard[core] = true
	to := &e.failed
	if r.Verdict == verdict.Pass {
		to = &e.passed
	}
	if *to = append(*to, r); len(*to) >= 2*mostSeen {
		*to = slices.Clone(last(*to))
	}
}

func last(results []verdict.Result) []verdict.Result {
	return results[max(0, len(results)-mostSeen):]
}

// explainCause looks for the cause of a finding. That of an unstable program cannot be told.
func (s *Search) explainCause(ctx context.Context, f *Finding, seen *evidence) (err error) {
	if f.Explained, err = s.explain(ctx, f.Smallest, f.Result, false); err != nil || f.Unstable {
		return err
	}
	results := []verdict.Result{numbered(f.Result, 0)}
	for i, r := range append(slices.Clone(last(seen.failed)), last(seen.passed)...) {
		if r.Case != f.Result.Case {
			results = append(results, numbered(r, i+1))
		}
	}
	causes, _, err := diagnosis.Named(ctx, diagnosis.Question{Assignment: s.Assignment, Edition: s.Edition, Course: s.Course, Results: results})
	for _, c := range causes {
		if slices.Contains(c.Cases, results[0].Case.Name) {
			c.Cases = []string{f.Result.Case.Name}
			f.Causes = append(f.Causes, c)
		}
	}
	return err
}

// numbered returns a result whose case has a number for its name: all inputs have the same.
func numbered(r verdict.Result, n int) verdict.Result {
	c := *r.Case
	c.Name = strconv.Itoa(n)
	r.Case = &c
	return r
}
