package desk_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/site/desk"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// mancala returns an assignment with short cases.
func mancala(t *testing.T) *oracle.Assignment {
	t.Helper()
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Where a course hides right answers, no question gets one, nor what tells of one, whatever the page asks.
func TestCourseHides(t *testing.T) {
	a := mancala(t)
	c := hiddenCase(t, a)
	wrong := answers(t, a, "")
	right := wrong["answers/"+c.Name+"/next_state.txt"]
	wrong["answers/"+c.Name+"/next_state.txt"] = []byte("1 2 3\n")
	for _, show := range []report.Show{report.ShowNone, report.ShowSummary, report.ShowDiff} {
		d := stocked(t, &desk.Course{Show: show}, a)
		tells := false
		for _, r := range []desk.Request{
			{Do: "games"}, {Do: "cases"}, {Do: "case", Case: c.Name}, {Do: "bundle"}, {Do: "check", Files: wrong}, {Do: "solve", Input: string(c.Input())},
			{Do: "solve", Case: c.Name}, {Do: "explain", Case: c.Name, Files: map[string][]byte{"next_state.txt": []byte("1\n")}},
			{Do: "explain", Input: string(c.Input())}, {Do: "mistakes"}, {Do: "mistake", Fault: "strict-cut-at-max"},
			{Do: "values", Match: desk.Match{Nodes: 1}},
		} {
			r.Assignment = a.Name
			reply, err := d.Ask(t.Context(), r)
			hidden := err != nil && strings.Contains(err.Error(), "your course does not show")
			if off := map[string]bool{"solve": true, "explain": true, "mistakes": true, "mistake": true, "values": true}[r.Do]; hidden != (off && show != report.ShowDiff) {
				t.Errorf("%s, %s: found the error %v", show, r.Do, err)
			}
			tells = tells || answersIn(t, reply, right)
		}
		if tells != (show == report.ShowDiff) {
			t.Errorf("%s: right answers are told: %v", show, tells)
		}
	}
}

// hiddenCase returns a case whose right answer is long enough not to be found by chance.
func hiddenCase(t *testing.T, a *oracle.Assignment) *cases.Case {
	t.Helper()
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		golden, err := c.Golden("next_state.txt")
		if err != nil {
			t.Fatal(err)
		}
		if len(golden.Text) > 40 && c.In(cases.ProfileDefault) {
			return c
		}
	}
	t.Fatal("no case has a long answer")
	return nil
}

// answersIn reports whether a reply has a line of the right answer.
func answersIn(t *testing.T, reply desk.Reply, right []byte) bool {
	t.Helper()
	value, err := json.Marshal(reply.Value)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := bytes.Cut(right, []byte("\n"))
	texts := [][]byte{value}
	for _, text := range reply.Files {
		texts = append(texts, text)
	}
	return bytes.Contains(bytes.Join(texts, nil), line)
}

// The points are the course's, a title is shown from the level summary on, and no case tells by its header what it shows.
func TestCourseSettles(t *testing.T) {
	a := mancala(t)
	points := verdict.Rule{Total: 7, Shares: []homework.Share{{Category: verdict.AllCases, Points: 7}}}
	whole := answersTo(t, a, "", func(*cases.Case) bool { return true })
	for show, titled := range map[report.Show]bool{report.ShowNone: false, report.ShowSummary: true, report.ShowDiff: true} {
		d := stocked(t, &desk.Course{Title: "CS 1", Show: show, Points: points, Compare: "exact"}, a)
		if all := ask[found](t, d, desk.Request{Do: "check", Assignment: a.Name, Compare: "course"}, whole); !strings.HasPrefix(all.Score, "score: 7.00 of 7 ") {
			t.Errorf("%s: found %q", show, all.Score)
		}
		c := hiddenCase(t, a)
		listed := ask[struct{ Title string }](t, d, desk.Request{Do: "case", Assignment: a.Name, Case: c.Name}, nil)
		if (listed.Title == c.Title) != titled {
			t.Errorf("%s: the title %q", show, listed.Title)
		}
	}
	if _, err := stocked(t, &desk.Course{}, a).Ask(t.Context(), desk.Request{Do: "rules", Assignment: "squirrel"}); err == nil || !strings.Contains(err.Error(), "want a game of this page") {
		t.Errorf("another game: found %v", err)
	}
}
