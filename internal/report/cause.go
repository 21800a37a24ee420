package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
)

// about says a cause in a few lines, without the difference that shows it.
func (s Summary) about(c diagnosis.Cause) (lines []string) {
	for i, f := range c.Faults {
		if i > 0 {
			lines = append(lines, "or "+f.Name+":")
		}
		lines = append(lines, Fold(f.Explains, wide)...)
		lines = append(lines, f.Rule)
	}
	for _, note := range c.Notes(s.Passed()) {
		lines = append(lines, Fold(note, wide)...)
	}
	return lines
}

// wide is the width of paragraphs.
const wide = 97

// mostNames is how many cases of a cause are named.
const mostNames = 6

// listed names the first few of some cases.
func listed(names []string) string {
	text := strings.Join(names[:min(mostNames, len(names))], ", ")
	if more := len(names) - mostNames; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return escape.Line(text)
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

// named returns the summary with the causes that are known mistakes. Where each case is told, the
// others stand there.
func (s Summary) named() Summary {
	s.Causes = slices.DeleteFunc(slices.Clone(s.Causes), func(c diagnosis.Cause) bool { return len(c.Faults) == 0 })
	return s
}

// causes prints the causes in a few lines each, for reports whose cases stand one by one.
func (s Summary) causes() (lines []string) {
	for _, c := range s.Causes {
		lines = append(lines, "why: "+c.Brief())
		for _, line := range s.about(c) {
			lines = append(lines, "  "+line)
		}
		lines = append(lines, fmt.Sprintf("  %d of %d that fail: %s", len(c.Cases), s.failed(), listed(c.Cases)))
	}
	return lines
}
