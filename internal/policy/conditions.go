// Package policy says how programs are run: what decides their results, and what of that each machine
// decides for itself.
package policy

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Conditions are what decides the result of a submission on a case besides the two.
type Conditions struct {
	Assignment string            `json:"assignment"`        // its key
	Package    string            `json:"package,omitempty"` // where it lies on this machine, if it is a problem package
	Edition    string            `json:"edition"`
	AnyEdition bool              `json:"anyEdition,omitempty"` // nobody chose it
	Lenient    bool              `json:"lenient,omitempty"`    // the comparison is the course's
	CPU        time.Duration     `json:"cpu"`                  // limits, in nanoseconds and bytes
	SameCPU    bool              `json:"sameCPU,omitempty"`    // for cases that name a time, too
	Wall       time.Duration     `json:"wall,omitempty"`       // 0 follows from CPU
	Memory     int64             `json:"memory"`
	Mode       sandbox.Mode      `json:"mode,omitempty"`
	Sandbox    []string          `json:"sandbox"` // the active mechanisms
	AllowRead  []string          `json:"allowRead,omitempty"`
	Tools      map[string]string `json:"tools,omitempty"`
	Touchstone string            `json:"touchstone"` // the version
	// Local stands for what each machine decides for itself, Mode, AllowRead and Tools, where others are told
	// of the conditions: a digest, so that they have the same keys.
	Local string `json:"local,omitempty"`
}

// Name returns the assignment's name, without the digest of a problem package.
func (c Conditions) Name() string {
	name, _, _ := strings.Cut(c.Assignment, "@")
	return name
}

// Local is how this machine runs programs. No other has a say in it.
type Local struct {
	Mode      sandbox.Mode
	AllowRead []string
	Tools     testscript.Tools
}

// Portable returns the conditions as others are told of them: without the policy of this machine. What is
// left of how programs are confined is the mechanisms, of which others must have as many.
func (c Conditions) Portable() Conditions {
	if c.Local == "" {
		c.Local = string(work.NewKey("local", c.Mode, c.AllowRead, c.Tools))
	}
	c.Mode, c.AllowRead, c.Tools, c.Package = "", nil, nil, ""
	return c
}

// IsPortable checks that conditions have come as Portable returns them. Whoever sends others wants to decide
// what is not theirs to decide.
func (c *Conditions) IsPortable() error {
	if c.Mode != "" || c.Package != "" || c.AllowRead != nil || c.Tools != nil || c.Local == "" {
		return errors.New("want a plan that leaves it to this machine how programs are confined, what they may read and what builds them, found one that says so")
	}
	return nil
}

// Under returns the conditions as they are on a machine with a policy. The keys stay the same.
func (c Conditions) Under(p Local) Conditions {
	c = c.Portable()
	c.Mode, c.AllowRead, c.Tools = p.Mode, p.AllowRead, p.Tools
	return c
}

// NewConditions returns the conditions of runs with these options. The mechanisms that confine programs
// are those of this machine.
func NewConditions(a *oracle.Assignment, o testscript.Options, t testscript.Tools, version string) (c Conditions, err error) {
	enforced, err := o.Confinement()
	if err != nil {
		return c, err
	}
	whole, err := o.WithDefaults()
	if err != nil {
		return c, err
	}
	edition, err := a.Edition(o.Edition)
	if err != nil {
		return c, err
	}
	c = Conditions{
		Assignment: a.Key(), Package: a.Path, Edition: edition, AnyEdition: o.Edition == "", Lenient: o.Course, CPU: whole.CPU, SameCPU: o.SameCPU, Wall: o.Wall, Memory: whole.Memory,
		Mode: o.Sandbox, Sandbox: enforced.Active(), AllowRead: o.AllowRead, Touchstone: version,
	}
	if len(t) > 0 {
		c.Tools = maps.Clone(t)
	}
	return c, nil
}

// ChosenEdition returns the edition if one was chosen: else cases on which the editions part are beyond what a course asks.
func (c *Conditions) ChosenEdition() string {
	if c.AnyEdition {
		return ""
	}
	return c.Edition
}

// Options returns the options of a run; text is how much of a file that is not right is kept.
func (c *Conditions) Options(text int64) testscript.Options {
	return testscript.Options{Edition: c.ChosenEdition(), Course: c.Lenient, CPU: c.CPU, SameCPU: c.SameCPU, Wall: c.Wall, Memory: c.Memory, Sandbox: c.Mode, AllowRead: c.AllowRead, Text: text}
}

// Fit returns the mechanisms that confine programs on this machine. The error says which are lacking of
// those of the machine on which the conditions were made.
func (c *Conditions) Fit() (active []string, err error) {
	enforced, err := c.Options(0).Confinement()
	if err != nil {
		return nil, err
	}
	active = enforced.Active()
	var lacking []string
	for _, name := range c.Sandbox {
		if !slices.Contains(active, name) {
			lacking = append(lacking, name)
		}
	}
	if len(lacking) > 0 {
		return nil, fmt.Errorf("want programs confined as where the work is led, found no %s here", strings.Join(lacking, ", no "))
	}
	return active, nil
}
