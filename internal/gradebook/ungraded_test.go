package gradebook_test

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
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
