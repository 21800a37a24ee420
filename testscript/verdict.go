package testscript

import (
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/outcome"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/verdict"
)

// ofGrade returns the verdict on a compared file.
func ofGrade(g compare.Grade, course bool) Verdict {
	switch {
	case g == compare.Equal, g == compare.SameForm && course:
		return Pass
	case g == compare.SameForm:
		return Format
	}
	return Wrong
}

// judge determines the verdict on a case from how the program ended and what it wrote, and
// says briefly what decided it if no file did.
func judge(o sandbox.Outcome, limits sandbox.Limits, files []FileResult, exitCounts bool) (Verdict, string) {
	switch o.Stopped {
	case sandbox.NotStopped:
	case sandbox.StoppedCPU:
		return Timeout, fmt.Sprintf("%s, of which it has %s", o.Ended(), outcome.FormatTime(limits.CPU))
	case sandbox.StoppedWall:
		return Timeout, fmt.Sprintf("%s, of which it has %s; it used the CPU for %s", o.Ended(), outcome.FormatTime(limits.Wall), outcome.FormatTime(o.CPU))
	default:
		return verdict.OfStop(o.Stopped), o.Ended()
	}
	worst := Pass
	for _, f := range files {
		if slices.Index(Verdicts, f.Verdict) > slices.Index(Verdicts, worst) {
			worst = f.Verdict
		}
	}
	if o.Failed() && (exitCounts || worst == Wrong || worst == Missing) {
		return Crash, o.Ended()
	}
	return worst, ""
}
