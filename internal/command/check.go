package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// checkFlags are the flags of check.
type checkFlags struct {
	programFlags
	keep, score bool
	selection   selectionFlags
	report      reportFlags
	daysLate    int
}

func newCheck() *cobra.Command {
	f := checkFlags{programFlags: newProgramFlags()}
	cmd := withHelp("check", &cobra.Command{
		Args: func(cmd *cobra.Command, args []string) error {
			_, _, err := f.args(cmd, args)
			return err
		},
		ValidArgsFunction: completeAssignmentThenFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			assignment, program, err := f.args(cmd, args)
			if err != nil {
				return err
			}
			return f.run(cmd, assignment, program)
		},
	})
	flags := cmd.Flags()
	f.addCases(cmd)
	flags.StringArrayVar(&f.tags, "tag", nil, "only the cases with this `TAG`; repeatable")
	cmd.RegisterFlagCompletionFunc("tag", f.completeCases(func(c *cases.Case) []string { return c.Tags }))
	flags.StringArrayVar(&f.inputs, "input", nil, "check on this input `FILE` instead of cases; the oracle "+
		"answers it, repeatable")
	f.addRun(cmd, "case")
	flags.BoolVar(&f.keep, "keep", false, "keep the directories in which the program ran; with the right "+
		"answers of failed cases unless --show forbids it")
	flags.StringVar(&f.expect, "expect", "", "`FILE` with the names of cases that must fail, one a line; all "+
		"others must pass")
	f.selection.add(cmd)
	flags.BoolVar(&f.score, "score", false, "the points, by the course's grading rule")
	f.report.add(cmd)
	f.course.add(cmd)
	flags.StringVar(&f.course.student, "student", "", "use the settings of the student `ID` in the course file")
	setCommon(cmd, "case", "profile", "cases", "by", "score", "time", "course", "format", "out")
	flags.IntVar(&f.daysLate, "days-late", 0, "the program is `DAYS` late; only for a student without a "+
		"lateness in the course file")
	return cmd
}

func (f *checkFlags) run(cmd *cobra.Command, assignment string, arg programArg) error {
	a, err := lookup(assignment)
	if err != nil {
		return err
	}
	if err := f.resolve(cmd, a); err != nil {
		return err
	}
	options, edition, err := f.resolveOptions(cmd, a, arg)
	if err != nil {
		return err
	}
	options.Keep, options.Answers = f.keep, f.keep && f.report.show == string(report.ShowDiff)
	options.Text = diagnosis.MaxOfFile
	chosen, err := f.chooseCases(cmd.Context(), a, f.Edition)
	if err != nil {
		return err
	}
	expected, err := f.readExpected(a, chosen)
	if err != nil {
		return usage(err)
	}
	if err := errors.Join(f.report.resolve(cmd), f.selection.validate(f)); err != nil {
		return err
	}
	if a.Path != "" && !cmd.Flags().Changed("fail-fast") && !f.runsAll() {
		f.selection.failFast = true // the default for a problem package
	}
	to, err := f.report.open(cmd)
	if err != nil {
		return err
	}
	defer to.abort()
	ctx := cmd.Context()
	program, err := f.open(cmd, a, arg, options)
	if err != nil {
		return err
	}
	defer program.Close()

	start := report.Start{
		Assignment: a.Name, Edition: edition, Compare: f.compare, Command: arg.words,
		Cases: len(chosen), Jobs: f.jobs, CPU: a.Run.CPUOf(f.CPU, options.SameCPU).Seconds(), Expected: expected,
		Tool:    version(),
		Sandbox: program.Enforced().Active(), Confined: program.Enforced().String(), Quiet: f.selection.quiet,
		Submission: arg.path(), Source: arg.source(a),
		Board: f.course.file != nil && f.course.file.Leaderboard,
	}
	if err := program.BuildError(); err != nil {
		start.NoProgram = err.Error()
		if !f.report.hasText() { // the text contains it
			note(cmd, start.NoProgram)
		}
	}
	summary, err := f.runCases(ctx, to, program, start, chosen)
	if err != nil {
		return err
	}
	if err := program.Close(); err != nil {
		return err
	}
	if summary.Counts[testscript.Internal] > 0 {
		return exitStatus(exitHarness)
	}
	return failIf(!summary.OK)
}

// runCases runs the cases and reports on them.
func (f *checkFlags) runCases(ctx context.Context, to *openReport, program *testscript.Program,
	start report.Start, chosen []*cases.Case) (report.Summary, error) {
	begin := time.Now()
	to.Start(start)
	var results []testscript.Result
	left := slices.Clone(chosen)
	var kept verdict.Kept
	queue := caseQueue{cases: chosen, start: start, failFast: f.selection.failFast}
	queue.report = func(r testscript.Result) {
		results = append(results, trimResult(kept.Keep(r)))
		left = slices.DeleteFunc(left, func(c *cases.Case) bool { return c.Name == r.Case.Name })
		to.Result(r)
	}
	settles := f.course.file.Rule().Settles
	if f.scored() && !f.selection.all && slices.ContainsFunc(chosen, settles) {
		queue.loops = &judge.Loops{All: true, Settles: settles}
	} else if !f.runsAll() {
		queue.loops = &judge.Loops{}
	}
	queue.begin(ctx)
	program.RunWithin(ctx, chosen, queue.contextOf, func(i int, r testscript.Result) {
		if ctx.Err() == nil { // otherwise it was interrupted, and the result is unknown
			to.Ran()
			queue.result(i, r)
		}
	})
	queue.end()
	summary := report.Summarise(results, start.Expected)
	summary.Seconds, summary.NotRunCases = time.Since(begin).Seconds(), left
	summary.NotRun, summary.WhyNotRun = len(left), queue.skipReasons()
	to.Judged()
	err := f.diagnose(ctx, program, chosen[0].Assignment, start, results, &summary)
	if ctx.Err() != nil {
		if errors.As(context.Cause(ctx), new(*signalError)) { // otherwise nothing reads it
			summary.OK, summary.Interrupted = false, true
			to.End(summary)
		}
		return summary, ctx.Err()
	}
	if err != nil {
		return summary, err
	}
	if err := program.KeepAnswers(ctx, results); err != nil {
		return summary, err
	}
	if f.scored() {
		score := f.applyRule(chosen[0].Assignment, results)
		summary.Score = &score
	}
	to.End(summary)
	if ctx.Err() != nil { // the end could not be written
		return summary, ctx.Err()
	}
	if err := to.commit(); err != nil {
		return summary, fmt.Errorf("writing the report: %w", err)
	}
	return summary, nil
}

// trimResult returns the part of a result that is needed when all cases have ended. The rest has been
// reported and is dropped.
func trimResult(r testscript.Result) testscript.Result {
	kept := testscript.Result{
		Case: r.Case, Verdict: r.Verdict, Beyond: r.Beyond, Reason: r.Reason, CrashLine: r.CrashLine,
		Files: r.Files, Answer: r.Answer, EarlierVerdict: r.EarlierVerdict, Edition: r.Edition,
	}
	kept.Outcome.Errors, kept.Outcome.CPU, kept.Outcome.Wall = r.Outcome.Errors, r.Outcome.CPU, r.Outcome.Wall
	return kept
}

// diagnose adds the causes of failing cases to a summary, except for cases that are expected to fail. If a
// signal has interrupted the check, or interrupts diagnose, it adds only the causes found soon. It runs the
// program once more on some of the cases.
func (f *checkFlags) diagnose(ctx context.Context, program *testscript.Program, a *oracle.Assignment,
	start report.Start, results []testscript.Result, summary *report.Summary) (err error) {
	if f.report.show != string(report.ShowDiff) || start.NoProgram != "" { // shows it, or shows everything
		return nil
	}
	cut := ctx.Err() != nil
	if cut {
		var end context.CancelFunc
		ctx, end = reportContext(ctx)
		defer end()
	}
	q := diagnosis.Question{Assignment: a, Edition: f.Edition, Course: f.Course, Results: results,
		Expected: start.Expected}
	// second runs would add directories to the kept ones, and a check that is cut short must end soon
	if !f.keep && !cut {
		repeats := verdict.SelectRepeats(results)
		var chosen []*cases.Case
		for _, r := range repeats {
			chosen = append(chosen, r.Case)
		}
		program.RunAll(ctx, chosen, func(i int, second testscript.Result) {
			if ctx.Err() == nil {
				repeats[i].SecondRun = verdict.DescribeChange(*repeats[i], second)
			}
		})
	}
	summary.Causes, summary.Unexplained, err = diagnosis.Program(ctx, q)
	return err
}
