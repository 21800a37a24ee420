package sandbox

import "time"

// A Job is one run of a program.
type Job struct {
	Path   string   // of the executable
	Args   []string // with the program's name first
	Env    []string // "NAME=value"
	Limits Limits
	// Trace records the names of files that the program asks for and is refused. It makes
	// the run slower.
	Trace bool
	Dir   string // the working folder, set by Run
}

// Limits are the limits of a run. Zero means no limit.
type Limits struct {
	CPU    time.Duration // of the program and all its descendants
	Wall   time.Duration
	Memory int64 // resident bytes of all its processes together
	Output int64 // bytes of standard output and error together, and of the files in the folder together
}

// patience is how many times its limit on elapsed time a program may take if it waits for a
// processor on a busy machine.
const patience = 12

// Longest returns how long a run may take in elapsed time under any circumstances.
func (l Limits) Longest() time.Duration {
	if l.Wall == 0 {
		return 365 * 24 * time.Hour
	}
	return patience * l.Wall
}

// backstop returns the soft and hard limits, in seconds, at which the system ends a process
// that uses the CPU. The system counts in ticks, and is off by a few per cent: the margin
// grows with the limit.
func (l Limits) backstop() (soft, hard uint64) {
	s := l.CPU.Seconds()
	soft = uint64(s+s/4) + 2
	return soft, soft + 2
}

// mostProcesses limits the processes and threads of a program. Java and Node start dozens
// before they do anything.
const mostProcesses = 256

// mostFiles limits the open files of a process.
const mostFiles = 1024

// A Stop is the reason why a run was ended from outside.
type Stop string

const (
	NotStopped    Stop = ""
	StoppedCPU    Stop = "cpu"
	StoppedWall   Stop = "wall"
	StoppedMemory Stop = "memory"
	StoppedOutput Stop = "output" // too much on standard output or error
	StoppedDisk   Stop = "disk"   // too much in files
)

// An Outcome describes how a run ended.
type Outcome struct {
	Stopped Stop
	Exit    int    // exit status, -1 if a signal ended the program
	Signal  string // the signal's name, or ""
	// StartError says why the program could not be started.
	StartError string
	CPU, Wall  time.Duration
	// System is the part of CPU that the system spent on behalf of the program and those of its
	// processes that were waited for. Where that is not known, it is 0.
	System time.Duration
	// Peak is the largest resident set of any of its processes, in bytes, or in a memory
	// control group the most that all of them used together, including files in the cache.
	Peak    int64
	Printed int64  // total bytes on standard output
	First   []byte // the beginning of standard output, at most firstSize bytes
	Output  []byte // the end of standard output, at most TailSize bytes
	Errors  []byte // the end of standard error, likewise
	// Refused lists what the sandbox refused to the program, in order, if the run was
	// traced.
	Refused []Refusal
	// Left reports whether processes of the program may still exist: they were killed, but
	// did not end in time. The worker is dead in that case.
	Left bool
}

// A Refusal is an access that a program attempted and the sandbox refused.
type Refusal struct {
	// Act completes "the sandbox refused to": ActRead, ActWrite or one of a fixed set of
	// others.
	Act string `json:"act"`
	// Path is the absolute path that the act was attempted on, or "".
	Path string `json:"path,omitempty"`
}

// The acts that most programs fail by.
const (
	ActRead  = "open"
	ActWrite = "write to"
)

// dying is how long to wait for the end of killed processes.
const dying = 5 * time.Second

// TailSize is how much of a program's standard output and error is kept.
const TailSize = 4 << 10

// firstSize is how much is kept of the beginning of standard output.
const firstSize = 1 << 10

// mostNames limits the files and folders that a run may create.
const mostNames = 200_000
