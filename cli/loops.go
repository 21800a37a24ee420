package cli

import (
	"context"
	"fmt"
	"sync"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/verdict"
	"github.com/touchstone-suite/touchstone/testscript"
)

// enoughTimeouts is how many cases of a category, all that there are before, must run out of time for further
// ones not to run.
const enoughTimeouts = 3

// A loopFilter leaves out cases of a program that loops, each of which would take all of its time. A case does not run
// if those of its category before it, in the order of the cases, are three or more, all of them ran out of
// time, and its answer is no shorter than that of one of these. So a program that ends in time in some case of a
// category runs on all of them, a slow one runs on what is easier than what it was too slow for, and what
// runs does not depend on how many run at a time: a case that has begun too early is stopped and forgotten.
type loopFilter struct {
	cases  []*cases.Case
	report func(i int, r testscript.Result) // of the cases that run, numbered anew

	mu       sync.Mutex
	contexts []context.Context
	stop     []context.CancelFunc
	waiting  map[int]testscript.Result
	next     int // the first case that is not decided
	reported int
	kinds    map[string]*loopKind
	skipped  []*cases.Case
}

// A loopKind is what is known of a category.
type loopKind struct {
	ends     bool // some case did not run out of time
	timeouts []string
	shortest int64 // answer of these
	skipped  int
}

func newLoopFilter(ctx context.Context, all []*cases.Case, report func(i int, r testscript.Result)) *loopFilter {
	f := &loopFilter{cases: all, report: report, waiting: map[int]testscript.Result{}, kinds: map[string]*loopKind{}}
	for _, c := range all {
		one, stop := context.WithCancel(ctx)
		f.contexts, f.stop = append(f.contexts, one), append(f.stop, stop)
		f.kinds[c.Problem.Category()] = &loopKind{}
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
		kind := f.kinds[c.Problem.Category()]
		r, ok := f.waiting[f.next]
		switch {
		case kind.loops(c):
			kind.skipped++
			f.skipped = append(f.skipped, c)
		case ok:
			kind.add(r)
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

// loops reports whether a case need not run.
func (k *loopKind) loops(c *cases.Case) bool {
	return !k.ends && len(k.timeouts) >= enoughTimeouts && c.AnswerSize() >= k.shortest
}

func (k *loopKind) add(r testscript.Result) {
	if r.Verdict != testscript.Timeout {
		k.ends = true
		return
	}
	if size := r.Case.AnswerSize(); len(k.timeouts) == 0 || size < k.shortest {
		k.shortest = size
	}
	k.timeouts = append(k.timeouts, r.Case.Name)
}

// why says in lines why cases did not run.
func (f *loopFilter) why() (lines []string) {
	told := map[string]bool{}
	for _, c := range f.left() {
		category := c.Problem.Category()
		if k := f.kinds[category]; !told[category] {
			lines = append(lines, fmt.Sprintf("%s of %s not run: the program ran out of time in all %d before, such as %s; --all-timeouts runs them",
				verdict.Count(k.skipped, "case"), category, len(k.timeouts), k.timeouts[0]))
		}
		told[category] = true
	}
	return lines
}
