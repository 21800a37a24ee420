// Package why says why a program fails, for a report of all its results: the known mistakes that
// explain it (package diagnose), and of what none explains, the decisions that go wrong (package
// explain).
package why

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/mutant/search"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// MostOfFile is how many bytes of each file a result must keep (testscript.Options.Text). No longer
// file is that of a known mistake: with one the second solver gives up there.
const MostOfFile = search.MostLog + 1

// Program returns why a program fails, those causes first that explain most, and the names of the
// cases whose first difference is that of no known mistake. The results are those of cases of one
// assignment; expected names those that are known to fail, of which nothing is said.
func Program(ctx context.Context, a *oracle.Assignment, edition string, results []testscript.Result, expected map[string]bool) (causes []report.Cause, unexplained []string, err error) {
	if edition, err = a.Edition(edition); err != nil {
		return nil, nil, err
	}
	var answers []diagnosis.Answer
	failed := map[string]testscript.Result{}
	var passed []*cases.Case
	for _, r := range results {
		switch {
		case r.Verdict == testscript.Pass:
			passed = append(passed, r.Case)
		case r.Verdict == testscript.Internal || expected[r.Case.Name]:
			continue
		default:
			failed[r.Case.Name] = r
		}
		if one := diagnosis.Read(r, MostOfFile); one.Passed || len(one.Files) > 0 {
			answers = append(answers, one)
		}
	}
	found, err := diagnosis.Program(ctx, a, edition, answers)
	if err != nil {
		return nil, nil, err
	}
	all, explained, err := locate(ctx, edition, found.Causes, results, failed)
	if err != nil {
		return nil, nil, err
	}
	passing := diagnosis.Passing{Assignment: a, Cases: passed}
	for _, c := range all {
		common, err := passing.Against(ctx, c.Cases)
		if err != nil {
			return nil, nil, err
		}
		first := explained[c.Cases[0].Name]
		switch {
		case c.Second && c.Grade != diagnosis.Located: // the first difference is that of another cause
			first = nil
		case c.Second && first != nil:
			first = first.Next
		}
		causes = append(causes, report.NewCause(c, common, first))
	}
	return causes, report.Names(found.Unknown), nil
}

// locate adds causes of the failing cases that no known mistake explains, and explains the first
// case of each cause.
func locate(ctx context.Context, edition string, named []diagnosis.Cause, results []testscript.Result, failed map[string]testscript.Result) ([]diagnosis.Cause, map[string]*decision.Explanation, error) {
	var shown, unknown []testscript.Result
	known := map[string]bool{}
	for _, c := range named {
		shown = append(shown, failed[c.Cases[0].Name])
		for _, of := range c.Cases {
			known[of.Name] = true
		}
	}
	for _, r := range results {
		if _, fails := failed[r.Case.Name]; fails && !known[r.Case.Name] {
			unknown = append(unknown, r)
		}
	}
	explained, err := diagnosis.Explanations(ctx, edition, append(shown, unknown...))
	if err != nil {
		return nil, nil, err
	}
	causes := append(slices.Clone(named), diagnosis.Locate(unknown, explained)...)
	slices.SortStableFunc(causes, diagnosis.ByWeight)
	return causes, explained, nil
}
