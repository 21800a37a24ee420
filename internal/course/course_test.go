package course_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/course/coursetest"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// parse parses a course file that is right.
func parse(t *testing.T, text string) *course.File {
	t.Helper()
	return must.Get(course.Parse("f", []byte(text), nil))(t)
}

// The free days are subtracted, and a setting for the student in the file overrides the caller's value. Late
// days that cost points are reported with the free days. An extension is reported too, also for a student who
// is not late because of it.
func TestScore(t *testing.T) {
	type late struct {
		days, free int
		percent    float64
	}
	for _, c := range []struct {
		file, student string
		days          int
		points        float64
		late          late
	}{
		{"", "nobody", 3, 100, late{}}, {"late: {free: 1}", "nobody", 3, 100, late{}},
		{"late: {free: 1, penalty: 10}", "nobody", 0, 100, late{}},
		{"late: {free: 1, penalty: 10}", "nobody", 1, 100, late{1, 1, 0}},
		{"late: {free: 1, penalty: 10}", "nobody", 3, 80, late{3, 1, 20}},
		{"late: {free: 1, penalty: 10}", "nobody", 100, 0, late{100, 1, 100}},
		{"late: {penalty: 10}", "nobody", 3, 70, late{3, 0, 30}},
		{"late: {free: 4, penalty: 10}", "nobody", 3, 100, late{3, 3, 0}},
		{"late: {penalty: 40}", "nobody", 3, 0, late{3, 0, 100}}, {"late: {free: 1, penalty: 0}", "nobody", 3, 100, late{3, 1, 0}},
		{"late: {free: 1, penalty: 10}\nstudents: {ann: {late: 0}}", "ann", 3, 100, late{}},
		{"late: {free: 1, penalty: 10}\nstudents: {ann: {late: 3, extra: 4}}", "ann", 0, 84, late{3, 1, 20}},
	} {
		f := parse(t, "assignment: reversi\n"+c.file+"\n")
		s := f.Score(c.student, c.days, []testscript.Result{{Case: gametest.Corpus(t, f.Assignment)[0], Verdict: testscript.Pass}})
		want, got := fmt.Sprintf("%.2f %v", c.points, c.late), late{s.LateDays, s.FreeDays, s.LatePercent}
		expect.Equal(t, want, fmt.Sprintf("%.2f %v", s.Points, got), c.file, c.student, c.days, "days late")
	}
	f := parse(t, `assignment: reversi
late: {penalty: 10, due: 2026-03-01 23:59, zone: America/Los_Angeles}
students:
  ann: {due: 2026-03-03 12:00}
`)
	results := []testscript.Result{{Case: gametest.Corpus(t, f.Assignment)[0], Verdict: testscript.Pass}}
	for student, want := range map[string]bool{"ann": true, "ben": false} {
		account := f.Score(student, 0, results).Account()
		extension := verdict.Entry{Name: "an extension: due 2026-03-03 12:00 -0800"}
		expect.Equal(t, want, slices.Contains(account, extension), "extension of", student)
	}
	expect.Equal(t, "", f.Score("nobody", 0, results).Extended, "extension of a student without one")
	expect.Equal(t, f.Points, f.Rule())
	f.Late.Rule = false
	expect.Equal(t, "", f.Score("ann", 0, results).Extended, "extension where no days count")
}

// The limits are valid, and values beyond them are not. A bonus is a part of all points, in every form.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		format       string
		right, wrong []string
	}{
		{"late: {free: %s, penalty: 1}", []string{"0", "1000"}, []string{"-1", "1001"}},
		{"late: {penalty: %s}", []string{"0", "0.5", "100"}, []string{"-0.1", "100.1"}},
		{"late: {penalty: 1}\nstudents: {bob: {late: %s}}", []string{"0", "1000"}, []string{"-1", "1001"}},
		{"late: {due: 2026-03-01 12:00Z}\nstudents: {bob: {due: 2026-03-01 %sZ}}", []string{"12:00"}, []string{"11:59"}},
		{"students: {bob: {extra: %s}}", []string{"-1000000", "1000000"}, []string{"-1000001", "1000001"}},
		{"points: {total: %s}", []string{"0.01", "1000000"}, []string{"0", "1000001"}},
		{"points: {bonus: %s}", []string{"0", "100"}, []string{"-1", "101"}},
		{"points: {total: 10, bonus: %s}", []string{"10"}, []string{"11"}},
		{"points: {categories: {alpha-beta: 20, x: 5}, bonus: %s}", []string{"25"}, []string{"26"}},
		{"points: {total: 60, categories: {alpha-beta: 20}, bonus: %s}", []string{"21", "60"}, []string{"61"}},
		{"points: {total: 20, categories: {alpha-beta: 30}, bonus: %s}", []string{"20"}, []string{"21"}},
		{"points: {categories: {all: %s}}", []string{"0.5", "1000000"}, []string{"0", "1000001"}},
		{"points: {cases: {x: %s}}", []string{"0", "1000000"}, []string{"-1", "1000001"}},
		{"limits: {memory: %s}", []string{"1048576", "1MiB"}, []string{"1048575", "1023KiB"}},
		{"python: %s", []string{"2", "3"}, []string{"1", "4"}},
	} {
		for i, values := range [][]string{c.right, c.wrong} {
			for _, value := range values {
				text := fmt.Sprintf(c.format, value)
				_, err := course.Parse("f", []byte("assignment: reversi\n"+text), nil)
				expect.Equal(t, i == 0, err == nil, text)
			}
		}
	}
}

// Other students see the same id for a student in every grading of an assignment, if the file requests this;
// a display name belongs to one student.
func TestNames(t *testing.T) {
	f := parse(t, "assignment: reversi\nnames: ids\nstudents: {ann: {name: Ann A.}}\n")
	shown := parse(t, "assignment: reversi\nnames: shown\n")
	named := parse(t, "assignment: reversi\nstudents: {ann: {name: Ann A.}}\n")
	for _, c := range [][3]string{
		{"ids", f.AnonymousName("reversi", "ann"), "s-85616399c1"},
		{"of another assignment", f.AnonymousName("mancala", "ann"), course.AnonymousID("mancala", "ann")},
		{"shown", shown.AnonymousName("reversi", "ann"), "ann"},
		{"without a file", (*course.File)(nil).AnonymousName("reversi", "ann"), "ann"},
		{"ids in the books", f.ShownName("reversi", "ann", "Ann"), "s-85616399c1"},
		{"a name", named.ShownName("reversi", "ann", "Ann"), "Ann A."},
		{"the roster's", named.ShownName("reversi", "ben", "Doe, Ben"), "Doe, Ben"},
		{"none", named.ShownName("reversi", "ben", ""), "ben"},
		{"without a file", (*course.File)(nil).ShownName("reversi", "ben", "Doe, Ben"), "Doe, Ben"},
	} {
		expect.Equal(t, c[2], c[1], c[0])
	}
	same := f.AnonymousName("reversi", "ann") == f.AnonymousName("mancala", "ann")
	expect.Equal(t, false, same, "the same id for two assignments")
}

// The assignment of a file is one by its name, or the package at a path from the directory of the file, in
// which an assignment's own name is not looked for.
func TestPackage(t *testing.T) {
	before := oracle.Open
	t.Cleanup(func() { oracle.Open = before })
	there := map[string]*oracle.Assignment{}
	for _, name := range []string{"hw/own", "hw/mancala", "/abs/own", "hw/abs/own", "hw", "from/here"} {
		there[name] = &oracle.Assignment{Name: "own", Path: name}
	}
	oracle.Open = func(name string) (*oracle.Assignment, error) {
		if strings.HasSuffix(name, "broken") {
			return nil, errors.New("it is broken")
		}
		return there[filepath.ToSlash(name)], nil
	}
	for text, want := range map[string]string{
		"own": "hw/own", "./own": "hw/own", "mancala": "hw/mancala", "/abs/own": "/abs/own", "{}": "hw", "from/here": "from/here", "reversi": "",
		"./none":   "hw/f:1: want a problem package, found none: want an assignment (" + known + `), found "./none"`,
		"broken":   "hw/f:1: want an assignment (" + known + `) or the path of a problem package, found "broken"`,
		"./broken": "hw/f:1: want a problem package, found none: it is broken",
		"Reversi":  "hw/f:1: want an assignment (" + known + `) or the path of a problem package, found "Reversi"; did you mean reversi?`,
	} {
		f, err := course.Parse("hw/f", []byte("assignment: "+text+"\n"), nil)
		if err != nil {
			expect.Equal(t, want, err.Error(), text)
			continue
		}
		expect.Equal(t, want, f.Assignment.Path, text)
	}
	f := must.Get(course.Parse("hw/f", []byte("assignment: {}\n"), there["/abs/own"]))(t)
	expect.Equal(t, "/abs/own", f.Assignment.Path, "a package that is known")
	about := must.Get(course.About([]byte("title: x\nassignment: {}\nshow: none\n"), "./own"))(t)
	expect.Equal(t, "title: x\nassignment: ./own\nshow: none\n", string(about), "about another")
	_, err := course.About([]byte("a: ["), "./own")
	expect.Equal(t, false, err == nil, "about another in a file that is no YAML")
}

// A day that has begun is a day late.
func TestDaysLate(t *testing.T) {
	due := time.Date(2026, 3, 1, 23, 59, 0, 0, time.FixedZone("", -8*3600))
	for after, want := range map[time.Duration]int{
		-time.Hour: 0, 0: 0, time.Second: 1, 24 * time.Hour: 1, 24*time.Hour + 1: 2, 50 * time.Hour: 3,
	} {
		expect.Equal(t, want, course.DaysLate(due, due.Add(after).UTC()), "days late after", after)
	}
}

// The cases named in a file are checked against the existing cases.
func TestMatch(t *testing.T) {
	for text, want := range map[string]string{
		"assignment: reversi": "<nil>",
		"assignment: squirrel\npoints:\n  categories: {all: 1}\n  cases: {handout-*: 2}":                   "<nil>",
		"assignment: squirrel\npoints:\n  categories: {greedy: 1, minimax: 1, alpha-beta: 1, battle: 0}\n": "<nil>",
		"assignment: squirrel\npoints:\n  categories:\n    minmax: 1\n    greedy: 1\n    battle: 0\n": `f:4: want a category of the cases (alpha-beta, battle, greedy, minimax), found "minmax"; did you mean minimax?
f:4: want points of the category alpha-beta too, which cases have, or 0; found none
f:4: want points of the category minimax too, which cases have, or 0; found none`,
		"assignment: reversi\npoints: {cases: {x-*: 1, handout-*: 1, handuot-start: 1}}": `f:2: want a pattern that matches one of the 59 cases, found "x-*", which matches none
f:2: want a pattern that matches one of the 59 cases, found "handuot-start", which matches none; did you mean handout-start?`,
	} {
		f := parse(t, text)
		var chosen []*cases.Case
		for _, c := range gametest.Corpus(t, f.Assignment) {
			if !c.In(cases.ProfileGraded) {
				chosen = append(chosen, c)
			}
		}
		if strings.Contains(text, "battle: 0}") { // a category without cases may have points
			chosen = chosen[:1]
		}
		expect.Equal(t, want, fmt.Sprint(f.Match(chosen)), text)
	}
}

// The deadline of a submission is the student's own date, the platform's date or the date for all, in this
// order. Times without a zone are in the file's zone, which has daylight saving time.
func TestDue(t *testing.T) {
	f := parse(t, `assignment: reversi
late: {penalty: 10, due: 2026-03-07 23:59, zone: America/Los_Angeles}
students:
  ann: {due: 2026-03-09 12:00}
  ben: {due: 2026-03-09T12:00:00+01:00}
`)
	platform := time.Date(2026, 3, 8, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		student string
		known   time.Time
		want    string
	}{
		{"zoe", time.Time{}, "2026-03-08T07:59:00Z"}, {"zoe", platform, "2026-03-08T00:00:00Z"},
		{"ann", platform, "2026-03-09T19:00:00Z"}, // an hour less than the day before: the clocks changed
		{"ben", platform, "2026-03-09T11:00:00Z"},
	} {
		expect.Equal(t, c.want, f.Due(c.student, c.known).UTC().Format(time.RFC3339), c.student, "known", c.known)
	}
	expect.Equal(t, time.Time{}, parse(t, "assignment: reversi\n").Due("zoe", time.Time{}))
	expect.Equal(t, 0, course.DaysLate(time.Time{}, platform), "days without a deadline")
	expect.Equal(t, 0, course.DaysLate(platform, time.Time{}), "days without a time")
	for text, want := range map[string]string{ // in all ways of writing it, with a zone and without, on both sides of the change
		"2026-03-07T10:00:00Z": "2026-03-07T10:00:00Z", "2026-03-08T10:00:01-07:00": "2026-03-08T17:00:01Z",
		"2026-03-08 10:00:01 -0700": "2026-03-08T17:00:01Z", "2026-03-08 10:00 -0700": "2026-03-08T17:00:00Z",
		"2026-03-08 10:00:01-07:00": "2026-03-08T17:00:01Z", "2026-03-08 10:00Z": "2026-03-08T10:00:00Z",
		"2026-03-07 10:00:01": "2026-03-07T18:00:01Z", "2026-03-08 10:00": "2026-03-08T17:00:00Z",
		"2026-03-08T10:00:01": "2026-03-08T17:00:01Z", "2026-03-07T10:00": "2026-03-07T18:00:00Z",
	} {
		got := must.Get(course.ParseTime(text, f.Late.Zone))(t)
		expect.Equal(t, want, got.UTC().Format(time.RFC3339), text)
	}
}

// Text with control characters for terminals, or that is misleading, is rejected in every place, with file
// and line, by the parser and by the schema.
func TestSteeringText(t *testing.T) {
	all, s := coursetest.Places(t), schema(t)
	expect.True(t, len(all) >= 40, "40 places or more", all)
	for _, p := range all {
		for _, text := range []string{"\x1b[2Jx", "x\nx", "x\rx", "x\tx", "x\u009bx", "x\x7f", "x\u0085x", "x\u202ex", "\u2066x", "x\u200f", "x\u061cx", "x\u2028x"} {
			src, line := p.File(t, text)
			_, err := course.Parse("f", []byte(src), nil)
			want := fmt.Sprintf("f:%d: want one line of text without control characters", line)
			expect.True(t, strings.HasPrefix(fmt.Sprint(err), want), p, text, err, want)
			expect.Equal(t, escape.Text(fmt.Sprint(err)), fmt.Sprint(err), p)
			expect.Equal(t, false, conforms(t, s, src), "the schema accepts", src)
		}
	}
}

// The same without escapes, for which the YAML parser reports no line.
func TestSteeringBytes(t *testing.T) {
	for _, text := range []string{"\x1b[2J", "\x00", "x\u009bx", "x\x7f", "x\u0085x", "x\u202ex", "x\xff"} {
		for _, line := range []string{"title: ", "# "} {
			_, err := course.Parse("f", []byte("assignment: reversi\r\n"+line+text+"\n"), nil)
			if line == "# " && text == "x\u202ex" { // in a comment, where it stays
				continue
			}
			expect.True(t, strings.HasPrefix(fmt.Sprint(err), "f:2: want "), line, text, err)
			expect.Equal(t, escape.Text(fmt.Sprint(err)), fmt.Sprint(err), line, text)
		}
	}
}

// Text of any script may stand where text may, also such as is not seen.
func TestForeignText(t *testing.T) {
	for _, text := range []string{"Übung 1 – “Spiele”", "作业 ①", "نرم\u200cافزار", "👩\u200d🏫 1", "=1+1", "::error::x"} {
		src, _ := coursetest.Place{Keys: []string{"title"}}.File(t, text)
		expect.Equal(t, text, parse(t, src).Title)
		expect.True(t, conforms(t, schema(t), src), "the schema accepts", src)
	}
}
