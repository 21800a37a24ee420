package course_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// full sets everything.
const full = `assignment: squirrel
title: "CSCI 561, homework 1"
edition: final
compare: course
cases: [mine, /other/one.txtar]
profile: core
points:
  total: 50
  bonus: 5
  categories: {greedy: 30, minimax: 30, alpha-beta: 30, battle: 0}
  cases:
    cut-*: 3
    "*": 0.5
limits: {time: 2.5s, wall: 1m, memory: 2GiB}
sandbox: require
allow-read: data
tools: {python2: ../bin/python, cxx: clang++, java: /opt/java, rust: sub/rustc}
python: 3
show: summary
names: ids
late: {free: 1, penalty: 12.5, due: 2026-03-01 23:59, zone: America/Los_Angeles}
students:
  alice:
    name: Alice
    late: 3
    extra: -2.5
  9876: {late: 0, due: 2026-03-02 12:00}
leaderboard: true
`

func TestParse(t *testing.T) {
	f := must.Get(course.Parse("dir/touchstone.yaml", []byte(full), nil))(t)
	a := must.Get(oracle.Lookup("squirrel"))(t)
	three, none, bonus := 3, 0, 5.0
	zone := must.Get(time.LoadLocation("America/Los_Angeles"))(t)
	want := &course.File{
		Path: "dir/touchstone.yaml", Assignment: a, Title: "CSCI 561, homework 1",
		Cases: []string{"dir/mine", "/other/one.txtar"}, Profile: "core",
		Points: verdict.Rule{
			Total: 50, Bonus: &bonus,
			Shares: []homework.Share{{Category: "greedy", Points: 30}, {Category: "minimax", Points: 30}, {Category: "alpha-beta", Points: 30}, {Category: "battle"}},
			Cases:  []verdict.Weight{{Pattern: "cut-*", Points: 3}, {Pattern: "*", Points: 0.5}},
		},
		AllTimeouts: true,
		Settings: outcome.Settings{Edition: "final", Course: true, CPU: 2500 * time.Millisecond, Wall: time.Minute, Memory: 2 << 30,
			Sandbox: "require", AllowRead: []string{"dir/data"}, Tools: map[string]string{"python2": "bin/python", "cxx": "clang++", "java": "/opt/java", "rust": "dir/sub/rustc", program.PythonFlag: "3"}},
		Show: "summary", Late: course.Late{Free: 1, Penalty: 12.5, Due: time.Date(2026, 3, 1, 23, 59, 0, 0, zone), Zone: zone, Rule: true},
		Students: map[string]course.Student{
			"alice": {Name: "Alice", Late: &three, Extra: -2.5},
			"9876":  {Late: &none, Due: time.Date(2026, 3, 2, 12, 0, 0, 0, zone)},
		},
		Anonymous: true, Leaderboard: true,
	}
	same := cmp.Options{cmpopts.IgnoreUnexported(course.File{}), cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() }), cmp.Comparer(func(a, b *oracle.Assignment) bool { return a == b })}
	if diff := cmp.Diff(want, f, same); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A wrong is a course file and its error messages.
type wrong struct {
	text string
	want string // the errors
	fine bool   // the schema cannot know
}

// known are the names of all assignments.
var known = strings.Join(oracle.Names(), ", ")

var wrongs = []wrong{
	{"", "f:1: want a course file, found nothing in it", false},
	{"assignment: [", `f:1: want YAML, found "assignment: [": did not find expected node content`, false},
	{"assignment: mancala\ncases: {", `f:2: want YAML, found "cases: {": did not find expected node content`, false},
	{"assignment: mancala: mancala", `f:1: want YAML, found "assignment: mancala: mancala": mapping values are not allowed in this context`, false},
	{"assignment: mancala\ntitle: x\n- y", `f:3: want YAML, found "- y": did not find expected key`, false},
	{"[squirrel]", "f:1: want keys and values in the course file, found a list", false},
	{"title: x", `f:1: want "assignment:" and one of ` + known + `, found none`, false},
	{"assignment: reversi\n---\nassignment: reversi", "f:2: want one document, found another", true},
	{"assignment: revresi", `f:1: want an assignment (` + known + `) or the path of a problem package, found "revresi"; did you mean reversi?`, true},
	{"assignment: Reversi", `f:1: want an assignment (` + known + `) or the path of a problem package, found "Reversi"; did you mean reversi?`, false},
	{"assignment:\nassignment: reversi", `f:1: want an assignment (` + known + `) or the path of a problem package, found nothing` + "\n" +
		`f:2: want "assignment" once in the course file, found it in line 1 already`, false},
	{"assignment: reversi\nstudents:\n  bob:\n    late: 2", `f:4: want "late: {penalty: ...}" in the course file, which says what days late cost, found none, and "bob" who is late`, true},
	{"assignment: reversi\nlate: {free: 2}\nstudents:\n  bob: {late: 0}", `f:4: want "late: {penalty: ...}" in the course file, which says what days late cost, found none, and "bob" who is late`, true},
	{"assignment: reversi\nlate: {zone: Mars/Base}", `f:2: want a time zone, such as America/Los_Angeles, found "Mars/Base"`, true},
	{"assignment: reversi\nlate: {zone: Mars/Base, due: 2026-03-01 23:59, penalty: 1}", `f:2: want a time zone, such as America/Los_Angeles, found "Mars/Base"`, true},
	{"assignment: reversi\nlate: {due: 2026-02-30 23:59 -0800}", `f:2: want a day that there is, found "2026-02-30 23:59 -0800"`, true},
	{"assignment: reversi\nlate: {zone: UTC, due: 2026-03-01 23:59, penalty: 1}\nstudents: {ann: {due: 2025-03-03 12:00}}", "f:3: want an extension, later than when it is due for all, found 2025-03-03 12:00", true},
	{"assignment: reversi\nlate: {zone: Local}", `f:2: want a time zone, such as America/Los_Angeles, found "Local"`, true},
	{"assignment: reversi\nlate: {due: 2026-03-01 23:59}", `f:2: want a time with its zone, such as 2026-03-01T23:59:00-08:00, or "late: {zone: ...}" in the course file, found "2026-03-01 23:59"`, true},
	{"assignment: reversi\nlate: {due: tomorrow}", `f:2: want a time, such as 2026-03-01 23:59 or 2026-03-01T23:59:00-08:00, found "tomorrow"`, false},
	{"assignment: reversi\npython: 4", `f:2: want the Python that runs .py files, a whole number from 2 to 3, found "4"`, false},
	{"assignment: reversi\nedtion: final", `f:2: want a key of the course file (assignment, title, edition, compare, cases, profile, points, limits, sandbox, allow-read, tools, python, show, names, late, students, leaderboard), found "edtion"; did you mean edition?`, false},
	{"assignment: reversi\nedition: frist\ntitle: 561\nshow: diffs", `f:2: want an edition of reversi (final, first), found "frist"; did you mean first?` + "\n" +
		`f:3: want a title, found "561", which is not text: put it between quotes` + "\n" +
		`f:4: want the details that students see (none, summary, diff), found "diffs"; did you mean diff?`, false},
	{"assignment: reversi\nedition: frist", `f:2: want an edition of reversi (final, first), found "frist"; did you mean first?`, true},
	{"assignment: reversi\ntitle: &x X\ncases: [*x, {a: b}]", "f:3: want a file or a directory, found an alias\nf:3: want a file or a directory, found keys and values", false},
	{"assignment: reversi\ncases: [a, a]", `f:2: want "a" once, found it twice`, false},
	{"assignment: reversi\ncases: [a, ./a]", `f:2: want "./a" once, found it twice`, true},
	{"assignment: reversi\n<<: {title: X}", `f:2: want a key of the course file (assignment, title, edition, compare, cases, profile, points, limits, sandbox, allow-read, tools, python, show, names, late, students, leaderboard), found "<<"`, true},
	{"assignment: reversi\npoints: {total: 0, categories: {}}", "f:2: want the points of all above 0, found \"0\"\nf:2: want at least one category, or \"all\", found none", false},
	{"assignment: reversi\npoints: {categories: {all: 1, alpha-beta: -1}}", "f:2: want points from 0 to 1000000, found \"-1\"\nf:2: want \"all\" alone, or points of each category, found both", false},
	{"assignment: reversi\npoints: {categories: {all: 0}}", "f:2: want points above 0 for one category at least, found none", true},
	{"assignment: reversi\npoints: {bonus: 101}", "f:2: want a bonus of at most the points of all, 100, of which it is a part, found 101", true},
	{"assignment: reversi\npoints: {total: .inf, bonus: .nan}", "f:2: want the points of all from 0 to 1000000, found \".inf\"\nf:2: want the points of all above 0, found \".inf\"\nf:2: want the points given only if all cases pass from 0 to 1000000, found \".nan\"", false},
	{"assignment: reversi\npoints: {cases: {\"[\": 1}}", `f:2: want a pattern of the names of cases, such as cut-*, found "["`, true},
	{"assignment: reversi\nlimits: {time: 10, wall: 25h, memory: 2GB, cpu: 1s}", `f:2: want CPU time with its unit, from 1ms to 24h0m0s, such as 10s, 1.5s or 500ms, found "10"` + "\n" +
		`f:2: want time by the clock with its unit, from 1ms to 24h0m0s, such as 10s, 1.5s or 500ms, found "25h"` + "\n" +
		`f:2: want memory, a size of at least 1048576 bytes such as 300000, 64MiB or 2GiB, found "2GB"` + "\n" +
		`f:2: want a key of limits (time, wall, memory, all-timeouts), found "cpu"`, false},
	{"assignment: reversi\nlimits: {time: 1us}", `f:2: want CPU time with its unit, from 1ms to 24h0m0s, such as 10s, 1.5s or 500ms, found "1us"`, false},
	{"assignment: reversi\nsandbox: always\nprofile: [core]\ncompare: ~\nleaderboard: 1", `f:2: want a sandbox mode (auto, none, require, separate), found "always"` + "\n" +
		"f:3: want a profile (core, default, graded, beyond), found a list\nf:4: want a comparison (exact, course), found nothing\nf:5: want true or false for the leaderboard, found \"1\"", false},
	{"assignment: reversi\ntools: {pyhton2: python, go: go}", `f:2: want a key of tools (python2, python3, cxx, java, node, rust, mono, kotlin, tsc, make), found "pyhton2"; did you mean python2?` + "\n" +
		`f:2: want a key of tools (python2, python3, cxx, java, node, rust, mono, kotlin, tsc, make), found "go"`, false},
	{"assignment: reversi\nlate: {free: 1.5, penalty: 101}", `f:2: want days without a penalty, a whole number from 0 to 1000, found "1.5"` + "\n" +
		`f:2: want the percent of the points that each day costs from 0 to 100, found "101"`, false},
	{"assignment: reversi\nstudents:\n  bob: {late: -1}\n  bob: {exta: 1}\n  carl:", `f:3: want days by which the submission is late, a whole number from 0 to 1000, found "-1"` + "\n" +
		`f:4: want "bob" once in students, found it in line 3 already` + "\n" +
		"f:5: want keys and values in a student, found nothing", false},
	{"assignment: reversi\npoints:\n  cases:\n    cut-*: 1\n    \"cut-[\": 1", `f:5: want a pattern of the names of cases, such as cut-*, found "cut-["`, true},
}

// Each error names the file, the line, the expected value and the value found, and all errors are reported at
// once.
func TestParseReportsAll(t *testing.T) {
	for _, w := range wrongs {
		f, err := course.Parse("f", []byte(w.text), nil)
		if err == nil || f != nil {
			t.Errorf("no error, want %s, for\n%s", w.want, w.text)
			continue
		}
		if diff := cmp.Diff(w.want, err.Error()); diff != "" {
			t.Errorf("(-want +got)\n%s\nfor\n%s", diff, w.text)
		}
	}
}

// The settings in the comments of the example are valid as well.
func TestExample(t *testing.T) {
	commented := regexp.MustCompile(`(?m)^( *)# ( *([a-z0-9-]+|[a-z]+@[a-z.]+|"[^"\n]+"):.*| +- .*)$`)
	for _, a := range oracle.Assignments() {
		text := strings.Replace(course.Example(a, a.Name), "# yaml-language-server", "#", 1)
		if f, err := course.Parse("f", []byte(text), nil); err != nil || f.Settings.Sandbox != "" {
			t.Errorf("a new course file confines programs by %q, want what each command does by default; %v", f.Settings.Sandbox, err)
		}
		whole := commented.ReplaceAllString(text, "$1$2")
		f, err := course.Parse("f", []byte(whole), nil)
		if err != nil {
			t.Fatalf("%v in\n%s", err, whole)
		}
		if f.Settings.Edition != a.Editions[0].Name || (f.Settings.CPU != a.Run.CPU && (a.Run.CPU != 0 || f.Settings.CPU != testscript.DefaultCPU)) {
			t.Errorf("edition %s and %v in the example of %s, want what holds without them", f.Settings.Edition, f.Settings.CPU, a.Name)
		}
		if !f.Leaderboard || f.Students["alice@example.edu"].Extra != 5 || len(f.Points.Cases) != 1 || f.Late.Free != 2 {
			t.Errorf("%+v is not all of\n%s", f, whole)
		}
	}
}

// The example of a problem package has no editions, profiles and situations in it, and its own limit.
func TestExampleOfPackage(t *testing.T) {
	text := course.Example(&oracle.Assignment{Name: "own", Path: "hw/own", Editions: []homework.Edition{{Name: "only"}}, Run: homework.Run{CPU: 3 * time.Second}}, "./own")
	for _, want := range []string{"\nassignment: ./own\n", "How own is checked", "those of a profile (default)", "\"sample-*\": 3", "time: 3s  "} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "edition:") {
		t.Errorf("it has an edition:\n%s", text)
	}
}

// No text makes the parser panic, and each has either a file or errors.
func FuzzParse(f *testing.F) {
	f.Add(full)
	for _, w := range wrongs {
		f.Add(w.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := course.Parse("f", []byte(text), nil)
		if (file == nil) == (err == nil) {
			t.Fatalf("file %v and error %v", file, err)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "f:") {
			t.Errorf("error without a place: %v", err)
		}
	})
}
