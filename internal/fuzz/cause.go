package fuzz

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/testscript"
)

// mostHeard is how many of the last inputs that passed, and of those that failed, speak for and
// against causes.
const mostHeard = 48

// evidence is what the program answered to the last inputs.
type evidence struct{ passed, failed []testscript.Result }

// add adds an answer. It forgets old ones now and then.
func (e *evidence) add(r testscript.Result) {
	to := &e.failed
	if r.Verdict == testscript.Pass {
		to = &e.passed
	}
	if *to = append(*to, r); len(*to) >= 2*mostHeard {
		*to = slices.Clone(last(*to))
	}
}

func last(results []testscript.Result) []testscript.Result {
	return results[max(0, len(results)-mostHeard):]
}

// explainCause looks for the cause of a finding. That of an unstable program cannot be told.
func (s *Search) explainCause(ctx context.Context, f *Finding, heard *evidence) (err error) {
	if f.Explained, err = s.explain(ctx, f.Smallest, f.Result, false); err != nil || f.Unstable {
		return err
	}
	answers := []diagnosis.Answer{diagnosis.Read(f.Result, MostText)}
	for _, r := range append(slices.Clone(last(heard.failed)), last(heard.passed)...) {
		if r.Case != f.Result.Case {
			answers = append(answers, diagnosis.Read(r, MostText))
		}
	}
	found, err := diagnosis.Program(ctx, s.Assignment, s.Edition, answers)
	for _, c := range found.Causes {
		if slices.Contains(c.Cases, f.Result.Case) {
			f.Causes = append(f.Causes, c)
		}
	}
	return err
}
