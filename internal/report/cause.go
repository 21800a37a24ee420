package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/escape"
)

// A Cause is what a program does wrong in some of the failing cases.
type Cause struct {
	Grade  diagnosis.Grade   `json:"grade"`
	Second bool              `json:"second,omitempty"` // it shows behind another cause only
	Key    string            `json:"key"`              // tells it from others: the first fault's name, or that of a decision
	Does   string            `json:"does"`             // what the program does, in one line
	Right  string            `json:"right,omitempty"`  // what it should do; of a named mistake, Faults tell
	Faults []diagnosis.Fault `json:"faults"`           // several if no case tells them apart, none if it is located
	Where  []string          `json:"where,omitempty"`  // what marks all places where it shows
	Common []Common          `json:"common,omitempty"`
	// First is the first difference of the first of the cases, unless that cannot be explained.
	First *decision.Explanation `json:"first,omitempty"`
	Cases []string              `json:"cases"` // the smallest answer first
}

// A Common is a situation of the assignment's catalogue that all cases of a cause show, and few
// that pass.
type Common struct {
	Situation string `json:"situation"`
	About     string `json:"about"`
	Passing   int    `json:"passing"` // passing cases that show it
}

// NewCause presents a cause.
func NewCause(c diagnosis.Cause, common []diagnosis.Common, first *decision.Explanation) Cause {
	cause := Cause{
		Grade: c.Grade, Second: c.Second, Key: c.Key, Does: c.Does, Right: c.Right, Faults: []diagnosis.Fault{}, Where: c.Where,
		First: first, Cases: Names(c.Cases),
	}
	for _, f := range c.Faults {
		cause.Faults = append(cause.Faults, diagnosis.NewFault(f))
	}
	if len(c.Faults) > 0 {
		cause.Key, cause.Does = c.Faults[0].ID, c.Faults[0].About
	}
	for _, s := range common {
		cause.Common = append(cause.Common, Common{s.Situation.Name, s.Situation.About, s.Passing})
	}
	return cause
}

// Names returns the names of cases.
func Names(all []*cases.Case) (names []string) {
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

// Sure says how sure a cause is, or returns "".
func (c Cause) Sure() string {
	switch {
	case c.Second && c.Grade == diagnosis.Located:
		return "No known mistake does the same, and it does not follow from the differences before."
	case c.Second:
		return "Behind that, a program with this mistake goes on like yours."
	case c.Grade == diagnosis.Equals:
		return "A program with this mistake writes exactly what yours writes: all other differences follow from it."
	case c.Grade == diagnosis.Fits:
		return "A program with this mistake first goes wrong where yours does, and as yours does."
	}
	if c.First == nil {
		return ""
	}
	return "No known mistake does the same; this is what the first differences have in common."
}

// Brief names a cause in one line.
func (c Cause) Brief() string {
	if len(c.Faults) == 0 {
		return escape.Line(c.Does)
	}
	names := c.Faults[0].Name
	for _, f := range c.Faults[1:] {
		names += " or " + f.Name
	}
	return names + ": " + c.Does
}

// lines tells a cause in a few lines, without the difference that shows it.
func (c Cause) lines(s Summary) (lines []string) {
	for i, f := range c.Faults {
		if i > 0 {
			lines = append(lines, "or "+f.Name+":")
		}
		lines = append(lines, Fold(f.Explains, wide)...)
		lines = append(lines, f.Rule)
	}
	for _, note := range c.Notes(s) {
		lines = append(lines, Fold(note, wide)...)
	}
	return lines
}

// Notes says what else is known of a cause: what is right, where it shows, what its cases have in
// common, and how sure it is.
func (c Cause) Notes(s Summary) (notes []string) {
	if c.Right != "" {
		notes = append(notes, "Right: "+c.Right+".")
	}
	if len(c.Where) > 0 {
		notes = append(notes, "Each time: "+strings.Join(c.Where, ", ")+".")
	}
	for _, common := range c.Common {
		as := fmt.Sprintf("as do %d of the %d that pass", common.Passing, s.passed())
		if common.Passing == 0 {
			as = fmt.Sprintf("as none of the %d that pass does", s.passed())
		}
		notes = append(notes, escape.Line(fmt.Sprintf("All of them show %s (%s), %s.", common.Situation, common.About, as)))
	}
	if sure := c.Sure(); sure != "" {
		notes = append(notes, sure)
	}
	return notes
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
func (s Summary) of(name string) (causes []Cause) {
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
	s.Causes = slices.DeleteFunc(slices.Clone(s.Causes), func(c Cause) bool { return len(c.Faults) == 0 })
	return s
}

// causes tells the causes in a few lines each, for reports whose cases stand one by one.
func (s Summary) causes() (lines []string) {
	for _, c := range s.Causes {
		lines = append(lines, "why: "+c.Brief())
		for _, line := range c.lines(s) {
			lines = append(lines, "  "+line)
		}
		lines = append(lines, fmt.Sprintf("  %d of %d that fail: %s", len(c.Cases), s.failed(), listed(c.Cases)))
	}
	return lines
}
