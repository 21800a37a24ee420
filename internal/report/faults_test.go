package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// outcomes returns results of an assignment, one for each verdict, named a, b and so on.
func outcomes(t *testing.T, assignment string, verdicts ...verdict.Verdict) []verdict.Result {
	t.Helper()
	a := must.Get(oracle.Lookup(assignment))(t)
	all := must.Get(cases.Embedded(a))(t)
	var results []verdict.Result
	for i, v := range verdicts {
		c := *all[0]
		c.Name, c.Title = fmt.Sprintf("case-%03d", i), ""
		results = append(results, verdict.Result{Case: &c, Verdict: v})
	}
	return results
}

// reported returns the report on results.
func reported(t *testing.T, format string, all []verdict.Result, expected map[string]bool) string {
	t.Helper()
	var out bytes.Buffer
	to := newReporter(t, format, &out)
	to.Start(report.Start{Assignment: all[0].Case.Assignment.Name, Cases: len(all), Expected: expected, Board: true})
	for _, r := range all {
		to.Result(r)
	}
	to.End(report.Summarise(all, expected))
	return out.String()
}

// If touchstone fails on a case that is known to fail, no format reports that as expected:
// nothing is known of the program then.
func TestFaultOfOursIsNoKnownFailure(t *testing.T) {
	all := outcomes(t, "reversi", verdict.Internal, verdict.Wrong)
	known := map[string]bool{"case-000": true, "case-001": true}
	for format, want := range map[string][2]string{
		"text":  {"internal case-000\n", "wrong    case-001 (as expected)\n"},
		"junit": {`<error type="internal"`, `<skipped type="wrong" message="known failure: `},
	} {
		text := reported(t, format, all, known)
		for _, part := range want {
			if strings.Count(text, part) != 1 {
				t.Errorf("%s: want %q once in\n%s", format, part, text)
			}
		}
	}
	s := report.Summarise(all, known)
	if diff := cmp.Diff([]string{"case-000"}, s.NotExpected); diff != "" || s.OK {
		t.Errorf("not expected, OK %v (-want +got):\n%s", s.OK, diff)
	}
}

// Last words that were not shown, because their case differs in form alone, are shown with
// the next case that has them.
func TestWordsOfForm(t *testing.T) {
	all := outcomes(t, "reversi", verdict.Format, verdict.Crash)
	for i := range all {
		all[i].Outcome.Errors = []byte("a word\n")
	}
	for _, format := range []string{"text", "gradescope"} {
		if text := reported(t, format, all, nil); strings.Count(text, "a word") != 1 || strings.Contains(text, "the rest is as in") {
			t.Errorf("%s: want the words once in\n%s", format, text)
		}
	}
}

// The bonus of gangwars is earned if all cases pass, lost by a failure, and neither if only
// touchstone failed; an assignment without a score reports nothing.
func TestBonus(t *testing.T) {
	const pass, wrong, internal, format = verdict.Pass, verdict.Wrong, verdict.Internal, verdict.Format
	for _, c := range []struct {
		verdicts []verdict.Verdict
		status   string
		score    float64 // of the bonus
		points   float64 // -1 for none
	}{
		{[]verdict.Verdict{pass, pass}, "passed", 50, 100},
		{[]verdict.Verdict{pass, wrong}, "failed", 0, 25},
		{[]verdict.Verdict{pass, format}, "failed", 0, 25},
		{[]verdict.Verdict{pass, internal}, "", -1, -1},
		{[]verdict.Verdict{internal, wrong}, "failed", -1, -1},
		{[]verdict.Verdict{wrong, internal}, "failed", -1, -1},
	} {
		var found struct {
			Score  *float64
			Output string
			Tests  []struct {
				Name, Status, Visibility string
				Score                    *float64
				Max                      float64 `json:"max_score"`
			}
			Leaderboard []struct{ Value float64 }
		}
		must.Do(t, json.Unmarshal([]byte(reported(t, "gradescope", outcomes(t, "gangwars", c.verdicts...), nil)), &found))
		failed := slices.Contains(c.verdicts, internal)
		if len(found.Tests) != len(c.verdicts)+1 || (found.Score == nil) != failed || !failed && *found.Score != c.points {
			t.Fatalf("%v: %+v, want %v points", c.verdicts, found, c.points)
		}
		right := len(slices.DeleteFunc(slices.Clone(c.verdicts), func(v verdict.Verdict) bool { return v != pass }))
		if board := found.Leaderboard; failed { // who is not graded stands on none
			if len(board) > 0 {
				t.Errorf("%v: leaderboard %v, want none", c.verdicts, board)
			}
		} else if len(board) != 2 || board[0].Value != c.points || board[1].Value != float64(right) {
			t.Errorf("%v: leaderboard %v, want %v points and %d cases right", c.verdicts, board, c.points, right)
		}
		bonus := found.Tests[len(c.verdicts)]
		if bonus.Name != "all cases pass" || bonus.Visibility != "visible" {
			t.Errorf("%v: the bonus is called %q and is %q", c.verdicts, bonus.Name, bonus.Visibility)
		}
		score := -1.0
		if bonus.Score != nil {
			score = *bonus.Score
		}
		if bonus.Status != c.status || score != c.score || bonus.Max != 50 {
			t.Errorf("%v: bonus %+v with score %v, want %q and %v", c.verdicts, bonus, score, c.status, c.score)
		}
		for i := range c.verdicts {
			if scored := found.Tests[i].Score != nil; scored == failed || found.Tests[i].Max != 25 {
				t.Errorf("%v: case %d has a score: %v, of %v", c.verdicts, i, scored, found.Tests[i].Max)
			}
		}
		if said := strings.Contains(found.Output, "failed on 1 of the cases: there is no score"); said != failed {
			t.Errorf("%v: %q", c.verdicts, found.Output)
		}
	}
}

// Cases that no course uses neither cost the bonus nor add points.
func TestBonusOfAskedCases(t *testing.T) {
	all := outcomes(t, "gangwars", verdict.Pass, verdict.Wrong)
	all[1].Beyond = "a value above 99"
	var found struct {
		Score float64
		Tests []struct {
			Name, Status string
			Score        float64
		}
	}
	must.Do(t, json.Unmarshal([]byte(reported(t, "gradescope", all, nil)), &found))
	if len(found.Tests) != 3 || found.Score != 100 {
		t.Fatalf("%+v, want 100 points", found)
	}
	if bonus := found.Tests[2]; bonus.Name != "all cases pass that the course may ask" || bonus.Status != "passed" || bonus.Score != 50 {
		t.Errorf("bonus %+v", bonus)
	}
	if other := found.Tests[1]; other.Status != "failed" || other.Score != 0 {
		t.Errorf("the case that is not asked: %+v", other)
	}
}

// The names of unexpected results are listed at the end only if a list of known failures
// was given: otherwise each failure has been reported already.
func TestNotAsExpected(t *testing.T) {
	all := outcomes(t, "reversi", verdict.Pass, verdict.Wrong)
	for _, c := range []struct {
		known map[string]bool
		want  string
	}{
		{nil, ""},
		{map[string]bool{"case-001": true}, ""},
		{map[string]bool{"case-000": true}, "not as expected: case-000\nnot as expected: case-001\n"},
	} {
		text := reported(t, "text", all, c.known)
		_, end, _ := strings.Cut(text, "1 pass, 1 wrong\n")
		if end != c.want {
			t.Errorf("%v: the report ends with %q, want %q", c.known, end, c.want)
		}
	}
}
