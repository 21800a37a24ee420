package grading

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A student has the name of the course file or the roster. A student who would get the name of another keeps
// their own.
func TestShownNames(t *testing.T) {
	for _, c := range []struct{ names, roster, want string }{
		{"", "", "a b c d"},
		{"a: {name: Ann}, b: {name: Ben}", "", "Ann Ben c d"},
		{"a: {name: Ann}, b: {name: Ann}", "", "a b c d"},
		{"a: {name: Ann}, b: {name: Ann}, c: {name: Cleo}", "", "a b Cleo d"},
		{"a: {name: Ann}, b: {name: Ann}, c: {name: Ann}", "", "a b c d"},
		{"a: {name: d}", "", "a b c d"},
		{"a: {name: b}, b: {name: a}", "", "a b c d"},
		{"a: {name: b}, b: {name: Ben}", "", "a Ben c d"}, // b stays b's
		{"a: {name: a}", "", "a b c d"},
		{"", "Ann Ben", "Ann Ben c d"},
		{"", "Ann Ann", "a b c d"},
		{"", "b a", "a b c d"},
		{"b: {name: Bo}", "Ann Ben Cy", "Ann Bo Cy d"},
	} {
		text := "assignment: reversi\nstudents: {" + c.names + "}\n"
		file := must.Get(course.Parse("f", []byte(text), nil))(t)
		p := &Plan{}
		for i, name := range strings.Fields("a b c d") {
			one := planStudent{Name: name}
			if known := strings.Fields(c.roster); i < len(known) {
				one.Columns = map[string]string{"student": known[i]}
			}
			p.Students = append(p.Students, one)
		}
		if got := (&Grader{Plan: p, assignment: &oracle.Assignment{Name: "reversi"}, course: file}).shownNames(); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s, %s: %q, want %q", c.names, c.roster, got, c.want)
		}
	}
}

// The plan of the whole equals the plan of any shard, except for the mechanisms that confined programs in all
// of them. The error about a shard of another class names the difference.
func TestWhole(t *testing.T) {
	plan := newTestGrader(t).Plan
	for want, change := range map[string]func(p *Plan){
		"":                                     func(*Plan) {},
		"students or submissions":              func(p *Plan) { p.Students = append(slices.Clone(p.Students), planStudent{Name: "ben"}) },
		"cases":                                func(p *Plan) { p.Cases = p.Cases[:1] },
		"number of shards":                     func(p *Plan) { p.Shard.N = 3 },
		"version of touchstone":                func(p *Plan) { p.Touchstone = "v2" },
		"course file or title":                 func(p *Plan) { p.Course = "another" },
		"course file or title ":                func(p *Plan) { p.Title = "another" },
		"assignment, edition, limits or tools": func(p *Plan) { p.Settings.Memory++ },
	} {
		var shards []*Journal
		for i, sandbox := range [][]string{{"landlock", "seccomp"}, {"namespaces", "seccomp"}} {
			p := *plan
			p.Shard, p.Confined = run.Shard{I: i + 1, N: 2}, sandbox
			if i == 1 {
				change(&p)
			}
			j := must.Get(OpenJournal(t.TempDir()))(t)
			t.Cleanup(func() { j.Close() })
			must.Do(t, j.Begin(&p))
			shards = append(shards, j)
		}
		whole, err := Whole(shards, []string{"one", "two"})
		if want = strings.TrimSpace(want); want != "" {
			if err == nil || !strings.Contains(err.Error(), "two: want a shard of the same class as one, found other "+want) {
				t.Errorf("%v, want other %s", err, want)
			}
			continue
		}
		if err != nil || whole.Shard != (run.Shard{}) || !slices.Equal(whole.Confined, []string{"seccomp"}) || !reflect.DeepEqual(whole.Students, plan.Students) {
			t.Errorf("%+v, %v", whole, err)
		}
	}
}

// A plan has one key for each part of a submission: its runs, its build error, and its causes.
func TestPlanKeys(t *testing.T) {
	p := newTestGrader(t).Plan
	one := p.Students[0]
	p.Students = []planStudent{{Name: "nothing"}, one, {Name: "same", Submission: one.Submission}}
	runs := p.runKeys(one.Submission)
	want := append(runs[:2:2], p.buildKey(one.Submission), p.causesKey(runs))
	if got := p.keys(); !slices.Equal(got, want) {
		t.Errorf("found the keys %v, want 2 runs, a build and causes: %v", got, want)
	}
	before := p.causesKey(runs)
	p.AllTimeouts = !p.AllTimeouts
	if p.causesKey(runs) == before {
		t.Error("the causes of all timeouts have the key of the causes without them")
	}
}

// The output of the first case of a cause is kept, and of the first case whose log a page can walk through.
func TestKeptOutput(t *testing.T) {
	g := newTestGrader(t)
	all := must.Get(cases.Embedded(g.assignment))(t)
	one := gradebook.Student{}
	names := []string{"handout-greedy", "handout-battle", "handout-alpha-beta", "handout-minimax"}
	for _, name := range names {
		c := all[slices.IndexFunc(all, func(c *cases.Case) bool { return c.Name == name })]
		r := testscript.Result{Case: c, Verdict: testscript.Wrong}
		for _, name := range c.Problem.Files() {
			r.Files = append(r.Files, verdict.File{Name: name, Verdict: testscript.Wrong, Text: []byte("x\n"),
				Report: compare.Report{Grade: compare.Different, First: &compare.Difference{}}})
		}
		one.Results = append(one.Results, r)
	}
	walks := slices.IndexFunc(one.Results, gradebook.Walkable)
	if walks <= 0 {
		t.Fatalf("the first case with a log is %d of %q, want a later one than the first", walks, names)
	}
	one.Summary.Causes = []diagnosis.Cause{{Cases: names}}
	g.dropOutput(&one)
	for i, r := range one.Results {
		if kept := r.Files[0].Text != nil; kept != (i == 0 || i == walks) {
			t.Errorf("%s: kept is %v, want the output of cases 0 and %d", r.Case.Name, kept, walks)
		}
	}
}

// The copy of a submission that is one file goes with its program.
func TestCopyGoes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "reversi.cpp")
	must.Do(t, os.WriteFile(file, []byte("int main() {}\n"), 0o600))
	s := &submission{path: file}
	copied := must.Get(s.programPath())(t)
	if text, err := os.ReadFile(copied); err != nil || string(text) != "int main() {}\n" || copied == file {
		t.Errorf("%s has %q, %v", copied, text, err)
	}
	must.Do(t, s.removeProgram())
	if _, err := os.Lstat(filepath.Dir(copied)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s stays: %v", filepath.Dir(copied), err)
	}
}

// newTestGrader returns a grader of one student on two cases of squirrel.
func newTestGrader(t *testing.T) *Grader {
	t.Helper()
	path := filepath.Join(tier.TempDir(t), "ann.py")
	must.Write(t, path, "pass\n")
	all := must.Get(cases.Embedded(&squirrel.Assignment))(t)
	settings := testscript.Options{Sandbox: testscript.SandboxNone}
	return graderOf(t, all[:2], settings, []submissions.Student{{Name: "ann", Path: path}}, tier.TempDir(t))
}

// graderOf returns a grader of students, whose journal is in a directory.
func graderOf(t *testing.T, all []*cases.Case, settings testscript.Options, students []submissions.Student, dir string) *Grader {
	t.Helper()
	terms := Terms{Assignment: all[0].Assignment, Cases: all, Settings: settings, Touchstone: "v1"}
	p := must.Get(NewPlan(terms, students))(t)
	j := must.Get(OpenJournal(dir))(t)
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return must.Get(NewGrader(p, j, students))(t)
}
