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
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// each runs a test at each level.
func each(t *testing.T, format string, test func(t *testing.T, show report.Show, text []byte)) {
	for _, show := range report.Shows {
		t.Run(show, func(t *testing.T) {
			text := told(t, format, report.Show(show))
			for i, c := range string(text) {
				if c != '\n' && c != '\t' && !unicode.IsPrint(c) || c == utf8.RuneError {
					t.Fatalf("byte %d is %q", i, c)
				}
			}
			test(t, report.Show(show), text)
		})
	}
}

// JUnit XML is valid whatever a program prints, its counts match its test cases, and
// escaped text survives.
func TestJUnit(t *testing.T) {
	type reason struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	type suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
		Cases    []struct {
			Class   string  `xml:"classname,attr"`
			Name    string  `xml:"name,attr"`
			Failure *reason `xml:"failure"`
			Error   *reason `xml:"error"`
			Skipped *reason `xml:"skipped"`
			Err     string  `xml:"system-err"`
		} `xml:"testcase"`
	}
	each(t, "junit", func(t *testing.T, show report.Show, text []byte) {
		var all struct {
			suite
			Suites []suite `xml:"testsuite"`
		}
		must.Do(t, xml.Unmarshal(text, &all))
		if len(all.Suites) != 1 || all.Tests != all.Suites[0].Tests || all.Failures != all.Suites[0].Failures {
			t.Fatalf("%+v", all)
		}
		counts := map[string]int{}
		for i, r := range results(t) {
			c := all.Suites[0].Cases[i]
			kind, got := "passed", &reason{Type: "pass"}
			switch {
			case c.Failure != nil:
				kind, got = "failed", c.Failure
			case c.Error != nil:
				kind, got = "error", c.Error
			case c.Skipped != nil:
				kind, got = "skipped", c.Skipped
			}
			counts[kind]++
			if c.Name != r.Case.Name || got.Type != string(r.Verdict) || c.Class != "squirrel.alpha-beta" {
				t.Errorf("%+v is the test case of %s, %s", c, r.Case.Name, r.Verdict)
			}
			if strings.HasPrefix(r.Case.Name, "odd") && show == report.ShowDiff {
				if want := "  ...\n---\tx: y\\r\n]]> \\x07\\xfe\\ufffe\\u202e # \"\n"; c.Err != want {
					t.Errorf("standard error %q, want %q", c.Err, want)
				}
			}
		}
		if s := all.Suites[0]; fmt.Sprint(counts["failed"], counts["error"], counts["skipped"]) != fmt.Sprint(s.Failures, s.Errors, s.Skipped) || s.Tests != len(s.Cases) {
			t.Errorf("%v, and the suite says %+v", counts, s)
		}
	})
}

// The scores of Gradescope's tests add up to the total, which follows the course's rule. If touchstone failed
// on a case, there are no scores at all: the platform would add up what is left.
func TestGradescope(t *testing.T) {
	each(t, "gradescope", func(t *testing.T, _ report.Show, text []byte) {
		var got struct {
			Score *float64
			Tests []struct {
				Name       string
				Score      *float64
				MaxScore   float64 `json:"max_score"`
				Status     string
				Visibility string
			}
		}
		must.Do(t, json.Unmarshal(text, &got))
		sum, of := 0.0, 0.0
		for i, r := range results(t) {
			x := got.Tests[i]
			want := map[verdict.Verdict]string{verdict.Pass: "passed", verdict.Internal: ""}
			status, ok := want[r.Verdict]
			if !ok {
				status = "failed"
			}
			if x.Name != r.Case.Name || x.Status != status || x.Score != nil || x.Visibility != "visible" {
				t.Errorf("%+v is the test of %s, %s", x, r.Case.Name, r.Verdict)
			}
		}
		if got.Score != nil {
			t.Errorf("the score is %v, though touchstone failed", *got.Score)
		}
		judged := slices.DeleteFunc(results(t), func(r verdict.Result) bool { return r.Verdict == verdict.Internal })
		must.Do(t, json.Unmarshal([]byte(reported(t, "gradescope", judged, nil)), &got))
		for _, x := range got.Tests {
			sum += *x.Score
			of += x.MaxScore
		}
		rule := verdict.NewScore(judged[0].Case.Assignment, judged)
		if *got.Score != rule.Points || math.Abs(sum-rule.Points) > 0.005 || math.Abs(of-rule.Of) > 1e-9 {
			t.Errorf("score %v, tests %v of %v, want %v of %v", *got.Score, sum, of, rule.Points, rule.Of)
		}
	})
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
	all[6].Before, all[7].Before = verdict.Timeout, verdict.Wrong
	all[7].Case.Points, all[4].Case.Title = 4, ""
	expected := map[string]bool{"known": true}
	bonus := 7.0
	score := verdict.Rule{Bonus: &bonus}.Score(all[0].Case.Assignment, all)
	summary := report.Summarise(all, expected)
	summary.Score, summary.Seconds, summary.NotRun = &score, 3.001, 1
	summary.WhyNotRun = []string{"it loops:\tlook at <line> 3", "::error::and at line 4"}
	summary.Causes = []diagnosis.Cause{{
		Grade: diagnosis.Located, Ended: verdict.Crash, Key: "crash", Does: "crashes", Faults: []diagnosis.Fault{}, Cases: []string{"twice"},
	}}
	var documents []txtar.File
	for _, format := range append([]string{"quiet"}, inTables...) {
		var out bytes.Buffer
		to := newReporter(t, strings.Replace(format, "quiet", "text", 1), &out)
		to.Start(report.Start{
			Assignment: "squirrel", Edition: "first", Compare: "course", Show: report.ShowDiff, Cases: len(all), CPU: 10, Expected: expected, Board: true, Quiet: format == "quiet",
		})
		for _, r := range all {
			to.Result(r)
		}
		to.End(summary)
		documents = append(documents, txtar.File{Name: format, Data: out.Bytes()})
	}
	assertTable(t, "graded", documents)
}

// Cases that did not run are skipped tests.
func TestLeft(t *testing.T) {
	one, other := *results(t)[0].Case, *results(t)[0].Case
	one.Name, other.Name = "failed", "left #1"
	failed, left := verdict.Result{Case: &one, Verdict: verdict.Wrong}, verdict.Result{Case: &other}
	for format, want := range map[string][]string{
		"junit": {`tests="2" failures="1" errors="0" skipped="1"`, "name=\"left #1\">\n      <skipped message=\"not run\">"},
	} {
		var out bytes.Buffer
		to := newReporter(t, format, &out)
		to.Start(report.Start{Assignment: "squirrel", Cases: 2})
		to.Result(failed)
		summary := report.Summarise([]verdict.Result{failed}, nil)
		summary.NotRun, summary.Left = 1, []*cases.Case{left.Case}
		to.End(summary)
		for _, part := range want {
			if !strings.Contains(out.String(), part) {
				t.Errorf("%s: no %q in\n%s", format, part, &out)
			}
		}
	}
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
	to.Start(report.Start{Assignment: "squirrel", Edition: "final", Compare: "exact", Command: []string{"./x"}, Cases: len(all), Jobs: 2, CPU: 10, Tool: "v1.2.3", Sandbox: []string{"limits"}, Confined: "confined: files", Build: reason})
	for _, r := range all {
		to.Result(r)
	}
	s := report.Summarise(all, nil)
	score := verdict.NewScore(some.Assignment, all)
	s.Score, s.Seconds = &score, 0.5
	to.End(s)
}

// The reason for a missing program is reported once and first, in every format and at every level.
func TestUnbuilt(t *testing.T) {
	var documents []txtar.File
	for _, format := range withCauses {
		for _, show := range report.Shows {
			var out bytes.Buffer
			tellUnbuilt(report.Limit(newReporter(t, format, &out), report.Show(show)), results(t)[0].Case)
			if n := strings.Count(out.String(), "undefined: nothing"); n != 1 {
				t.Errorf("%s at the level %s tells it %d times:\n%s", format, show, n, out.String())
			}
			if show == string(report.ShowNone) && format != "jsonl" { // more is shown of nothing but the title
				documents = append(documents, txtar.File{Name: format, Data: out.Bytes()})
			}
		}
	}
	assertTable(t, "unbuilt", documents)
}
