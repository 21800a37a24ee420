package report

import (
	"bytes"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/visible"
	"github.com/touchstone-suite/touchstone/testscript"
)

// details says in lines why a case did not pass. That the program does not compile
// is the same for all cases: documents say why in one place.
func details(r testscript.Result) string {
	if r.Verdict == testscript.Build {
		return "the program does not compile\n"
	}
	var text bytes.Buffer
	r.Explain(&text, compare.Style{})
	return visible.Text(text.String())
}

// notAsked says why no course asks a case, in a few words; "" if one may.
func notAsked(r testscript.Result) string {
	if r.Beyond == "" {
		return ""
	}
	return "not asked by the course: " + visible.Line(r.Beyond)
}

// headline is the most important line of the details, or the verdict where there
// are none.
func headline(r testscript.Result, details string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(details), "\n")
	if line == "" {
		return string(r.Verdict)
	}
	return line
}
