// Package outcome describes the conditions under which programs run and how a run or a build ended. Package
// sandbox runs programs.
package outcome

import (
	"fmt"
	"time"
)

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

// A SandboxMode is the degree to which a program is confined: "auto", "none", "require" or "separate".
type SandboxMode string

// An Outcome describes how a run ended.
type Outcome struct {
	Stopped Stop
	Exit    int    // exit status, -1 if a signal ended the program
	Signal  string // the signal's name, or ""
	// StartError is the reason why the program could not be started.
	StartError string
	CPU, Wall  time.Duration
	// System is the part of CPU that the system spent on behalf of the program and its processes that were
	// waited for. It is 0 if it is unknown.
	System time.Duration
	// Peak is the largest resident set of any of its processes, in bytes, or in a memory
	// control group the most that all of them used together, including files in the cache.
	Peak    int64
	Printed int64  // total bytes on standard output
	First   []byte // the beginning of standard output, at most a KiB
	Output  []byte // the end of standard output, at most sandbox.TailSize bytes
	// Errors is standard error. Of a long one it has only the end and the first sandbox.HeadSize bytes.
	Errors []byte
	// ProcessesLeft reports whether processes of the program may still exist: they were killed, but
	// did not end in time. The worker is dead in that case.
	ProcessesLeft bool
}

// Failed reports whether a program that was not stopped failed nevertheless.
func (o Outcome) Failed() bool { return o.StartError != "" || o.Signal != "" || o.Exit != 0 }

// DescribeEnd describes how a program ended.
func (o Outcome) DescribeEnd() string {
	switch {
	case o.Stopped == StoppedCPU:
		return "stopped after " + FormatTime(o.CPU) + " of CPU time"
	case o.Stopped == StoppedWall:
		return "stopped after " + FormatTime(o.Wall) + " by the clock"
	case o.Stopped == StoppedMemory:
		return "stopped for using too much memory"
	case o.Stopped == StoppedOutput:
		return "stopped for printing too much"
	case o.Stopped == StoppedDisk:
		return "stopped for writing too much into its directory"
	case o.StartError != "":
		return "it could not be started: " + o.StartError
	case o.Signal != "":
		return "ended by " + o.Signal
	}
	return fmt.Sprintf("exit status %d", o.Exit)
}

// FormatTime formats a time with as many digits as matter.
func FormatTime(d time.Duration) string {
	if d = d.Round(time.Millisecond); d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// A BuildError is the error of a submission that cannot be built.
type BuildError struct {
	Fault  string // one of a few, in a line
	Output string // details, such as the compiler's output, and how to fix it
	Exited bool   // the compiler ended by itself
}

// NotCompiled is the Fault of a program that does not compile.
const NotCompiled = "the program does not compile"

func (e *BuildError) Error() string { return e.Fault + ":\n" + e.Output }

// Compiling reports whether a compiler or an interpreter failed. A shortage of time, memory or disk space may
// have caused that.
func (e *BuildError) Compiling() bool { return e.Fault == NotCompiled }
