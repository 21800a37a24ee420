package course_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// parse parses a course file that is right.
func parse(t *testing.T, text string) *course.File {
	t.Helper()
	f, err := course.Parse("f", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// corpus returns the cases of a file's assignment.
func corpus(t *testing.T, f *course.File) []*cases.Case {
	t.Helper()
	all, err := cases.Embedded(f.Assignment)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The free days are taken off, and what the file says of a student comes before what the caller
// knows.
func TestScore(t *testing.T) {
	f := parse(t, `assignment: reversi
late: {free: 1, penalty: 10}
students:
  punctual: {late: 0}
  late: {late: 3, extra: 4}
  excused: {excused: [none-*, handout-start]}
`)
	all := corpus(t, f)
	var results []testscript.Result
	for _, c := range all {
		r := testscript.Result{Case: c, Verdict: testscript.Pass}
		if c.Name == "handout-start" {
			r.Verdict = testscript.Wrong
		}
		results = append(results, r)
	}
	most := verdict.NewScore(f.Assignment, results).Points
	for _, c := range []struct {
		student string
		days    int
		want    float64
	}{
		{"nobody", 0, most},
		{"nobody", 1, most},
		{"nobody", 3, most * 0.8},
		{"nobody", 100, 0},
		{"punctual", 3, most},
		{"late", 0, most*0.8 + 4},
		{"excused", 0, 100},
	} {
		if got := f.Score(c.student, c.days, results).Points; math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s, %d days late: %v points, want %v", c.student, c.days, got, c.want)
		}
	}
}

// Days late are told if they cost something, with those that are free.
func TestLateDays(t *testing.T) {
	type late struct {
		days, free int
		percent    float64
	}
	for text, want := range map[string]late{
		"": {}, "late: {free: 1}": {}, "late: {free: 1, penalty: 10}": {3, 1, 20}, "late: {penalty: 10}": {3, 0, 30},
		"late: {free: 4, penalty: 10}": {3, 3, 0}, "late: {penalty: 40}": {3, 0, 100},
	} {
		f := parse(t, "assignment: reversi\n"+text+"\n")
		s := f.Score("nobody", 3, []testscript.Result{{Case: corpus(t, f)[0], Verdict: testscript.Pass}})
		if got := (late{s.LateDays, s.FreeDays, s.LatePercent}); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// A bonus is a part of the points of all, however these are given.
func TestBonus(t *testing.T) {
	for points, want := range map[string]bool{
		"bonus: 100": true, "bonus: 101": false, "total: 10, bonus: 10": true, "total: 10, bonus: 11": false,
		"categories: {greedy: 20, minimax: 10}, bonus: 30": true, "categories: {greedy: 20, minimax: 10}, bonus: 31": false,
		"total: 60, categories: {greedy: 20, minimax: 10}, bonus: 31": true, "total: 20, categories: {greedy: 20, minimax: 10}, bonus: 21": false,
	} {
		if _, err := course.Parse("f", []byte("assignment: squirrel\npoints: {"+points+"}\n"), nil); (err == nil) != want {
			t.Errorf("%s: %v, want it right: %v", points, err, want)
		}
	}
}

// A day that has begun is a day late.
func TestDaysLate(t *testing.T) {
	due := time.Date(2026, 3, 1, 23, 59, 0, 0, time.FixedZone("", -8*3600))
	for after, want := range map[time.Duration]int{
		-time.Hour: 0, 0: 0, time.Second: 1, 24 * time.Hour: 1, 24*time.Hour + 1: 2, 50 * time.Hour: 3,
	} {
		if got := course.DaysLate(due, due.Add(after).UTC()); got != want {
			t.Errorf("%s after: %d days late, want %d", after, got, want)
		}
	}
}

// What a file says of cases is held against those that there are.
func TestMatch(t *testing.T) {
	for text, want := range map[string]string{
		"assignment: reversi": "",
		"assignment: squirrel\npoints:\n  categories: {all: 1}\n  cases: {handout-*: 2}":                   "",
		"assignment: squirrel\npoints:\n  categories: {greedy: 1, minimax: 1, alpha-beta: 1, battle: 0}\n": "",
		"assignment: squirrel\npoints:\n  categories:\n    greedy: 1\n    minmax: 1\n    battle: 0\n": `f:4: want points of the category alpha-beta too, which cases have, or 0; found none
f:4: want points of the category minimax too, which cases have, or 0; found none
f:5: want a category of the cases (alpha-beta, battle, greedy, minimax), found "minmax"; did you mean minimax?`,
		"assignment: reversi\npoints: {cases: {handuot-start: 1}}\nstudents:\n  bob:\n    excused: [none-*]": `f:2: want a pattern that matches one of the 59 cases, found "handuot-start", which matches none; did you mean handout-start?
f:5: want a pattern that matches one of the 59 cases, found "none-*", which matches none`,
	} {
		f, got := parse(t, text), ""
		var chosen []*cases.Case
		for _, c := range corpus(t, f) {
			if !c.In(cases.ProfileGraded) {
				chosen = append(chosen, c)
			}
		}
		if err := f.Match(chosen); err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s\nfor\n%s", diff, text)
		}
	}
}
