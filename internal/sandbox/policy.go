package sandbox

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A Mode is the requested degree of confinement.
type Mode = outcome.SandboxMode

const (
	Auto    Mode = "auto"    // as much as this system offers
	None    Mode = "none"    // limits and complete removal, but no confinement
	Require Mode = "require" // files, network, processes and memory, or nothing is run
	// Separate is Auto where the programs of several submissions cannot reach each other: with
	// namespaces, or as separate users. Elsewhere a worker runs nothing.
	Separate Mode = "separate"
)

// Modes lists all modes.
var Modes = []string{string(Auto), string(None), string(Require), string(Separate)}

// A Policy defines the files and system features that a worker's programs can access.
type Policy struct {
	Mode Mode // "" is Auto
	// Root is the directory that contains the working directories of all runs. A program may write
	// to its own, and read nothing else below Root.
	Root string
	// Read lists files and directories that programs may read and execute in addition to the system's. Hide
	// lists files and directories that programs may not read, wherever they are.
	Read, Hide []string
	// Links lists other names of readable paths. Programs may use them if they lead there through links.
	Links []string
	// Write lists directories that programs may write to in addition to their own, even if Hide contains a
	// parent of one. It is for compilers' caches, never for programs under test. Root's programs that have such
	// a directory run as one shared user.
	Write []string
	// Work is the directory in which all runs of a build work, instead of a new one each. In a private view
	// programs see a copy in memory, which the caller fills and copies back.
	Work string
	// Home is the working directory of all runs, if they must find the files of earlier runs there. Nothing else
	// that they write lasts. Limits.Output then bounds the size of everything in it.
	Home   string
	Memory int64 // limit on resident bytes, for a control group; 0 means none
}

// persistentDirs lists the directories that programs may write to and that outlive a run.
func (p Policy) persistentDirs() []string {
	if p.Home == "" {
		return p.Write
	}
	return append(slices.Clone(p.Write), p.Home)
}

// A Mechanism is one means of confining programs.
type Mechanism struct {
	Name   string   `json:"name"`
	Guards []string `json:"guards"`
	Active bool     `json:"active"`
	Reason string   `json:"why,omitempty"` // why it is not active
}

// The guards. Require demands the first four.
const (
	Files     = "files"
	Network   = "network"
	Processes = "processes"
	Memory    = "memory"
	Signals   = "signals" // to processes that are not the program's own
	Kernel    = "kernel"  // its rarely used parts
	Time      = "time"
	Output    = "output"
	Remains   = "remains" // processes that a program does not end
	Disk      = "disk"
	State     = "state" // that a run could leave for the next one
	Sight     = "sight" // of processes outside the program
)

// required lists the guards that Require demands.
var required = []string{Files, Network, Processes, Memory}

// full lists the mechanisms that fully provide a guard, in order of precedence. Others help, but leave gaps:
// the resident set is sampled, and a mount namespace only prevents writing.
var full = map[string][]string{
	Files:     {nameRoot, nameLandlock},
	Network:   {nameSeccomp, nameNetNS},
	Processes: {namePidsGroup, nameProcessLimit},
	Memory:    {nameMemoryGroup},
	Remains:   {namePidNS, nameReaper},
	Disk:      {OwnDir},
	State:     {OwnDir},
	Sight:     {OwnProc},
	Signals:   {namePidNS, nameUser, nameLandlock},
	Kernel:    {nameSeccomp},
	Time:      {nameCPUGroup, nameLimits},
	Output:    {nameLimits},
}

// The names of the mechanisms. Right programs may need the exported ones.
const (
	nameLimits       = "limits"
	nameReaper       = "subreaper"
	nameWatch        = "watching /proc and the directory"
	nameDirWatch     = "watching the directory"
	nameProcessWatch = "watching by ps, but for processes that escape"
	nameJob          = "job object"
	nameUserNS       = "user namespace"
	nameRoot         = "root directory of its own"
	OwnDir           = "working directory in memory"
	OwnProc          = "/proc of its own"
	nameUser         = "user of its own"
	namePidNS        = "PID namespace"
	nameIPCNS        = "IPC namespace"
	nameNetNS        = "network namespace"
	nameLandlock     = "landlock"
	nameSeccomp      = "seccomp"
	nameProcessLimit = "process limit"
	namePidsGroup    = "pids control group"
	nameMemoryGroup  = "memory control group"
	nameCPUGroup     = "CPU control group"
)

// Mechanisms lists the mechanisms that confine the programs of a worker, and the missing ones.
type Mechanisms []Mechanism

// By returns the name of the active mechanism that fully provides a guard, or "".
func (m Mechanisms) By(guard string) string {
	for _, name := range full[guard] {
		if slices.ContainsFunc(m, func(mechanism Mechanism) bool {
			return mechanism.Name == name && mechanism.Active && slices.Contains(mechanism.Guards, guard)
		}) {
			return name
		}
	}
	return ""
}

// Missing lists the guards that Require demands and that are missing, each with the reason.
func (m Mechanisms) Missing() (missing []string) {
	for _, guard := range required {
		if m.By(guard) == "" {
			missing = append(missing, fmt.Sprintf("%s (%s)", guard, m.Why(guard)))
		}
	}
	return missing
}

// MissingFor returns the guards that a mode requires and that are missing, or "".
func (m Mechanisms) MissingFor(mode Mode) string {
	switch {
	case mode == Require:
		return strings.Join(m.Missing(), "; ")
	case mode == Separate && !m.HasAny(nameRoot, nameUser):
		return fmt.Sprintf("submissions could reach each other: no %s (%s), and no %s (%s); --sandbox auto runs "+
			"them anyway", nameRoot, m.Reason(nameRoot), nameUser, m.Reason(nameUser))
	}
	return ""
}

// HasAny reports whether one of the named mechanisms is active.
func (m Mechanisms) HasAny(names ...string) bool {
	return slices.ContainsFunc(m, func(mechanism Mechanism) bool {
		return mechanism.Active && slices.Contains(names, mechanism.Name)
	})
}

// Reason returns why a mechanism is not active.
func (m Mechanisms) Reason(name string) string {
	for _, mechanism := range m {
		if mechanism.Name == name {
			return mechanism.Reason
		}
	}
	return "not on this system"
}

// PartlyConfinedBy returns the name of an active mechanism that provides a guard with gaps, or "".
func (m Mechanisms) PartlyConfinedBy(guard string) string {
	for _, mechanism := range m {
		if mechanism.Active && slices.Contains(mechanism.Guards, guard) {
			return mechanism.Name
		}
	}
	return ""
}

// Why returns the reason why nothing provides a guard.
func (m Mechanisms) Why(guard string) string {
	var reasons []string
	for _, name := range full[guard] {
		reasons = append(reasons, name+": "+m.Reason(name))
	}
	return strings.Join(reasons, "; ")
}

// Active returns the names of the active mechanisms.
func (m Mechanisms) Active() []string {
	names := []string{}
	for _, mechanism := range m {
		if mechanism.Active {
			names = append(names, mechanism.Name)
		}
	}
	return names
}

// String returns a one-line summary of the guards that programs have and that they lack.
func (m Mechanisms) String() string {
	var yes, no []string
	for _, guard := range required {
		switch mechanism := m.By(guard); {
		case mechanism != "":
			yes = append(yes, guard+" by "+mechanism)
		case guard == Memory && m.PartlyConfinedBy(guard) != "":
			no = append(no, "memory (its limit is sampled)")
		default:
			no = append(no, guard)
		}
	}
	switch {
	case len(no) == 0:
		return "confined: " + strings.Join(yes, ", ")
	case len(yes) == 0:
		return "not confined: " + strings.Join(no, ", ")
	}
	return "confined: " + strings.Join(yes, ", ") + "; not confined: " + strings.Join(no, ", ")
}

// add records a mechanism; err is why it is not active, or nil.
func (m *Mechanisms) add(name string, err error, guards ...string) {
	mechanism := Mechanism{Name: name, Guards: guards, Active: err == nil}
	if err != nil {
		mechanism.Reason = err.Error()
	}
	*m = append(*m, mechanism)
}
