package fuzz

import (
	"context"
	"slices"
	"strconv"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A failure holds the properties of a result by which two failures are compared. Failures with the
// same properties most likely have the same cause.
type failure struct {
	verdict verdict.Verdict
	key     string // of the decision at the first difference, or of the cause that check would locate
	does    string // if there is no decision
}

// newFailure returns the failure of the program on a problem.
func (s *Search) newFailure(ctx context.Context, p homework.Problem, r verdict.Result) (failure, error) {
	f := failure{verdict: r.Verdict}
	switch r.Verdict {
	case verdict.Crash, verdict.Timeout, verdict.Memory, verdict.Output: // the files so far say little
	default:
		e, err := s.explain(ctx, p, r, true)
		if err != nil {
			return f, err
		}
		if e != nil && e.Decision != nil {
			f.key = e.Decision.General().Key
			return f, nil
		}
	}
	f.key, f.does = diagnosis.Ending(r)
	return f, nil
}

// explain explains the first difference, alone or together with another one behind it. It returns nil
// if there is no difference, or no explanation.
func (s *Search) explain(
	ctx context.Context, p homework.Problem, r verdict.Result, alone bool,
) (*decision.Explanation, error) {
	edition, err := s.Assignment.Edition(s.Edition)
	if err != nil {
		return nil, err
	}
	how := homework.Options{Edition: edition}
	return decision.Explain(ctx, decision.Question{Problem: p, How: how, Files: r.Files, Alone: alone})
}

// alike reports whether two results of an input have the same verdicts and the same first differences.
func alike(a, b verdict.Result) bool {
	if a.Verdict != b.Verdict || len(a.Files) != len(b.Files) {
		return false
	}
	for i, f := range a.Files {
		other := b.Files[i]
		if f.Verdict != other.Verdict || (f.Report.First == nil) != (other.Report.First == nil) {
			return false
		}
		if d := f.Report.First; d != nil {
			e := other.Report.First
			if d.GotLine != e.GotLine || d.Column != e.Column || !slices.Equal(d.Got, e.Got) {
				return false
			}
		}
	}
	return true
}

// mostSeen is the number of the last inputs that passed, and of the last that failed, which count as
// evidence for and against causes.
const mostSeen = 48

// evidence holds the results of the last inputs.
type evidence struct {
	passed, failed []verdict.Result
	ofCore         map[*cases.Case]bool // the cases of core that were judged
}

// add adds a result, but that of a case of core only once. It drops old results now and then.
func (e *evidence) add(r verdict.Result, core *cases.Case) {
	if core != nil && e.ofCore[core] {
		return
	}
	e.ofCore[core] = true
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

// explainCause looks for the cause of a finding, unless the program is unstable.
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
	causes, _, err := diagnosis.Named(ctx, diagnosis.Question{
		Assignment: s.Assignment, Edition: s.Edition, Course: s.Course, Results: results,
	})
	for _, c := range causes {
		if slices.Contains(c.Cases, results[0].Case.Name) {
			c.Cases = []string{f.Result.Case.Name}
			f.Causes = append(f.Causes, c)
		}
	}
	return err
}

// numbered returns a result whose case has a number as its name, since all inputs have the same name.
func numbered(r verdict.Result, n int) verdict.Result {
	c := *r.Case
	c.Name = strconv.Itoa(n)
	r.Case = &c
	return r
}
