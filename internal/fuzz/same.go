package fuzz

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A failure is what is compared of two failures: if it is the same, so is the cause, most likely.
type failure struct {
	verdict verdict.Verdict
	key     string // of the decision at the first difference, or what else check would locate
	does    string // if there is no decision
}

// newFailure tells how the program failed on a problem.
func (s *Search) newFailure(ctx context.Context, p homework.Problem, r verdict.Result) (failure, error) {
	f := failure{verdict: r.Verdict}
	switch r.Verdict {
	case verdict.Crash, verdict.Timeout, verdict.Memory, verdict.Output: // what it wrote until then says little
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

// explain explains the first difference, alone or with another one behind it; nil if it cannot be, or
// if there is none.
func (s *Search) explain(ctx context.Context, p homework.Problem, r verdict.Result, alone bool) (*decision.Explanation, error) {
	edition, err := s.Assignment.Edition(s.Edition)
	if err != nil {
		return nil, err
	}
	return decision.Explain(ctx, decision.Question{Problem: p, How: homework.Options{Edition: edition}, Files: r.Files, Alone: alone})
}

// alike reports whether a program answered an input twice in the same way, as far as it can be
// seen: with the same verdicts and the same first differences.
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
