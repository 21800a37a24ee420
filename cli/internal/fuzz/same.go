package fuzz

import (
	"context"
	"errors"
	"regexp"
	"slices"

	"github.com/touchstone-suite/touchstone/cli/internal/explain"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A failure is what is compared of two failures: if it is the same, so is the cause, most likely.
type failure struct {
	verdict  testscript.Verdict
	reason   string // how it ended, of a crash with the name of the error
	file     string // the one that tells most
	decision string // what the program does at the first difference: the key of an explain.Decision, or else the kind of difference
}

// exception is the name of an error in the last words of a program, such as IndexError.
var exception = regexp.MustCompile(`\b[A-Za-z]+(?:Error|Exception)\b`)

// newFailure tells how the program failed on a problem.
func (s *Search) newFailure(ctx context.Context, p homework.Problem, r testscript.Result) (failure, error) {
	f := failure{verdict: r.Verdict}
	switch r.Verdict {
	case testscript.Timeout, testscript.Memory, testscript.Output: // what it wrote until then says little
		return f, nil
	case testscript.Crash:
		f.reason = r.Reason
		if names := exception.FindAll(r.Outcome.Errors, -1); len(names) > 0 {
			f.reason = string(names[len(names)-1])
		}
		return f, nil
	}
	e, err := s.explain(ctx, p, r)
	if err != nil {
		return f, err
	}
	if e != nil && e.Decision != nil {
		f.file, f.decision = e.File, e.Decision.Key
		return f, nil
	}
	i := slices.IndexFunc(r.Files, func(file testscript.FileResult) bool { return file.Verdict == r.Verdict })
	if i >= 0 {
		f.file = r.Files[i].Name
		if d := r.Files[i].Report.First; d != nil {
			f.decision = string(d.Kind)
		}
	}
	return f, nil
}

// explain explains the first difference; nil if it cannot be, or if there is none.
func (s *Search) explain(ctx context.Context, p homework.Problem, r testscript.Result) (*explain.Explanation, error) {
	edition, err := s.Assignment.Edition(s.Edition)
	if err != nil {
		return nil, err
	}
	e, err := explain.Explain(ctx, explain.Question{Problem: p, How: homework.Options{Edition: edition}, Files: r.Files})
	if errors.Is(err, explain.ErrUnshown) {
		return nil, nil
	}
	return e, err
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
