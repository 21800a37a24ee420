package command

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A loopFilter leaves out cases that a program need not run on for it loops. What runs does not depend on how many run at a
// time: a case that has begun too early is stopped and forgotten.
type loopFilter struct {
	cases  []*cases.Case
	report func(i int, r testscript.Result) // of the cases that run, numbered anew

	mu       sync.Mutex
	contexts []context.Context
	stop     []context.CancelFunc
	waiting  map[int]testscript.Result
	next     int // the first case that is not decided
	reported int
	loops    judge.Loops
	skipped  []*cases.Case
}

func newLoopFilter(ctx context.Context, all []*cases.Case, report func(i int, r testscript.Result)) *loopFilter {
	f := &loopFilter{cases: all, report: report, waiting: map[int]testscript.Result{}}
	for range all {
		one, stop := context.WithCancel(ctx)
		f.contexts, f.stop = append(f.contexts, one), append(f.stop, stop)
	}
	return f
}

// within returns the context of the i-th case.
func (f *loopFilter) within(i int) context.Context { return f.contexts[i] }

// result takes the result of the i-th case.
func (f *loopFilter) result(i int, r testscript.Result) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if i >= f.next { // else it was stopped
		f.waiting[i] = r
	}
	for f.next < len(f.cases) {
		c := f.cases[f.next]
		r, ok := f.waiting[f.next]
		switch {
		case f.loops.Spares(c):
			f.skipped = append(f.skipped, c)
		case ok:
			f.loops.Add(c, r.Verdict)
			f.report(f.reported, r)
			f.reported++
		default:
			return
		}
		f.stop[f.next]()
		delete(f.waiting, f.next)
		f.next++
	}
}

// left returns the cases that did not run.
func (f *loopFilter) left() []*cases.Case {
	if f == nil {
		return nil
	}
	return f.skipped
}

// end passes on what waits for cases that were cut short, after which nothing runs.
func (f *loopFilter) end() {
	if f == nil {
		return
	}
	for ; f.next < len(f.cases); f.next++ {
		if r, ok := f.waiting[f.next]; ok {
			f.report(f.reported, r)
			f.reported++
		}
		f.stop[f.next]()
	}
}

// why says in lines why cases did not run.
func (f *loopFilter) why() []string {
	if f == nil {
		return nil
	}
	return f.loops.Spared("--all-timeouts runs them")
}

// A slowness is a report.Reporter that prints once that a program runs out of time, which makes a check take
// minutes.
type slowness struct {
	report.Silent
	out  io.Writer
	mute bool // it was told, or is not to be
}

func (s *slowness) Start(of report.Start) { s.mute = of.Quiet || of.CPU <= 1 }

func (s *slowness) Result(_ int, r testscript.Result) {
	if r.Verdict == testscript.Timeout && !s.mute {
		s.mute = true
		fmt.Fprintf(s.out, "touchstone: the program ran out of time in %s; --time 1s gives it less in each case\n", escape.Line(r.Case.Name))
	}
}
