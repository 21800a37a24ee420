package class

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/parcel"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
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
	students := []submissions.Student{{Name: "ann", Path: path}}
	p, err := NewPlan(t.Context(), Terms{Assignment: a, Cases: all[:2], Options: testscript.Options{Sandbox: testscript.SandboxNone}, Touchstone: "v1"}, students)
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

// newTestJob returns the job of a grader, of which all is run again.
func newTestJob(t *testing.T, g *Grader) *grading {
	t.Helper()
	return &grading{Grader: g, recheck: newTestRecheck(t, g, 1)}
}

// What another machine says that is no result, or of which no books could be made, does not get into
// the journal; what it says for readers is replaced.
func TestAcceptForged(t *testing.T) {
	g := newTestGrader(t)
	submission := g.submissions[0].id
	job := newTestJob(t, g)
	told := func(found ...entry) results {
		return results{Piece: Lease{Submission: submission, Cases: []int{0}}, From: work.Source{Key: "lab", Self: "host"}, Found: found}
	}
	run := entry{Kind: kindRun, Key: g.submissions[0].keys[0], Student: "somebody", Case: "\x1b[2J", Verdict: "pass", Measured: &Measured{Wall: -1}}
	for name, forge := range map[string]func(e *entry){
		"a verdict that there is not":     func(e *entry) { e.Verdict = "excellent" },
		"no verdict":                      func(e *entry) { e.Verdict = "" },
		"our own failure":                 func(e *entry) { e.Verdict = "internal" },
		"data that cannot be read":        func(e *entry) { e.Verdict, e.Data = "wrong", []byte("no data") },
		"a case that was not leased":      func(e *entry) { e.Key = g.submissions[0].keys[1] },
		"another class":                   func(e *entry) { e.Key = g.Plan.runKey("another", g.Plan.Cases[0]) },
		"a build under the key of a run":  func(e *entry) { e.Kind, e.Verdict = kindBuild, "build" },
		"a run under the key of a build":  func(e *entry) { e.Key = g.Plan.buildKey(submission) },
		"a build whose reason is damaged": func(e *entry) { e.Kind, e.Key, e.Data = kindBuild, g.Plan.buildKey(submission), []byte{1} },
		"a build without a reason":        func(e *entry) { e.Kind, e.Key = kindBuild, g.Plan.buildKey(submission) },
		"a plan":                          func(e *entry) { e.Kind = "plan" },
		"causes":                          func(e *entry) { e.Kind, e.Key = kindCauses, g.Plan.causesKey(g.submissions[0].keys) },
	} {
		e := run
		forge(&e)
		if fresh, _, err := job.Accept(told(e)); fresh > 0 || err != nil {
			t.Errorf("%s: %d are accepted, %v", name, fresh, err)
		}
		if _, _, ok := g.whose(told(e), e); ok {
			t.Errorf("%s: it is one of the class", name)
		}
	}
	if len(g.missing()) != 1 || len(g.missing()[0].Cases) != 2 {
		t.Error("not everything is left to run: ", g.missing())
	}
	fresh, took, err := job.Accept(told(run, run))
	if fresh != 1 || took != 0 || err != nil {
		t.Errorf("a result that comes twice: %d new, %s, %v", fresh, took, err)
	}
	if e, ok, err := g.Journal.Entry(run.Key); !ok || err != nil || e.Student != "ann" || e.Case != g.cases[0].Name {
		t.Errorf("the journal has %+v, %v", e, err)
	}
	lost, err := parcel.PackResult(verdict.Result{Reason: "no compiler"})
	if err != nil {
		t.Fatal(err)
	}
	g = newTestGrader(t)
	unbuilt := entry{Kind: kindBuild, Key: g.Plan.buildKey(submission), Data: lost}
	if fresh, _, err := newTestJob(t, g).Accept(told(unbuilt, run, unbuilt)); fresh != 1 || err != nil || g.Journal.Has(run.Key) {
		t.Errorf("a run of what was not built: %d new, %v", fresh, err)
	}
}

// A result that unpacks to more than any run can leave is none: the leader's memory would be full of it now, and
// whenever books are made. What a worker says of itself takes no more of the journal than it may.
func TestAcceptLarge(t *testing.T) {
	g := newTestGrader(t)
	told := results{Piece: Lease{Submission: g.submissions[0].id, Cases: []int{0}}, From: work.Source{Key: "lab", Self: "host"}}
	large := bytes.Repeat([]byte("a"), 64<<20)
	for name, s := range map[string]verdict.Result{
		"a file":    {Files: []verdict.File{{Name: "output.txt", Text: large}}},
		"a reason":  {Reason: string(large)},
		"an output": {Outcome: outcome.Outcome{First: large[:2<<20]}},
		"lines":     {Files: []verdict.File{{Report: compare.Report{First: &compare.Difference{Want: []string{string(large[:2<<20])}}}}}},
	} {
		data, err := parcel.PackResult(s)
		if err != nil {
			t.Fatal(err)
		}
		told.Found = []entry{{Kind: kindRun, Key: g.submissions[0].keys[0], Verdict: "wrong", Measured: &Measured{}, Data: data}}
		if fresh, _, err := newTestJob(t, newTestGrader(t)).Accept(told); fresh > 0 || err != nil {
			t.Errorf("%s: %d are accepted, %v", name, fresh, err)
		}
	}
	data, err := parcel.PackResult(verdict.Result{Files: []verdict.File{{Text: large[:mostText]}, {Text: large[:mostText]}}})
	if err != nil {
		t.Fatal(err)
	}
	told.Confined = []string{"limits", string(large[:100<<10]), "limits"}
	for range 10_000 {
		told.Confined = append(told.Confined, "more")
	}
	e := entry{Kind: kindRun, Key: g.submissions[0].keys[0], Verdict: "wrong", Measured: &Measured{Host: string(large[:100<<10])}, Data: data}
	told.Found = []entry{e}
	if fresh, _, err := newTestJob(t, g).Accept(told); fresh != 1 || err != nil {
		t.Errorf("two files, as long as any that are kept: %d are accepted, %v", fresh, err)
	}
	if e, _, err = g.Journal.Entry(e.Key); err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	if most := len(data)*4/3 + 8<<10; len(line) > most {
		t.Errorf("the journal's line has %d bytes, want at most %d", len(line), most)
	}
}

// Whatever a program does, what is kept of its run can be read again.
func TestSavedIsBounded(t *testing.T) {
	g := newTestGrader(t)
	r := testscript.Result{Verdict: testscript.Crash, Hint: "hint"}
	for i := range 5000 {
		r.Refused = append(r.Refused, sandbox.Refusal{Act: sandbox.ActRead, Path: fmt.Sprint(i, strings.Repeat("/a", 2000))})
	}
	data, err := save(r)
	if err != nil {
		t.Fatal(err)
	}
	got, err := restore(g.cases[0], entry{Verdict: string(r.Verdict), Data: data})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.Refused); n == 0 || got.Refused[n-1] != r.Refused[len(r.Refused)-1] || got.Hint != r.Hint {
		t.Errorf("%d refusals are left, without the last", n)
	}
}

// A program runs with the times of its students.
func TestRunsWithItsTimes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an executable is told by its mode")
	}
	g := newTestGrader(t)
	s := g.submissions[0]
	s.path, s.factor = filepath.Join(tier.TempDir(t), "squirrel"), 2.5
	if err := os.WriteFile(s.path, []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := s.make(t.Context(), g, false); err != nil {
		t.Fatal(err)
	}
	if s.runner == nil {
		t.Fatal("there is no runner")
	}
	if got := s.runner.TimeFactor; got != s.factor {
		t.Errorf("it has %v times the limits, want %v", got, s.factor)
	}
	if err := s.clear(); err != nil {
		t.Error(err)
	}
}
