//go:build unix

package sandbox

import (
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownSession puts a process at the head of a session of its own.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// rename moves a folder that nobody uses any more.
func rename(from, to string) error { return os.Rename(from, to) }

// passedBackstop reports whether a signal after so much CPU time was the system's.
func (l Limits) passedBackstop(signal unix.Signal, used time.Duration) bool {
	soft, _ := l.backstop()
	near := time.Duration(soft) * time.Second * 9 / 10
	return l.CPU > 0 && (signal == unix.SIGXCPU || signal == unix.SIGKILL) && used >= min(near, l.CPU)
}

// ownerOf is the user to whom a file or a process belongs.
func ownerOf(info os.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}
