package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A textReport reports in plain text.
type textReport struct {
	format
	progress // on the screen
	colour   bool
	shared   bool // the screen is the same terminal as the output
}

// NewText returns a Reporter of plain text that writes to out, in colour if colour is set. It draws a
// progress bar on screen unless screen is nil; shared means that out is the same terminal.
func NewText(out io.Writer, colour bool, screen io.Writer, shared bool) Reporter {
	return newText(out, colour, screen, shared)
}

func newText(out io.Writer, colour bool, screen io.Writer, shared bool) *textReport {
	return &textReport{
		format: format{out: out}, progress: progress{screen: screen}, colour: colour, shared: shared,
	}
}

// Start begins the report.
func (t *textReport) Start(s Start) {
	t.start = s
	if s.NoProgram != "" {
		t.unbuilt()
		return
	}
	t.progress.Start(s)
}

// unbuilt prints why there is no program, once for all cases.
func (t *textReport) unbuilt() {
	fault, details, _ := strings.Cut(escape.Text(t.start.NoProgram), "\n")
	t.printf("%s %s\n", verdict.Build.Head(t.colour), fault)
	for line := range strings.Lines(details) {
		t.printf("    %s\n", strings.TrimSuffix(line, "\n"))
	}
}

// Result prints a result.
func (t *textReport) Result(r verdict.Result) { t.print(t.caseWriter(), r) }

// caseWriter returns the writer for text while cases run: above the bar if both are on the same terminal. Text
// written there after the end of the bar would be lost.
func (t *textReport) caseWriter() io.Writer {
	if t.shared && t.bar != nil {
		return t.bar.Above()
	}
	return t.out
}

// print prints a result.
func (t *textReport) print(w io.Writer, r verdict.Result) {
	if r.Verdict == verdict.Build || t.start.Quiet && t.start.AsExpected(r) {
		return
	}
	note := ""
	switch expected := t.start.known(r); {
	case expected && r.Verdict == verdict.Pass:
		note = " (expected to fail)"
	case expected:
		note = " (as expected)"
	}
	if text := r.NotAsked(); text != "" {
		note += " (" + text + ")"
	}
	note += t.start.slowNote(r)
	title := ""
	if r.Verdict != verdict.Pass && r.Case.Title != "" {
		title = ": " + escape.Line(r.Case.Title)
	}
	fmt.Fprintf(w, "%s %s%s%s\n", r.Verdict.Head(t.colour), escape.Line(r.Case.Name), title, note)
	if r.Verdict != verdict.Pass {
		r = t.reported.Once(r)
		r.Explain(w, compare.Style{Indent: "    ", Colour: t.colour})
	}
	printKept(w, r)
}

// printKept prints the names of the directories that were kept.
func printKept(w io.Writer, r verdict.Result) {
	if r.Dir != "" {
		fmt.Fprintf(w, "    kept: %s\n", escape.Line(r.Dir))
	}
	if r.Answer != "" {
		fmt.Fprintf(w, "    right answer: %s\n", escape.Line(r.Answer))
	}
}

// End prints the summary.
func (t *textReport) End(s Summary) {
	t.bar.End()
	t.confined(s)
	for _, line := range diagnosis.About(s.named().Causes, s.failed()) {
		t.printf("%s\n", line)
	}
	t.sum(s)
}

// confined prints the mechanisms that confined the program in a check that ran to its end.
func (t *textReport) confined(s Summary) {
	if t.start.Confined != "" && t.start.NoProgram == "" && !s.Interrupted {
		t.printf("%s\n", escape.Line(t.start.Confined))
	}
}

// sum prints the last lines.
func (t *textReport) sum(s Summary) {
	for _, line := range s.WhyNotRun {
		t.printf("%s\n", escape.Line(line))
	}
	if s.Interrupted {
		t.printf("%s\n", t.start.sum(s))
		return
	}
	if line := s.Unsteady(); line != "" {
		t.printf("%s\n", line)
	}
	t.printf("%s\n", t.start.sum(s))
	if s.Score != nil {
		t.printf("%s\n", s.Score)
	}
	if len(t.start.Expected) > 0 {
		for _, name := range s.NotExpected {
			t.printf("not as expected: %s\n", escape.Line(name))
		}
	}
}

// A causeReport reports in plain text each mistake of a program once, with the smallest case that shows it.
// It only counts the cases that pass.
type causeReport struct {
	*textReport
	held []verdict.Result // results that no cause explains, in the order of the cases
}

// NewByCause returns a Reporter of causes. It has the same arguments as NewText.
func NewByCause(out io.Writer, colour bool, screen io.Writer, shared bool) Reporter {
	return &causeReport{textReport: newText(out, colour, screen, shared)}
}

// Result keeps a result for the end, if there is something to report.
func (t *causeReport) Result(r verdict.Result) {
	if r.Verdict == verdict.Build || r.Verdict == verdict.Pass && r.Dir == "" && !t.start.known(r) ||
		t.start.Quiet && t.start.AsExpected(r) {
		return
	}
	t.held = append(t.held, r.WithoutTexts())
}

// End prints the causes, the results without a cause, and the summary.
func (t *causeReport) End(s Summary) {
	t.bar.End()
	causes := diagnosis.CausePrinter{Out: t.out, Colour: t.colour, Failed: t.held, Reported: &t.reported}
	for _, c := range s.Causes {
		causes.Print(c)
	}
	for _, r := range t.held {
		switch {
		case t.start.known(r), len(s.Causes) == 0 && r.Verdict != verdict.Pass, r.Verdict == verdict.Internal:
			t.print(t.out, r)
		case r.Dir != "":
			t.printf("%s %s\n", r.Verdict.Head(t.colour), escape.Line(r.Case.Name))
			printKept(t.out, r)
		}
	}
	if more := diagnosis.Remaining(s.Causes, s.failed()); more != "" {
		t.printf("%s\n\n", more)
	}
	t.confined(s)
	t.sum(s)
}

// noteworthy is the share of its CPU time from which a report prints the time of a case.
const noteworthy = 0.1

// slowNote returns a note with the CPU time of a case if that is a large share of its limit. A timeout needs no
// such note.
func (s Start) slowNote(r verdict.Result) string {
	limit := s.CPU
	if r.Allowed > 0 {
		limit = r.Allowed.Seconds()
	}
	if cpu := r.Outcome.CPU.Seconds(); limit == 0 || cpu < noteworthy*limit || r.Verdict == verdict.Timeout {
		return ""
	}
	return fmt.Sprintf(" (%s of %s of CPU time)", outcome.FormatTime(r.Outcome.CPU),
		outcome.FormatTime(time.Duration(limit*float64(time.Second))))
}

// unbuilt returns in one line why a case has the verdict build. The head of a report has the details, which
// are the same for all cases.
func unbuilt(r verdict.Result) string {
	fault, _, _ := strings.Cut(r.Reason, "\n")
	return strings.TrimSuffix(fault, ":")
}

// Details explains in several lines why a case did not pass.
func Details(r verdict.Result) string {
	if r.Verdict == verdict.Build {
		return escape.Line(unbuilt(r)) + "\n"
	}
	var text bytes.Buffer
	r.Explain(&text, compare.Style{})
	return escape.Text(text.String())
}

// Headline returns the most important line of the details of a result, or the verdict if the details are
// empty.
func Headline(r verdict.Result, details string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(details), "\n")
	if line == "" {
		return string(r.Verdict)
	}
	return line
}
