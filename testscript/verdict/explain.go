package verdict

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// Explain prints why a case did not pass.
func (r *Result) Explain(w io.Writer, s compare.Style) {
	if r.Reason != "" {
		reason := escape.Text(r.Reason)
		if r.At != "" {
			reason += " at " + escape.Line(r.At)
		}
		fmt.Fprintf(w, "%s%s\n", s.Indent, strings.ReplaceAll(reason, "\n", "\n"+s.Indent))
	}
	if r.Edition != "" {
		fmt.Fprintf(w, "%sall files equal those of the edition %s: the program follows another state of the course's solver (try --edition %s)\n", s.Indent, escape.Line(r.Edition), escape.Line(r.Edition))
	}
	for _, f := range r.Files {
		if f.Verdict == Pass {
			continue
		}
		reason := f.Reason
		if len(f.Left) > 0 {
			reason = fmt.Sprintf("%s; the program left %s", reason, quoted(f.Left))
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
	for _, refusal := range r.refusals() {
		fmt.Fprintf(w, "%s%s\n", s.Indent, explainRefusal(refusal))
	}
	if tail := bytes.TrimSpace(r.Outcome.Errors); len(tail) > 0 && r.Verdict != Pass && r.Verdict != Format {
		fmt.Fprintf(w, "%sthe program's last words on standard error:\n", s.Indent)
		for _, line := range last(bytes.Split(tail, []byte("\n"))) {
			frame := bytes.TrimLeft(line, "\t") // tabs are how Go and Java indent a frame
			indent := strings.Repeat("    ", len(line)-len(frame))
			fmt.Fprintf(w, "%s  %s%s\n", s.Indent, indent, compare.Visible(string(frame)))
		}
	}
}

// denied matches the words of an error that a refusal brings about.
var denied = regexp.MustCompile(`(?i)permi|denied|refused|access|socket|network|connect|host|resolve|no such file|not found|read-only|errno`)

// refusals returns what may be why a program failed, of what the sandbox denied to it. One that crashed in a line of its own, by an
// error that speaks of nothing of the kind, has met what its interpreter asks for by itself: a JVM opens a socket.
func (r *Result) refusals() []outcome.Refusal {
	if r.Verdict == Crash && r.At != "" && len(r.Outcome.Errors) > 0 && !denied.Match(r.Outcome.Errors) {
		return nil
	}
	return r.Refused[max(0, len(r.Refused)-mostRefused):]
}

// blame is how the line begins that says what went wrong, where a stack trace stands below it.
var blame = regexp.MustCompile(`^(panic: |fatal error: |Exception in thread |[A-Z][A-Za-z]*Error\b)`)

// last returns the lines of standard error that are shown: the last ones, or those from the first
// error on, behind which frames follow that tell less and less.
func last(lines [][]byte) [][]byte {
	from := slices.IndexFunc(lines, blame.Match)
	if from < 0 || len(lines)-from <= lastWords {
		return lines[max(0, len(lines)-lastWords):]
	}
	return lines[from : from+lastWords]
}

// explainPrinted shows what the program printed if a file is missing: printing an answer
// instead of writing it is a common mistake.
func (r *Result) explainPrinted(w io.Writer, indent string) {
	if r.Verdict != Missing || r.Outcome.Printed == 0 {
		return
	}
	fmt.Fprintf(w, "%sthe program printed %d bytes on standard output, where answers belong into files:\n", indent, r.Outcome.Printed)
	lines := bytes.Split(bytes.TrimRight(r.Outcome.First, "\n"), []byte("\n"))
	for _, line := range lines[:min(len(lines), firstWords)] {
		fmt.Fprintf(w, "%s  %s\n", indent, compare.Visible(string(line)))
	}
	if len(lines) > firstWords || int(r.Outcome.Printed) > len(r.Outcome.First) {
		fmt.Fprintf(w, "%s  ...\n", indent)
	}
}

// quoted lists names, quoted since they may contain anything.
func quoted(names []string) string {
	var parts []string
	for _, name := range names {
		parts = append(parts, strconv.Quote(name))
	}
	return strings.Join(parts, ", ")
}

// mostRefused is how many refusals are reported: the last ones before the failure.
const mostRefused = 5

// explainRefusal says what the sandbox refused, and what can be done about it.
func explainRefusal(r outcome.Refusal) string {
	text := "the sandbox refused to " + r.Act
	path := escape.Line(r.Path)
	if path != "" {
		text += " " + path
	}
	switch r.Act {
	case outcome.ActRead:
		text += " (--allow-read " + path + ")"
	case outcome.ActWrite:
		if !filepath.IsAbs(r.Path) {
			text += " beside its source"
		}
		text += " (programs write in their working folder)"
	}
	return text
}

// lastWords is how many lines of a program's standard error are shown, and firstWords how
// many of its standard output.
const (
	lastWords  = 6
	firstWords = 6
	mostSaid   = 96 // characters in a line of what a judge says
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
	if d.OnlyPlace() {
		kind = d.Kind.Says()
	}
	fmt.Fprintf(w, "%s%s:%d:%d: %s\n", s.Indent, name, d.GotLine, d.Column, kind)
	s.Indent += "  "
	for line := range strings.Lines(d.Says) {
		parts := []string{strings.TrimRight(line, "\r\n")}
		if utf8.RuneCountInString(parts[0]) > mostSaid {
			parts = prose.Fold(parts[0], mostSaid)
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
