package class

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A Plan is what a class is graded on. It stands in the journal, so that books can be made of that
// alone.
type Plan struct {
	Title    string        `json:"title"`
	Show     report.Show   `json:"show"`             // what students see
	Course   string        `json:"course,omitempty"` // the text of the course file
	Students []planStudent `json:"students"`         // sorted by name
	Cases    []Listed      `json:"cases"`
	Conditions
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
	Name string `json:"name"`
	// Submission is its digest, and behind a * the factor of the student's times if there is one; ""
	// for nothing.
	Submission string `json:"submission,omitempty"`
}

// parted returns the digest of a submission and the factor of times that stands behind it, or 0.
func parted(submission string) (digest string, factor float64) {
	digest, text, ok := strings.Cut(submission, factorMark)
	if ok {
		factor, _ = strconv.ParseFloat(text, 64) // NewPlan has formatted it
	}
	return digest, factor
}

const factorMark = "*"

// load returns the assignment and the cases of a plan.
func (p *Plan) load() (a *oracle.Assignment, all []*cases.Case, err error) {
	if a, err = oracle.Lookup(p.Assignment); err != nil {
		return nil, nil, err
	}
	if all, err = LoadCases(a, p.Cases); err != nil {
		err = fmt.Errorf("%w: it was made by another touchstone (%s)", err, p.Touchstone)
	}
	return a, all, err
}

// mostText is how much of a file that is not right is kept of a run: that of a known mistake.
const mostText = diagnosis.MostOfFile
