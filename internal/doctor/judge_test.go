package doctor

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript"
	runoutcome "github.com/touchstone-suite/touchstone/testscript/outcome"
)

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
		{name: "stopped, and always tried", enforced: full, stopped: true, by: true},
		{name: "works without what it needs", enforced: full, right: true, needs: "another", works: true},
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
		want := []bool{c.stopped, c.works, c.skipped, c.defect, c.by, c.helps}
		got := []bool{f.Stopped, f.Works, f.Skipped != "", f.Defect(), f.Mechanism != "", f.Helps != ""}
		expect.Equal(t, want, got, c.name, fmt.Sprintf("%+v", f))
		expect.Equal(t, !c.by && !c.right, f.Reason != "", c.name, "has a reason")
		expect.Equal(t, c.right && !c.works && !c.defect, f.Needs != "", c.name, "needs something")
	}
	expect.Equal(t, false, Finding{Right: true, Skipped: "needs cc"}.Defect(), "what was not tried is a defect")
}
