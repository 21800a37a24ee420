package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// file compares two texts as a wanted file.
func file(t *testing.T, name string, v verdict.Verdict, want, got string) verdict.File {
	t.Helper()
	r := must.Get(compare.Readers(strings.NewReader(want), strings.NewReader(got), compare.Options{}))(t)
	return verdict.File{Name: name, Verdict: v, Report: r}
}

// results returns one result of each kind. Only the names and titles of its cases matter.
func results(t *testing.T) []verdict.Result {
	t.Helper()
	all := gametest.Corpus(t, gametest.Lookup(t, "squirrel"))
	first := slices.IndexFunc(all, func(c *cases.Case) bool { return c.Name == "handout-alpha-beta" })
	made := func(name string) *cases.Case {
		c := *all[first]
		c.Name, c.Title = name, "a case of "+name
		return &c
	}
	const log = "Node,Depth,Value\nroot,0,-Infinity\nA1,1,5\nroot,0,5\nB1,1,7\nroot,0,7\nC1,1,1\nroot,0,7\n"
	const state = "XXXXX\nOOOOO\nXXXXX\nOOOOO\n*XOXO\n"
	ran := func(o outcome.Outcome) outcome.Outcome {
		o.CPU, o.Wall, o.Peak = 1500*time.Millisecond, 2*time.Second, 9<<20
		return o
	}
	odd := made(`odd # name \ <&>`)
	odd.Title = "quotes \" and ': colons: # and \\ and <&> ]]> and \x1b[31m"
	return []verdict.Result{
		{Case: made("pass"), Verdict: verdict.Pass, Outcome: ran(outcome.Outcome{First: []byte("x\n"), Errors: []byte("x: y\n")})},
		{Case: made("content"), Verdict: verdict.Wrong, Dir: "/runs/2-content", Answer: "/runs/2-content.want", Files: []verdict.File{
			file(t, "next_state.txt", verdict.Pass, state, state),
			file(t, "traverse_log.txt", verdict.Wrong, log, strings.Replace(log, "B1,1,7", "B1,1,\x1b[31m8\xff", 1)),
		}},
		{Case: made("missing-lines"), Verdict: verdict.Wrong, Files: []verdict.File{
			file(t, "next_state.txt", verdict.Wrong, state, strings.Replace(state, "OOOOO\n", "", 1)),
			file(t, "traverse_log.txt", verdict.Wrong, log, log+"root,0,7\n"),
		}},
		{Case: made("blanks"), Verdict: verdict.Wrong, Edition: "first", Files: []verdict.File{
			file(t, "next_state.txt", verdict.Format, state, strings.TrimSuffix(state, "\n")),
			file(t, "traverse_log.txt", verdict.Wrong, log, strings.ReplaceAll(strings.ReplaceAll(log, ",", ", "), "\n", " \t\r\n")),
		}},
		{Case: made("line-ends"), Verdict: verdict.Format, Files: []verdict.File{
			file(t, "next_state.txt", verdict.Format, state, strings.ReplaceAll(state, "\n", "\r\n")),
			file(t, "traverse_log.txt", verdict.Format, log, strings.Replace(log, "A1,1,5", "A1,1,5  ", 1)),
		}},
		{Case: made("long-line"), Verdict: verdict.Wrong, Files: []verdict.File{
			file(t, "next_state.txt", verdict.Wrong, strings.Repeat("ab", 200)+"\n", strings.Repeat("ab", 150)+strings.Repeat("ba", 50)+"\n"),
		}},
		{Case: made("crash"), Verdict: verdict.Crash, Reason: "exit status 3", CrashLine: "x\x1b.py:12",
			Outcome: ran(outcome.Outcome{Exit: 3, Errors: []byte("Traceback\n  File \"x.py\"\nKeyError: 'A6'\n")}),
			Files:   []verdict.File{{Name: "next_state.txt", Verdict: verdict.Missing, Reason: "it is not there"}}},
		{Case: made("timeout"), Verdict: verdict.Timeout, Reason: "stopped after 10.0 s of CPU time", Outcome: ran(outcome.Outcome{Stopped: outcome.StoppedCPU, Exit: -1, Signal: "SIGKILL"})},
		{Case: made("internal"), Verdict: verdict.Internal, Reason: "no space left on device"},
		{Case: odd, Verdict: verdict.Crash, Reason: "ended by SIGSEGV",
			Outcome: ran(outcome.Outcome{Exit: -1, Signal: "SIGSEGV", Output: []byte("]]>\x00\xff\u009b\n"), Errors: []byte("  ...\n---\tx: y\r\n]]> \x07\xfe\ufffe\u202e # \"\n")}),
			Files: []verdict.File{
				file(t, "next_state.txt", verdict.Wrong, state, "]]>: \"'\x00\xff\u009b\u2028<&>\n...\n---\n"),
				file(t, "traverse_log.txt", verdict.Wrong, log, log+strings.Repeat("]]>\x01", 4096)+"\n"),
			}},
		{Case: made("misnamed"), Verdict: verdict.Missing, Files: []verdict.File{
			{Name: "next_state.txt", Verdict: verdict.Missing, Reason: "it is not there", OtherFiles: []string{"Next_State.txt", "odd: \"\x1b\n"}},
		}},
		{Case: made("printed"), Verdict: verdict.Missing, Outcome: ran(outcome.Outcome{Printed: 4321, First: []byte("printed 1\n2\n3\n\n5\n6\x1b\n7\n")}),
			Files: []verdict.File{{Name: "next_state.txt", Verdict: verdict.Missing, Reason: "it is not there"}}},
		{Case: made("crash-again"), Verdict: verdict.Crash, Reason: "exit status 3",
			Outcome: ran(outcome.Outcome{Exit: 3, Errors: []byte("Traceback\n  File \"x.py\"\nKeyError: 'A6'\n")}),
			Files:   []verdict.File{{Name: "next_state.txt", Verdict: verdict.Missing, Reason: "it is not there"}}},
		{Case: made("hint"), Verdict: verdict.Crash, Reason: "exit status 1", Hint: "this looks like an old language",
			Outcome: ran(outcome.Outcome{Exit: 1, Errors: []byte("x: y\n")})},
		{Case: made("not-asked"), Verdict: verdict.Wrong, Beyond: "a value above 100", Files: []verdict.File{
			file(t, "next_state.txt", verdict.Wrong, state, strings.Replace(state, "*XOXO", "XXOXO", 1)),
		}},
		{Case: made("not-asked-but-right"), Verdict: verdict.Pass, Beyond: "a value above 100"},
	}
}

// expected names cases that must fail. One of them passes.
var expected = map[string]bool{"content": true, "pass": true}

// tell reports results.
func tell(t *testing.T, to report.Reporter) {
	t.Helper()
	all := results(t)
	start := report.Start{Assignment: "squirrel", Edition: "final", Compare: "exact", Command: []string{"./x"}, Cases: len(all), Jobs: 2, CPU: 10, Expected: expected, Tool: "v1.2.3", Sandbox: []string{"limits", "landlock"}, Confined: "confined: files by landlock; not confined: network, processes, memory"}
	s := report.Summarise(all, expected)
	score := verdict.NewScore(all[0].Case.Assignment, all).Adjusted(3, 1, 10, 0.25)
	s.Score, s.Seconds = &score, 12.5
	s.NotRun = 3
	first := &decision.Explanation{
		File: "traverse_log.txt", Line: 5, GotLine: 5, Want: "B1,1,7", Got: "B1,1,\x1b[31m8\xff",
		Errors:  []string{"value is \x1b[31m8\xff, want 7"},
		Reasons: []string{"a leaf at the depth limit: the evaluation is 7"}, Rule: "docs/rules/README.md log rule 1",
	}
	fault, twin := presented(t, all[0].Case.Assignment, "strict-cuts"), presented(t, all[0].Case.Assignment, "no-cuts")
	name := func(i int) string { return all[i].Case.Name }
	s.Causes = []diagnosis.Cause{
		{Grade: diagnosis.Equals, Equal: 2, Matters: 2, Key: fault.Name, Behaviour: fault.Title,
			Faults: []diagnosis.Fault{fault}, First: first, Cases: []string{name(1), name(2)}},
		{Grade: diagnosis.Fits, Equal: 3, Matters: 8, Key: fault.Name, Behaviour: fault.Title,
			Faults: []diagnosis.Fault{fault, twin}, Cases: slices.Repeat([]string{name(4)}, 8)},
		{
			Grade: diagnosis.Located, Ended: verdict.Crash, OutputSoFar: "nothing in log.txt", Key: "crash",
			Behaviour: "crashes: IndexError (exit status 3)", Right: "no input of the course makes a right program crash",
			Faults: []diagnosis.Fault{}, Properties: []string{"max node", "after the last child"},
			Cases: []string{name(6), name(12)},
		},
		{Grade: diagnosis.Located, Ended: verdict.Timeout, Key: "timeout", Behaviour: "takes too long",
			Faults: []diagnosis.Fault{}, First: first, Cases: []string{name(7)}},
		{Grade: diagnosis.Fits, Equal: 1, Matters: 1, Key: twin.Name, Behaviour: twin.Title,
			Faults: []diagnosis.Fault{twin}, Cases: []string{name(2)}},
	}
	s.Unexplained = []string{all[6].Case.Name}
	tellAll(to, start, all, s)
}

// tellAll reports a whole check.
func tellAll(to report.Reporter, start report.Start, all []verdict.Result, end report.Summary) {
	to.Start(start)
	for _, r := range all {
		to.Result(r)
	}
	to.End(end)
}

// presented returns a fault of an assignment's second solver.
func presented(t *testing.T, a *oracle.Assignment, name string) diagnosis.Fault {
	t.Helper()
	fault, ok := catalog.Second(a).Lookup(name)
	expect.True(t, ok, a.Name, "has the fault", name)
	return diagnosis.NewFault(fault)
}

// newReporter returns the reporter of a format, or of a kind of text that New does not know.
func newReporter(t *testing.T, format string, out *bytes.Buffer) report.Reporter {
	t.Helper()
	switch format {
	case "colour":
		return report.NewText(out, true, nil, false)
	case "causes":
		return report.NewByCause(out, false, nil, false)
	case "causes-colour":
		return report.NewByCause(out, true, nil, false)
	}
	return must.Get(report.New(format, out))(t)
}

// writeReport returns the whole report in a format, at a level.
func writeReport(t *testing.T, format string, show report.Show) []byte {
	t.Helper()
	var out bytes.Buffer
	tell(t, report.Limit(newReporter(t, format, &out), show))
	return out.Bytes()
}

// withCauses are the formats, and the text by cause.
var withCauses = append([]string{"causes"}, report.Formats...)

// inTables are the formats in the tables. TestEventsAreDocument derives jsonl from json.
var inTables = slices.DeleteFunc(slices.Clone(withCauses), func(format string) bool { return format == "jsonl" })

// Each format has a golden in testdata with one whole document. The tables in testdata/*.txtar.golden hold
// small documents with the differences.
func TestReports(t *testing.T) {
	g := goldie.New(t)
	for _, format := range withCauses {
		t.Run(format, func(t *testing.T) { g.Assert(t, format, writeReport(t, format, report.ShowDiff)) })
	}
}

// assertTable compares small documents with a golden that has them all.
func assertTable(t *testing.T, name string, documents []txtar.File) {
	t.Helper()
	goldie.New(t).Assert(t, name+".txtar", txtar.Format(&txtar.Archive{Files: documents}))
}

// Colour adds nothing but colour.
func TestColour(t *testing.T) {
	colour := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for plain, coloured := range map[string]string{"text": "colour", "causes": "causes-colour"} {
		text := colour.ReplaceAllString(string(writeReport(t, coloured, report.ShowDiff)), "")
		expect.Equal(t, string(writeReport(t, plain, report.ShowDiff)), text, coloured)
	}
}

// Below ShowDiff, each format shows less of each kind of result. The text covers all results, the other
// formats some. The text by cause is the plain text at these levels, since it has no causes. Only its colours
// are tested here.
func TestLevels(t *testing.T) {
	var documents []txtar.File
	for _, format := range append([]string{"colour", "causes-colour"}, inTables...) {
		all, coloured := results(t), strings.HasSuffix(format, "colour")
		if coloured {
			all = []verdict.Result{all[1], all[6]}
		} else if format != "text" {
			all = []verdict.Result{all[1], all[3], all[6], all[13], all[14]}
		}
		for _, show := range report.Shows {
			if coloured != (show == string(report.ShowDiff)) || format == "causes" {
				continue
			}
			var out bytes.Buffer
			to := report.Limit(newReporter(t, format, &out), report.Show(show))
			start := report.Start{Assignment: "squirrel", Edition: "final", Cases: len(all), CPU: 10, Expected: expected}
			s := report.Summarise(all, expected)
			s.Causes = []diagnosis.Cause{{
				Grade: diagnosis.Located, Key: "crash", Behaviour: "crashes", Faults: []diagnosis.Fault{},
				Cases: []string{"crash"},
			}}
			s.Unexplained = []string{"blanks"}
			tellAll(to, start, all, s)
			documents = append(documents, txtar.File{Name: format + " " + show, Data: out.Bytes()})
		}
	}
	assertTable(t, "levels", documents)
}

// Limit passes on exactly the parts that a level shows of a result that has everything. Multi passes all of
// them on to each reporter.
func TestLimit(t *testing.T) {
	a := gametest.Lookup(t, "squirrel")
	c := cases.Case{Assignment: a, Name: "name", Title: "title", Points: 3, Tags: []string{"secret"}}
	difference := file(t, "log.txt", verdict.Wrong, "a\nwant\n", "a \ngot\n") // in form and beyond
	expect.True(t, difference.Report.First != nil && difference.Report.Form != nil, "differences")
	difference.OtherFiles, difference.Reason = []string{"secret"}, "reason"
	difference.Text, difference.Cut = []byte("secret"), true
	all := verdict.Result{
		Case: &c, Verdict: verdict.Wrong, Reason: "reason", Files: []verdict.File{difference}, Hint: "hint",
		CrashLine: "secret.py:1",
		Beyond:    "beyond", EarlierVerdict: verdict.Crash, Dir: "directory", Answer: "secret", Edition: "first", Allowed: time.Second,
		SecondRun: "secret", SameAs: "secret",
		Enforced: []string{"limits"}, Err: errors.New("secret"),
		Outcome: outcome.Outcome{
			StartError: "secret", Stopped: outcome.StoppedCPU, Exit: 1, Signal: "SIGKILL", CPU: 1, Wall: 2, Peak: 3, Printed: 4, First: []byte("secret"),
			Output: []byte("secret"), Errors: []byte("secret"),
		},
	}
	oneResult := verdict.Result{
		Verdict: verdict.Wrong, Beyond: "beyond", EarlierVerdict: verdict.Crash, Dir: "directory", Enforced: []string{"limits"},
	}
	oneResult.Case = &cases.Case{Assignment: a, Name: "name", Points: 3}
	built := oneResult
	built.Verdict, built.Reason = verdict.Build, "reason"
	more := oneResult
	more.Case = &cases.Case{Assignment: a, Name: "name", Title: "title", Points: 3}
	more.Reason, more.Edition, more.Hint, more.Allowed = "reason", "first", "hint", time.Second
	more.Outcome = outcome.Outcome{Stopped: outcome.StoppedCPU, Exit: 1, Signal: "SIGKILL", CPU: 1, Wall: 2, Peak: 3}
	place := difference
	place.OtherFiles, place.Text, place.Cut = nil, nil, false
	place.Report.First, place.Report.Form = difference.Report.First.Place(), difference.Report.Form.Place()
	more.Files = []verdict.File{place}
	for _, c := range []struct {
		show    report.Show
		verdict verdict.Verdict
		want    verdict.Result
	}{
		{report.ShowNone, verdict.Wrong, oneResult}, {report.ShowNone, verdict.Build, built},
		{report.ShowSummary, verdict.Wrong, more}, {report.ShowDiff, verdict.Wrong, all},
	} {
		var first, got report.Recorder
		to := report.Limit(report.Multi(&first, &got), c.show)
		all.Verdict = c.verdict
		end := report.Summary{NotRun: 1, Causes: []diagnosis.Cause{{}}, Unexplained: []string{"secret"}}
		other := verdict.Result{Case: &cases.Case{Assignment: a, Name: "other"}}
		tellAll(to, report.Start{Assignment: "squirrel"}, []verdict.Result{other, all}, end)
		expect.True(t, reflect.DeepEqual(got.Of("name"), c.want), c.show, "result", c.verdict, got)
		expect.True(t, reflect.DeepEqual(first, got), c.show, "told to two", first)
		told := c.show == report.ShowDiff
		expect.True(t, got.Began.Show == c.show && got.Sum.NotRun == 1, c.show, got.Began)
		expect.Equal(t, [2]bool{told, told}, [2]bool{got.Sum.Causes != nil, got.Sum.Unexplained != nil})
	}
	for i, of := 0, reflect.ValueOf(all); i < of.NumField(); i++ {
		expect.True(t, !of.Field(i).IsZero(), "the result has no", of.Type().Field(i).Name)
	}
}

// The events are the parts of the document, each with its name first.
func TestEventsAreDocument(t *testing.T) {
	for _, show := range report.Shows {
		var document struct {
			Check, Summary json.RawMessage
			Cases          []json.RawMessage
		}
		must.Do(t, json.Unmarshal(writeReport(t, "json", report.Show(show)), &document))
		var want strings.Builder
		event := func(name string, part json.RawMessage) {
			fmt.Fprintf(&want, "{\"event\":%q,%s\n", name, strings.TrimPrefix(string(part), "{"))
		}
		event("start", document.Check)
		for _, c := range document.Cases {
			event("case", c)
		}
		event("summary", document.Summary)
		expect.Equal(t, want.String(), string(writeReport(t, "jsonl", report.Show(show))), show, "jsonl")
	}
}

// Only the levels have names.
func TestParseShow(t *testing.T) {
	for _, name := range report.Shows {
		expect.Equal(t, name, string(must.Get(report.ParseShow(name))(t)))
	}
	_, err := report.ParseShow("some")
	expect.Equal(t, `want --show none, summary, diff, found "some"`, fmt.Sprint(err))
}

// A progress bar does not change the printed report.
func TestProgressBar(t *testing.T) {
	var plain, out, screen bytes.Buffer
	tell(t, report.NewText(&plain, false, nil, false))
	tell(t, report.NewText(&out, false, &screen, false))
	expect.Equal(t, plain.String(), out.String())
	out.Reset()
	tell(t, report.NewText(&out, false, nil, true))
	expect.Equal(t, plain.String(), out.String(), "on a terminal without a bar")

	// If both are the same terminal, the cases are above the bar and the end is below it.
	out.Reset()
	tell(t, report.NewText(&out, false, &screen, true))
	_, end, _ := strings.Cut(plain.String(), "confined: files")
	expect.Equal(t, "confined: files"+end, out.String(), "below the bar")
}
