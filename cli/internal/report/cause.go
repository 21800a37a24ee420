package report

import (
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/cli/internal/diagnose"
	"github.com/touchstone-suite/touchstone/internal/visible"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Cause is a mistake that explains failing cases.
type Cause struct {
	Grade  diagnose.Grade `json:"grade"`
	Second bool           `json:"second,omitempty"` // it shows behind another cause only
	Faults []Fault        `json:"faults"`           // several if no case tells them apart
	Cases  []string       `json:"cases"`            // that it explains, the smallest input first
}

// A Fault is a named mistake.
type Fault struct {
	Name     string `json:"name"`
	About    string `json:"about"`
	Explains string `json:"explains"`
	Rule     string `json:"rule"`
}

// AddCauses adds what is known of why a program fails.
func (s *Summary) AddCauses(found diagnose.Finding) {
	for _, c := range found.Causes {
		cause := Cause{Grade: c.Grade, Second: c.Second, Cases: names(c.Cases)}
		for _, f := range c.Faults {
			cause.Faults = append(cause.Faults, Fault{f.ID, f.About, f.Explains, f.Rule.String()})
		}
		s.Causes = append(s.Causes, cause)
	}
	s.Unexplained = names(found.Unknown)
}

func names(all []*cases.Case) (names []string) {
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

// mostNames is how many cases of a cause are named.
const mostNames = 6

// why explains the causes in text.
func (t *Text) why(s Summary) {
	for _, c := range s.Causes {
		for i, f := range c.Faults {
			name := "why: " + f.Name
			if i > 0 {
				name = "  or " + f.Name
			}
			t.printf("%s (%s)\n  %s\n", name, f.Rule, strings.Join(Fold(f.Explains, 97), "\n  "))
		}
		t.printf("  %s (%d of %d that fail):\n    %s\n", c.sure(), len(c.Cases), s.failed(), visible.Line(listed(c.Cases)))
	}
	if len(s.Unexplained) > 0 && len(s.Causes) > 0 {
		t.printf("no known mistake begins like %s\n", visible.Line(listed(s.Unexplained)))
	}
}

// failed returns the number of cases that did not pass.
func (s Summary) failed() int { return s.judged() - s.Counts[testscript.Pass] }

// sure says how sure a cause is.
func (c Cause) sure() string {
	switch {
	case c.Second:
		return "behind that, a program with this mistake goes on like yours"
	case c.Grade == diagnose.Equals:
		return "a program with this mistake writes exactly what yours writes"
	}
	return "a program with this mistake first goes wrong where yours does, and as yours does"
}

// listed names the first few of some cases.
func listed(names []string) string {
	text := strings.Join(names[:min(mostNames, len(names))], ", ")
	if more := len(names) - mostNames; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
