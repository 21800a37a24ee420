package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A known is what known mistakes say of one failing case.
type known struct {
	Grade  diagnosis.Grade   `json:"grade"`
	Faults []diagnosis.Fault `json:"faults"`
}

// mostKnown is how many mistakes may fit one case: more than that, and it tells little of any.
const mostKnown = 3

// newKnown returns what is said of mistakes that fit, or nil if they are none or too many.
func newKnown(faults []diagnosis.Fault, grade diagnosis.Grade) *known {
	if len(faults) == 0 || len(faults) > mostKnown {
		return nil
	}
	return &known{grade, faults}
}

// print prints it; of a single mistake, what a student should know of it.
func (k *known) print(w io.Writer) {
	if k == nil {
		return
	}
	what := "a program with this mistake writes just the same"
	if k.Grade != diagnosis.Equals {
		what = "a program with this mistake has the same first wrong line"
	}
	for i, f := range k.Faults {
		label, text := "fits this case:", f.About
		if i > 0 {
			label = "            or:"
		}
		if len(k.Faults) == 1 {
			text = f.Explains
		}
		fmt.Fprintf(w, "  %s %s (%s)\n    %s\n", label, escape.Line(f.Name), f.Rule, folded(escape.Line(text), "    ", min(width(w), 100)))
	}
	fmt.Fprintf(w, "  %s\n", what)
}

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
	kept := testscript.Result{Case: r.Case, Verdict: r.Verdict, Beyond: r.Beyond, Reason: r.Reason, At: r.At, Answer: r.Answer}
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
