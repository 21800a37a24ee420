package class

import (
	"fmt"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/work/parcel"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// reason returns why a submission has no program, from the entry of its build.
func (e entry) reason() (string, error) {
	r, err := parcel.UnpackResult(e.Data, mostText)
	return r.Reason, err
}

// mostRefused is how many of the refusals are kept, which a program can have as many of as it likes: the last.
const mostRefused = 64

// save returns what is kept of a result besides what was measured, or nil if it says no more than the verdict.
func save(r verdict.Result) ([]byte, error) {
	o := r.Outcome
	r.Outcome = outcome.Outcome{Stopped: o.Stopped, Exit: o.Exit, Signal: o.Signal, StartError: o.StartError, Printed: o.Printed, First: o.First, Errors: o.Errors}
	r.Refused, r.Enforced = r.Refused[max(0, len(r.Refused)-mostRefused):], nil
	if r.Verdict == verdict.Pass {
		if r.Beyond == "" {
			return nil, nil
		}
		r = verdict.Result{Verdict: r.Verdict, Beyond: r.Beyond}
	}
	return parcel.PackResult(r)
}

// restore returns the result of an entry, without what was measured, and with what a limit decided
// said without the moment at which it did.
func restore(c *cases.Case, e entry) (r verdict.Result, err error) {
	if e.Data != nil {
		if r, err = parcel.UnpackResult(e.Data, mostText); err != nil {
			return r, fmt.Errorf("the result of %s for %s: %w", e.Student, e.Case, err)
		}
	}
	r.Case, r.Verdict = c, verdict.Verdict(e.Verdict)
	if o := &r.Outcome; o.Stopped == outcome.NotStopped {
		o.First, o.Errors = steady(o.First), steady(o.Errors)
	} else { // the moment decides what was still printed
		o.Printed, o.First, o.Errors = 0, nil, nil
	}
	if r.Verdict == verdict.Timeout {
		r.Reason = "stopped for using too much time; it has " + outcome.FormatTime(r.Allowed) + " of CPU time"
		r.Outcome.Stopped = outcome.StoppedCPU
	}
	return r, nil
}
