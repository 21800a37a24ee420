package command

import (
	"context"
	"io"
	"sync"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript"
)

// selectionFlags are the flags of check that run or report only some of the cases.
type selectionFlags struct {
	failFast, quiet, all bool
}

func (f *selectionFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop at the first case that does not pass; in the order "+
		"of the cases; the default for a problem package")
	flags.BoolVar(&f.all, "all", false, "run all cases; also those after the first failure of a problem package, "+
		"and those that a program that loops need not run")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print only failures and the summary in the text")
}

// validate checks the flags.
func (f *selectionFlags) validate(check *checkFlags) error {
	switch {
	case f.quiet && !check.report.hasText():
		return usagef("--quiet requires the text report: use --format FORMAT=FILE, which keeps the text on standard " +
			"output")
	case f.failFast && f.all:
		return usagef("want --fail-fast or --all, found both")
	case f.failFast && check.scored():
		return usagef("--fail-fast cannot be combined with points, which need all cases")
	}
	return nil
}

// runsAll reports whether all cases run, whatever the program does: for points, and where it is known which
// fail.
func (f *checkFlags) runsAll() bool {
	return f.selection.all || f.scored() || f.expect != ""
}

// scored reports whether points are wanted.
func (f *checkFlags) scored() bool { return f.score || f.report.has("gradescope") }

// A caseQueue receives results as cases end and reports them in the order of the cases. It skips cases that a
// looping program need not run, and all cases after the first failure if failFast is set. The report does not
// depend on the number of concurrent cases: the queue stops a case that has begun too early and ignores its
// result.
type caseQueue struct {
	cases    []*cases.Case
	report   func(testscript.Result)
	start    report.Start
	failFast bool
	loops    *judge.Loops // nil to run all cases

	mu       sync.Mutex
	contexts []context.Context
	stop     []context.CancelFunc
	waiting  map[int]testscript.Result
	next     int // the first case that is not decided
}

// begin makes a context for each case.
func (q *caseQueue) begin(ctx context.Context) {
	q.waiting = map[int]testscript.Result{}
	for range q.cases {
		caseCtx, stop := context.WithCancel(ctx)
		q.contexts, q.stop = append(q.contexts, caseCtx), append(q.stop, stop)
	}
}

// contextOf returns the context of the i-th case.
func (q *caseQueue) contextOf(i int) context.Context { return q.contexts[i] }

// result takes the result of the i-th case.
func (q *caseQueue) result(i int, r testscript.Result) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i >= q.next { // else it was stopped
		q.waiting[i] = r
	}
	for q.next < len(q.cases) {
		c := q.cases[q.next]
		r, ok := q.waiting[q.next]
		switch skipped := q.loops != nil && q.loops.Skips(c); {
		case skipped && q.loops.All: // it counts for points
			q.reportNext(testscript.Result{Case: c, Verdict: testscript.Timeout, Reason: q.loops.SkipReason(c)})
		case skipped:
			q.advance()
		case ok:
			if q.loops != nil {
				q.loops.Add(c, r.Verdict)
			}
			q.reportNext(r)
		default:
			return
		}
	}
}

// reportNext reports the result of the next case.
func (q *caseQueue) reportNext(r testscript.Result) {
	q.report(r)
	q.advance()
	for q.failFast && !q.start.AsExpected(r) && q.next < len(q.cases) {
		q.advance()
	}
}

// advance stops the next case and forgets it.
func (q *caseQueue) advance() {
	q.stop[q.next]()
	delete(q.waiting, q.next)
	q.next++
}

// end reports the results that wait for cases that were cut short. Nothing runs any more.
func (q *caseQueue) end() {
	for q.next < len(q.cases) {
		if r, ok := q.waiting[q.next]; ok {
			q.reportNext(r)
		} else {
			q.advance()
		}
	}
}

// skipReasons returns lines that explain why cases did not run.
func (q *caseQueue) skipReasons() []string {
	if q.loops == nil {
		return nil
	}
	return q.loops.SkippedLines("--all runs them")
}

// A timeoutWarning is a report.Reporter that reports once that a program runs out of time, which makes a check take
// minutes.
type timeoutWarning struct {
	report.Discard
	out  io.Writer
	mute bool // a warning was printed, or must not be
}

func (s *timeoutWarning) Start(start report.Start) { s.mute = start.Quiet || start.CPU <= 1 }

func (s *timeoutWarning) Result(r testscript.Result) {
	if r.Verdict == testscript.Timeout && !s.mute {
		s.mute = true
		printLine(s.out, "touchstone: the program ran out of time in %s; --time 1s gives it less in each case",
			r.Case.Name)
	}
}
