package fuzz

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A failure is what is compared of two failures: if it is the same, so is the cause, most likely.
type failure struct {
	verdict testscript.Verdict
	key     string // of the decision at the first difference, or what else check would locate
	does    string // if there is no decision
}

// newFailure tells how the program failed on a problem.
func (s *Search) newFailure(ctx context.Context, p homework.Problem, r testscript.Result) (failure, error) {
	f := failure{verdict: r.Verdict}
	switch r.Verdict {
	case testscript.Crash, testscript.Timeout, testscript.Memory, testscript.Output: // what it wrote until then says little
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
	for _, cause := range diagnosis.Locate([]testscript.Result{r}, nil) {
		f.key, f.does = cause.Key, cause.Does
	}
	return f, nil
}

// explain explains the first difference, alone or with another one behind it; nil if it cannot be, or
// if there is none.
func (s *Search) explain(ctx context.Context, p homework.Problem, r testscript.Result, alone bool) (*decision.Explanation, error) {
	edition, err := s.Assignment.Edition(s.Edition)
	if err != nil {
		return nil, err
	}
	return decision.Explain(ctx, decision.Question{Problem: p, How: homework.Options{Edition: edition}, Files: r.Files, Alone: alone})
}

// alike reports whether a program answered an input twice in the same way, as far as it can be
// seen: with the same verdicts and the same first differences.
func alike(a, b testscript.Result) bool {
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
