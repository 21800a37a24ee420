package class

import (
	"maps"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Conditions are everything that decides the result of a submission on a case, apart from the two.
type Conditions struct {
	Assignment string            `json:"assignment"`           // the assignment's key
	Package    string            `json:"package,omitempty"`    // path of the problem package
	Edition    string            `json:"edition"`              //
	AnyEdition bool              `json:"anyEdition,omitempty"` // the user did not choose an edition
	Lenient    bool              `json:"lenient,omitempty"`    // compare as the course does
	CPU        time.Duration     `json:"cpu"`                  // limit
	SameCPU    bool              `json:"sameCPU,omitempty"`    // CPU holds even for cases that set a time
	Wall       time.Duration     `json:"wall,omitempty"`       // limit; 0 follows from CPU
	Memory     int64             `json:"memory"`               // limit in bytes
	Mode       sandbox.Mode      `json:"mode,omitempty"`       //
	Sandbox    []string          `json:"sandbox"`              // the active mechanisms
	AllowRead  []string          `json:"allowRead,omitempty"`  // paths
	Tools      map[string]string `json:"tools,omitempty"`      // paths by tool
	Touchstone string            `json:"touchstone"`           // the version
	// Local is set only in keys: a digest of Mode, AllowRead and Tools.
	Local string `json:"local,omitempty"`
}

// Name returns the assignment's name, without the digest of a problem package.
func (c Conditions) Name() string {
	name, _, _ := strings.Cut(c.Assignment, "@")
	return name
}

// forKey returns the conditions in the form that keys cover. Changing it makes every journal start over.
func (c Conditions) forKey() Conditions {
	c.Local = string(work.NewKey("local", c.Mode, c.AllowRead, c.Tools))
	c.Mode, c.AllowRead, c.Tools, c.Package = "", nil, nil, ""
	return c
}

// newConditions returns the conditions of runs with these options on this machine.
func newConditions(
	a *oracle.Assignment, o testscript.Options, tools testscript.Tools, version string,
) (c Conditions, err error) {
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
		Assignment: a.Key(), Package: a.Path, Edition: edition, AnyEdition: o.Edition == "", Lenient: o.Course,
		CPU: whole.CPU, SameCPU: o.SameCPU, Wall: o.Wall, Memory: whole.Memory,
		Mode: o.Sandbox, Sandbox: enforced.Active(), AllowRead: o.AllowRead, Touchstone: version,
	}
	if len(tools) > 0 {
		c.Tools = maps.Clone(tools)
	}
	return c, nil
}

// ChosenEdition returns the edition that the user chose, or "". Without a choice, cases in which the
// editions differ lie beyond the envelope.
func (c *Conditions) ChosenEdition() string {
	if c.AnyEdition {
		return ""
	}
	return c.Edition
}

// options returns the options of a run. maxText is the number of bytes kept of each wrong file.
func (c *Conditions) options(maxText int64) testscript.Options {
	return testscript.Options{
		Edition: c.ChosenEdition(), Course: c.Lenient, CPU: c.CPU, SameCPU: c.SameCPU, Wall: c.Wall,
		Memory: c.Memory, Sandbox: c.Mode, AllowRead: c.AllowRead, Text: maxText,
	}
}
