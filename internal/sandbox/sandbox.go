// Package sandbox runs an untrusted program once, under limits and as confined as the system allows, so that
// the program cannot outlive the run, block it, forge its verdict, or access other data.
//
// A Worker has a supervisor, a process of the same binary, which starts the programs one after another and
// makes sure that they end. The program's own process sets up its confinement between fork and exec
// (launch_linux.go), so that it applies to no process that remains. The program cannot see, trace or signal
// the supervisor, nor set its limits.
//
// There are two modes. The plain mode is available everywhere. It limits elapsed time, the CPU time and
// memory of the whole process tree, the bytes written to standard output and error, and the bytes of the
// files in the working directory. It kills the processes that remain at the end. Standard input is empty, the
// environment is the given one, and no descriptor is inherited. The enforcement depends on how a system
// identifies the program's processes:
//
//	Linux    all descendants of this process: none escapes
//	Windows  the processes in a job object (portable_windows.go), which contains the program from
//	         its first instruction on, and which counts and ends all of them. It does not
//	         contain processes that other programs, such as the task scheduler, start on its behalf.
//	         Memory is committed memory.
//	others   the processes that ps shows in the supervisor's session, in the program's group, or
//	         below one of them (portable_unix.go). ps runs every 200 ms, and memory and CPU
//	         time are sampled at that interval. A process that leaves the session, and whose
//	         parent ends before the next sample, is neither counted nor killed. Each process
//	         has limits on CPU time, file sizes and open files, which it cannot raise.
//
// A supervisor ends its programs when its caller is gone. On Windows a program ends with its supervisor; on
// other systems except Linux it survives if its supervisor is killed together with the caller. Every wait
// after a kill is limited: if a process does not die, the outcome reports it, and the worker is not used
// again.
//
// The confined mode exists on Linux only. It needs no privileges, and has three tiers:
//
//	T1  namespaces and a separate /proc
//	T2  namespaces, but the old /proc, as in many containers
//	T3  no namespaces: Landlock, seccomp and, for root, another user
//
// In T1 and T2 a program sees a root directory in which only the files that it may read are mounted
// (view_linux.go). It writes to a file system in memory that is new for each run: its changes disappear with
// that file system, whose size the kernel limits. In all tiers Landlock (landlock_linux.go) and a seccomp
// filter (seccomp_linux.go) apply to the program, it has no privileges, and it joins control groups for
// memory, processes and CPU time where they are available (group_linux.go). docs/sandbox.md lists the attacks
// that each mechanism stops on each tier.
//
// Several ideas come from other sandboxes: from bubblewrap, the order of setting up a new root, in which all
// mounts are made from the old root before that is released; from go-judge and nsjail, that the forked child
// alone sets limits, groups, descriptors, user, no_new_privs and filter, in this order; from isolate, a
// separate user for each box, whose keeper stays outside its rules; from DOMjudge's runguard, counting CPU
// time by the control group, and killing by it.
package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A Job is one run of a program.
type Job struct {
	Path   string   // of the executable
	Args   []string // with the program's name first
	Env    []string // "NAME=value"
	Limits Limits
	// Stdin names a file in the working directory that becomes standard input. Except on Windows, it disappears
	// from there when the program starts. "" means empty input. Stdout names a new file there for the program's
	// standard output. With "" only the beginning and the end of that output are known.
	Stdin, Stdout string
	// Piped is set if RunPiped has sent pipes, which replace the files as standard input and output.
	Piped bool
	Dir   string // the working directory, set by Run
}

// Pipes connect a running program with others. The worker sends them to its supervisor, and the program has
// the only copies afterwards.
type Pipes struct {
	Stdin, Stdout *os.File
	// Stop is the reading end of a pipe. The supervisor stops the program when the writing end is closed.
	Stop *os.File
}

// Limits are the limits of a run. Zero means no limit.
type Limits struct {
	CPU    time.Duration // of the program and all its descendants
	Wall   time.Duration
	Memory int64 // resident bytes of all its processes together
	Output int64 // bytes of standard output and error together, and of the files in the directory together
}

// busyFactor is the factor by which a program may exceed its limit on elapsed time if it waits for a processor
// on a busy machine.
const busyFactor = 12

// MaxElapsed returns the maximum elapsed time of a run under any circumstances.
func (l Limits) MaxElapsed() time.Duration {
	if l.Wall == 0 {
		return 365 * 24 * time.Hour
	}
	return busyFactor * l.Wall
}

// systemCPULimits returns the soft and hard limits, in seconds, at which the system ends a process that uses the
// CPU. The system counts in ticks, and is off by a few per cent: the margin grows with the limit.
func (l Limits) systemCPULimits() (soft, hard uint64) {
	s := l.CPU.Seconds()
	soft = uint64(s+s/4) + 2
	return soft, soft + 2
}

// maxProcesses limits the processes and threads of a program. Java and Node start dozens
// before they do anything.
const maxProcesses = 256

// maxFiles limits the open files of a process.
const maxFiles = 1024

// An Outcome describes how a run ended. It is defined in package outcome, which does not depend on the
// sandbox.
type (
	Outcome = outcome.Outcome
	Stop    = outcome.Stop
)

// Reasons for ending a run from outside.
const (
	NotStopped    = outcome.NotStopped
	StoppedCPU    = outcome.StoppedCPU
	StoppedWall   = outcome.StoppedWall
	StoppedMemory = outcome.StoppedMemory
	StoppedOutput = outcome.StoppedOutput
	StoppedDisk   = outcome.StoppedDisk
)

// killWait is the time to wait for the end of killed processes.
const killWait = 5 * time.Second

// TailSize is the number of bytes that are kept of the end of a program's standard output and error, and
// HeadSize of the beginning of standard error.
const (
	TailSize = 4 << 10
	HeadSize = 3 << 10
)

// firstSize is the number of bytes that are kept of the beginning of standard output.
const firstSize = 1 << 10

// maxNames limits the files and directories that a run may create.
const maxNames = 200_000

// A capture collects the output of a program in a file, usually without a name. So no goroutine has to read
// concurrently, or to wait for a process that keeps a pipe open.
type capture struct{ file *os.File }

// open opens the capture: a new file in dir, or one without a name if name is "".
func (c *capture) open(dir, name string) (err error) {
	if name == "" {
		c.file, err = captureFile()
	} else {
		c.file, err = os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	}
	return err
}

// openInput opens standard input: a file of dir, which it removes there, or nothing.
func openInput(dir, name string) (*os.File, error) {
	if name == "" {
		return os.Open(os.DevNull)
	}
	path := filepath.Join(dir, name)
	f, err := os.Open(path)
	if err == nil {
		_ = os.Remove(path) // where it is open that may not be possible, and does no harm
	}
	return f, err
}

// size returns the number of bytes so far.
func (c *capture) size() int64 {
	info, err := c.file.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// tail returns the end of the output.
func (c *capture) tail() []byte {
	size := c.size()
	return c.read(max(0, size-TailSize), min(size, TailSize))
}

// headAndTail returns the output. It shortens a long output to its beginning and end, with a line between them. The
// beginning matters because the report of a crash begins with its cause and with the innermost calls of an
// endless recursion.
func (c *capture) headAndTail() []byte {
	size := c.size()
	if size <= HeadSize+TailSize {
		return c.read(0, size)
	}
	head := c.read(0, HeadSize)
	return fmt.Appendf(head[:bytes.LastIndexByte(head, '\n')+1], "... (%d bytes)\n%s", size-HeadSize-TailSize,
		c.tail())
}

// first returns the beginning of the output and its total size. It must be called when all processes are
// gone.
func (c *capture) first() (text []byte, size int64) {
	size = c.size()
	return c.read(0, min(size, firstSize)), size
}

func (c *capture) read(offset, n int64) []byte {
	if n == 0 {
		return nil
	}
	text := make([]byte, n)
	read, _ := c.file.ReadAt(text, offset)
	return text[:read]
}

func (c *capture) close() { c.file.Close() }
