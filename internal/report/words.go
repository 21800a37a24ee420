package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/verdict"
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

// notAsked says briefly why no course asks a case, or returns "".
func notAsked(r verdict.Result) string {
	if r.Beyond == "" {
		return ""
	}
	return "not asked by the course: " + escape.Line(r.Beyond)
}

// said maps the last words of failed programs to the first case that had them. A program
// that does not start has the same ones for each case.
type said map[string]string

// once returns a result without what another case has already reported, and with the name
// of that case.
func (s *said) once(r verdict.Result) verdict.Result {
	o := r.Outcome
	if r.Verdict == verdict.Pass || r.Verdict == verdict.Format { // nothing of it is shown
		return r
	}
	if len(o.Errors) == 0 && len(r.Refused) == 0 && o.StartError == "" {
		return r
	}
	key := fmt.Sprintf("%q %q %q %v", o.StartError, o.Errors, r.Hint, r.Refused)
	if *s == nil {
		*s = said{}
	}
	switch first, known := (*s)[key]; {
	case !known:
		(*s)[key] = r.Case.Name
	case r.Verdict == verdict.Crash || r.Verdict == verdict.Missing:
		r.SameAs = first
		if o.StartError != "" {
			r.Reason = "it could not be started"
		}
	}
	return r
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

// Headline returns the most important line of why a case did not pass.
func Headline(r verdict.Result) string { return headline(r, details(r)) }
