// Package verdict holds the result of a program on a case: the verdict, the comparison of each required file,
// how the run ended, the text that reports it, and the points. It runs no programs; package testscript does.
package verdict

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A Verdict is the judgement on one case.
type Verdict string

// The verdicts, best first. The exit status alone never fails a program whose files are
// right, as in the course.
const (
	Pass     Verdict = "pass"
	Format   Verdict = "format"   // equal except for line ends, the final newline or trailing blanks
	Wrong    Verdict = "wrong"    // a file has other contents
	Missing  Verdict = "missing"  // a file does not exist, or is not a regular file
	Crash    Verdict = "crash"    // a non-zero exit or a signal, and wrong or missing files
	Output   Verdict = "output"   // too much was written
	Memory   Verdict = "memory"   // too much memory was used
	Timeout  Verdict = "timeout"  // too much time was used
	Build    Verdict = "build"    // there is no program to run: none is found, or it does not compile
	Internal Verdict = "internal" // touchstone failed: nothing is known of the program
)

// Verdicts lists all verdicts, best first.
var Verdicts = []Verdict{Pass, Format, Wrong, Missing, Crash, Output, Memory, Timeout, Build, Internal}

// OfStop returns the verdict on a program that was stopped.
func OfStop(s outcome.Stop) Verdict {
	switch s {
	case outcome.StoppedMemory:
		return Memory
	case outcome.StoppedOutput, outcome.StoppedDisk:
		return Output
	}
	return Timeout
}

// A Result is the result of one case.
type Result struct {
	Case    *cases.Case
	Verdict Verdict
	// Reason is a short reason for the verdict, if no file decided it.
	Reason string
	// Beyond is the reason why no course would use the case, or "". Such a case neither adds nor costs points.
	Beyond string
	// Files holds the wanted files, in the assignment's order.
	Files []File
	// Edition names another edition of the assignment that all files match, or is "".
	Edition string
	// CrashLine is the line of the program's source at which it crashed, such as "solver.py:12", if its
	// standard error names the line. The program controls this text.
	CrashLine string
	// Hint is a suggestion for a program that crashed or left no output, or is "".
	Hint string
	// SecondRun describes the difference between this run and a second run of the program, or is "". Few
	// cases have a second run.
	SecondRun string
	// EarlierVerdict is the verdict on a concurrent run that did not count, since running the program alone
	// did not repeat it, or "".
	EarlierVerdict Verdict
	// SameAs names an earlier case whose program crashed with the same message, so that the
	// message need not be repeated. It is set by callers that report several cases.
	SameAs  string
	Outcome outcome.Outcome
	Allowed time.Duration // the CPU time that the program had
	// Enforced names the mechanisms that really confined the program.
	Enforced []string
	Dir      string // working directory of the program, if it was kept
	Answer   string // directory, next to Dir, for the right answer, or ""
	Err      error  // cause of the verdict Internal
}

// WithoutTexts returns the result without the contents of the program's files.
func (r Result) WithoutTexts() Result {
	r.Files = slices.Clone(r.Files)
	for i := range r.Files {
		r.Files[i].Text = nil
	}
	return r
}

// A Kept limits the amount of output of a program that is kept until its cases have ended.
type Kept struct{ bytes int }

// maxKept is the maximum number of bytes of a program's files that are kept.
const maxKept = 64 << 20

// Keep returns a result, without the texts of its files if they exceed the limit.
func (k *Kept) Keep(r Result) Result {
	size := 0
	for _, f := range r.Files {
		size += len(f.Text)
	}
	if k.bytes+size > maxKept {
		return r.WithoutTexts()
	}
	k.bytes += size
	return r
}

// A File is one of the wanted files as the program left it.
type File struct {
	Name       string
	Verdict    Verdict
	Reason     string         // why it could not be compared
	OtherFiles []string       // names of files that the program left instead of a missing one
	Report     compare.Report // how it compares
	Text       []byte         // the program's text, if the options request it
	Cut        bool           // Text may be the beginning only
}

// BreaksOff reports whether a file is right up to its end, and should go on.
func (f File) BreaksOff() bool {
	d := f.Report.First
	switch {
	case f.Report.Grade != compare.Different || d == nil:
		return false
	case len(d.Got) == 0:
		return true
	}
	return len(d.Got) == 1 && !strings.HasSuffix(d.Got[0], "\n") && d.Column > d.From+len(d.Got[0])
}

// colours are the colours of verdicts that do not have the colour of an error.
var colours = map[Verdict]string{Pass: replay.Green, Format: replay.Yellow, Internal: replay.Magenta}

// Head returns a verdict as the head of a line, in its colour if coloured is set.
func (v Verdict) Head(coloured bool) string {
	return replay.Painter(coloured).Paint(cmp.Or(colours[v], replay.Red), fmt.Sprintf("%-8s", v))
}

// NotAsked returns a short reason why the case has no part in the score, or "".
func (r *Result) NotAsked() string {
	if r.Beyond == "" {
		return ""
	}
	return "not used by the course: " + escape.Line(r.Beyond)
}

// ReportedErrors maps the last words of failed programs to the first case that had them. A program
// that does not start has the same ones for each case.
type ReportedErrors map[string]string

// Once returns a result without the parts that another case has already reported, and with the name of that
// case.
func (s *ReportedErrors) Once(r Result) Result {
	o := r.Outcome
	noError := len(o.Errors) == 0 && o.StartError == ""
	if r.Verdict == Pass || r.Verdict == Format || noError { // nothing is shown
		return r
	}
	key := fmt.Sprintf("%q %q %q", o.StartError, o.Errors, r.Hint)
	if *s == nil {
		*s = ReportedErrors{}
	}
	switch first, known := (*s)[key]; {
	case !known:
		(*s)[key] = r.Case.Name
	case r.Verdict == Crash || r.Verdict == Missing:
		r.SameAs = first
		if o.StartError != "" {
			r.Reason = "it could not be started"
		}
	}
	return r
}

// Explain prints why a case did not pass.
func (r *Result) Explain(w io.Writer, s compare.Style) {
	if r.Reason != "" {
		reason := escape.Text(r.Reason)
		if r.CrashLine != "" {
			reason += " at " + escape.Line(r.CrashLine)
		}
		fmt.Fprintf(w, "%s%s\n", s.Indent, strings.ReplaceAll(reason, "\n", "\n"+s.Indent))
	}
	if r.Edition != "" {
		fmt.Fprintf(w, "%sall files equal those of the edition %s: the program follows another state of the "+
			"course's solver (try --edition %s)\n", s.Indent, escape.Line(r.Edition), escape.Line(r.Edition))
	}
	for _, f := range r.Files {
		if f.Verdict == Pass {
			continue
		}
		reason := f.Reason
		if len(f.OtherFiles) > 0 {
			reason = fmt.Sprintf("%s; the program left %s", reason, quoteNames(f.OtherFiles))
		}
		ExplainFile(w, f.Name, reason, f.Report, s)
	}
	r.explainPrinted(w, s.Indent)
	if r.SameAs != "" {
		fmt.Fprintf(w, "%sthe rest is as in %s\n", s.Indent, escape.Line(r.SameAs))
		return
	}
	if r.Hint != "" {
		fmt.Fprintf(w, "%s%s\n", s.Indent, escape.Line(r.Hint))
	}
	if tail := bytes.TrimSpace(r.Outcome.Errors); len(tail) > 0 && r.Verdict != Pass && r.Verdict != Format {
		fmt.Fprintf(w, "%sthe program's last words on standard error:\n", s.Indent)
		for _, line := range lastErrorLines(bytes.Split(tail, []byte("\n"))) {
			frame := bytes.TrimLeft(line, "\t") // tabs are how Go and Java indent a frame
			indent := strings.Repeat("    ", len(line)-len(frame))
			fmt.Fprintf(w, "%s  %s%s\n", s.Indent, indent, compare.Visible(string(frame)))
		}
	}
}

// errorLine matches the beginning of the line that names the error, above a stack trace.
var errorLine = regexp.MustCompile(`^(panic: |fatal error: |Exception in thread |[A-Z][A-Za-z]*Error\b)`)

// lastErrorLines returns the lines of standard error to show: the last ones, or the lines from the first error on,
// since the frames after it are less and less relevant.
func lastErrorLines(lines [][]byte) [][]byte {
	from := slices.IndexFunc(lines, errorLine.Match)
	if from < 0 || len(lines)-from <= lastWords {
		return lines[max(0, len(lines)-lastWords):]
	}
	return lines[from : from+lastWords]
}

// explainPrinted shows the program's standard output if a file is missing: printing an answer instead of
// writing it is a common mistake.
func (r *Result) explainPrinted(w io.Writer, indent string) {
	if r.Verdict != Missing || r.Outcome.Printed == 0 {
		return
	}
	fmt.Fprintf(w, "%sthe program printed %d bytes on standard output, where answers belong in files:\n",
		indent, r.Outcome.Printed)
	lines := bytes.Split(bytes.TrimRight(r.Outcome.First, "\n"), []byte("\n"))
	for _, line := range lines[:min(len(lines), firstWords)] {
		fmt.Fprintf(w, "%s  %s\n", indent, compare.Visible(string(line)))
	}
	if len(lines) > firstWords || int(r.Outcome.Printed) > len(r.Outcome.First) {
		fmt.Fprintf(w, "%s  ...\n", indent)
	}
}

// quoteNames lists names, quoted since they may contain anything.
func quoteNames(names []string) string {
	var parts []string
	for _, name := range names {
		parts = append(parts, strconv.Quote(name))
	}
	return strings.Join(parts, ", ")
}

// lastWords is the number of lines of a program's standard error that are shown, and firstWords the number of
// lines of its standard output.
const (
	lastWords      = 6
	firstWords     = 6
	maxCommentLine = 96 // maximum number of characters in a line of a judge's comment
)

// ExplainFile prints how a file differs, or the reason why it could not be compared.
func ExplainFile(w io.Writer, name, reason string, report compare.Report, s compare.Style) {
	name = escape.Line(name)
	if reason != "" {
		fmt.Fprintf(w, "%s%s: %s\n", s.Indent, name, escape.Text(reason))
		return
	}
	d := report.First
	if d == nil {
		return
	}
	kind := string(d.Kind)
	if d.OnlyPlace() || d.Kind == compare.OptionalLines {
		kind = d.Kind.Describe()
	}
	fmt.Fprintf(w, "%s%s:%d:%d: %s\n", s.Indent, name, d.GotLine, d.Column, kind)
	s.Indent += "  "
	for line := range strings.Lines(d.Says) {
		parts := []string{strings.TrimRight(line, "\r\n")}
		if utf8.RuneCountInString(parts[0]) > maxCommentLine {
			parts = prose.Fold(parts[0], maxCommentLine)
		}
		for _, part := range parts {
			fmt.Fprintf(w, "%s%s\n", s.Indent, escape.Line(part))
		}
	}
	d.Print(w, s)
	if report.Form != nil {
		fmt.Fprintf(w, "%salso, from line %d on: %s\n", s.Indent, report.Form.GotLine, report.Form.Kind)
	}
}
