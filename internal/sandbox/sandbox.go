package sandbox

import (
	"time"

	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A Job is one run of a program.
type Job struct {
	Path   string   // of the executable
	Args   []string // with the program's name first
	Env    []string // "NAME=value"
	Limits Limits
	// Stdin names a file in the working folder that becomes standard input, and is gone from there when
	// the program starts, but on Windows; "" is empty input. Stdout names one that is made there of what the program
	// prints on standard output; with "" only the beginning and the end of that are known.
	Stdin, Stdout string
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

// An Outcome describes how a run ended, which package outcome knows without a sandbox.
type (
	Outcome = outcome.Outcome
	Stop    = outcome.Stop
	Refusal = outcome.Refusal
)

// Why a run was ended from outside.
const (
	NotStopped    = outcome.NotStopped
	StoppedCPU    = outcome.StoppedCPU
	StoppedWall   = outcome.StoppedWall
	StoppedMemory = outcome.StoppedMemory
	StoppedOutput = outcome.StoppedOutput
	StoppedDisk   = outcome.StoppedDisk
)

// dying is how long to wait for the end of killed processes.
const dying = 5 * time.Second

// TailSize is how much of the end of a program's standard output and error is kept, and HeadSize of the beginning of standard error.
const (
	TailSize = 4 << 10
	HeadSize = 3 << 10
)

// firstSize is how much is kept of the beginning of standard output.
const firstSize = 1 << 10

// mostNames limits the files and folders that a run may create.
const mostNames = 200_000
