package testscript

import (
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// An exceeded limit takes precedence over all files. Otherwise the worst file decides, in
// whatever order the files come, and how the program ended matters only if a file is wrong
// or missing.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		outcome sandbox.Outcome
		files   string
		want    Verdict
		reason  string
	}{
		{sandbox.Outcome{}, "", Pass, ""},
		{sandbox.Outcome{}, "pass pass", Pass, ""},
		{sandbox.Outcome{}, "format pass", Format, ""},
		{sandbox.Outcome{}, "pass format", Format, ""},
		{sandbox.Outcome{}, "wrong format pass", Wrong, ""},
		{sandbox.Outcome{}, "format wrong missing", Missing, ""},
		{sandbox.Outcome{}, "missing wrong", Missing, ""},
		{sandbox.Outcome{Exit: 3}, "pass pass", Pass, ""},
		{sandbox.Outcome{Exit: 3}, "pass format", Format, ""},
		{sandbox.Outcome{Exit: 3}, "wrong pass", Crash, "exit status 3"},
		{sandbox.Outcome{Exit: 3}, "missing", Crash, "exit status 3"},
		{sandbox.Outcome{Exit: -1, Signal: "SIGSEGV"}, "pass", Pass, ""},
		{sandbox.Outcome{Exit: -1, Signal: "SIGSEGV"}, "wrong", Crash, "ended by SIGSEGV"},
		{sandbox.Outcome{Signal: "SIGSEGV"}, "wrong", Crash, "ended by SIGSEGV"},
		{sandbox.Outcome{StartError: "no such file"}, "missing", Crash, "it could not be started: no such file"},
		{sandbox.Outcome{Stopped: sandbox.StoppedMemory}, "pass", Memory, "stopped for using too much memory"},
		{sandbox.Outcome{Stopped: sandbox.StoppedOutput}, "pass", Output, "stopped for printing too much"},
		{sandbox.Outcome{Stopped: sandbox.StoppedDisk}, "pass", Output, "stopped for writing too much into its folder"},
		{sandbox.Outcome{Stopped: sandbox.StoppedCPU, CPU: 2 * time.Second}, "pass", Timeout, "stopped after 2.0 s of CPU time, of which it has 1.0 s"},
		{sandbox.Outcome{Stopped: sandbox.StoppedWall, CPU: time.Millisecond, Wall: 3 * time.Second}, "pass", Timeout,
			"stopped after 3.0 s by the clock, of which it has 2.5 s; it used the CPU for 1 ms"},
	} {
		var files []FileResult
		for _, v := range strings.Fields(c.files) {
			files = append(files, FileResult{Verdict: Verdict(v)})
		}
		got, reason := judge(c.outcome, sandbox.Limits{CPU: time.Second, Wall: 2500 * time.Millisecond}, files, false)
		if got != c.want || reason != c.reason {
			t.Errorf("%+v and %q: %s, %q, want %s, %q", c.outcome, c.files, got, reason, c.want, c.reason)
		}
	}
}

// A file that is equal only in form passes where the course accepted it.
func TestOfGrade(t *testing.T) {
	for grade, want := range map[compare.Grade][2]Verdict{compare.Equal: {Pass, Pass}, compare.SameForm: {Format, Pass}, compare.Different: {Wrong, Wrong}} {
		if got := [2]Verdict{ofGrade(grade, false), ofGrade(grade, true)}; got != want {
			t.Errorf("grade %v: %v, want %v", grade, got, want)
		}
	}
}
