package class

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Terms are what students are graded on.
type Terms struct {
	Assignment *oracle.Assignment
	Cases      []*cases.Case
	Options    testscript.Options
	Tools      testscript.Tools
	Course     *course.File // may be nil
	Touchstone string       // the version
}

// NewPlan returns the plan of grading students on terms. The mechanisms that confine programs are those of this
// machine.
func NewPlan(ctx context.Context, t Terms, students []submissions.Student) (*Plan, error) {
	conditions, err := newConditions(t.Assignment, t.Options, t.Tools, t.Touchstone)
	if err != nil {
		return nil, err
	}
	p := &Plan{Title: t.Assignment.Name, Show: report.ShowDiff, Conditions: conditions}
	if c := t.Course; c != nil {
		text, err := regular.Read(c.Path)
		if err != nil {
			return nil, err
		}
		p.Course, p.Title = string(text), cmp.Or(c.Title, p.Title)
	}
	if p.Cases, err = cases.List(t.Assignment, t.Cases); err != nil {
		return nil, err
	}
	var wrong []error
	for _, s := range students {
		one := planStudent{Name: s.Name, Columns: s.Columns}
		if one.Arrived, err = arrived(s, t.Course); err != nil {
			wrong = append(wrong, err)
		}
		if s.Path != "" {
			if one.Submission, err = submissions.DigestOf(s.Path); err != nil {
				wrong = append(wrong, fmt.Errorf("the submission of %s: %w", escape.Line(s.Name), err))
			}
			if t.Course != nil {
				if one.TimeFactor = t.Course.Students[s.Name].Limits; one.TimeFactor == 1 {
					one.TimeFactor = 0
				}
			}
		}
		p.Students = append(p.Students, one)
	}
	return p, errors.Join(wrong...)
}

// arrived returns when a student's submission was handed in, or no time if the roster does not say. Where no late day counts,
// a time needs no zone.
func arrived(s submissions.Student, c *course.File) (at time.Time, err error) {
	text, zone := s.Columns[submissions.Submitted], time.UTC
	if text == "" {
		return at, nil
	}
	if c != nil && c.Late.Rule {
		zone = c.Late.Zone
	}
	if at, err = course.ParseTime(text, zone); err != nil {
		return at, &scan.Error{File: s.Table, Line: s.Line, Msg: err.Error()}
	}
	return at, nil
}
