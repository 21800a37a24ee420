package report

import (
	"maps"
	"slices"

	"github.com/touchstone-suite/touchstone/testscript"
)

// inOrder passes results on in the order of their cases. It holds only those whose
// predecessors are not there yet.
type inOrder struct {
	waiting map[int]testscript.Result
	next    int
}

// put takes the result of the i-th case, and tells of all that may be told now.
func (o *inOrder) put(i int, r testscript.Result, tell func(testscript.Result)) {
	if o.waiting == nil {
		o.waiting = map[int]testscript.Result{}
	}
	o.waiting[i] = r
	for {
		r, ok := o.waiting[o.next]
		if !ok {
			return
		}
		delete(o.waiting, o.next)
		o.next++
		tell(r)
	}
}

// rest tells of those whose predecessors will not come.
func (o *inOrder) rest(tell func(testscript.Result)) {
	for _, i := range slices.Sorted(maps.Keys(o.waiting)) {
		tell(o.waiting[i])
	}
	o.waiting = nil
}

// both tells several reporters the same.
type both []Reporter

// Both reports in several ways at once.
func Both(to ...Reporter) Reporter { return both(to) }

func (b both) Start(s Start) {
	for _, to := range b {
		to.Start(s)
	}
}

func (b both) Result(i int, r testscript.Result) {
	for _, to := range b {
		to.Result(i, r)
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
