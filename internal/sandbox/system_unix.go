//go:build unix

package sandbox

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownSession puts a process at the head of a session of its own.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

func killGroup(pid int) { syscall.Kill(-pid, syscall.SIGKILL) }

// limitFiles sets limits on this process that the program inherits: no core
// dumps, and no file larger than the output limit.
func limitFiles(size int64) {
	syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l) != nil {
		return
	}
	l.Cur = l.Max
	if size > 0 && uint64(size) < l.Max {
		l.Cur = uint64(size) + 1 // one more byte shows that the limit was passed
	}
	syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l)
}

// describeSystem fills in the signal and the memory.
func describeSystem(o *Outcome, state *os.ProcessState) {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		o.Signal = unix.SignalName(status.Signal())
	}
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		o.Peak = int64(usage.Maxrss)  //nolint:unconvert // of 32 bits on some architectures
		if runtime.GOOS != "darwin" { // which counts in bytes
			o.Peak <<= 10
		}
	}
}

// ownerOf is the user to whom a file or a process belongs.
func ownerOf(info os.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}
