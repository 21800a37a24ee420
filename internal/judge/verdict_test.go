package judge

import (
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// An exceeded limit takes precedence over all files. Otherwise the worst file decides, in
// whatever order the files come, and how the program ended matters only if a file is wrong
// or missing.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		outcome outcome.Outcome
		files   string
		want    verdict.Verdict
		reason  string
	}{
		{outcome.Outcome{}, "", verdict.Pass, ""},
		{outcome.Outcome{}, "pass pass", verdict.Pass, ""},
		{outcome.Outcome{}, "format pass", verdict.Format, ""},
		{outcome.Outcome{}, "pass format", verdict.Format, ""},
		{outcome.Outcome{}, "wrong format pass", verdict.Wrong, ""},
		{outcome.Outcome{}, "format wrong missing", verdict.Missing, ""},
		{outcome.Outcome{}, "missing wrong", verdict.Missing, ""},
		{outcome.Outcome{Exit: 3}, "pass pass", verdict.Pass, ""},
		{outcome.Outcome{Exit: 3}, "pass format", verdict.Format, ""},
		{outcome.Outcome{Exit: 3}, "wrong pass", verdict.Crash, "exit status 3"},
		{outcome.Outcome{Exit: 3}, "missing", verdict.Crash, "exit status 3"},
		{outcome.Outcome{Exit: -1, Signal: "SIGSEGV"}, "pass", verdict.Pass, ""},
		{outcome.Outcome{Exit: -1, Signal: "SIGSEGV"}, "wrong", verdict.Crash, "ended by SIGSEGV"},
		{outcome.Outcome{Signal: "SIGSEGV"}, "wrong", verdict.Crash, "ended by SIGSEGV"},
		{outcome.Outcome{StartError: "no such file"}, "missing", verdict.Crash, "it could not be started: no such file"},
		{outcome.Outcome{Stopped: outcome.StoppedMemory}, "pass", verdict.Memory, "stopped for using too much memory"},
		{outcome.Outcome{Stopped: outcome.StoppedOutput}, "pass", verdict.Output, "stopped for printing too much"},
		{outcome.Outcome{Stopped: outcome.StoppedDisk}, "pass", verdict.Output, "stopped for writing too much into its folder"},
		{outcome.Outcome{Stopped: outcome.StoppedCPU, CPU: 2 * time.Second}, "pass", verdict.Timeout, "stopped after 2.0 s of CPU time, of which it has 1.0 s and was given more, to be sure"},
		{outcome.Outcome{Stopped: outcome.StoppedCPU, CPU: 1100 * time.Millisecond}, "pass", verdict.Timeout, "stopped after 1.1 s of CPU time, of which it has 1.0 s"},
		{outcome.Outcome{Stopped: outcome.StoppedWall, CPU: time.Millisecond, Wall: 3 * time.Second}, "pass", verdict.Timeout,
			"stopped after 3.0 s by the clock, of which it has 2.5 s; it used the CPU for 1 ms"},
		{outcome.Outcome{Stopped: outcome.StoppedWall, Wall: 3 * time.Second}, "pass", verdict.Timeout, "stopped after 3.0 s by the clock, of which it has 2.5 s"}, // nobody measured its CPU time
	} {
		var files []verdict.File
		for _, v := range strings.Fields(c.files) {
			files = append(files, verdict.File{Verdict: verdict.Verdict(v)})
		}
		got, reason := Verdict(c.outcome, time.Second, 2500*time.Millisecond, files, false)
		if got != c.want || reason != c.reason {
			t.Errorf("%+v and %q: %s, %q, want %s, %q", c.outcome, c.files, got, reason, c.want, c.reason)
		}
	}
}

// A file that is equal only in form passes where the course accepted it.
func TestOfGrade(t *testing.T) {
	for grade, want := range map[compare.Grade][2]verdict.Verdict{compare.Equal: {verdict.Pass, verdict.Pass}, compare.SameForm: {verdict.Format, verdict.Pass}, compare.Different: {verdict.Wrong, verdict.Wrong}} {
		if got := [2]verdict.Verdict{ofGrade(grade, false), ofGrade(grade, true)}; got != want {
			t.Errorf("grade %v: %v, want %v", grade, got, want)
		}
	}
}
