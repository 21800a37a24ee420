//go:build unix

package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownSession makes a process the leader of a new session.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// rename moves a folder that nobody is using any more.
func rename(from, to string) error { return os.Rename(from, to) }

// passedBackstop reports whether a signal after that much CPU time came from the system.
func (l Limits) passedBackstop(signal unix.Signal, used time.Duration) bool {
	soft, _ := l.backstop()
	near := time.Duration(soft) * time.Second * 9 / 10
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
