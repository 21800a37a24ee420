package report

import (
	"maps"
	"slices"

	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// InOrder passes on results in the order of their cases. It buffers only those whose
// predecessors are still missing.
type InOrder struct {
	waiting map[int]verdict.Result
	next    int
}

// Put takes the result of the i-th case, and passes on every result whose turn has come.
func (o *InOrder) Put(i int, r verdict.Result, print func(verdict.Result)) {
	if o.waiting == nil {
		o.waiting = map[int]verdict.Result{}
	}
	o.waiting[i] = r
	for {
		r, ok := o.waiting[o.next]
		if !ok {
			return
		}
		delete(o.waiting, o.next)
		o.next++
		print(r)
	}
}

// rest passes on the results whose predecessors will not come.
func (o *InOrder) rest(print func(verdict.Result)) {
	for _, i := range slices.Sorted(maps.Keys(o.waiting)) {
		print(o.waiting[i])
	}
	o.waiting = nil
}

// both passes everything on to several reporters.
type both []Reporter

// Both returns a Reporter that passes everything on to several others.
func Both(to ...Reporter) Reporter { return both(to) }

func (b both) Start(s Start) {
	for _, to := range b {
		to.Start(s)
	}
}

func (b both) Result(i int, r verdict.Result) {
	for _, to := range b {
		to.Result(i, r)
	}
}

func (b both) Ran() {
	for _, to := range b {
		Ran(to)
	}
}

func (b both) Judged() {
	for _, to := range b {
		Judged(to)
	}
}

func (b both) End(s Summary) {
	for _, to := range b {
		to.End(s)
	}
}

func (b both) Abort(s Summary) {
	for _, to := range b {
		to.Abort(s)
	}
}
