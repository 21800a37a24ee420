package class

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/work/journal"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// NewPlan returns the plan of grading students on cases of an assignment. The mechanisms that
// confine programs are those of this machine. The course file may be nil.
func NewPlan(a *oracle.Assignment, all []*cases.Case, students []Student, o testscript.Options, t testscript.Tools, c *course.File, version string) (*Plan, error) {
	conditions, err := NewConditions(a, o, t, version)
	if err != nil {
		return nil, err
	}
	p := &Plan{Title: a.Name, Show: report.ShowDiff, Conditions: conditions}
	if c != nil {
		text, err := regular.Read(c.Path)
		if err != nil {
			return nil, err
		}
		p.Course, p.Title = string(text), cmp.Or(c.Title, p.Title)
	}
	if p.Cases, err = ListCases(a, all); err != nil {
		return nil, err
	}
	var wrong []error
	for _, s := range students {
		one := planStudent{Name: s.Name}
		if s.Path != "" {
			if one.Submission, err = journal.DigestOf(s.Path); err != nil {
				wrong = append(wrong, fmt.Errorf("the submission of %s: %w", escape.Line(s.Name), err))
			}
			if c != nil {
				if factor := c.Options(s.Name).TimeFactor; factor != 0 && factor != 1 {
					one.Submission += factorMark + strconv.FormatFloat(factor, 'g', -1, 64)
				}
			}
		}
		p.Students = append(p.Students, one)
	}
	return p, errors.Join(wrong...)
}
