package grade

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/cli/internal/journal"
	"github.com/touchstone-suite/touchstone/cli/internal/report"
	"github.com/touchstone-suite/touchstone/cli/internal/why"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Plan is what a class is graded on. It stands in the journal, so that books can be made of that
// alone.
type Plan struct {
	Title    string        `json:"title"`
	Show     report.Show   `json:"show"`             // what students see
	Course   string        `json:"course,omitempty"` // the text of the course file
	Students []planStudent `json:"students"`         // sorted by name
	Cases    []planCase    `json:"cases"`
	Conditions
	// Shard, from 1, of Shards is the part of the work that the journal has; both are 0 for all.
	Shard  int `json:"shard,omitempty"`
	Shards int `json:"shards,omitempty"`
}

// Conditions are what decides the result of a submission on a case besides the two.
type Conditions struct {
	Assignment string            `json:"assignment"`
	Edition    string            `json:"edition"`
	Lenient    bool              `json:"lenient,omitempty"` // the comparison is the course's
	CPU        time.Duration     `json:"cpu"`               // limits, in nanoseconds and bytes
	SameCPU    bool              `json:"sameCPU,omitempty"` // for cases that name a time, too
	Wall       time.Duration     `json:"wall,omitempty"`    // 0 follows from CPU
	Memory     int64             `json:"memory"`
	Mode       sandbox.Mode      `json:"mode,omitempty"`
	Sandbox    []string          `json:"sandbox"` // the active mechanisms
	AllowRead  []string          `json:"allowRead,omitempty"`
	Tools      map[string]string `json:"tools,omitempty"`
	Touchstone string            `json:"touchstone"` // the version
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

type planCase struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	// Text and Kills are those of a case that is not built in.
	Text  string   `json:"text,omitempty"`
	Kills []string `json:"kills,omitempty"`
}

func digestOfCase(c *cases.Case) string {
	sum := sha256.Sum256(c.Text())
	return hex.EncodeToString(sum[:16])
}

// planCases lists cases for a plan.
func planCases(a *oracle.Assignment, all []*cases.Case) (list []planCase, err error) {
	builtIn, err := builtIn(a)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		p := planCase{Name: c.Name, Digest: digestOfCase(c)}
		if builtIn[p.Name+p.Digest] == nil {
			p.Text, p.Kills = string(c.Text()), c.Kills
		}
		list = append(list, p)
	}
	return list, nil
}

// builtIn returns the built-in cases of an assignment by name and digest.
func builtIn(a *oracle.Assignment) (map[string]*cases.Case, error) {
	all, err := cases.Embedded(a)
	by := map[string]*cases.Case{}
	for _, c := range all {
		by[c.Name+digestOfCase(c)] = c
	}
	return by, err
}

// load returns the assignment and the cases of a plan.
func (p *Plan) load() (a *oracle.Assignment, all []*cases.Case, err error) {
	if a, err = oracle.Lookup(p.Assignment); err != nil {
		return nil, nil, err
	}
	builtIn, err := builtIn(a)
	if err != nil {
		return nil, nil, err
	}
	for _, pc := range p.Cases {
		c := builtIn[pc.Name+pc.Digest]
		if pc.Text != "" {
			if c, err = cases.Parse(pc.Name, pc.Name, []byte(pc.Text)); err != nil {
				return nil, nil, err
			}
			c.Kills = pc.Kills
		}
		if c == nil {
			return nil, nil, fmt.Errorf("want the case %s of the journal among the built-in ones, found none alike: it was made by another touchstone (%s)", pc.Name, p.Touchstone)
		}
		all = append(all, c)
	}
	return a, all, nil
}

// options returns the options of a run.
func (p *Plan) options() testscript.Options {
	return testscript.Options{Edition: p.Edition, Course: p.Lenient, CPU: p.CPU, SameCPU: p.SameCPU, Wall: p.Wall, Memory: p.Memory, Sandbox: p.Mode, AllowRead: p.AllowRead, Text: mostText}
}

// mostText is how much of a file that is not right is kept of a run: that of a known mistake.
const mostText = why.MostOfFile

// The keys of what the journal has of a submission.
func (c *Conditions) build(submission string) key { return journal.NewKey("build", submission, c) }

func (c *Conditions) run(submission string, of planCase) key {
	return journal.NewKey("run", submission, of.Digest, c)
}

func (c *Conditions) causes(runs []key) key { return journal.NewKey("causes", runs, c.Touchstone) }
