package grade

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/cli/internal/journal"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// newTestGrader returns a grader of one student on two cases of squirrel.
func newTestGrader(t *testing.T) *Grader {
	t.Helper()
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(tier.TempDir(t), "ann.py")
	if err := os.WriteFile(path, []byte("pass\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	students := []Student{{"ann", path}}
	p, err := NewPlan(a, all[:2], students, testscript.Options{Sandbox: testscript.SandboxNone}, nil, nil, "v1")
	if err != nil {
		t.Fatal(err)
	}
	j, err := OpenJournal(tier.TempDir(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	g, err := NewGrader(p, j, students)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// What another machine says that is no result, or of which no books could be made, does not get into
// the journal; what it says for readers is replaced.
func TestAcceptForged(t *testing.T) {
	g := newTestGrader(t)
	submission := g.subjects[0].digest
	told := func(lines ...[]byte) Told {
		return Told{Lease: Lease{submission, []int{0}}, From: Source{"lab", "host"}, Lines: lines}
	}
	run := entry{Kind: kindRun, Key: g.keys[0][0], Student: "somebody", Case: "\x1b[2J", Verdict: "pass", Measured: &Measured{Wall: -1}}
	for name, forge := range map[string]func(e *entry){
		"a verdict that there is not":     func(e *entry) { e.Verdict = "excellent" },
		"no verdict":                      func(e *entry) { e.Verdict = "" },
		"our own failure":                 func(e *entry) { e.Verdict = "internal" },
		"data that cannot be read":        func(e *entry) { e.Verdict, e.Data = "wrong", []byte("no data") },
		"a case that was not leased":      func(e *entry) { e.Key = g.keys[0][1] },
		"another class":                   func(e *entry) { e.Key = g.Plan.run("another", g.Plan.Cases[0]) },
		"a build under the key of a run":  func(e *entry) { e.Kind, e.Verdict = kindBuild, "build" },
		"a run under the key of a build":  func(e *entry) { e.Key = g.Plan.build(submission) },
		"a build whose reason is damaged": func(e *entry) { e.Kind, e.Key, e.Data = kindBuild, g.Plan.build(submission), []byte{1} },
		"a build without a reason":        func(e *entry) { e.Kind, e.Key = kindBuild, g.Plan.build(submission) },
		"a plan":                          func(e *entry) { e.Kind, e.Plan = kindPlan, &Plan{} },
		"causes":                          func(e *entry) { e.Kind, e.Key = kindCauses, g.Plan.causes(g.keys[0]) },
	} {
		e := run
		forge(&e)
		if fresh, _, err := g.Accept(told(journal.Line(e))); fresh > 0 || !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %d are accepted, %v", name, fresh, err)
		}
	}
	if _, _, err := g.Accept(told([]byte("12345678 {}"), nil)); !errors.Is(err, ErrForeign) {
		t.Error("a line without its sum: ", err)
	}
	if len(g.Missing()) != 1 || len(g.Missing()[0].Cases) != 2 {
		t.Error("not everything is left to run: ", g.Missing())
	}
	fresh, took, err := g.Accept(told(journal.Line(run), journal.Line(run)))
	if fresh != 1 || took != 0 || err != nil {
		t.Errorf("a result that comes twice: %d new, %s, %v", fresh, took, err)
	}
	if e, ok, err := g.Journal.Entry(run.Key); !ok || err != nil || e.Student != "ann" || e.Case != g.cases[0].Name {
		t.Errorf("the journal has %+v, %v", e, err)
	}
}
