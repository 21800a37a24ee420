package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

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
	for i, r := range all {
		to.Result(i, r)
	}
	s := report.Summarise(all, nil)
	score := verdict.NewScore(some.Assignment, all)
	s.Score, s.Seconds = &score, 0.5
	to.End(s)
}

// Why there is no program to run is told once and first, in every format and at every level.
func TestUnbuilt(t *testing.T) {
	g := goldie.New(t)
	for _, format := range append([]string{"causes"}, report.Formats...) {
		var levels [][]byte
		for _, show := range report.Shows {
			var out bytes.Buffer
			to := report.Reporter(report.NewByCause(&out, false, nil, false))
			if format != "causes" {
				to, _ = report.New(format, &out)
			}
			tellUnbuilt(report.Limit(to, report.Show(show)), results(t)[0].Case)
			levels = append(levels, out.Bytes())
			if n := strings.Count(out.String(), "undefined: nothing"); n != 1 {
				t.Errorf("%s at the level %s tells it %d times:\n%s", format, show, n, out.String())
			}
		}
		g.Assert(t, "unbuilt-"+format, bytes.Join(levels, []byte("\n")))
	}
}
