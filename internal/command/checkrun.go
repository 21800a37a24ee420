package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// runCases runs the cases and reports on them.
func (f *checkFlags) runCases(ctx context.Context, to *openReport, runner *testscript.Runner, start report.Start, chosen []*cases.Case) (report.Summary, error) {
	begin := time.Now()
	to.Start(start)
	results := make([]testscript.Result, len(chosen))
	var kept diagnosis.Kept
	running, stop := context.WithCancel(ctx)
	defer stop()
	put := func(i int, r testscript.Result) {
		results[i] = remembered(kept.Keep(r))
		to.Result(i, r)
	}
	if f.selection.failFast {
		put = (&firstFailure{start: start, report: put, stop: stop}).result
	}
	within, take := func(int) context.Context { return running }, put
	var loops *loopFilter
	if !f.runsAll() {
		loops = newLoopFilter(running, chosen, put)
		within, take = loops.within, loops.result
	}
	runner.RunWithin(running, f.jobs, chosen, within, func(i int, r testscript.Result) {
		if running.Err() == nil { // else it was cut short, which says nothing of the program
			to.Ran()
			take(i, r)
		}
	})
	loops.end()
	results = slices.DeleteFunc(results, func(r testscript.Result) bool { return r.Case == nil })
	summary := report.Summarise(results, start.Expected)
	summary.Seconds = time.Since(begin).Seconds()
	summary.NotRun, summary.WhyNotRun = len(chosen)-len(results), loops.why()
	to.Judged()
	err := f.diagnose(ctx, runner, chosen[0].Assignment, start, results, &summary)
	if ctx.Err() != nil {
		if errors.As(context.Cause(ctx), new(*caught)) { // else nobody reads it
			summary.OK, summary.Interrupted = false, true
			to.Abort(summary)
		}
		return summary, ctx.Err()
	}
	if err != nil {
		return summary, err
	}
	if err := runner.KeepAnswers(ctx, results); err != nil {
		return summary, err
	}
	if f.score || f.report.has("gradescope") {
		score := f.rate(chosen[0].Assignment, results)
		summary.Score = &score
	}
	f.memory.update(start, results, loops.left()...)
	to.End(summary)
	if ctx.Err() != nil { // the end could not be written
		return summary, ctx.Err()
	}
	if err := to.commit(); err != nil {
		return summary, fmt.Errorf("writing the report: %w", err)
	}
	return summary, nil
}

// remembered returns what is needed of a result when all cases have ended. The rest is told and forgotten.
func remembered(r testscript.Result) testscript.Result {
	kept := testscript.Result{Case: r.Case, Verdict: r.Verdict, Beyond: r.Beyond, Reason: r.Reason, At: r.At, Files: r.Files, Answer: r.Answer, Before: r.Before, Edition: r.Edition}
	kept.Outcome.Errors, kept.Outcome.CPU, kept.Outcome.Wall = r.Outcome.Errors, r.Outcome.CPU, r.Outcome.Wall
	return kept
}

// diagnose adds to a summary why cases fail, but for those that are expected to: as far as that is known soon, if a
// signal has cut the check short or does so meanwhile. It runs the program once more on some of them.
func (f *checkFlags) diagnose(ctx context.Context, runner *testscript.Runner, a *oracle.Assignment, start report.Start, results []testscript.Result, summary *report.Summary) (err error) {
	if f.report.show != string(report.ShowDiff) || start.Build != "" { // shows it, or tells all
		return nil
	}
	cut := ctx.Err() != nil
	if cut {
		var end context.CancelFunc
		ctx, end = afterwards(ctx)
		defer end()
	}
	q := diagnosis.Question{Assignment: a, Edition: f.edition, Course: f.lenient(), Results: results, Expected: start.Expected}
	if !f.keep && !cut { // the folders of second runs would stand among those of the first, and nobody waits for them
		again := diagnosis.Again(results)
		var of []*cases.Case
		for _, r := range again {
			of = append(of, r.Case)
		}
		runner.RunAll(ctx, f.jobs, of, func(i int, second testscript.Result) {
			if ctx.Err() == nil {
				again[i].Otherwise = diagnosis.Otherwise(*again[i], second)
			}
		})
	}
	summary.Causes, summary.Unexplained, err = diagnosis.Program(ctx, q)
	return err
}
