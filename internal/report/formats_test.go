package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/testscript/compare"
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
	expect.True(t, math.Abs(sum-rule.Points) <= 0.005 && math.Abs(of-rule.Max) <= 1e-9, sum, of)
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
	expected, bonus := map[string]bool{"known": true}, 7.0
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
	s, score := report.Summarise(all, nil), verdict.NewScore(some.Assignment, all)
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

// outcomes returns results of an assignment, one for each verdict, named a, b and so on.
func outcomes(t *testing.T, assignment string, verdicts ...verdict.Verdict) []verdict.Result {
	t.Helper()
	all := gametest.Corpus(t, gametest.Lookup(t, assignment))
	var results []verdict.Result
	for i, v := range verdicts {
		c := *all[0]
		c.Name, c.Title = fmt.Sprintf("case-%03d", i), ""
		results = append(results, verdict.Result{Case: &c, Verdict: v})
	}
	return results
}

// A smallCheck is a check of a few cases, and the formats in which it is reported.
type smallCheck struct {
	name, formats string
	results       []verdict.Result
	expected      []string
	change        func(s *report.Start, end *report.Summary)
}

// interrupted reports the results of a check that ends before its last cases, with a cause.
func interrupted(start *report.Start, end *report.Summary) {
	start.Cases, start.Confined = 16, "confined: files"
	end.Interrupted, end.NotRun, end.WhyNotRun = true, 14, []string{"3 cases of greedy not run"}
	end.Causes = []diagnosis.Cause{{
		Grade: diagnosis.Equals, Key: "no-cuts", Behaviour: "never cuts", Cases: []string{"case-001"},
		Faults: []diagnosis.Fault{{Name: "no-cuts", Title: "never cuts", Explanation: "It never cuts.",
			Rule: "rule 1"}},
	}}
}

// smallChecks returns checks that differ in one thing each.
func smallChecks(t *testing.T) []smallCheck {
	const pass, wrong, internal, format, crash = verdict.Pass, verdict.Wrong, verdict.Internal, verdict.Format, verdict.Crash
	reversi := func(verdicts ...verdict.Verdict) []verdict.Result { return outcomes(t, "reversi", verdicts...) }
	gangwars := func(verdicts ...verdict.Verdict) []verdict.Result { return outcomes(t, "gangwars", verdicts...) }
	form, hints, once := reversi(format, crash), reversi(crash, crash), reversi(pass, wrong, pass)
	for i := range 2 {
		form[i].Outcome.Errors, hints[i].Outcome.Errors = []byte("a word\n"), []byte("not allowed\n")
		hints[i].Hint = []string{"/data/first", "/data/second"}[i]
		once[i].EarlierVerdict = []verdict.Verdict{wrong, crash}[i]
	}
	notAsked := gangwars(pass, wrong)
	notAsked[1].Beyond = "a value above 99"
	optional := reversi(wrong)
	optional[0].Files = []verdict.File{{Name: "log.txt", Verdict: wrong, Report: must.Get(compare.Readers(
		strings.NewReader("a\nB4,1,Infinity\tOPTIONAL\nb\n"), strings.NewReader("a\nB4,1,Infinity\nc\n"),
		compare.Options{Optional: mancala.Assignment.Optional}))(t)}}
	slow, quiet, linesInName := reversi(pass, wrong), reversi(pass, wrong, wrong, crash), hostileResults(t)[3]
	slow[1].Outcome.CPU, quiet[0].Dir = time.Second, "/kept"
	return []smallCheck{
		{"a failure of ours is no known failure", "text junit json", reversi(internal, wrong), []string{"case-000", "case-001"}, nil},
		{"none is known to fail", "text causes", reversi(pass, wrong), nil, nil},
		{"one fails as expected", "text", reversi(pass, wrong), []string{"case-001"}, nil},
		{"two are not as expected", "text", reversi(pass, wrong), []string{"case-000"}, nil},
		{"last words are shown where they were not shown before", "text gradescope", form, nil, nil},
		{"different hints on the same last words", "text gradescope junit", hints, nil, nil},
		{"the bonus is earned", "gradescope", gangwars(pass, pass), nil, nil},
		{"the bonus is lost", "gradescope", gangwars(pass, wrong), nil, nil},
		{"the bonus is lost by a form", "gradescope", gangwars(pass, format), nil, nil},
		{"the bonus is open", "gradescope", gangwars(pass, internal, internal), nil, nil},
		{"the bonus is lost, and there are no points", "gradescope", gangwars(internal, wrong, internal), nil, nil},
		{"a case that no course uses", "gradescope", notAsked, nil, nil},
		{"one failed in a run that does not count", "text", once[1:], nil, nil},
		{"two failed in runs that do not count", "text", once, nil, nil},
		{"a line after an optional line", "text json junit gradescope", optional, nil, nil},
		{"a case that did not run", "junit", reversi(wrong), nil, func(_ *report.Start, end *report.Summary) {
			p := reversi(wrong)[0].Case.Problem
			left := []*cases.Case{{Name: "left #1", Problem: p}, {Name: "left #2", Problem: p}}
			end.NotRun, end.NotRunCases = len(left), left
		}},
		{"the cause of a case with lines in its name", "junit", []verdict.Result{linesInName}, nil, func(_ *report.Start, end *report.Summary) {
			end.Causes = []diagnosis.Cause{{Behaviour: "does a thing", Cases: []string{linesInName.Case.Name}}}
		}},
		{"all are as expected", "json", reversi(pass, wrong), []string{"case-001"}, nil},
		{"quiet", "text causes", quiet, []string{"case-001"},
			func(start *report.Start, _ *report.Summary) { start.Quiet = true }},
		{"a large share of the limit", "text", slow, nil, nil},
		{"no limit", "text", slow, nil, func(start *report.Start, _ *report.Summary) { start.CPU = 0 }},
		{"interrupted", "causes " + strings.Join(report.Formats, " "), reversi(pass, wrong), nil, interrupted},
		{"interrupted before the first case", "text", nil, nil, func(start *report.Start, end *report.Summary) {
			start.Cases, end.Interrupted, end.Score = 3, true, &verdict.Score{}
		}},
	}
}

// report returns the report on a check in a format.
func (c smallCheck) report(t *testing.T, format string) []byte {
	t.Helper()
	expected := map[string]bool{}
	for _, name := range c.expected {
		expected[name] = true
	}
	var out bytes.Buffer
	to := newReporter(t, format, &out)
	start := report.Start{
		Assignment: "reversi", Edition: "final", Compare: "exact", Command: []string{"x"}, Cases: len(c.results),
		Jobs: 1, CPU: 10, Show: report.ShowDiff, Sandbox: []string{}, Expected: expected, Board: true,
	}
	if len(c.results) > 0 {
		start.Assignment = c.results[0].Case.Assignment.Name
	}
	end := report.Summarise(c.results, expected)
	if c.change != nil {
		c.change(&start, &end)
	}
	tellAll(to, start, c.results, end)
	return out.Bytes()
}

// Where touchstone fails on a case, nothing is known of the program. Names of unexpected results are listed at the end
// only if a list of known failures was given. A report in JSON conforms to the schema.
func TestSmallChecks(t *testing.T) {
	var documents []txtar.File
	for _, c := range smallChecks(t) {
		for format := range strings.FieldsSeq(c.formats) {
			text := c.report(t, format)
			if format == "json" {
				validate(t, compile(t, "", false), text)
			}
			documents = append(documents, txtar.File{Name: c.name + ": " + format, Data: text})
		}
	}
	assertTable(t, "small", documents)
}
