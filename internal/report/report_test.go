package report_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// file compares two texts as a wanted file.
func file(t *testing.T, name string, v testscript.Verdict, want, got string) testscript.FileResult {
	t.Helper()
	r, err := compare.Readers(strings.NewReader(want), strings.NewReader(got), compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return testscript.FileResult{Name: name, Verdict: v, Report: r}
}

// results shows one result of each kind. Only names and titles of its cases
// matter.
func results(t *testing.T) []testscript.Result {
	t.Helper()
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	first := slices.IndexFunc(all, func(c *cases.Case) bool { return c.Name == "handout-alpha-beta" })
	made := func(name string) *cases.Case {
		c := *all[first]
		c.Name, c.Title = name, "a case of "+name
		return &c
	}
	const log = "Node,Depth,Value\nroot,0,-Infinity\nA1,1,5\nroot,0,5\nB1,1,7\nroot,0,7\nC1,1,1\nroot,0,7\n"
	const state = "XXXXX\nOOOOO\nXXXXX\nOOOOO\n*XOXO\n"
	ran := func(o sandbox.Outcome) sandbox.Outcome {
		o.CPU, o.Wall, o.Peak = 1500*time.Millisecond, 2*time.Second, 9<<20
		return o
	}
	return []testscript.Result{
		{Case: made("pass"), Verdict: testscript.Pass, Outcome: ran(sandbox.Outcome{})},
		{Case: made("content"), Verdict: testscript.Wrong, Folder: "/runs/2-content", Files: []testscript.FileResult{
			file(t, "next_state.txt", testscript.Pass, state, state),
			file(t, "traverse_log.txt", testscript.Wrong, log, strings.Replace(log, "B1,1,7", "B1,1,\x1b[31m8\xff", 1)),
		}},
		{Case: made("missing-lines"), Verdict: testscript.Wrong, Files: []testscript.FileResult{
			file(t, "next_state.txt", testscript.Wrong, state, strings.Replace(state, "OOOOO\n", "", 1)),
			file(t, "traverse_log.txt", testscript.Wrong, log, log+"root,0,7\n"),
		}},
		{Case: made("blanks"), Verdict: testscript.Wrong, Edition: "first", Files: []testscript.FileResult{
			file(t, "next_state.txt", testscript.Format, state, strings.TrimSuffix(state, "\n")),
			file(t, "traverse_log.txt", testscript.Wrong, log, strings.ReplaceAll(strings.ReplaceAll(log, ",", ", "), "\n", " \t\r\n")),
		}},
		{Case: made("line-ends"), Verdict: testscript.Format, Files: []testscript.FileResult{
			file(t, "next_state.txt", testscript.Format, state, strings.ReplaceAll(state, "\n", "\r\n")),
			file(t, "traverse_log.txt", testscript.Format, log, strings.Replace(log, "A1,1,5", "A1,1,5  ", 1)),
		}},
		{Case: made("long-line"), Verdict: testscript.Wrong, Files: []testscript.FileResult{
			file(t, "next_state.txt", testscript.Wrong, strings.Repeat("ab", 200)+"\n", strings.Repeat("ab", 150)+strings.Repeat("ba", 50)+"\n"),
		}},
		{Case: made("crash"), Verdict: testscript.Crash, Reason: "exit status 3",
			Outcome: ran(sandbox.Outcome{Exit: 3, Errors: []byte("Traceback\n  File \"x.py\"\nKeyError: 'A6'\n")}),
			Files:   []testscript.FileResult{{Name: "next_state.txt", Verdict: testscript.Missing, Reason: "it is not there"}}},
		{Case: made("timeout"), Verdict: testscript.Timeout, Reason: "stopped after 10.0 s of CPU time", Outcome: ran(sandbox.Outcome{Stopped: sandbox.StoppedCPU, Exit: -1, Signal: "SIGKILL"})},
		{Case: made("internal"), Verdict: testscript.Internal, Reason: "no space left on device"},
	}
}

// tell gives results, the last one first, to a reporter.
func tell(t *testing.T, to report.Reporter) {
	t.Helper()
	all := results(t)
	expected := map[string]bool{"content": true, "pass": true}
	to.Start(report.Start{Assignment: "squirrel", Edition: "final", Compare: "exact", Command: []string{"./x"}, Cases: len(all), Jobs: 2, CPU: 10, Expected: expected})
	for i := len(all) - 1; i >= 0; i-- {
		to.Result(i, all[i])
	}
	s := report.Summarise(all, expected)
	score := testscript.NewScore(all[0].Case.Assignment, all)
	s.Score = &score
	to.End(s)
}

// What a report looks like: goldens in testdata.
func TestReports(t *testing.T) {
	g := goldie.New(t)
	for name, reporter := range map[string]func(*bytes.Buffer) report.Reporter{
		"text":   func(b *bytes.Buffer) report.Reporter { return report.NewText(b, false, nil, false) },
		"colour": func(b *bytes.Buffer) report.Reporter { return report.NewText(b, true, nil, false) },
		"json":   func(b *bytes.Buffer) report.Reporter { return report.NewEvents(b) },
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			tell(t, reporter(&out))
			g.Assert(t, name, out.Bytes())
		})
	}
}

// A progress bar changes nothing in what is printed.
func TestProgressBar(t *testing.T) {
	var plain, out, screen bytes.Buffer
	tell(t, report.NewText(&plain, false, nil, false))
	tell(t, report.NewText(&out, false, &screen, false))
	if diff := cmp.Diff(plain.String(), out.String()); diff != "" {
		t.Error(diff)
	}
}

// A listed case must fail, another must pass, and a fault of ours is never what
// was expected.
func TestSummarise(t *testing.T) {
	got := report.Summarise(results(t), map[string]bool{"content": true, "pass": true, "internal": true})
	want := report.Summary{
		Counts: map[testscript.Verdict]int{
			testscript.Pass: 1, testscript.Wrong: 4, testscript.Format: 1, testscript.Crash: 1, testscript.Timeout: 1, testscript.Internal: 1,
		},
		NotExpected: []string{"blanks", "crash", "internal", "line-ends", "long-line", "missing-lines", "pass", "timeout"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
