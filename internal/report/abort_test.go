package report_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// An interrupted check reports all cases that were judged, including those judged out of
// turn, and how many there were to be.
func TestAbort(t *testing.T) {
	for _, format := range []string{"text", "tap", "json", "junit", "gradescope"} {
		var out bytes.Buffer
		to, err := report.New(format, &out)
		must.Do(t, err)
		to = report.Limit(to, report.ShowDiff)
		all := results(t)
		to.Start(report.Start{Assignment: "squirrel", Cases: len(all)})
		judged := []verdict.Result{all[0], all[6]}
		to.Result(0, all[0])
		to.Result(6, all[6])
		sum := report.Summarise(judged, nil)
		sum.Interrupted, sum.NotRun = true, len(all)-len(judged)
		to.Abort(sum)
		text := out.String()
		switch format {
		case "text":
			if !strings.Contains(text, "KeyError") || !strings.HasSuffix(text, "\nsquirrel: interrupted, 2 of 16 cases judged: 1 pass, 1 crash\n") {
				t.Errorf("found %s", text)
			}
		case "tap":
			if !strings.Contains(text, "not ok 2 - crash\n") || !strings.HasSuffix(text, "\n1..2\nBail out! squirrel: interrupted, 2 of 16 cases judged: 1 pass, 1 crash\n") {
				t.Errorf("found %s", text)
			}
		case "json":
			if !json.Valid(out.Bytes()) || !strings.Contains(text, `"ok":false,"seconds":0,"interrupted":true,"notRun":14}`) {
				t.Errorf("found %s", text)
			}
		default:
			if text != "" {
				t.Errorf("%s: found %s", format, text)
			}
		}
	}
}

// A check interrupted before the first case says so. A plan of no cases would
// mean that all were skipped.
func TestAbortBeforeFirstCase(t *testing.T) {
	for format, want := range map[string]string{"text": "squirrel: interrupted, 0 of 3 cases judged\n", "tap": "TAP version 13\nBail out! squirrel: interrupted, 0 of 3 cases judged\n"} {
		var out bytes.Buffer
		to, err := report.New(format, &out)
		must.Do(t, err)
		to.Start(report.Start{Assignment: "squirrel", Cases: 3})
		to.Abort(report.Summarise(nil, nil))
		if got := out.String(); got != want {
			t.Errorf("%s: found %q, want %q", format, got, want)
		}
	}
}

// Cases judged out of turn are in the order of the cases even if the check is interrupted.
func TestOrderOfAborted(t *testing.T) {
	const n = 60
	all := outcomes(t, "reversi", slices.Repeat([]verdict.Verdict{verdict.Pass}, n)...)
	for _, format := range []string{"text", "tap"} {
		var out bytes.Buffer
		to, err := report.New(format, &out)
		must.Do(t, err)
		to.Start(report.Start{Assignment: "reversi", Cases: n})
		for i := n - 1; i > 0; i-- {
			to.Result(i, all[i])
		}
		to.Abort(report.Summarise(all[1:], nil))
		if names := regexp.MustCompile(`case-\d\d\d`).FindAllString(out.String(), -1); len(names) != n-1 || !slices.IsSorted(names) {
			t.Errorf("%s: found %v", format, names)
		}
	}
}

// What is told of an interrupted check keeps to what may be shown: below ShowDiff no cause. In JSON it is a document like
// every other.
func TestAbortShows(t *testing.T) {
	for _, show := range report.Shows {
		for _, format := range append([]string{"by cause"}, report.Formats...) {
			var out bytes.Buffer
			var to report.Reporter
			var err error
			switch format {
			case "by cause":
				to = report.NewByCause(&out, false, nil, false)
			default:
				to, err = report.New(format, &out)
			}
			must.Do(t, err)
			all := results(t)
			to = report.Limit(to, report.Show(show))
			to.Start(report.Start{Assignment: "squirrel", Edition: "final", Compare: "exact", Command: []string{"x"}, Cases: len(all) + 3, Jobs: 1, CPU: 10, Sandbox: []string{}})
			for i, r := range all {
				to.Result(i, r)
			}
			sum := report.Summarise(all, nil)
			sum.Interrupted, sum.NotRun, sum.WhyNotRun = true, 3, []string{"3 cases of greedy not run"}
			sum.Causes = []diagnosis.Cause{{
				Grade: diagnosis.Equals, Key: "a-secret", Does: "what is wrong", Cases: []string{"wrong"},
				Faults: []diagnosis.Fault{{Name: "a-secret", About: "what is wrong", Explains: "It is wrong.", Rule: "rule 1"}},
			}}
			to.Abort(sum)
			told := strings.Contains(out.String(), "secret")
			if want := show == string(report.ShowDiff) && format != "junit" && format != "gradescope"; told != want {
				t.Errorf("%s at %s: told %v, want %v:\n%s", format, show, told, want, &out)
			}
			if format == "json" {
				validate(t, compile(t, "", false), out.Bytes())
			}
		}
	}
}
