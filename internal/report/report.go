// Package report presents the results of a check to people and machines: as text, with
// colour and progress on a terminal, as a stream of JSON events, or as a document for other
// programs. docs/formats.md describes the formats.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Reporter is notified of a check's progress. Its methods are never called concurrently.
type Reporter interface {
	Start(Start)
	// Result reports a case. The results come in the order of the cases.
	Result(r verdict.Result)
	// End reports the summary. If the check was interrupted, it covers the cases judged and the causes
	// found by then.
	End(Summary)
	// Ran reports that one more case has ended. Its result may have to wait for the results of earlier cases.
	Ran()
	// Judged reports that no case runs any more. Until End, the check looks for causes.
	Judged()
}

// Discard is a Reporter that reports nothing. Other Reporters embed it and implement the methods that they
// need.
type Discard struct{}

func (Discard) Start(Start)           {}
func (Discard) Result(verdict.Result) {}
func (Discard) End(Summary)           {}
func (Discard) Ran()                  {}
func (Discard) Judged()               {}

// A format holds the common parts of most formats.
type format struct {
	Discard
	out      io.Writer
	start    Start
	reported verdict.ReportedErrors
}

func (f *format) Start(s Start) { f.start = s }

func (f *format) printf(text string, args ...any) { fmt.Fprintf(f.out, text, args...) }

// Formats lists the formats that New accepts.
var Formats = []string{"text", "json", "jsonl", "junit", "gradescope", "github", "markdown"}

// New returns a Reporter that writes one of the Formats to out. The output is complete after End.
func New(name string, out io.Writer) (Reporter, error) {
	f := format{out: out}
	switch name {
	case "text":
		return NewText(out, false, nil, false), nil
	case "json":
		return NewJSON(out), nil
	case "jsonl":
		return &events{f}, nil
	case "junit":
		return &junit{format: f}, nil
	case "gradescope":
		return &gradescope{format: f}, nil
	case "github":
		return &github{format: f}, nil
	case "markdown":
		return &markdown{format: f}, nil
	}
	return nil, fmt.Errorf("want --format %s, found %q", strings.Join(Formats, ", "), name)
}

// A Start holds the facts about a check before its first case.
type Start struct {
	Assignment string          `json:"assignment"`
	Edition    string          `json:"edition"`
	Compare    string          `json:"compare"`
	Command    []string        `json:"command"`
	Cases      int             `json:"cases"`
	Jobs       int             `json:"jobs"`
	CPU        float64         `json:"cpuLimitSeconds"`
	Show       Show            `json:"show"`
	Sandbox    []string        `json:"sandbox"`              // the active mechanisms
	Confined   string          `json:"-"`                    // one-line summary of the mechanisms
	Tool       string          `json:"touchstone,omitempty"` // the version
	Expected   map[string]bool `json:"-"`                    // names of cases that are known to fail
	Quiet      bool            `json:"-"`                    // the text reports only unexpected results
	Submission string          `json:"-"`                    // the checked submission; "" for a command
	Source     string          `json:"-"`                    // main file of its program, or ""
	Board      bool            `json:"-"`                    // write a leaderboard for Gradescope
	// NoProgram is the reason why there is no program to run, in several lines, or "". All cases then have the
	// verdict build, and refer to this.
	NoProgram string `json:"build,omitempty"`
}

// known reports whether a result is a known failure, or should have been. A failure of
// touchstone itself never is.
func (s Start) known(r verdict.Result) bool {
	return s.Expected[r.Case.Name] && r.Verdict != verdict.Internal
}

// AsExpected reports whether a case passes, or is known to fail and does.
func (s Start) AsExpected(r verdict.Result) bool {
	return (r.Verdict == verdict.Pass) != s.Expected[r.Case.Name] && r.Verdict != verdict.Internal
}

// sum returns the one-line summary of a check.
func (s Start) sum(all Summary) string {
	if all.Interrupted {
		text := fmt.Sprintf("%s: interrupted, %d of %d cases judged", s.Assignment, all.judged(), s.Cases)
		if all.judged() > 0 {
			text += ": " + Verdicts(all.Counts)
		}
		return text
	}
	text := fmt.Sprintf("%s: %s: %s", s.Assignment, prose.Count(s.Cases, "case"), Verdicts(all.Counts))
	if all.NotRun > 0 {
		text += fmt.Sprintf(", %d not run", all.NotRun)
	}
	return text
}

// A Summary holds the facts about a check after its last case.
type Summary struct {
	Counts map[verdict.Verdict]int `json:"verdicts"`
	// NotExpected names the cases that did not end as expected: failures, or passes of
	// cases that are known to fail.
	NotExpected []string       `json:"notExpected"`
	OK          bool           `json:"ok"`
	Seconds     float64        `json:"seconds"` // elapsed, from the first case to the last
	Score       *verdict.Score `json:"score,omitempty"`
	Interrupted bool           `json:"interrupted,omitempty"`
	NotRun      int            `json:"notRun,omitempty"` // cases that were chosen and did not run
	NotRunCases []*cases.Case  `json:"-"`                // these cases
	// EarlierVerdicts names the cases with another verdict in a first, concurrent run, such as "deep-search
	// (crash)".
	EarlierVerdicts []string `json:"once,omitempty"`
	WhyNotRun       []string `json:"whyNotRun,omitempty"` // in lines, of a program that loops
	// Causes lists the mistakes of the program, starting with the one that shows in most cases. Unexplained
	// names the cases whose first difference belongs to no known mistake.
	Causes      []diagnosis.Cause `json:"causes,omitempty"`
	Unexplained []string          `json:"unexplained,omitempty"`
}

// Summarise counts the verdicts. expected names the cases that must fail.
func Summarise(results []verdict.Result, expected map[string]bool) Summary {
	start := Start{Expected: expected}
	s := Summary{Counts: map[verdict.Verdict]int{}, NotExpected: []string{}}
	for _, r := range results {
		s.Counts[r.Verdict]++
		if r.EarlierVerdict != "" {
			s.EarlierVerdicts = append(s.EarlierVerdicts, fmt.Sprintf("%s (%s)", r.Case.Name, r.EarlierVerdict))
		}
		if !start.AsExpected(r) {
			s.NotExpected = append(s.NotExpected, r.Case.Name)
		}
	}
	slices.Sort(s.NotExpected)
	slices.Sort(s.EarlierVerdicts)
	s.OK = len(s.NotExpected) == 0
	return s
}

// Unsteady returns a line that names the cases with another result in a run that does not count, or "".
func (s Summary) Unsteady() string {
	if len(s.EarlierVerdicts) == 0 {
		return ""
	}
	verb := "are"
	if len(s.EarlierVerdicts) == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%s went wrong in a first run, with others at the same time, and %s judged by a second one, "+
		"alone; a program that is not the same in every run may fail there again: %s",
		prose.Count(len(s.EarlierVerdicts), "case"), verb, diagnosis.Listed(s.EarlierVerdicts))
}

// judged returns the number of cases in the summary.
func (s Summary) judged() (n int) {
	for _, count := range s.Counts {
		n += count
	}
	return n
}

// Passed returns the number of cases that passed, and failed the number of the others.
func (s Summary) Passed() int { return s.Counts[verdict.Pass] }
func (s Summary) failed() int { return s.judged() - s.Passed() }

// Verdicts formats how often each verdict occurred, best first: "3 pass, 1 wrong".
func Verdicts(counts map[verdict.Verdict]int) string {
	var parts []string
	for _, v := range verdict.Verdicts {
		if n := counts[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(parts, ", ")
}

// of returns the causes of a case.
func (s Summary) of(name string) (causes []diagnosis.Cause) {
	for _, c := range s.Causes {
		if slices.Contains(c.Cases, name) {
			causes = append(causes, c)
		}
	}
	return causes
}

// HasCauseFor reports whether a case has a cause.
func (s Summary) HasCauseFor(name string) bool { return len(s.of(name)) > 0 }

// Keys returns the short names of the causes, each once.
func (s Summary) Keys() []string {
	keys := []string{}
	for _, c := range s.Causes {
		if !slices.Contains(keys, c.Key) {
			keys = append(keys, c.Key)
		}
	}
	return keys
}

// named returns the summary with only the causes that are known mistakes, for reports that print each case.
func (s Summary) named() Summary {
	s.Causes = slices.DeleteFunc(slices.Clone(s.Causes),
		func(c diagnosis.Cause) bool { return len(c.Faults) == 0 })
	return s
}

// multiReporter passes everything on to several reporters.
type multiReporter []Reporter

// Multi returns a Reporter that passes everything on to several others.
func Multi(to ...Reporter) Reporter { return multiReporter(to) }

func (b multiReporter) each(notify func(Reporter)) {
	for _, to := range b {
		notify(to)
	}
}

func (b multiReporter) Start(s Start)           { b.each(func(to Reporter) { to.Start(s) }) }
func (b multiReporter) Result(r verdict.Result) { b.each(func(to Reporter) { to.Result(r) }) }
func (b multiReporter) Ran()                    { b.each(Reporter.Ran) }
func (b multiReporter) Judged()                 { b.each(Reporter.Judged) }
func (b multiReporter) End(s Summary)           { b.each(func(to Reporter) { to.End(s) }) }

// Progress returns a Reporter that only shows a bar on a screen, while the report goes elsewhere.
func Progress(screen io.Writer) Reporter { return &progress{screen: screen} }

// A progress shows a bar on a screen, or nothing if that is nil.
type progress struct {
	Discard
	screen io.Writer
	bar    *Bar
}

func (p *progress) Start(s Start) {
	if p.screen != nil {
		p.bar = NewBar(p.screen, s.Assignment, s.Cases)
	}
}

func (p *progress) Ran()        { p.bar.Step() }
func (p *progress) Judged()     { p.bar.SetText("looking for causes ...") }
func (p *progress) End(Summary) { p.bar.End() }

// A Recorder is a Reporter that keeps the start, the results and the summary. Wrapped in Limit, it keeps the
// parts that students may see.
type Recorder struct {
	Discard
	Began   Start
	Results []verdict.Result
	Sum     Summary
}

// Start implements Reporter, as do Result and End.
func (k *Recorder) Start(s Start)           { k.Began = s }
func (k *Recorder) Result(r verdict.Result) { k.Results = append(k.Results, r) }
func (k *Recorder) End(s Summary)           { k.Sum = s }

// Of returns the result of a case, or the zero Result.
func (k *Recorder) Of(name string) verdict.Result {
	for _, r := range k.Results {
		if r.Case.Name == name {
			return r
		}
	}
	return verdict.Result{}
}

// A Show controls how much of a case a report reveals, for students who must not see everything.
type Show string

// The levels. Each includes the previous one.
const (
	// ShowNone shows the name and the category of a case, the reason why no course uses it, the verdict, and the
	// reason why a program does not compile.
	ShowNone Show = "none"
	// ShowSummary adds the title, touchstone's own description of the failure, how the program ended and its
	// resource use, and the places and kinds of each file's differences.
	ShowSummary Show = "summary"
	// ShowDiff shows everything.
	ShowDiff Show = "diff"
)

// Shows lists the levels.
var Shows = []string{string(ShowNone), string(ShowSummary), string(ShowDiff)}

// ParseShow parses the name of a level.
func ParseShow(name string) (Show, error) {
	if !slices.Contains(Shows, name) {
		return "", fmt.Errorf("want --show %s, found %q", strings.Join(Shows, ", "), name)
	}
	return Show(name), nil
}

// Limit returns a Reporter that passes on only the parts that a level shows.
func Limit(to Reporter, show Show) Reporter { return limited{to, show} }

type limited struct {
	Reporter
	show Show
}

func (l limited) Start(s Start) {
	s.Show = l.show
	l.Reporter.Start(s)
}

func (l limited) Result(r verdict.Result) { l.Reporter.Result(l.show.limitResult(r)) }

func (l limited) End(s Summary) { l.Reporter.End(l.show.summary(s)) }

// summary leaves out causes below ShowDiff, because they reveal the right answer.
func (s Show) summary(all Summary) Summary {
	if s != ShowDiff {
		all.Causes, all.Unexplained = nil, nil
	}
	return all
}

// limitResult copies the visible fields into a new result, so that fields added to results later stay hidden until
// they are added here. Only ShowDiff shows the output of a program and the names of its files, since they may
// contain the case's input.
func (s Show) limitResult(r verdict.Result) verdict.Result {
	seen := verdict.Result{
		Case: &cases.Case{
			Assignment: r.Case.Assignment,
			Name:       r.Case.Name,
			Points:     r.Case.Points,
			Problem:    r.Case.Problem,
		}, // of the problem, only the category
		Verdict:        r.Verdict,
		Beyond:         r.Beyond,
		EarlierVerdict: r.EarlierVerdict,
		Dir:            r.Dir, // the user asked for it

		Enforced: r.Enforced, // shown with every verdict
	}
	switch s {
	case ShowDiff:
		return r
	case ShowNone:
		if r.Verdict == verdict.Build { // the reason does not depend on any case
			seen.Reason = r.Reason
		}
		return seen
	}
	seen.Case.Title, seen.Reason, seen.Edition, seen.Hint = r.Case.Title, r.Reason, r.Edition, r.Hint
	o := r.Outcome
	seen.Allowed = r.Allowed
	seen.Outcome = outcome.Outcome{
		Stopped: o.Stopped,
		Exit:    o.Exit,
		Signal:  o.Signal,
		CPU:     o.CPU,
		Wall:    o.Wall,
		Peak:    o.Peak,
	}
	for _, f := range r.Files {
		f.OtherFiles, f.Text, f.Cut = nil, nil, false
		f.Report.First, f.Report.Form = f.Report.First.Place(), f.Report.Form.Place()
		seen.Files = append(seen.Files, f)
	}
	return seen
}
