package testscript

import (
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/compare"
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
	case sandbox.StoppedCPU:
		return Timeout, fmt.Sprintf("stopped after %s of CPU time, of which it has %s", verdict.FormatTime(o.CPU), verdict.FormatTime(limits.CPU))
	case sandbox.StoppedWall:
		return Timeout, fmt.Sprintf("stopped after %s by the clock, of which it has %s; it used the CPU for %s", verdict.FormatTime(o.Wall), verdict.FormatTime(limits.Wall), verdict.FormatTime(o.CPU))
	case sandbox.StoppedMemory:
		return Memory, "stopped for using too much memory"
	case sandbox.StoppedOutput:
		return Output, "stopped for printing too much"
	case sandbox.StoppedDisk:
		return Output, "stopped for writing too much into its folder"
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
