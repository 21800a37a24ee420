package report

import (
	"bytes"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// unbuilt returns in a line why a case has the verdict build. The details are the same for all
// cases, and stand at the head of a report.
func unbuilt(r verdict.Result) string {
	fault, _, _ := strings.Cut(r.Reason, "\n")
	return strings.TrimSuffix(fault, ":")
}

// details explains in several lines why a case did not pass.
func details(r verdict.Result) string {
	if r.Verdict == verdict.Build {
		return escape.Line(unbuilt(r)) + "\n"
	}
	var text bytes.Buffer
	r.Explain(&text, compare.Style{})
	return escape.Text(text.String())
}

// headline returns the most important line of the details, or the verdict if there are
// none.
func headline(r verdict.Result, details string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(details), "\n")
	if line == "" {
		return string(r.Verdict)
	}
	return line
}

// Details explains in several lines why a case did not pass.
func Details(r verdict.Result) string { return details(r) }

// Headline returns the most important line of why a case did not pass.
func Headline(r verdict.Result) string { return headline(r, details(r)) }
