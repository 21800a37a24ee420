package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A check in which nothing of ours failed, so that there are points: with cases of several times, own limits, points of
// their own and runs that did not count, excused ones, a known failure, a bonus, a leaderboard, and a program that loops.
func TestGradedReports(t *testing.T) {
	of := results(t)
	result := func(i int, name string, v verdict.Verdict, cpu time.Duration) verdict.Result {
		r, c := of[i], *of[i].Case
		c.Name, c.Title = name, "the case "+name
		r.Case, r.Verdict = &c, v
		r.Outcome.CPU, r.Outcome.Wall = cpu, 2*cpu
		return r
	}
	all := []verdict.Result{
		result(0, "quick", verdict.Pass, 999*time.Millisecond),     // just below a tenth of the limit
		result(0, "tenth", verdict.Pass, time.Second),              // a tenth
		result(1, "known", verdict.Wrong, 2500*time.Millisecond),   // as expected
		result(4, "excused", verdict.Format, 500*time.Millisecond), // which costs nothing
		result(0, "slow", verdict.Pass, 9*time.Second),
		result(7, "stopped", verdict.Timeout, 20*time.Second), // says so itself
		result(0, "once", verdict.Pass, time.Second),
		result(6, "twice", verdict.Crash, 1500*time.Millisecond),
		result(0, "never", verdict.Pass, 0),
	}
	all[0].Folder, all[3].Excused = "/runs/1-quick", true
	all[4].Allowed, all[5].Allowed = 20*time.Second, 20*time.Second
	all[6].Before, all[7].Before = verdict.Timeout, verdict.Wrong
	all[7].Case.Points, all[4].Case.Title = 4, ""
	expected := map[string]bool{"known": true}
	bonus := 7.0
	score := verdict.Rule{Bonus: &bonus, Excused: []string{"excused"}}.Score(all[0].Case.Assignment, all)
	summary := report.Summarise(all, expected)
	summary.Score, summary.Seconds, summary.NotRun = &score, 3.001, 1
	summary.WhyNotRun = []string{"it loops:\tlook at <line> 3", "::error::and at line 4"}
	summary.Causes = []diagnosis.Cause{{
		Grade: diagnosis.Located, Ended: verdict.Crash, Key: "crash", Does: "crashes", Faults: []diagnosis.Fault{}, Cases: []string{"twice"},
	}}
	g := goldie.New(t)
	for _, format := range append([]string{"causes", "quiet", "json-summary", "json-none"}, report.Formats...) {
		var out bytes.Buffer
		to, err := report.New(format, &out)
		switch format {
		case "causes":
			to = report.NewByCause(&out, false, nil, false)
		case "json-summary", "json-none":
			to = report.Limit(report.NewJSON(&out), report.Show(strings.TrimPrefix(format, "json-")))
		case "quiet":
			to = report.NewText(&out, false, nil, false)
		default:
			must.Do(t, err)
		}
		to.Start(report.Start{
			Assignment: "squirrel", Edition: "first", Compare: "course", Show: report.ShowDiff, Cases: len(all), CPU: 10, Expected: expected, Board: true, Quiet: format == "quiet",
		})
		for i, r := range all {
			to.Result(i, r)
		}
		to.End(summary)
		g.Assert(t, "graded-"+format, out.Bytes())
	}
}
