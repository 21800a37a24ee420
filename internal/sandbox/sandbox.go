package sandbox

import "time"

// A Job is one run of a program.
type Job struct {
	Path   string   // of the executable
	Args   []string // with the program's name in front
	Env    []string // "NAME=value"
	Limits Limits
	// Trace has the names noted that the program asks for and is refused. It takes
	// longer.
	Trace bool
	Dir   string // working folder if it is not the run's own: one of the policy's Write
}

// Limits bound a run. Zero means no limit.
type Limits struct {
	CPU    time.Duration // of the program and all its descendants
	Wall   time.Duration
	Memory int64 // resident bytes of all its processes together
	Output int64 // bytes of standard output and error together, and of the files in the folder together
}

// patience is how much longer than its limit by the clock a program may take that waits
// for a processor on a busy machine.
const patience = 12

// Longest is how long a run may take by the clock, whatever happens.
func (l Limits) Longest() time.Duration {
	if l.Wall == 0 {
		return 365 * 24 * time.Hour
	}
	return patience * l.Wall
}

// backstop is where the system ends a process that uses the CPU, in seconds. It counts
// in ticks, and is off by some per cent: the margin grows with the limit.
func (l Limits) backstop() (soft, hard uint64) {
	s := l.CPU.Seconds()
	soft = uint64(s+s/4) + 2
	return soft, soft + 2
}

// mostProcesses bounds the processes and threads of a program. Java and Node start
// some dozens before they do anything.
const mostProcesses = 256

// mostFiles bounds the open files of a process.
const mostFiles = 1024

// A Stop is why a run was ended from outside.
type Stop string

const (
	NotStopped    Stop = ""
	StoppedCPU    Stop = "cpu"
	StoppedWall   Stop = "wall"
	StoppedMemory Stop = "memory"
	StoppedOutput Stop = "output" // too much on standard output or error
	StoppedDisk   Stop = "disk"   // too much in files
)

// An Outcome is how a run ended.
type Outcome struct {
	Stopped Stop
	Exit    int    // exit status, -1 if a signal ended the program
	Signal  string // the signal's name, or ""
	// StartError says why the program could not be started at all.
	StartError string
	CPU, Wall  time.Duration
	// Peak is the largest resident set of one of its processes, in bytes, or in a
	// memory control group what all of them used together, files in the cache included.
	Peak    int64
	Printed int64  // bytes on standard output
	First   []byte // the beginning of standard output, at most firstSize bytes
	Output  []byte // the end of standard output, at most tailSize bytes
	Errors  []byte // the end of standard error, likewise
	// Refused lists, of a traced run, what the sandbox kept from the program, in the
	// order in which it asked.
	Refused []Refusal
	// Left reports whether processes of the program may live on: they were killed, and
	// did not end in time. The worker is dead then.
	Left bool
}

// A Refusal is something that a program asked for and the sandbox refused.
type Refusal struct {
	// Act completes "the sandbox refused to": ActRead, ActWrite or one of a set of others.
	Act string `json:"act"`
	// Path is what that would have been done to, an absolute name, or "".
	Path string `json:"path,omitempty"`
}

// The acts that most programs fail by.
const (
	ActRead  = "open"
	ActWrite = "write to"
)

// dying is how long what was killed is waited for.
const dying = 5 * time.Second

// tailSize is how much of a program's standard output and error is kept.
const tailSize = 4 << 10

// firstSize is how much is kept of the beginning of standard output.
const firstSize = 1 << 10

// mostNames bounds the files and folders that a run may make.
const mostNames = 200_000
