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
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A student has the name of the course file or the roster, unless another student would have the same.
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
		g := &Grader{Plan: p, assignment: &oracle.Assignment{Name: "reversi"}, course: file}
		equal(t, strings.Fields(c.want), g.shownNames(), c.names, c.roster)
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
		for i, sandbox := range [][]string{{"landlock", "seccomp"}, {"namespaces", "seccomp"}, {"landlock", "seccomp"}} {
			p := *plan
			p.Shard, p.Confined = run.Shard{I: i%2 + 1, N: 2}, sandbox
			if i == 1 {
				change(&p)
			}
			j := must.Get(OpenJournal(t.TempDir()))(t)
			t.Cleanup(func() { j.Close() })
			must.Do(t, j.Begin(&p))
			shards = append(shards, j)
		}
		whole, err := Whole(shards, []string{"one", "two", "one again"})
		if want = strings.TrimSpace(want); want != "" {
			expect.Error(t, err, "two: want a shard of the same class as one, found other "+want)
			continue
		}
		must.Do(t, err)
		expected := *plan
		expected.Confined = []string{"seccomp"}
		equal(t, &expected, whole)
		equal(t, []string{"landlock", "seccomp"}, shards[0].Plan().Confined, "mechanisms of the first shard")
	}
}

// A plan has one key for each part of a submission: its runs, its build error, and its causes.
func TestPlanKeys(t *testing.T) {
	p := newTestGrader(t).Plan
	one := p.Students[0]
	p.Students = []planStudent{{Name: "nothing"}, one, {Name: "same", Submission: one.Submission}}
	runs := p.runKeys(one.Submission)
	want := append(runs[:2:2], p.buildKey(one.Submission), p.causesKey(runs))
	equal(t, want, p.keys(), "keys of 2 runs, a build and causes")
	before := p.causesKey(runs)
	p.AllTimeouts = !p.AllTimeouts
	equal(t, false, p.causesKey(runs) == before, "the key of causes without all timeouts")
}

// The output of the first case of a cause is kept, and of the first case whose log a page can walk through.
func TestKeptOutput(t *testing.T) {
	g := newTestGrader(t)
	all := gametest.Corpus(t, g.assignment)
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
	equal(t, 2, slices.IndexFunc(one.Results, gradebook.Walkable), "the first case with a log")
	one.Summary.Causes = []diagnosis.Cause{{Cases: names[:3]}, {Cases: names[1:2]}}
	g.dropOutput(&one)
	for i, r := range one.Results {
		kept := slices.DeleteFunc(r.Files, func(f verdict.File) bool { return f.Text == nil })
		equal(t, i != 3, len(kept) > 0, "output that is kept of", r.Case.Name)
	}
}

// A submission that is one file has a copy, which messages do not name. It goes with its program.
func TestCopyGoes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "reversi.cpp")
	must.Do(t, os.WriteFile(file, []byte("int main() {}\n"), 0o600))
	s := &submission{path: file}
	copied := must.Get(s.programPath())(t)
	equal(t, false, copied == file, "the same file")
	equal(t, "int main() {}\n", string(must.Get(os.ReadFile(copied))(t)), "copy")
	equal(t, "the submission: error", s.withoutPath(copied+": error"))
	s.fail(&fs.PathError{Op: "read", Path: copied, Err: fs.ErrInvalid})
	s.fail(errors.New("a later failure"))
	equal(t, "read the submission: invalid argument", s.failed.Error())
	equal(t, true, errors.Is(s.failed, fs.ErrInvalid), "kind of the failure")
	link := filepath.Join(t.TempDir(), "link")
	must.Do(t, os.Symlink(filepath.Dir(file), link))
	linked := &submission{path: filepath.Join(link, "reversi.cpp")}
	equal(t, "the submission the submission", linked.withoutPath(file+" "+linked.path))
	equal(t, "a.cpp:1: error", (&submission{path: "a.cpp"}).withoutPath("a.cpp:1: error"))
	must.Do(t, s.removeProgram())
	_, err := os.Lstat(filepath.Dir(copied))
	equal(t, true, errors.Is(err, fs.ErrNotExist), "the copy is gone")
}

// newTestGrader returns a grader of one student on two cases of squirrel.
func newTestGrader(t *testing.T) *Grader {
	t.Helper()
	path := filepath.Join(tier.TempDir(t), "ann.py")
	must.WriteFile(t, path, "pass\n")
	all := gametest.Corpus(t, &squirrel.Assignment)
	settings := testscript.Options{Sandbox: testscript.SandboxNone}
	return graderOf(t, all[:2], settings, []submissions.Student{{Name: "ann", Path: path}}, tier.TempDir(t))
}

// graderOf returns a grader of students, whose journal is in a directory.
func graderOf(t *testing.T, all []*cases.Case, settings testscript.Options, students []submissions.Student, dir string) *Grader {
	t.Helper()
	terms := Terms{Assignment: all[0].Assignment, Cases: all, Settings: settings, Touchstone: "v1"}
	p := must.Get(NewPlan(terms, students))(t)
	j := must.Get(OpenJournal(dir))(t)
	t.Cleanup(func() { must.Do(t, j.Close()) })
	return must.Get(NewGrader(p, j, students))(t)
}

// A key changes with everything that decides a result: each setting with a name in JSON, and conditions.
func TestKeys(t *testing.T) {
	base := Conditions{Assignment: "reversi", Confined: []string{"limits"}, Touchstone: "v1"}
	keyOf := func(c Conditions) key {
		return (&Plan{Conditions: c}).runKey("s", cases.Listed{Digest: "c", Name: "any"})
	}
	first := &Plan{Conditions: base, Package: "/somewhere"}
	seen := map[key]string{first.runKey("s", cases.Listed{Digest: "c"}): "nothing"}
	equal(t, "nothing", seen[keyOf(base)], "key of the same conditions")
	tried := func(what string, c Conditions) {
		equal(t, "", seen[keyOf(c)], what, "has the same key as")
		seen[keyOf(c)] = what
	}
	var s testscript.Options
	for i, v := 0, reflect.ValueOf(&s).Elem(); i < v.NumField(); i++ {
		c, field := base, v.Type().Field(i)
		v.Set(reflect.Zero(v.Type()))
		set(v.Field(i))
		c.Settings = s
		if field.Tag.Get("json") == "-" {
			equal(t, keyOf(base), keyOf(c), "key with", field.Name)
			continue
		}
		tried(field.Name, c)
	}
	for what, change := range map[string]func(*Conditions){
		"assignment": func(c *Conditions) { c.Assignment = "mancala" },
		"mechanisms": func(c *Conditions) { c.Confined = []string{"limits", "seccomp"} },
		"touchstone": func(c *Conditions) { c.Touchstone = "v2" },
	} {
		c := base
		change(&c)
		tried(what, c)
	}
	for _, other := range []key{first.runKey("t", cases.Listed{Digest: "c"}), first.runKey("s", cases.Listed{Digest: "d"}), first.buildKey("s")} {
		equal(t, "", seen[other], "another submission, case or kind has the key of")
	}
}

// set gives a setting a value that is not the default.
func set(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(2)
	case reflect.Slice:
		v.Set(reflect.ValueOf([]string{"x"}))
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{"cxx": "x"}))
	default:
		v.SetInt(7)
	}
}

// A plan in a journal restores the cases, built in or not, with the mistakes that they catch.
func TestPlanLoads(t *testing.T) {
	a := gametest.Lookup(t, "squirrel")
	all := gametest.Corpus(t, a)
	own := must.Get(cases.Parse("own", "own", all[1].Text()))(t)
	own.Kills = []string{"last-tie-at-root"}
	p, err := NewPlan(Terms{Assignment: a, Cases: []*cases.Case{all[0], own}, Settings: testscript.Options{Sandbox: testscript.SandboxNone}, Touchstone: "v1"}, []submissions.Student{{Name: "ann"}})
	must.Do(t, err)
	equal(t, []bool{false, true}, []bool{p.Cases[0].Text != "", p.Cases[1].Text != ""}, "texts in the plan")
	_, loaded, err := p.load()
	must.Do(t, err)
	equal(t, all[0], loaded[0], "built-in case")
	equal(t, string(own.Text())+"own", string(loaded[1].Text())+loaded[1].Name, "own case")
	equal(t, own.Kills, loaded[1].Kills, "mistakes that it catches")
	for want, change := range map[string]func(p *Plan){
		"another version of touchstone (v1)": func(p *Plan) { p.Cases = []cases.Listed{{Digest: "other"}} },
		"none such":                          func(p *Plan) { p.Settings.Edition = "none such" },
		"touchstone.yaml:1: ":                func(p *Plan) { p.Course = "none" },
	} {
		changed := *p
		change(&changed)
		_, err = NewGrader(&changed, nil, nil)
		expect.Error(t, err, want)
	}
}

// A run has the settings of the plan, the text limit of the diagnosis, and the hidden paths of the grader.
func TestGraderOptions(t *testing.T) {
	var want testscript.Options
	for i, v := 0, reflect.ValueOf(&want).Elem(); i < v.NumField(); i++ {
		if v.Type().Field(i).Tag.Get("json") != "-" {
			set(v.Field(i))
		}
	}
	g := &Grader{Plan: &Plan{Conditions: Conditions{Settings: want}}, Hide: []string{"/roster"}}
	want.Text, want.Hide = maxText, g.Hide
	equal(t, want, g.options())
}

// Conditions have the default limits, a package by its key, and an edition that exists.
func TestNewConditions(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	own := *a
	own.Path = "/home/x/own"
	c := must.Get(newConditions(&own, testscript.Options{Sandbox: sandbox.None}, "v1"))(t)
	equal(t, []any{own.Key(), own.Name, "v1", true, true},
		[]any{c.Assignment, c.Name(), c.Touchstone, c.Settings.CPU > 0, c.Settings.Memory > 0})
	file := filepath.Join(t.TempDir(), "touchstone.yaml")
	must.WriteFile(t, file, "assignment: reversi\n")
	terms := Terms{Assignment: &own, Course: &course.File{Path: file}}
	terms.Settings.Sandbox = sandbox.None
	p := must.Get(NewPlan(terms, nil))(t)
	terms.Settings.Sandbox = ""
	enforced := must.Get(testscript.Confinement(terms.Settings))(t)
	equal(t, enforced.Active(), must.Get(NewPlan(terms, nil))(t).Confined, "mechanisms of the plan")
	equal(t, "reversi of /home/x/own with diff", p.Title+" of "+p.Package+" with "+string(p.Show))
	for want, wrong := range map[string]testscript.Options{
		"edition": {Sandbox: sandbox.None, Edition: "none"}, "CPU": {Sandbox: sandbox.None, CPU: -1},
	} {
		terms.Settings = wrong
		_, err := NewPlan(terms, nil)
		expect.Error(t, err, want)
	}
	terms = Terms{Assignment: a, Course: &course.File{Path: "none such"}}
	terms.Settings.Sandbox = sandbox.None
	_, err := NewPlan(terms, nil)
	expect.Error(t, err, "none such")
}

// The keys of a journal stay the same from one version to the next, or every class would run again.
func TestKeysStay(t *testing.T) {
	p := Plan{Conditions: Conditions{
		Assignment: "reversi", Confined: []string{"landlock", "seccomp"}, Touchstone: "v1",
		Settings: testscript.Options{CPU: 10 * time.Second, Memory: 1 << 30, Sandbox: sandbox.Separate, AllowRead: []string{"/opt"}, Tools: map[string]string{"cxx": "clang++"}},
	}}
	equal(t, "cd91cd31fcf36415dca79249f10289e3", p.runKey("s", cases.Listed{Digest: "c"}), "key of a run")
	equal(t, "d18209bee4feffdd04aad0d2773edacf", p.buildKey("s"), "key of a build")
}

// A time of submission needs a zone only if late days count.
func TestArrivalTime(t *testing.T) {
	berlin := time.FixedZone("", 3600)
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		text string
		late course.Late
		want time.Time // zero for an error
	}{
		{"2026-03-01 12:00", course.Late{}, noon},
		{"2026-03-01 13:00", course.Late{Rule: true, Zone: berlin}, noon},
		{"2026-03-01 12:00", course.Late{Rule: true}, time.Time{}},
		{"2026-03-01T13:00:00+01:00", course.Late{Rule: true}, noon},
	} {
		s := submissions.Student{Columns: map[string]string{submissions.Submitted: c.text}, Table: "roster.csv", Line: 2}
		got, err := arrivalTime(s, &course.File{Late: c.late})
		equal(t, false, (err != nil) != c.want.IsZero() || err == nil && !got.Equal(c.want),
			c.text, c.late, got, err, "want", c.want)
	}
}

// A case on which the editions differ lies beyond the envelope unless the plan names an edition.
func TestBeyondByEdition(t *testing.T) {
	all := gametest.Corpus(t, gametest.Lookup(t, "reversi"))
	i := slices.IndexFunc(all, func(c *cases.Case) bool { return c.Name == "side-wiped-out" })
	for edition, want := range map[string]bool{"": true, "final": false} {
		settings := testscript.Options{Sandbox: testscript.SandboxNone, Edition: edition}
		g := graderOf(t, all[i:i+1], settings, []submissions.Student{{Name: "ann"}}, t.TempDir())
		class := must.Get(g.Class(t.Context()))(t)
		equal(t, want, class.Students[0].Results[0].Beyond != "", "beyond in the edition", edition)
	}
}
