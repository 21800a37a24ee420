package class

import (
	"fmt"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A Plan is what a class is graded on. It stands in the journal, so that books can be made of that
// alone.
type Plan struct {
	Title    string         `json:"title"`
	Show     report.Show    `json:"show"`             // what students see
	Course   string         `json:"course,omitempty"` // the text of the course file
	Students []planStudent  `json:"students"`         // sorted by name
	Cases    []cases.Listed `json:"cases"`
	policy.Conditions
	// Shard, from 1, of Shards is the part of the work that the journal has; both are 0 for all.
	Shard  int `json:"shard,omitempty"`
	Shards int `json:"shards,omitempty"`
}

// Shared returns the plan as others are told of it, who run programs by their own policy.
func (p *Plan) Shared() *Plan {
	to := *p
	to.Conditions = p.Portable()
	return &to
}

type planStudent struct {
	Name       string  `json:"name"`
	Submission string  `json:"submission,omitempty"` // its digest; "" for nothing
	TimeFactor float64 `json:"timeFactor,omitempty"` // of the student's times; 0 is 1
}

// id is what students have in common who handed in the same and have the same times: one runs for all of them.
func (s planStudent) id() string {
	if s.TimeFactor == 0 {
		return s.Submission
	}
	return fmt.Sprintf("%s*%g", s.Submission, s.TimeFactor)
}

// The keys of what the journal has of a submission.
func (p *Plan) build(submission string) key {
	return work.NewKey("build", submission, p.Portable())
}

func (p *Plan) run(submission string, of cases.Listed) key {
	return work.NewKey("run", submission, of.Digest, p.Portable())
}

func (p *Plan) causes(runs []key) key { return work.NewKey("causes", runs, p.Touchstone) }

// load returns the assignment and the cases of a plan.
func (p *Plan) load() (a *oracle.Assignment, all []*cases.Case, err error) {
	if a, err = oracle.Lookup(p.Assignment); err != nil {
		return nil, nil, err
	}
	if all, err = cases.LoadListed(a, p.Cases); err != nil {
		err = fmt.Errorf("%w: it was made by another touchstone (%s)", err, p.Touchstone)
	}
	return a, all, err
}

// mostText is how much of a file that is not right is kept of a run: that of a known mistake.
const mostText = diagnosis.MostOfFile
