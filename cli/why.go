package cli

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/cli/internal/diagnose"
	"github.com/touchstone-suite/touchstone/cli/internal/explain"
	"github.com/touchstone-suite/touchstone/cli/internal/report"
	"github.com/touchstone-suite/touchstone/mutant/search"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Of what failing programs write, so many bytes a file and in all are kept for a diagnosis. No
// longer file is that of a known mistake: with one the second solver gives up there.
const (
	mostOfFile  = search.MostLog + 1
	mostWritten = 64 << 20
)

// weight returns how many bytes the texts of files have.
func weight(files []testscript.FileResult) (bytes int) {
	for _, f := range files {
		bytes += len(f.Text)
	}
	return bytes
}

// remembered returns what is needed of a result when all cases have ended, but for its files. The
// rest is told and forgotten.
func remembered(r testscript.Result) testscript.Result {
	kept := testscript.Result{Case: r.Case, Verdict: r.Verdict, Beyond: r.Beyond, Reason: r.Reason, At: r.At}
	kept.Outcome.Errors, kept.Outcome.CPU, kept.Outcome.Wall = r.Outcome.Errors, r.Outcome.CPU, r.Outcome.Wall
	return kept
}

// diagnose adds to a summary why cases fail, but for those that are expected to.
func (f *checkFlags) diagnose(ctx context.Context, a *oracle.Assignment, start report.Start, results []testscript.Result, summary *report.Summary) error {
	if !f.why || f.report.show != string(report.ShowDiff) { // which alone shows it
		return nil
	}
	var answers []diagnose.Answer
	failed := map[string]testscript.Result{}
	var passed []*cases.Case
	for _, r := range results {
		switch {
		case r.Verdict == testscript.Pass:
			passed = append(passed, r.Case)
		case r.Verdict == testscript.Internal || start.Expected[r.Case.Name]:
			continue
		default:
			failed[r.Case.Name] = r
		}
		if one := diagnose.Read(r, mostOfFile); one.Passed || len(one.Files) > 0 {
			answers = append(answers, one)
		}
	}
	found, err := diagnose.Program(ctx, a, f.edition, answers)
	if err != nil {
		return err
	}
	summary.Unexplained = report.Names(found.Unknown)
	causes, explained, err := locate(ctx, start.Edition, found.Causes, results, failed)
	if err != nil {
		return err
	}
	for _, c := range causes {
		common, err := diagnose.In(ctx, a, c.Cases, passed)
		if err != nil {
			return err
		}
		first := explained[c.Cases[0].Name]
		switch {
		case c.Second && c.Grade != diagnose.Located: // the first difference is that of another cause
			first = nil
		case c.Second && first != nil:
			first = first.Next
		}
		summary.Causes = append(summary.Causes, report.NewCause(c, common, first))
	}
	return nil
}

// locate adds causes of the failing cases that no known mistake explains, and explains the first
// case of each cause.
func locate(ctx context.Context, edition string, named []diagnose.Cause, results []testscript.Result, failed map[string]testscript.Result) ([]diagnose.Cause, map[string]*explain.Explanation, error) {
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
	explained, err := diagnose.Explanations(ctx, edition, append(shown, unknown...))
	if err != nil {
		return nil, nil, err
	}
	causes := append(slices.Clone(named), diagnose.Locate(unknown, explained)...)
	slices.SortStableFunc(causes, diagnose.ByWeight)
	return causes, explained, nil
}
