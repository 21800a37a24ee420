package outcome

import (
	"cmp"
	"fmt"
	"time"
)

// Settings are the conditions under which programs are built, run and judged. Flags, course files and problem
// packages all produce this record. The key of a stored result covers all of it, except the fields without a
// name in JSON, which change no result.
type Settings struct {
	// Edition is the edition of the assignment that programs follow; "" means the first.
	Edition string `json:"edition,omitempty"`
	// Course compares as leniently as the course's grader did; otherwise files must be equal to the byte.
	Course bool `json:"course,omitempty"`
	// CPU is the CPU time of a program and all its processes for a case; 0 means DefaultCPU. Wall is the
	// elapsed-time limit for programs that wait; 0 means twice the CPU time plus five seconds.
	CPU  time.Duration `json:"cpu,omitempty"`
	Wall time.Duration `json:"wall,omitempty"`
	// SameCPU gives every case the same CPU time; otherwise a case with a time of its own has that.
	SameCPU bool `json:"sameCPU,omitempty"`
	// Memory is the maximum of resident bytes of all processes of a program; 0 means DefaultMemory.
	Memory int64 `json:"memory,omitempty"`
	// Sandbox is the degree to which programs are confined; "" means "auto".
	Sandbox SandboxMode `json:"sandbox,omitempty"`
	// AllowRead lists files and directories that programs may read in addition to their own and the system's.
	AllowRead []string `json:"allowRead,omitempty"`
	// Tools are the compilers and interpreters to use instead of the ones on the PATH, by name ("touchstone
	// check --help" lists the names of --tool).
	Tools map[string]string `json:"tools,omitempty"`

	// Hide lists files and directories that programs may not read, such as cases.
	Hide []string `json:"-"`
	// Text is the number of bytes that a result keeps of each file that is not right.
	Text int64 `json:"-"`
	// Keep leaves the directories of the runs in place. If Answers is also set, KeepAnswers puts the right
	// answers next to them after all runs have ended.
	Keep    bool `json:"-"`
	Answers bool `json:"-"`
}

// The default limits of a run.
const (
	DefaultCPU    = 10 * time.Second
	DefaultMemory = 4 << 30
)

// WithDefaults returns the settings with the default CPU time and memory in place of 0, or an error if a
// limit is negative.
func (s Settings) WithDefaults() (Settings, error) {
	if s.CPU < 0 || s.Wall < 0 || s.Memory < 0 {
		return s, fmt.Errorf("want limits of at least 0, found %s of CPU time, %s by the clock and %d bytes", s.CPU,
			s.Wall, s.Memory)
	}
	s.CPU, s.Memory = cmp.Or(s.CPU, DefaultCPU), cmp.Or(s.Memory, DefaultMemory)
	return s, nil
}

// Comparisons are the names of the comparisons: without Course, and with it.
var Comparisons = []string{"exact", "course"}

// Comparison returns the name of the comparison.
func (s Settings) Comparison() string {
	if s.Course {
		return Comparisons[1]
	}
	return Comparisons[0]
}

// Times returns the CPU time and the time by the clock of a case that has the CPU time own, or none of its
// own if that is 0. A case with a time of its own has at least as much time by the clock as that needs.
func (s Settings) Times(own time.Duration) (cpu, wall time.Duration) {
	cpu, wall = s.CPU, s.Wall
	if own != 0 && !s.SameCPU {
		cpu, wall = own, max(wall, defaultWall(own))
	}
	return cpu, cmp.Or(wall, defaultWall(cpu))
}

// defaultWall returns the time by the clock that goes with a CPU time.
func defaultWall(cpu time.Duration) time.Duration { return 2*cpu + 5*time.Second }
