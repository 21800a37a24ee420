package cli

import (
	"context"

	"github.com/touchstone-suite/touchstone/cli/internal/diagnose"
	"github.com/touchstone-suite/touchstone/cli/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Of what failing programs write, so many bytes a file and in all are kept for a diagnosis.
const (
	mostOfFile  = 1 << 20
	mostWritten = 64 << 20
)

// weight returns how many bytes the texts of files have.
func weight(files []testscript.FileResult) (bytes int) {
	for _, f := range files {
		bytes += len(f.Text)
	}
	return bytes
}

// diagnose adds to a summary why cases fail.
func (f *checkFlags) diagnose(ctx context.Context, a *oracle.Assignment, results []testscript.Result, summary *report.Summary) error {
	if !f.why || f.report.show != string(report.ShowDiff) { // which alone shows it
		return nil
	}
	var answers []diagnose.Answer
	for _, r := range results {
		one := diagnose.Answer{Case: r.Case, Passed: r.Verdict == testscript.Pass, Files: map[string][]byte{}}
		for _, file := range r.Files {
			switch {
			case file.Verdict == testscript.Pass:
				one.Right = append(one.Right, file.Name)
			case 0 < len(file.Text) && len(file.Text) < mostOfFile: // all of it is known
				one.Files[file.Name] = file.Text
			}
		}
		if one.Passed || len(one.Files) > 0 {
			answers = append(answers, one)
		}
	}
	found, err := diagnose.Program(ctx, a, f.edition, answers)
	if err == nil {
		summary.AddCauses(found)
	}
	return err
}
