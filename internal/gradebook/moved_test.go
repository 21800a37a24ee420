package gradebook_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// without removes a case from a class.
func without(c *gradebook.Class, k int) {
	c.Cases = slices.Delete(slices.Clone(c.Cases), k, k+1)
	for i := range c.Students {
		s := &c.Students[i]
		if s.Results != nil {
			s.Results = slices.Delete(s.Results, k, k+1)
		}
		s.Summary.Causes = nil
	}
}

// replaceCase puts a case in the place of another of a class, for all students.
func replaceCase(c *gradebook.Class, k int, one cases.Case) {
	c.Cases = slices.Replace(slices.Clone(c.Cases), k, k+1, &one)
	for i := range c.Students {
		s := &c.Students[i]
		if len(s.Results) > 0 {
			s.Results[k].Case = &one
		}
		s.Summary.Causes = nil
	}
}

func find(c *gradebook.Class, name string) *gradebook.Student {
	i := slices.IndexFunc(c.Students, func(s gradebook.Student) bool { return s.Name == name })
	return &c.Students[i]
}

const anonymous = "other names, such as anonymous ids, of the same students"

// regradings are changes from one grading of a class to the next.
var regradings = []struct {
	name          string
	class         func(testing.TB) *gradebook.Class
	before, after func(c *gradebook.Class)
}{
	{"nothing", small, nil, nil},
	{"a verdict", small, nil, func(c *gradebook.Class) { find(c, "ada").Results[1].Verdict = verdict.Wrong }},
	{"the rules of the run", small, nil, func(c *gradebook.Class) { c.Start.Edition, c.Start.Compare = "first", "course" }},
	{"another case", small, nil, func(c *gradebook.Class) {
		other := *c.Cases[2]
		other.Name = c.Cases[1].Name
		replaceCase(c, 1, other)
	}},
	{"another case, as in docs/grade.md", small, nil, func(c *gradebook.Class) {
		other := *c.Cases[2]
		other.Name = c.Cases[1].Name
		replaceCase(c, 1, other)
		find(c, "ada").Results[1].Verdict = verdict.Wrong
	}},
	{"a case in the place of another, and a changed one, as in docs/books.md", small, nil, func(c *gradebook.Class) {
		late, other := *c.Cases[2], *c.Cases[3]
		late.Name, other.Name = "late-pass", c.Cases[7].Name
		replaceCase(c, 1, late)
		replaceCase(c, 7, other)
		find(c, "ada").Results[7].Verdict = verdict.Wrong
	}},
	{"more than are told", small, nil, func(c *gradebook.Class) {
		for k := range 6 {
			find(c, "ada").Results[k].Verdict = verdict.Wrong
		}
		find(c, "dan").Results[1].Verdict = verdict.Pass
	}},
	{"no program any more, and one", small, nil, func(c *gradebook.Class) {
		ada, gus := find(c, "ada"), find(c, "gus")
		*ada, *gus = *gus, *ada
		ada.Name, gus.Name = gus.Name, ada.Name
		gus.Results[1].Verdict = verdict.Wrong
	}},
	{"no points by it", small, nil, func(c *gradebook.Class) { find(c, "cleo").Results[1].Verdict = verdict.Crash }},
	{"students", small, nil, func(c *gradebook.Class) { find(c, "dan").Name = "deb" }},
	{"another part of the rule", small, nil, func(c *gradebook.Class) {
		score := verdict.NewScore(c.Cases[0].Assignment, find(c, "ada").Results)
		score.Points -= 10
		find(c, "ada").Summary.Score = &score
	}},
	{"late days, as in docs/books.md", small, nil, func(c *gradebook.Class) { adjust(find(c, "cleo"), 4, 0) }},
	{"extra points", small, nil, func(c *gradebook.Class) { adjust(find(c, "cleo"), 0, 2.5) }},
	{"more than there is", small, nil, func(c *gradebook.Class) { adjust(find(c, "dan"), 0, -60) }},
	{anonymous, small, nil, func(c *gradebook.Class) {
		for i := range c.Students {
			s := &c.Students[i]
			if s.ID == "" {
				s.ID = s.Name
			}
			s.Name, s.Dir = fmt.Sprint("s-", i), fmt.Sprint("f-", i)
		}
	}},
	{"a case less, told once and for each student whose points it changes", small, nil, func(c *gradebook.Class) { without(c, 1) }},
	{"a case more", small, func(c *gradebook.Class) { without(c, 1) }, nil},
	{"four cases less", small, nil, func(c *gradebook.Class) {
		for range 4 {
			without(c, 1)
		}
	}},
	{"several reasons, of which the one that moves most points comes first", small, nil, func(c *gradebook.Class) {
		without(c, 1)
		ada, dan := find(c, "ada"), find(c, "dan")
		ada.Results[0].Verdict, dan.Results[0].Verdict, dan.Results[1].Verdict = verdict.Wrong, verdict.Wrong, verdict.Pass
	}},
	{"two of seven cases fail", small, withoutLast, func(c *gradebook.Class) { failFirst(c, 2) }},
	{"three of seven cases fail, with extra points", small, withoutLast, func(c *gradebook.Class) {
		failFirst(c, 3)
		adjust(find(c, "ada"), 0, 0.37)
	}},
	{"six of seven cases fail", small, withoutLast, func(c *gradebook.Class) { failFirst(c, 6) }},
	{"cases of other worths", small, nil, func(c *gradebook.Class) {
		for k, points := range []float64{2, 3, 4, 5, 6, 6, 7, 7} {
			other := *c.Cases[k]
			other.Points = points
			replaceCase(c, k, other)
		}
	}},
	{"other files, whether or not the points change", small, func(c *gradebook.Class) { submit(c, "one") }, func(c *gradebook.Class) {
		submit(c, "one")
		submit(c, "another", "bob", "cleo", "dan", "eve", "fay", "gus")
		find(c, "cleo").Results, find(c, "cleo").Summary = find(c, "ada").Results, find(c, "ada").Summary
	}},
	{"graded at last", pair, nil, gradeBoth},
	{"graded no more", pair, gradeBoth, nil},
	{"new and not graded", pair, func(c *gradebook.Class) { c.Students = c.Students[:1] }, nil},
	{"gone and not graded", pair, nil, func(c *gradebook.Class) { c.Students = c.Students[:1] }},
	{"gone, under the name of the roster", pair, func(c *gradebook.Class) { rename(c, "") }, func(c *gradebook.Class) { c.Students = c.Students[1:] }},
	{"many changes at once", varied, func(c *gradebook.Class) {
		submit(c, "other files", "Abe", "zoe", "aaron")
	}, changeVaried},
	{"gone, with a directory that keeps the name secret", pair, func(c *gradebook.Class) { rename(c, "s-17") }, func(c *gradebook.Class) {
		c.Students = c.Students[1:]
	}},
}

// changeVaried changes cases and rules, the grades of students, and whether they have grades and names.
func changeVaried(c *gradebook.Class) {
	c.Start.Edition, c.Start.CPU = "first <b>", 10
	other, renamed := *c.Cases[2], *c.Cases[4]
	other.Name, renamed.Name = c.Cases[1].Name, "new <b>"
	replaceCase(c, 1, other) // with other points
	replaceCase(c, 4, renamed)
	zoe := find(c, "zoe")
	for i, v := range map[int]verdict.Verdict{0: verdict.Pass, 3: verdict.Crash, 4: verdict.Wrong} {
		zoe.Results[i].Verdict = v
	}
	adjust(zoe, 1, 2)
	adjust(find(c, "max"), 0, 0)
	bonus := 50.0
	abe := find(c, "Abe")
	score := verdict.Rule{Bonus: &bonus}.Score(c.Cases[0].Assignment, abe.Results).Adjusted(0, 1, 10, 2)
	abe.Summary.Score = &score
	find(c, "eve").Results[1].Verdict = verdict.Pass // graded at last
	failed := verdict.Result{Case: c.Cases[3], Verdict: verdict.Internal, Reason: "no <b> disk"}
	find(c, "tim").Results[3] = failed
	find(c, "kim").NoProgram, find(c, "kim").Results = "nothing was handed in", nil
	find(c, "leo").ID = "another-id"
}

// withoutLast removes the last case of eight, so that each case is worth a third of a cent more than in cents.
func withoutLast(c *gradebook.Class) { without(c, 7) }

// failFirst removes the last case, and fails the first ones for a student with full points.
func failFirst(c *gradebook.Class, n int) {
	withoutLast(c)
	for k := range n {
		find(c, "ada").Results[k].Verdict = verdict.Wrong
	}
}

// adjust gives a student late days, of which one is free, and points by hand.
func adjust(s *gradebook.Student, days int, extra float64) {
	score := verdict.NewScore(s.Results[0].Case.Assignment, s.Results).Adjusted(days, 1, 10, extra)
	s.Summary.Score = &score
}

// submit gives another submission to all students, or to the named ones.
func submit(c *gradebook.Class, submission string, names ...string) {
	for i := range c.Students {
		if len(names) == 0 || slices.Contains(names, c.Students[i].Name) {
			c.Students[i].Submission = submission
		}
	}
}

// gradeBoth grades the second student as the first one.
func gradeBoth(c *gradebook.Class) {
	c.Students[1].Results, c.Students[1].Summary = c.Students[0].Results, c.Students[0].Summary
}

// rename gives the first student a name that is not the one of the roster.
func rename(c *gradebook.Class, dir string) {
	c.Students[0].ID, c.Students[0].Name, c.Students[0].Dir = "ada@x", "Ada", dir
}

var shownPoints = regexp.MustCompile(`\(([+-]?[\d.]+)\)$`)

// Each change is reported with its reasons. The displayed reasons add up to the displayed change.
func TestMoved(t *testing.T) {
	var all []txtar.File
	for _, r := range regradings {
		before, after := r.class(t), r.class(t)
		if r.before != nil {
			r.before(before)
		}
		if r.after != nil {
			r.after(after)
		}
		moved := must.Get(gradebook.Compare(write(t, before)[gradebook.Ledger], after))(t)
		unmoved := []string{regradings[0].name, "no points by it", anonymous}
		expect.Equal(t, !slices.Contains(unmoved, r.name), moved.Any(), "it moves:", r.name)
		for _, m := range moved.Students {
			sum := 0.0
			for _, why := range m.Reasons {
				if points := shownPoints.FindStringSubmatch(why); points != nil {
					sum += must.Get(strconv.ParseFloat(points[1], 64))(t)
				}
			}
			change := m.After - m.Before
			exact := math.IsNaN(change) || fmt.Sprintf("%.2f", sum) == fmt.Sprintf("%.2f", change)
			expect.True(t, exact, r.name, m.Reasons, "add up to", sum, "want", change)
		}
		var text, table bytes.Buffer
		must.Do(t, errors.Join(moved.WriteText(&text), moved.WriteCSV(&table)))
		all = append(all,
			txtar.File{Name: r.name, Data: text.Bytes()},
			txtar.File{Name: r.name + ", as a table", Data: bytes.ReplaceAll(table.Bytes(), []byte("\r\n"), []byte("\n"))})
	}
	goldie.New(t).Assert(t, "moved.txtar", txtar.Format(&txtar.Archive{Files: all}))
}

// A change is the difference of the displayed points.
func TestMovedCents(t *testing.T) {
	r := &gradebook.Regrade{Assignment: "reversi", Students: []gradebook.Move{{ID: "e", Name: "Eve", Before: 82.556, After: 82.374}}}
	var text, table bytes.Buffer
	must.Do(t, errors.Join(r.WriteText(&text), r.WriteCSV(&table)))
	expect.Contains(t, text.String(), "Eve: 82.37, was 82.56 (-0.19)\n")
	expect.Contains(t, table.String(), "e,Eve,82.56,82.37,-0.19,")
	c := pair(t)
	before := write(t, c)[gradebook.Ledger]
	c.Start.CPU = 3
	submit(c, "old") // earlier books lack this and the limit
	expect.Equal(t, false, must.Get(gradebook.Compare(before, c))(t).Any(), "changes")
	before = write(t, c)[gradebook.Ledger]
	submit(c, "new")
	moved := must.Get(gradebook.Compare(before, c))(t)
	expect.Equal(t, []string{"ann", "ben"}, moved.Resubmitted)
	expect.True(t, moved.Any(), "changes")
}

// Books that cannot be compared are an error.
func TestMovedErrors(t *testing.T) {
	good := string(write(t, small(t))[gradebook.Ledger])
	for want, change := range map[string][2]string{
		"books.json: invalid character": {"{", "x"},
		"books.json: unexpected end":    {good, ""},
		"want version 1, found 2":       {`"version":1`, `"version":2`},
		"is of mancala: want reversi":   {`"reversi"`, `"mancala"`},
		"want 8 verdicts of ":           {`"verdicts":"00000000"`, `"verdicts":"0000000"`},
		"has a verdict 'z'":             {`"verdicts":"00000000"`, `"verdicts":"0000000z"`},
		"has a verdict 'a'":             {`"verdicts":"00000000"`, `"verdicts":"0000000a"`}, // after 10
	} {
		_, err := gradebook.Compare([]byte(strings.Replace(good, change[0], change[1], 1)), small(t))
		expect.Error(t, err, want)
	}
}

// Students with the same name are sorted by ID, and departed students come before new ones.
func TestMovedOrder(t *testing.T) {
	class := func(roster string) *gradebook.Class {
		c := pair(t)
		one := c.Students[0]
		c.Students = nil
		for i := range 40 {
			one.Name = fmt.Sprintf("name %02d", i/2)
			one.ID = fmt.Sprintf("%s %02d", roster, i)
			c.Students = append(c.Students, one)
		}
		return c
	}
	r := must.Get(gradebook.Compare(write(t, class("before"))[gradebook.Ledger], class("after")))(t)
	expect.Equal(t, 80, len(r.Students), "moved students")
	for i, m := range r.Students {
		want := []string{"before %02d [no longer in the class]", "after %02d [new in the class]"}[i/2%2]
		want = fmt.Sprintf("name %02d "+want, i/4, i/4*2+i%2)
		expect.Equal(t, want, fmt.Sprint(m.Name, " ", m.ID, " ", m.Reasons), "student", i)
	}
}
