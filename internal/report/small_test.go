package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

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
	name     string
	formats  string
	results  []verdict.Result
	expected []string
	change   func(s *report.Start, end *report.Summary)
}

// interrupted reports the results of a check that ends before its last cases, with a cause.
func interrupted(start *report.Start, end *report.Summary) {
	start.Cases = 16
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
		{"the bonus is open", "gradescope", gangwars(pass, internal), nil, nil},
		{"the bonus is lost, and there are no points", "gradescope", gangwars(internal, wrong), nil, nil},
		{"a case that no course uses", "gradescope", notAsked, nil, nil},
		{"one failed in a run that does not count", "text", once[1:], nil, nil},
		{"two failed in runs that do not count", "text", once, nil, nil},
		{"a line after an optional line", "text json junit gradescope", optional, nil, nil},
		{"a case that did not run", "junit", reversi(wrong), nil, func(_ *report.Start, end *report.Summary) {
			end.NotRun, end.NotRunCases = 1, []*cases.Case{{Name: "left #1", Problem: reversi(wrong)[0].Case.Problem}}
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
			start.Cases, end.Interrupted = 3, true
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
