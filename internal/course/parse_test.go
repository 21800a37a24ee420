package course_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"

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

// wrongs returns the course files of testdata/wrong.txtar.
func wrongs(t testing.TB) (all []wrong) {
	t.Helper()
	files := must.Get(txtar.ParseFile("testdata/wrong.txtar"))(t).Files
	for i := 0; i < len(files); i += 2 {
		want := strings.ReplaceAll(string(files[i+1].Data), "ASSIGNMENTS", known)
		all = append(all, wrong{
			strings.TrimSuffix(string(files[i].Data), "\n"), strings.TrimSuffix(want, "\n"),
			files[i+1].Name == "errors that the schema cannot know",
		})
	}
	return all
}

// Each error names the file, the line, the expected value and the value found, and all errors are reported at
// once.
func TestParseReportsAll(t *testing.T) {
	for _, w := range wrongs(t) {
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
	for _, w := range wrongs(f) {
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
