//go:build unix

package sandbox

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownSession makes a process the leader of a new session.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// rename moves a folder that nobody is using any more.
func rename(from, to string) error { return os.Rename(from, to) }

// closeOnExec prevents programs from inheriting descriptors above the standard ones. Not
// every system lists all of them in /dev/fd.
func closeOnExec() {
	for fd := 3; fd < mostFiles; fd++ {
		unix.CloseOnExec(fd)
	}
	entries, _ := os.ReadDir("/dev/fd")
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}

// passedBackstop reports whether a signal after that much CPU time came from the system. For its limit the system counts
// whole ticks, also those of which the machine has given a part to others.
func (l Limits) passedBackstop(signal unix.Signal, used time.Duration) bool {
	soft, _ := l.backstop()
	near := time.Duration(soft) * time.Second / 2
	return l.CPU > 0 && (signal == unix.SIGXCPU || signal == unix.SIGKILL) && used >= min(near, l.CPU)
}

// ownerOf returns the user ID of the owner of a file or a process.
func ownerOf(info os.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}

// TasksOf counts the processes and threads of a user, on Linux.
func TasksOf(user int) (n int64) {
	all, _ := filepath.Glob("/proc/[0-9]*/task")
	for _, dir := range all {
		var stat unix.Stat_t
		if unix.Stat(dir, &stat) == nil && int(stat.Uid) == user {
			n += int64(stat.Nlink) - 2 //nolint:unconvert // the types differ from system to system
		}
	}
	return n
}

// rlimits calls set for the limits that apply to each process of a program, with the number of
// processes that its user may have, or 0.
func (l Limits) rlimits(processes uint64, set func(resource int, soft, hard uint64)) {
	set(unix.RLIMIT_CORE, 0, 0)
	set(unix.RLIMIT_NOFILE, mostFiles, mostFiles)
	if processes > 0 {
		set(unix.RLIMIT_NPROC, processes, processes)
	}
	if l.Output > 0 { // one more byte shows that the limit was passed
		set(unix.RLIMIT_FSIZE, uint64(l.Output)+1, uint64(l.Output)+1)
	}
	if l.CPU > 0 {
		soft, hard := l.backstop()
		set(unix.RLIMIT_CPU, soft, hard)
	}
}

// recordPID stores the PID of the program, or 0, where the worker finds it if this process dies.
func recordPID(note *os.File, pid int) {
	if note != nil {
		_, _ = note.WriteAt(binary.NativeEndian.AppendUint32(nil, uint32(pid)), 0)
	}
}

// recordedPID returns what recordPID stored, or 0.
func recordedPID(note *os.File) int {
	pid := make([]byte, 4)
	if _, err := note.ReadAt(pid, 0); err != nil { // nothing is recorded before the first program
		return 0
	}
	return int(binary.NativeEndian.Uint32(pid))
}
