package report

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Slow is a case among those that took longest.
type Slow struct {
	Case string  `json:"case"`
	CPU  float64 `json:"cpuSeconds"`
	Wall float64 `json:"wallSeconds"`
}

// Slowest returns the n cases that took most CPU time, or most time by the clock where that is
// equal, the slowest first. Cases that did not run are not among them.
func Slowest(results []verdict.Result, n int) (slow []Slow) {
	ran := slices.DeleteFunc(slices.Clone(results), func(r verdict.Result) bool { return r.Outcome.Wall == 0 })
	slices.SortStableFunc(ran, func(x, y verdict.Result) int {
		return cmp.Or(cmp.Compare(y.Outcome.CPU, x.Outcome.CPU), cmp.Compare(y.Outcome.Wall, x.Outcome.Wall))
	})
	for _, r := range ran[:min(n, len(ran))] {
		slow = append(slow, Slow{r.Case.Name, r.Outcome.CPU.Seconds(), r.Outcome.Wall.Seconds()})
	}
	return slow
}

// slowest lists the slowest cases as lines of text.
func (s Summary) slowest() (lines []string) {
	if len(s.Slowest) > 0 {
		lines = append(lines, "slowest, by CPU time and by the clock:")
	}
	for _, slow := range s.Slowest {
		lines = append(lines, fmt.Sprintf("  %8s %8s  %s", ofSeconds(slow.CPU), ofSeconds(slow.Wall), escape.Line(slow.Case)))
	}
	return lines
}

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
