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

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// regrade grades the small class again after a change.
func regrade(t *testing.T, change func(*gradebook.Class)) *gradebook.Regrade {
	t.Helper()
	before := write(t, small(t))[gradebook.Ledger]
	c := small(t)
	change(c)
	r := must.Get(gradebook.Compare(before, c))(t)
	return r
}

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

func find(c *gradebook.Class, name string) *gradebook.Student {
	i := slices.IndexFunc(c.Students, func(s gradebook.Student) bool { return s.Name == name })
	return &c.Students[i]
}

// A regrade without a change changes no points.
func TestNothingMoved(t *testing.T) {
	r := regrade(t, func(*gradebook.Class) {})
	if len(r.Students) > 0 || len(r.Cases) > 0 || r.Same != 9 {
		t.Errorf("%+v", r)
	}
}

// A student whose score changed is listed with the reasons, whose points add up.
func TestMoved(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*gradebook.Class)
		want   string
	}{
		"a verdict": {func(c *gradebook.Class) { find(c, "ada").Results[1].Verdict = verdict.Wrong }, `
ada: 87.50, was 100.00 (-12.50)
  deep-search: wrong, was pass (-12.50)
reversi: 1 moved, 8 as before
`},
		"the rules of the run": {func(c *gradebook.Class) { c.Start.Edition, c.Start.Compare = "first", "course" }, `
the edition was final and is first
the comparison was exact and is course
reversi: 0 moved, 9 as before
`},
		"another case": {func(c *gradebook.Class) {
			other := *c.Cases[2]
			other.Name = c.Cases[1].Name
			c.Cases = slices.Replace(slices.Clone(c.Cases), 1, 2, &other)
		}, `
deep-search is another case
reversi: 0 moved, 9 as before
`},
		"more than are told": {func(c *gradebook.Class) {
			for k := range 6 {
				find(c, "ada").Results[k].Verdict = verdict.Wrong
			}
			find(c, "dan").Results[1].Verdict = verdict.Pass
		}, `
ada: 25.00, was 100.00 (-75.00)
  cut-on-equality-at-min: wrong, was pass (-12.50)
  deep-search: wrong, was pass (-12.50)
  ending-to-the-last-square: wrong, was pass (-12.50)
  full-board-before-depth-limit: wrong, was pass (-12.50)
  opening-at-depth-4: wrong, was pass (-12.50)
  and 1 more
dan: 25.00, was 12.50 (+12.50)
  deep-search: pass, was wrong (+12.50)
reversi: 2 moved, 7 as before
`},
		"no program any more, and one": {func(c *gradebook.Class) {
			ada, gus := find(c, "ada"), find(c, "gus")
			*ada, *gus = *gus, *ada
			ada.Name, gus.Name = gus.Name, ada.Name
			gus.Results[1].Verdict = verdict.Wrong
		}, `
ada: 0.00, was 100.00 (-100.00)
  there is no program to run; there was one (-100.00)
gus: 87.50, was 0.00 (+87.50)
  there is now a program to run (+87.50)
reversi: 2 moved, 7 as before
`},
		"no points by it": {func(c *gradebook.Class) { find(c, "cleo").Results[1].Verdict = verdict.Crash }, `
reversi: 0 moved, 9 as before
`},
		"students": {func(c *gradebook.Class) {
			find(c, "dan").Name = "deb"
		}, `
dan: had 12.50
  no longer in the class
deb: 12.50
  new in the class
reversi: 2 moved, 8 as before
`},
		"a rule": {func(c *gradebook.Class) {
			score := verdict.NewScore(c.Cases[0].Assignment, find(c, "ada").Results)
			score.Points -= 10
			find(c, "ada").Summary.Score = &score
		}, `
ada: 90.00, was 100.00 (-10.00)
  another part of the rule (-10.00)
reversi: 1 moved, 8 as before
`},
		"more than there is": {func(c *gradebook.Class) {
			score := verdict.NewScore(c.Cases[0].Assignment, find(c, "dan").Results).Adjusted(0, 0, 0, -60)
			find(c, "dan").Summary.Score = &score
		}, `
dan: 0.00, was 12.50 (-12.50)
  extra points: -60.00, were +0.00 (-60.00)
  no score falls below zero (+47.50)
reversi: 1 moved, 8 as before
`},
	} {
		t.Run(name, func(t *testing.T) {
			var text bytes.Buffer
			must.Do(t, regrade(t, c.change).WriteText(&text))
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), text.String()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// A student with another display name, such as an anonymous id, is the same student.
func TestMovedNames(t *testing.T) {
	r := regrade(t, func(c *gradebook.Class) {
		for i := range c.Students {
			s := &c.Students[i]
			if s.ID == "" {
				s.ID = s.Name
			}
			s.Name, s.Dir = fmt.Sprint("s-", i), fmt.Sprint("f-", i)
		}
	})
	if r.Any() || r.Same == 0 {
		t.Errorf("%+v", r)
	}
}

// A student who has left is listed under the roster's name, unless the gradebook does not contain it.
func TestMovedOfWhoLeft(t *testing.T) {
	for dir, want := range map[string]string{"": "ada@x", "s-17": ""} {
		before := pair(t)
		before.Students[0].ID, before.Students[0].Name, before.Students[0].Dir = "ada@x", "Ada", dir
		after := pair(t)
		after.Students = after.Students[1:]
		r := must.Get(gradebook.Compare(write(t, before)[gradebook.Ledger], after))(t)
		if len(r.Students) != 1 || r.Students[0].ID != want || r.Students[0].Name != "Ada" {
			t.Errorf("%q: %+v, want the id %q", dir, r.Students, want)
		}
	}
}

// A change is the difference of the displayed points.
func TestMovedCents(t *testing.T) {
	r := &gradebook.Regrade{Assignment: "reversi", Students: []gradebook.Move{{ID: "e", Name: "Eve", Before: 82.556, After: 82.374}}}
	var text, table bytes.Buffer
	must.Do(t, errors.Join(r.WriteText(&text), r.WriteCSV(&table)))
	if want := "Eve: 82.37, was 82.56 (-0.19)\n"; !strings.HasPrefix(text.String(), want) {
		t.Errorf("%q, want %q", &text, want)
	}
	if want := "e,Eve,82.56,82.37,-0.19,"; !strings.Contains(table.String(), want) {
		t.Errorf("%q, want %q", &table, want)
	}
}

// A removed case is listed once, and again for each student whose points it changes. The same applies to a
// new case.
func TestMovedCases(t *testing.T) {
	gone := regrade(t, func(c *gradebook.Class) { without(c, 1) })
	if len(gone.Cases) != 2 || gone.Cases[0] != "deep-search was removed; it was worth 12.50" || gone.Cases[1] != "7 cases are worth 14.29 each; they were worth 12.50" {
		t.Errorf("%q", gone.Cases)
	}
	many := regrade(t, func(c *gradebook.Class) {
		for range 4 {
			without(c, 1)
		}
	})
	if want := "4 cases were removed: deep-search, ending-to-the-last-square, full-board-before-depth-limit, opening-at-depth-4; they were worth 50.00"; many.Cases[0] != want || len(many.Cases) != 2 {
		t.Errorf("%q, want %q first", many.Cases, want)
	}
	c := small(t)
	without(c, 1)
	new := must.Get(gradebook.Compare(write(t, c)[gradebook.Ledger], small(t)))(t)
	if !slices.Contains(new.Cases, "deep-search is new; it is worth 12.50") {
		t.Errorf("%q", new.Cases)
	}
	for _, r := range []*gradebook.Regrade{gone, new} {
		if len(r.Students) != 6 { // all but the right one, and those without points
			t.Errorf("%+v", r.Students)
		}
		for _, m := range r.Students {
			if !strings.Contains(strings.Join(m.Why, "; "), "deep-search") || !strings.Contains(strings.Join(m.Why, "; "), "worth something else") || math.IsNaN(m.Before) {
				t.Errorf("%+v", m)
			}
		}
	}
	var table bytes.Buffer
	must.Do(t, gone.WriteCSV(&table))
	if rows := lines(table.Bytes()); len(rows) != 7 || !strings.HasPrefix(rows[1], "Bob,Bob,62.50,71.43,+8.93,") {
		t.Errorf("%q", rows)
	}
}

// If there are several reasons, the one that moves most points comes first, up or down; they add up.
func TestMovedReasons(t *testing.T) {
	r := regrade(t, func(c *gradebook.Class) {
		without(c, 1)
		ada, dan := find(c, "ada"), find(c, "dan")
		ada.Results[0].Verdict, dan.Results[0].Verdict, dan.Results[1].Verdict = verdict.Wrong, verdict.Wrong, verdict.Pass
	})
	want := map[string][]string{
		"ada": {
			"cut-on-equality-at-min: wrong, was pass (-12.50)", "deep-search was removed: it was pass (-12.50)",
			"the other cases are worth something else (+10.71)",
		},
		"dan": {
			"ending-to-the-last-square: pass, was wrong (+14.29)", "cut-on-equality-at-min: wrong, was pass (-12.50)",
			"deep-search was removed: it was wrong (0.00)",
		},
	}
	for _, m := range r.Students {
		if all, known := want[m.Name]; known && !slices.Equal(m.Why, all) {
			t.Errorf("%s: %q, want %q", m.Name, m.Why, all)
		}
	}
}

// The displayed reasons add up to the displayed change, even if a case is worth a third of a cent more.
func TestMovedReasonsAddUp(t *testing.T) {
	seven := func(change func(*gradebook.Class)) *gradebook.Class {
		c := small(t)
		without(c, 7)
		change(c)
		return c
	}
	before := write(t, seven(func(*gradebook.Class) {}))[gradebook.Ledger]
	shown := regexp.MustCompile(`\(([+-]?[\d.]+)\)$`)
	told := 0
	for _, failed := range [][]int{{0}, {0, 1}, {0, 1, 2}, {0, 1, 2, 3, 4, 5}} {
		for _, more := range []float64{0, 0.37} {
			r, err := gradebook.Compare(before, seven(func(c *gradebook.Class) {
				ada := find(c, "ada")
				for _, k := range failed {
					ada.Results[k].Verdict = verdict.Wrong
				}
				score := verdict.NewScore(c.Cases[0].Assignment, ada.Results).Adjusted(0, 0, 0, more)
				ada.Summary.Score = &score
			}))
			must.Do(t, err)
			m := r.Students[0]
			sum := 0.0
			for _, why := range m.Why {
				by := must.Get(strconv.ParseFloat(shown.FindStringSubmatch(why)[1], 64))(t)
				sum += by
				told++
			}
			if got, want := fmt.Sprintf("%.2f", sum), fmt.Sprintf("%.2f", m.After-m.Before); got != want {
				t.Errorf("%d failed, %+.2f: the reasons %q add up to %s, want %s", len(failed), more, m.Why, got, want)
			}
		}
	}
	if told != 2*(1+2+3+6)+4 {
		t.Errorf("%d reasons", told)
	}
}

// Books that cannot be compared are an error.
func TestMovedErrors(t *testing.T) {
	good := string(write(t, small(t))[gradebook.Ledger])
	for name, text := range map[string]string{
		"empty": "", "no JSON": "x", "another version": strings.Replace(good, `"version":1`, `"version":2`, 1),
		"another assignment": strings.Replace(good, `"reversi"`, `"mancala"`, 1),
		"few verdicts":       strings.Replace(good, `"verdicts":"00000000"`, `"verdicts":"0000000"`, 1),
		"no such verdict":    strings.Replace(good, `"verdicts":"00000000"`, `"verdicts":"0000000z"`, 1),
	} {
		if text == good {
			t.Fatal(name)
		}
		if _, err := gradebook.Compare([]byte(text), small(t)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A student who submitted another file is reported as such, by name, whether or not the points change.
func TestMovedSubmission(t *testing.T) {
	before := small(t)
	for i := range before.Students {
		before.Students[i].Submission = "one"
	}
	after := small(t)
	for i := range after.Students {
		after.Students[i].Submission = "one"
	}
	same := []string{"bob", "dan", "eve", "fay", "gus"}
	for _, name := range same {
		find(after, name).Submission = "another"
	}
	cleo := find(after, "cleo")
	cleo.Submission, cleo.Results, cleo.Summary = "another", find(after, "ada").Results, find(after, "ada").Summary
	moved := must.Get(gradebook.Compare(write(t, before)[gradebook.Ledger], after))(t)
	var text strings.Builder
	must.Do(t, moved.WriteText(&text))
	for _, want := range []string{"cleo: 100.00, was 62.50 (+37.50)\n  submitted other files\n", "submitted other files, with the same points: " + strings.Join(same, ", ") + "\nreversi: 1 moved, "} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("want %q in\n%s", want, &text)
		}
	}
}

// A student whose name in the roster has changed is listed first as leaving and then as new, however many
// such students there are.
func TestMovedOrder(t *testing.T) {
	class := func(roster string) *gradebook.Class {
		c := pair(t)
		one := c.Students[0]
		c.Students = nil
		for i := range 40 {
			one.Name = fmt.Sprintf("name %02d", i)
			one.ID = fmt.Sprint(roster, i)
			c.Students = append(c.Students, one)
		}
		return c
	}
	r := must.Get(gradebook.Compare(write(t, class("before"))[gradebook.Ledger], class("after")))(t)
	if len(r.Students) != 80 {
		t.Fatalf("%d have moved, want 80", len(r.Students))
	}
	for i, m := range r.Students {
		if want := []string{"no longer in the class", "new in the class"}[i%2]; m.Name != fmt.Sprintf("name %02d", i/2) || !slices.Equal(m.Why, []string{want}) {
			t.Errorf("%d: %s %q, want %q", i, m.Name, m.Why, want)
		}
	}
}
