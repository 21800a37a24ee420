package verdict

import (
	"fmt"

	"github.com/touchstone-suite/touchstone/internal/escape"
)

// Head returns a verdict as it stands at the head of a line, in its colour if asked to.
func (v Verdict) Head(coloured bool) string {
	text := fmt.Sprintf("%-8s", v)
	if !coloured {
		return text
	}
	colour := "\x1b[31m"
	switch v {
	case Pass:
		colour = "\x1b[32m"
	case Format:
		colour = "\x1b[33m"
	case Internal:
		colour = "\x1b[35m"
	}
	return colour + text + "\x1b[0m"
}

// NotAsked says briefly why the case has no part in the score, or returns "".
func (r *Result) NotAsked() string {
	switch {
	case r.Excused:
		return "excused"
	case r.Beyond == "":
		return ""
	}
	return "not asked by the course: " + escape.Line(r.Beyond)
}

// Said maps the last words of failed programs to the first case that had them. A program
// that does not start has the same ones for each case.
type Said map[string]string

// Once returns a result without what another case has already reported, and with the name
// of that case.
func (s *Said) Once(r Result) Result {
	o := r.Outcome
	if r.Verdict == Pass || r.Verdict == Format { // nothing of it is shown
		return r
	}
	if len(o.Errors) == 0 && len(r.Refused) == 0 && o.StartError == "" {
		return r
	}
	key := fmt.Sprintf("%q %q %q %v", o.StartError, o.Errors, r.Hint, r.Refused)
	if *s == nil {
		*s = Said{}
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
