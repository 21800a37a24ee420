package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// JUnit XML is valid for every output of a program, and its counts match its test cases.
func TestJUnit(t *testing.T) {
	type counts struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
	}
	type suites struct {
		counts
		Suites []suites `xml:"testsuite"`
		Cases  []struct {
			Failures []string `xml:"failure"`
			Errors   []string `xml:"error"`
			Skipped  []string `xml:"skipped"`
		} `xml:"testcase"`
	}
	for _, show := range report.Shows {
		var all suites
		must.Do(t, xml.Unmarshal(writeReport(t, "junit", report.Show(show)), &all))
		found := counts{Tests: len(results(t))}
		for _, c := range all.Suites[0].Cases {
			found.Failures += len(c.Failures)
			found.Errors += len(c.Errors)
			found.Skipped += len(c.Skipped)
		}
		expect.Equal(t, found.Tests, len(all.Suites[0].Cases), show, "cases")
		expect.Equal(t, []counts{found, found}, []counts{all.counts, all.Suites[0].counts}, show, "counts")
	}
}

// The scores of Gradescope's tests add up to the score, which follows the course's rule.
func TestGradescope(t *testing.T) {
	judged := slices.DeleteFunc(results(t), func(r verdict.Result) bool { return r.Verdict == verdict.Internal })
	var got struct {
		Score float64
		Tests []struct {
			Score float64
			Max   float64 `json:"max_score"`
		}
	}
	must.Do(t, json.Unmarshal(smallCheck{results: judged}.report(t, "gradescope"), &got))
	sum, of := 0.0, 0.0
	for _, test := range got.Tests {
		sum += test.Score
		of += test.Max
	}
	rule := verdict.NewScore(judged[0].Case.Assignment, judged)
	expect.Equal(t, rule.Points, got.Score)
	expect.Equal(t, true, math.Abs(sum-rule.Points) <= 0.005 && math.Abs(of-rule.Max) <= 1e-9, sum, of)
}

// A check in which nothing of ours failed, so that there are points: with cases of several times, own limits,
// points of their own and runs that did not count, a known failure, a bonus, a leaderboard, and
// a program that loops.
func TestGradedReports(t *testing.T) {
	of := results(t)
	result := func(i int, name string, v verdict.Verdict, cpu time.Duration) verdict.Result {
		r, c := of[i], *of[i].Case
		c.Name, c.Title = name, "the case "+name
		r.Case, r.Verdict = &c, v
		r.Files, r.Outcome = nil, outcome.Outcome{CPU: cpu, Wall: 2 * cpu, Exit: r.Outcome.Exit} // TestReports has more of these
		return r
	}
	all := []verdict.Result{
		result(0, "quick", verdict.Pass, 999*time.Millisecond),   // just below a tenth of the limit
		result(0, "tenth", verdict.Pass, time.Second),            // a tenth
		result(1, "known", verdict.Wrong, 2500*time.Millisecond), // as expected
		result(4, "format", verdict.Format, 500*time.Millisecond),
		result(0, "slow", verdict.Pass, 9*time.Second),
		result(7, "stopped", verdict.Timeout, 20*time.Second), // the result itself reports this
		result(0, "once", verdict.Pass, time.Second),
		result(6, "twice", verdict.Crash, 1500*time.Millisecond),
		result(0, "never", verdict.Pass, 0),
	}
	all[0].Dir = "/runs/1-quick"
	all[4].Allowed, all[5].Allowed = 20*time.Second, 20*time.Second
	all[6].EarlierVerdict, all[7].EarlierVerdict = verdict.Timeout, verdict.Wrong
	all[7].Case.Points, all[4].Case.Title = 4, ""
	expected := map[string]bool{"known": true}
	bonus := 7.0
	score := verdict.Rule{Bonus: &bonus}.Score(all[0].Case.Assignment, all)
	summary := report.Summarise(all, expected)
	slices.Reverse(all)
	expect.Equal(t, summary, report.Summarise(all, expected), "the summary of results in another order")
	slices.Reverse(all)
	keys := report.Summary{Causes: []diagnosis.Cause{{Key: "b"}, {Key: "a"}, {Key: "b"}}}.Keys()
	expect.Equal(t, []string{"b", "a"}, keys)
	summary.Score, summary.Seconds, summary.NotRun = &score, 3.001, 1
	summary.WhyNotRun = []string{"it loops:\tlook at <line> 3", "::error::and at line 4"}
	summary.Causes = []diagnosis.Cause{{
		Grade: diagnosis.Located, Ended: verdict.Crash, Key: "crash", Behaviour: "crashes",
		Faults: []diagnosis.Fault{}, Cases: []string{"twice"},
	}}
	var documents []txtar.File
	for _, format := range append([]string{"quiet"}, inTables...) {
		var out bytes.Buffer
		to := newReporter(t, strings.Replace(format, "quiet", "text", 1), &out)
		tellAll(to, report.Start{
			Assignment: "squirrel", Edition: "first", Compare: "course", Show: report.ShowDiff, Cases: len(all), CPU: 10, Expected: expected, Board: true, Quiet: format == "quiet",
		}, all, summary)
		documents = append(documents, txtar.File{Name: format, Data: out.Bytes()})
	}
	assertTable(t, "graded", documents)
}

// tellUnbuilt reports on a submission without a program that can run.
func tellUnbuilt(to report.Reporter, some *cases.Case) {
	const reason = "the program does not compile:\n\t./main.go:3:15: undefined: nothing]]>\x1b[31m\ngo: exit status 1"
	var all []verdict.Result
	for _, name := range []string{"one", "two"} {
		c := *some
		c.Name = name
		all = append(all, verdict.Result{Case: &c, Verdict: verdict.Build, Reason: reason})
	}
	start := report.Start{Assignment: "squirrel", Edition: "final", Compare: "exact", Command: []string{"./x"}, Cases: len(all), Jobs: 2, CPU: 10, Tool: "v1.2.3", Sandbox: []string{"limits"}, Confined: "confined: files", NoProgram: reason}
	s := report.Summarise(all, nil)
	score := verdict.NewScore(some.Assignment, all)
	s.Score, s.Seconds = &score, 0.5
	tellAll(to, start, all, s)
}

// The reason for a missing program is reported once and first, in every format and at every level.
func TestUnbuilt(t *testing.T) {
	var documents []txtar.File
	for _, format := range withCauses {
		for _, show := range report.Shows {
			var out bytes.Buffer
			tellUnbuilt(report.Limit(newReporter(t, format, &out), report.Show(show)), results(t)[0].Case)
			expect.Equal(t, 1, strings.Count(out.String(), "undefined: nothing"), format, show, out.String())
			if show == string(report.ShowNone) && format != "jsonl" { // more is shown of nothing but the title
				documents = append(documents, txtar.File{Name: format, Data: out.Bytes()})
			}
		}
	}
	assertTable(t, "unbuilt", documents)
}
