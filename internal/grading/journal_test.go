package grading

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A journal stores a result without measurements, and of a passing one only why no course uses the case.
func TestSaved(t *testing.T) {
	c := &cases.Case{Name: "deep"}
	ran := outcome.Outcome{Exit: 3, Signal: "SIGABRT", StartError: "none", Printed: 9, First: []byte("at 0x7ffe10"), Errors: []byte("==7==error"), CPU: 1, Wall: 2, Peak: 3, System: 4, Output: []byte("all")}
	kept := outcome.Outcome{Exit: 3, Signal: "SIGABRT", StartError: "none", Printed: 9, First: []byte("at ..."), Errors: []byte("...error")}
	stopped, still := ran, outcome.Outcome{Exit: 3, Signal: "SIGABRT", StartError: "none"}
	stopped.Stopped, still.Stopped = outcome.StoppedWall, outcome.StoppedCPU
	full := stopped
	full.Stopped = outcome.StoppedDisk
	for name, of := range map[string]struct{ r, want verdict.Result }{
		"a full disk": { // whose last output depends on timing
			verdict.Result{Verdict: verdict.Output, Outcome: full},
			verdict.Result{Verdict: verdict.Output, Outcome: outcome.Outcome{Stopped: outcome.StoppedDisk, Exit: 3,
				Signal: "SIGABRT", StartError: "none"}},
		},
		"a crash": {
			verdict.Result{Verdict: verdict.Crash, Reason: "exit status 3", CrashLine: "a.py:1", Hint: "hint",
				Edition: "first", SecondRun: "other", Allowed: time.Second, Outcome: ran, Enforced: []string{"limits"}, Dir: "/x"},
			verdict.Result{Verdict: verdict.Crash, Reason: "exit status 3", CrashLine: "a.py:1", Hint: "hint",
				Edition: "first", SecondRun: "other", Allowed: time.Second, Outcome: kept},
		},
		"a timeout": {
			verdict.Result{Verdict: verdict.Timeout, Reason: "stopped after 2.1 s", Allowed: 2 * time.Second, Outcome: stopped},
			verdict.Result{Verdict: verdict.Timeout, Reason: "stopped for using too much time; it has 2.0 s of CPU time", Allowed: 2 * time.Second, Outcome: still},
		},
		"what is right":             {verdict.Result{Verdict: verdict.Pass, Reason: "x", Outcome: ran}, verdict.Result{Verdict: verdict.Pass}},
		"what is right and too far": {verdict.Result{Verdict: verdict.Pass, Reason: "x", Beyond: "too large", Outcome: ran}, verdict.Result{Verdict: verdict.Pass, Beyond: "too large"}},
	} {
		data := must.Get(save(of.r))(t)
		equal(t, of.want.Beyond == "" && of.want.Verdict == verdict.Pass, data == nil, name, "has no data")
		got := must.Get(restore(c, entry{Verdict: string(of.r.Verdict), Data: data}))(t)
		of.want.Case = c
		equal(t, of.want, got, name)
	}
	_, err := restore(c, entry{Student: "ann", Case: "deep", Data: []byte("x")})
	expect.Error(t, err, "the result of ann for deep: ")
}

// A failure of touchstone is reported once, with all students concerned.
func TestFailuresReportedOnce(t *testing.T) {
	full := errors.New("no room")
	g := &Grader{submissions: []*submission{
		{shownNames: []string{"ann", "bob"}, failed: full}, {shownNames: []string{"cy"}}, {shownNames: []string{"dan"}, failed: errors.New("no compiler")}, {shownNames: []string{"eve"}, failed: full},
	}}
	equal(t, "ann, bob, eve: no room\ndan: no compiler", g.failures().Error())
	watch := &logWatcher{verdicts: map[string]int{}}
	g.Watch = watch
	for _, s := range []*submission{g.submissions[0], g.submissions[1], {unbuilt: true}, g.submissions[1]} {
		g.reportSkipped(s, 2) // of a program that loops, one report
	}
	g.stored(&submission{shownNames: []string{"fay"}, planned: 2, keys: make([]key, 3)}, entry{Kind: kindBuild})
	equal(t, "cy loops\nfay without a program, saves 2: \n4 skipped", watch.String())
}

// Text that differs between runs is removed from a program's output, and no other text.
func TestSteady(t *testing.T) {
	for _, c := range []struct{ printed, want string }{
		{"Traceback: line 3, in f: 0x12", "Traceback: line 3, in f: 0x12"},
		{"<object at 0x7f3a9c001d30>", "<object at ...>"},
		{"==4711==ERROR: AddressSanitizer", "...ERROR: AddressSanitizer"},
		{"hs_err_pid4711.log (pid=4711)", "hs_err_pid4711.log (...)"},
		{"/tmp/touchstone-scratch-build-123/submission/a.sh: 2: no", ".../submission/a.sh: 2: no"},
		{"x\na\nx\nb\nx\nc\nx\nd", "x\na\nx\nb\nx\nc\nx\nd"}, // most of it is something else
		{strings.Repeat("nan\n", 6), strings.Repeat("nan\n", 6)},
	} {
		equal(t, c.want, string(collapseRepeats([]byte(c.printed))), c.printed)
	}
	const line = "/tmp/touchstone-scratch-build-1/submission/a: 2: Cannot fork\n"
	const want = ".../submission/a: 2: Cannot fork\n(again and again)\n"
	for _, text := range []string{
		strings.Repeat(line, 300),
		strings.Repeat(line, flood-1), // the last line is empty
		line[5:] + strings.Repeat(line, 20) + line[:20] + "\n" + line[20:] + line,
		strings.Repeat(line, 5) + "a: 2: a: 2: Cannot\n forkCannot fork\n" + line,
	} {
		equal(t, want, string(collapseRepeats([]byte(text))), text)
	}
}
