package doctor

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript"
	runoutcome "github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A name with several lines is found in a report that contains it unchanged.
func TestStrangeName(t *testing.T) {
	a := must.Get(matchingProbes("strange name")[0].prepare(nil))(t)
	for _, c := range []struct {
		hint string // is reported unchanged
		left string
		want bool
	}{{"", "a\nb\x1b[2J", false}, {"a\nb", "a", true}} {
		file := verdict.File{Name: "next_state.txt", Verdict: testscript.Missing, Reason: "it is not there" + c.hint, OtherFiles: []string{c.left}}
		if says := a.result(testscript.Result{Verdict: testscript.Missing,
			Files: []verdict.File{file}}); (says != "") != c.want {
			t.Errorf("of %q in a report, %q left, it says %q", c.hint, c.left, says)
		}
	}
}

// TestHomeProbe has a temporary directory inside the home directory: only the way to it may be listed.
func TestHomeProbe(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, c := range []struct{ temp, output, want string }{
		{home + "/tmp/deep", "tmp\ndeep\ntouchstone-scratch-run-1\n", ""},
		{home + "/tmp/deep", "tmp\nthesis.txt\n", `it got "thesis.txt"`},
		{home, ".touchstone-new-1\n", ""},
		{home, "tmp\n", `it got "tmp"`},
		{t.TempDir(), "tmp\n", `it got "tmp"`},
	} {
		a := must.Get(prepareHome(&harness{base: c.temp + "/touchstone-scratch-doctor-1"}))(t)
		expect.Contains(t, a.script, "'"+home+"'")
		expect.Equal(t, c.want, a.result(testscript.Result{Outcome: runoutcome.Outcome{Output: []byte(c.output)}}), c.output, c.temp)
	}
	t.Setenv("HOME", "/")
	a := must.Get(prepareHome(&harness{base: "/tmp/touchstone-scratch-doctor-1"}))(t)
	expect.Equal(t, "true", a.script, "the script without a listing of the root directory")
}

// A probe is a defect if it defeats an active mechanism, but not one that only helps; a
// probe that was not tried counts for nothing.
func TestJudge(t *testing.T) {
	full := sandbox.Mechanisms{{Name: "memory control group", Guards: []string{sandbox.Memory}, Active: true}, {Name: "group", Active: true}}
	gaps := sandbox.Mechanisms{{Name: "watching /proc and the directory", Guards: []string{sandbox.Memory}, Active: true}}
	yes, no := func(testscript.Result) bool { return true }, func(testscript.Result) bool { return false }
	for _, c := range []struct {
		name                            string
		enforced                        sandbox.Mechanisms
		saw                             string
		right                           bool
		needs                           string
		tried                           func(testscript.Result) bool
		stopped, works, skipped, defect bool
		by, helps                       bool
	}{
		{name: "stopped", enforced: full, tried: yes, stopped: true, by: true},
		{name: "through", enforced: full, saw: "it got this", tried: yes, defect: true, by: true},
		{name: "through, with gaps", enforced: gaps, saw: "it got this", tried: yes, helps: true},
		{name: "through, with nothing", saw: "it got this"},
		{name: "not tried", enforced: full, tried: no, skipped: true, by: true},
		{name: "through, and not tried to its end", enforced: full, saw: "it got this", tried: no, defect: true, by: true},
		{name: "works", enforced: full, right: true, works: true},
		{name: "does not work", enforced: full, right: true, saw: "an error", defect: true},
		{name: "does not work without what it needs", enforced: full, right: true, needs: "another", saw: "an error"},
		{name: "does not work with what it needs", enforced: full, right: true, needs: "group", saw: "an error", defect: true},
	} {
		f := Finding{Guards: sandbox.Memory, Right: c.right}
		f.judge(attack{tried: c.tried, needs: strings.Fields(c.needs)}, report{enforced: c.enforced, saw: c.saw})
		if f.Stopped != c.stopped || f.Works != c.works || f.Skipped != "" != c.skipped || f.Defect() != c.defect ||
			f.Mechanism != "" != c.by || f.Helps != "" != c.helps {
			t.Errorf("%s: %+v, a defect %v", c.name, f, f.Defect())
		}
		expect.Equal(t, !c.by && !c.right, f.Reason != "", c.name, "has a reason")
	}
}

// A lasting attack whose shell gives up was not tried; one that comes to its end got through. An endless
// attack that does not begin, for want of its interpreter, was not tried.
func TestLasting(t *testing.T) {
	h, err := newHarness(t.Context(), sandbox.None)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { h.made.Remove() })
	lasting := must.Get(endlessAttack("", sandbox.StoppedWall)(nil))(t)
	endless := must.Get(prepareEndless("stop", nil, sandbox.StoppedCPU)(h))(t)
	begun := []byte("BEGUN\n")
	for _, c := range []struct {
		name         string
		attack       attack
		outcome      sandbox.Outcome
		saw, skipped bool
	}{
		{"stopped", lasting, sandbox.Outcome{Stopped: sandbox.StoppedWall, Exit: -1}, false, false},
		{"stopped otherwise", lasting, sandbox.Outcome{Stopped: sandbox.StoppedCPU, Exit: -1}, true, false},
		{"at its end", lasting, sandbox.Outcome{}, true, false},
		{"killed by another", lasting, sandbox.Outcome{Exit: -1}, true, false},
		{"gave up", lasting, sandbox.Outcome{Exit: 2}, false, true},
		{"no interpreter", endless, sandbox.Outcome{Exit: 127}, false, true},
		{"endless, stopped", endless, sandbox.Outcome{Output: begun, Stopped: sandbox.StoppedCPU}, false, false},
		{"endless, at its end", endless, sandbox.Outcome{Output: begun}, true, false},
		{"endless, with something", endless, sandbox.Outcome{Output: []byte("GOT a file\n"), Exit: 1}, true, false},
	} {
		r := testscript.Result{Outcome: c.outcome}
		f := Finding{Guards: sandbox.Time}
		f.judge(c.attack, report{last: r, saw: c.attack.result(r)})
		if f.Saw != "" != c.saw || f.Skipped != "" != c.skipped {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}
