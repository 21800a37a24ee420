package report

import (
	"fmt"
	"time"

	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

func ofSeconds(s float64) string {
	return outcome.FormatTime(time.Duration(s * float64(time.Second)))
}

// noteworthy is the part of its CPU time from which on a report tells what a case took.
const noteworthy = 0.1

// took says how much of its time a case took, if that is much. What was stopped for it says so.
func (s Start) took(r verdict.Result) string {
	limit := s.CPU
	if r.Allowed > 0 {
		limit = r.Allowed.Seconds()
	}
	if cpu := r.Outcome.CPU.Seconds(); limit == 0 || cpu < noteworthy*limit || r.Verdict == verdict.Timeout {
		return ""
	}
	return fmt.Sprintf(" (%s of %s of CPU time)", outcome.FormatTime(r.Outcome.CPU), ofSeconds(limit))
}
