package cli

import (
	"context"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// mostWritten is how many bytes are kept for a diagnosis of all that a failing program writes.
const mostWritten = 64 << 20

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
func (f *checkFlags) diagnose(ctx context.Context, a *oracle.Assignment, start report.Start, results []testscript.Result, summary *report.Summary) (err error) {
	if !f.why || f.report.show != string(report.ShowDiff) || start.Build != "" { // shows it, or tells all
		return nil
	}
	summary.Causes, summary.Unexplained, err = diagnosis.Program(ctx, a, f.edition, results, start.Expected)
	return err
}
