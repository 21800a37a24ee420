package command

import (
	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript"
)

// selectionFlags are the flags of check that run or tell only some of the cases.
type selectionFlags struct {
	failFast, failed, quiet, allTimeouts bool
}

func (f *selectionFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop at the first case that does not pass; in the order of the cases")
	flags.BoolVar(&f.allTimeouts, "all-timeouts", false, "run all cases of a program that loops; it runs out of time in the first three of a category")
	flags.BoolVar(&f.failed, "failed", false, "only the cases that failed when last checked; all if none did")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "tell only failures and the summary, in the text")
}

// validate checks the flags.
func (f *selectionFlags) validate(check *checkFlags) error {
	switch {
	case f.quiet && !check.report.hasText():
		return usagef("--quiet is about the text, and there is none: --format FORMAT=FILE leaves it on standard output")
	case f.failFast && (check.score || check.report.has("gradescope")):
		return usagef("--fail-fast goes without points, for which all cases must run")
	}
	return nil
}

// runsAll reports whether all cases run, whatever the program does: for points, and where it is known which fail.
func (f *checkFlags) runsAll() bool {
	return f.selection.allTimeouts || f.score || f.report.has("gradescope") || f.expect != ""
}

// A firstFailure passes on results in the order of their cases, up to the first that is not as
// expected, and stops the check there. So which one that is does not depend on what happens to
// end first.
type firstFailure struct {
	start  report.Start
	report func(i int, r testscript.Result)
	stop   func()

	order report.InOrder
	next  int
	over  bool
}

// result takes the result of the i-th case.
func (f *firstFailure) result(i int, r testscript.Result) {
	f.order.Put(i, r, func(r testscript.Result) {
		if f.over {
			return
		}
		f.report(f.next, r)
		f.next++
		if f.over = !f.start.AsExpected(r); f.over {
			f.stop()
		}
	})
}
