package grading

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Plan describes how a class is graded. It is part of the journal, so that books need nothing else.
type Plan struct {
	Title    string         `json:"title"`
	Show     report.Show    `json:"show"`             // the parts that students see
	Course   string         `json:"course,omitempty"` // the text of the course file
	Students []planStudent  `json:"students"`         // sorted by name
	Cases    []cases.Listed `json:"cases"`
	// AllTimeouts runs a program that loops on all cases. Otherwise the cases that check leaves out count as
	// timeouts.
	AllTimeouts bool   `json:"allTimeouts,omitempty"`
	Package     string `json:"package,omitempty"` // path of the problem package
	Conditions
	run.Shard // of the work
}

type planStudent struct {
	Name       string `json:"name"`
	Submission string `json:"submission,omitempty"` // its digest; "" without a submission
	// Arrived is the time of submission, and Columns are the other cells of the roster.
	Arrived time.Time         `json:"arrived,omitzero"`
	Columns map[string]string `json:"columns,omitempty"`
}

// buildKey, runKey and causesKey return the keys of the results of a submission.
func (p *Plan) buildKey(submission string) key {
	return run.NewKey("build", submission, p.Conditions)
}

func (p *Plan) runKey(submission string, listed cases.Listed) key {
	return run.NewKey("run", submission, listed.Digest, p.Conditions)
}

func (p *Plan) causesKey(runs []key) key {
	return run.NewKey("causes", runs, p.Touchstone, !p.AllTimeouts)
}

// load returns the assignment and the cases of a plan.
func (p *Plan) load() (a *oracle.Assignment, all []*cases.Case, err error) {
	if a, err = oracle.Lookup(p.Assignment); err != nil && p.Package != "" {
		if _, missing := oracle.Lookup(p.Package); missing == nil { // which adds it to the table, if it is the same
			a, err = oracle.Lookup(p.Assignment)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if all, err = cases.LoadListed(a, p.Cases); err != nil {
		err = fmt.Errorf("%w: it was written by another version of touchstone (%s)", err, p.Touchstone)
	}
	return a, all, err
}

// maxText is the number of bytes that a result keeps of a wrong file: the size of the log of a known mistake.
const maxText = diagnosis.MaxOfFile

// minParts is the minimum of parts of the work for each shard, on average, so that shards differ little in
// size.
const minParts = 4

// part returns a function that reports whether this shard runs the i-th submission on the j-th case. It sorts
// the submissions by digest and assigns them to the shards in turn. If there are few submissions it divides
// them into parts, although each shard then has to build more of them.
func (p *Plan) part(submissions []*submission) (mine func(i, j int) bool) {
	var sorted []string
	for _, s := range submissions {
		sorted = append(sorted, s.digest)
	}
	slices.Sort(sorted)
	parts := 1
	if n := len(submissions); n > 0 && n < minParts*p.Shard.N {
		parts = min((minParts*p.Shard.N+n-1)/n, max(1, len(p.Cases)))
	}
	return func(i, j int) bool {
		rank, _ := slices.BinarySearch(sorted, submissions[i].digest)
		return p.Shard.Has(rank*parts + j%parts)
	}
}

// Conditions are everything else that decides the result of a submission on a case.
type Conditions struct {
	Assignment string             `json:"assignment"` // the assignment's key
	Settings   testscript.Options `json:"settings"`
	Confined   []string           `json:"confined"`   // the active mechanisms of the sandbox
	Touchstone string             `json:"touchstone"` // the version
}

// Name returns the assignment's name, without the digest of a problem package.
func (c Conditions) Name() string {
	name, _, _ := strings.Cut(c.Assignment, "@")
	return name
}

// newConditions returns the conditions of runs with these settings on this machine.
func newConditions(a *oracle.Assignment, s testscript.Options, version string) (c Conditions, err error) {
	if _, err := a.Edition(s.Edition); err != nil {
		return c, err
	}
	if s, err = s.WithDefaults(); err != nil {
		return c, err
	}
	enforced, err := testscript.Confinement(s)
	if err != nil {
		return c, err
	}
	return Conditions{Assignment: a.Key(), Settings: s, Confined: enforced.Active(), Touchstone: version}, nil
}

// Terms are the parts of a plan that all students share.
type Terms struct {
	Assignment *oracle.Assignment
	Cases      []*cases.Case
	Settings   testscript.Options
	Course     *course.File // may be nil
	Touchstone string       // the version
}

// NewPlan returns the plan for grading students. Its mechanisms are the mechanisms that confine programs on
// this machine.
func NewPlan(t Terms, students []submissions.Student) (*Plan, error) {
	conditions, err := newConditions(t.Assignment, t.Settings, t.Touchstone)
	if err != nil {
		return nil, err
	}
	p := &Plan{Title: t.Assignment.Name, Show: report.ShowDiff, Package: t.Assignment.Path, Conditions: conditions}
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
		student := planStudent{Name: s.Name, Columns: s.Columns}
		if student.Arrived, err = arrivalTime(s, t.Course); err != nil {
			wrong = append(wrong, err)
		}
		if s.Path != "" {
			if student.Submission, err = submissions.DigestOf(s.Path); err != nil {
				wrong = append(wrong, fmt.Errorf("the submission of %s: %w", escape.Line(s.Name), err))
			}
		}
		p.Students = append(p.Students, student)
	}
	return p, errors.Join(wrong...)
}

// arrivalTime returns the time of a student's submission, or the zero time if the roster has no time. A time
// needs a zone only if late days count.
func arrivalTime(s submissions.Student, c *course.File) (t time.Time, err error) {
	text, zone := s.Columns[submissions.Submitted], time.UTC
	if text == "" {
		return t, nil
	}
	if c != nil && c.Late.Rule {
		zone = c.Late.Zone
	}
	if t, err = course.ParseTime(text, zone); err != nil {
		return t, &scan.Error{File: s.Table, Line: s.Line, Msg: err.Error()}
	}
	return t, nil
}
