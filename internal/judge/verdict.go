package judge

import (
	"fmt"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// ofGrade returns the verdict on a compared file.
func ofGrade(g compare.Grade, course bool) verdict.Verdict {
	switch {
	case g == compare.Equal, g == compare.SameForm && course:
		return verdict.Pass
	case g == compare.SameForm:
		return verdict.Format
	}
	return verdict.Wrong
}

// Verdict returns the verdict on a case by how the program ended within its limits of time and by what it wrote, and
// says briefly what decided it if no file did. exitCounts says that an exit status decides, too, and not files alone.
func Verdict(o outcome.Outcome, cpu, wall time.Duration, files []verdict.File, exitCounts bool) (verdict.Verdict, string) {
	switch o.Stopped {
	case outcome.NotStopped:
	case outcome.StoppedCPU:
		reason := fmt.Sprintf("%s, of which it has %s", o.Ended(), outcome.FormatTime(cpu))
		if cpu > 0 && 10*o.CPU >= 19*cpu { // a run counts once it is repeated alone, with more time
			reason += " and was given more, to be sure"
		}
		return verdict.Timeout, reason
	case outcome.StoppedWall:
		reason := fmt.Sprintf("%s, of which it has %s", o.Ended(), outcome.FormatTime(wall))
		if o.CPU > 0 { // it was measured, which run.py does not
			reason += "; it used the CPU for " + outcome.FormatTime(o.CPU)
		}
		return verdict.Timeout, reason
	default:
		return verdict.OfStop(o.Stopped), o.Ended()
	}
	worst := verdict.Pass
	for _, f := range files {
		if slices.Index(verdict.Verdicts, f.Verdict) > slices.Index(verdict.Verdicts, worst) {
			worst = f.Verdict
		}
	}
	if o.Failed() && (exitCounts || worst == verdict.Wrong || worst == verdict.Missing) {
		return verdict.Crash, o.Ended()
	}
	return worst, ""
}
