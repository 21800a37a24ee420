// Package diagnosistest judges programs that exist only as functions, as if they had run. Tests and
// measurements of package diagnosis can therefore use thousands of them.
package diagnosistest

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Run is the result of a program on a case.
type Run struct {
	Files map[string]string // its output
	// Ended is the verdict if the program did not end by itself, such as verdict.Timeout or verdict.Crash, or
	// "".
	Ended     verdict.Verdict
	CrashLine string // the line of its source at which it crashed
	Errors    string // its standard error
}

// Judge returns the results of a program on the default profile of an assignment.
func Judge(ctx context.Context, a *oracle.Assignment,
	program func(c *cases.Case) Run) (results []verdict.Result, err error) {
	return JudgeOn(ctx, a, func(*cases.Case) bool { return true }, program)
}

// JudgeOn is Judge for the selected cases. A few cases take most of the time.
func JudgeOn(ctx context.Context, a *oracle.Assignment, selects func(c *cases.Case) bool,
	program func(c *cases.Case) Run) (results []verdict.Result, err error) {
	corpus, err := cases.Embedded(a)
	if err != nil {
		return nil, err
	}
	for _, c := range corpus {
		if !c.In(cases.ProfileDefault) || !selects(c) {
			continue
		}
		r, err := judge(ctx, c, program(c))
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

func judge(ctx context.Context, c *cases.Case, run Run) (verdict.Result, error) {
	r := verdict.Result{Case: c, Verdict: verdict.Pass}
	reports, err := compare.Stream(ctx, c.Problem, homework.Options{}, compare.Texts(run.Files))
	if err != nil {
		return r, err
	}
	for _, name := range c.Problem.Files() {
		f := verdict.File{Name: name, Verdict: verdict.Pass, Report: reports[name].Report}
		switch {
		case errors.Is(reports[name].OpenError, fs.ErrNotExist):
			f.Verdict = verdict.Missing
		case f.Report.Grade != compare.Equal:
			f.Verdict, f.Text = verdict.Wrong, []byte(run.Files[name])
			if f.Report.Grade == compare.SameForm {
				f.Verdict = verdict.Format
			}
		}
		r.Verdict = worse(r.Verdict, f.Verdict)
		r.Files = append(r.Files, f)
	}
	if r.Verdict != verdict.Pass && run.Ended != "" {
		r.Verdict, r.CrashLine, r.Outcome.Errors = run.Ended, run.CrashLine, []byte(run.Errors)
		if run.Ended == verdict.Crash {
			r.Reason = "exit status 1"
		}
	}
	return r, nil
}

// worse returns the worse of two verdicts.
func worse(a, b verdict.Verdict) verdict.Verdict {
	return verdict.Verdicts[max(slices.Index(verdict.Verdicts, a), slices.Index(verdict.Verdicts, b))]
}

// Faulty returns the run of a second solver with some faults. If the solver gives up, the run is a crash
// without output.
func Faulty(c *cases.Case, faults ...string) Run {
	files, err := catalog.Second(c.Assignment).Solve("", c.Input(), faults...)
	if err != nil {
		return Run{Ended: verdict.Crash, Errors: err.Error()}
	}
	return Run{Files: files}
}
