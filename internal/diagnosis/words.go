package diagnosis

import (
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/verdict"
)

// wide is the width of paragraphs.
const wide = 97

// About says a cause in a few lines, without the difference that shows it. So many cases pass.
func (c Cause) About(passed int) (lines []string) {
	for i, f := range c.Faults {
		if i > 0 {
			lines = append(lines, "or "+f.Name+":")
		}
		lines = append(lines, verdict.Fold(f.Explains, wide)...)
		lines = append(lines, f.Rule)
	}
	for _, note := range c.Notes(passed) {
		lines = append(lines, verdict.Fold(note, wide)...)
	}
	return lines
}

// About says causes in a few lines each. So many cases pass and fail.
func About(causes []Cause, passed, failed int) (lines []string) {
	for _, c := range causes {
		lines = append(lines, "why: "+c.Brief())
		for _, line := range c.About(passed) {
			lines = append(lines, "  "+line)
		}
		lines = append(lines, fmt.Sprintf("  %d of %d that fail: %s", len(c.Cases), failed, Listed(c.Cases)))
	}
	return lines
}

// mostNames is how many cases of a cause are named.
const mostNames = 6

// Listed names the first few of some cases.
func Listed(names []string) string {
	text := strings.Join(names[:min(mostNames, len(names))], ", ")
	if more := len(names) - mostNames; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return escape.Line(text)
}
