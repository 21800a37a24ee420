package gradebook_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// pair returns a class of one student with a right program and one who could not be graded.
func pair(t testing.TB) *gradebook.Class {
	t.Helper()
	_, all := lookup(t, "mancala", cases.ProfileCore, 3)
	right, failed := gradebook.Student{Name: "ann"}, gradebook.Student{Name: "ben"}
	for _, c := range all {
		right.Results = append(right.Results, verdict.Result{Case: c, Verdict: verdict.Pass})
		failed.Results = append(failed.Results, verdict.Result{Case: c, Verdict: verdict.Internal, Reason: "want python2.7, found none"})
	}
	for _, s := range []*gradebook.Student{&right, &failed} {
		s.Summary = report.Summarise(s.Results, nil)
	}
	return &gradebook.Class{Title: "Fall", Cases: all, Start: report.Start{Assignment: "mancala"}, Students: []gradebook.Student{right, failed}}
}

// A fault of ours is never 0 points: nowhere are there points, no figure counts the student, and it is said
// why.
func TestUngraded(t *testing.T) {
	c := pair(t)
	files := write(t, c)
	rows := must.Get(csv.NewReader(bytes.NewReader(files["grades.csv"])).ReadAll())(t)
	cell := func(row int, column string) string {
		for i, name := range rows[0] {
			if name == column {
				return rows[row][i]
			}
		}
		t.Fatalf("no column %q in %q", column, rows[0])
		return ""
	}
	if got := cell(2, "points"); got != "" {
		t.Errorf("ben has %q points", got)
	}
	if got := cell(2, "status"); got != "not graded: want python2.7, found none" {
		t.Errorf("ben's status is %q", got)
	}
	if got := cell(1, "status"); got != "graded" || cell(1, "points") != "100.00" {
		t.Errorf("ann's status is %q, points %s", got, cell(1, "points"))
	}
	var page struct {
		Scores struct {
			Median, Mean, Lower float64
			Bins                []int
		}
		Students []struct{ Points *float64 }
		Lessons  []struct{ Total float64 }
	}
	must.Do(t, json.Unmarshal(columnOf(t, files["report.html"], "class"), &page))
	if d := page.Scores; d.Median != 100 || d.Mean != 100 || d.Lower != 100 || d.Bins[0] != 0 || d.Bins[20] != 1 {
		t.Errorf("the figures are %+v", d)
	}
	if page.Students[0].Points == nil || page.Students[1].Points != nil {
		t.Error("the page has points of ben, or none of ann")
	}
	for name, text := range files {
		var document struct {
			Score   *any
			Summary struct{ Score *any }
			Tests   []struct{ Score *float64 }
		}
		if !strings.HasPrefix(name, "students/ben/") || !strings.HasSuffix(name, ".json") {
			continue
		}
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(name, err)
		}
		if document.Score != nil || document.Summary.Score != nil {
			t.Errorf("%s has a score", name)
		}
		for _, one := range document.Tests {
			if one.Score != nil {
				t.Errorf("%s has a score of a test", name)
			}
		}
	}
	if !bytes.Contains(files[gradebook.Ledger], []byte(`"points":null`)) {
		t.Errorf("the ledger has points of ben: %s", files[gradebook.Ledger])
	}
}

// A student who could not be graded moves from no points to some, and back, with the reason, and joins and
// leaves without points.
func TestUngradedMoves(t *testing.T) {
	failed, graded, without := pair(t), pair(t), pair(t)
	without.Students = without.Students[:1]
	graded.Students[1].Results, graded.Students[1].Summary = graded.Students[0].Results, graded.Students[0].Summary
	for _, to := range []struct {
		from, to *gradebook.Class
		want     string
		sum      string
	}{
		{failed, graded, "ben: 100.00\n  graded now; it could not be: want python2.7, found none\n", "1 moved, 1 as before"},
		{graded, failed, "ben: had 100.00\n  not graded: want python2.7, found none\n", "0 moved, 1 as before, 1 not graded"},
		{without, failed, "ben: no points\n  new in the class\n  not graded: want python2.7, found none\n", "0 moved, 1 as before, 1 not graded"},
		{failed, without, "ben: no points\n  no longer in the class\n", "1 moved, 1 as before"},
	} {
		moved := must.Get(gradebook.Compare(write(t, to.from)[gradebook.Ledger], to.to))(t)
		var text strings.Builder
		if err := moved.WriteText(&text); err != nil || text.String() != to.want+"mancala: "+to.sum+"\n" {
			t.Errorf("%v, told\n%s\nwant\n%s", err, &text, to.want)
		}
	}
}

// The page does not count a student who could not be graded among those who fail a case.
func TestUngradedFailNoCase(t *testing.T) {
	b := opened(t, write(t, pair(t)), "report.html")
	if got := texts(b, "#case-table"); !slices.Equal(got, []string{"No case fails."}) {
		t.Errorf("the cases that fail are %q", got)
	}
	c := pair(t)
	c.Students[0].Results[0].Verdict = verdict.Wrong
	b = opened(t, write(t, c), "report.html")
	want := []string{"", "", "", "1", "wrong 1"} // of its columns the last two
	if got := texts(b, "#case-table tbody td"); len(got) != len(want) || !slices.Equal(got[3:], want[3:]) {
		t.Errorf("the cases that fail are %q", got)
	}
	if width := pagetest.Eval[string](b, `document.querySelector("#case-table .bar span").style.width`); width != "100%" {
		t.Errorf("the bar of the only student is %s wide", width)
	}
}
