//go:build unix

package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownSession starts a command as the leader of a new session.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// rename moves a directory that no process uses any more.
func rename(from, to string) error { return os.Rename(from, to) }

// closeOnExec prevents programs from inheriting descriptors above the standard ones. Not
// every system lists all of them in /dev/fd.
func closeOnExec() {
	for fd := 3; fd < maxFiles; fd++ {
		unix.CloseOnExec(fd)
	}
	entries, _ := os.ReadDir("/dev/fd")
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}

// passedBackstop reports whether a signal after the given CPU time came from the system. The system counts
// whole ticks against its limit, even if the virtual machine received only a part of a tick.
func (l Limits) passedBackstop(signal unix.Signal, used time.Duration) bool {
	soft, _ := l.systemCPULimits()
	near := time.Duration(soft) * time.Second / 2
	return l.CPU > 0 && (signal == unix.SIGXCPU || signal == unix.SIGKILL) && used >= min(near, l.CPU)
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
	set(unix.RLIMIT_NOFILE, maxFiles, maxFiles)
	if processes > 0 {
		set(unix.RLIMIT_NPROC, processes, processes)
	}
	if l.Output > 0 { // one more byte shows that the limit was passed
		set(unix.RLIMIT_FSIZE, uint64(l.Output)+1, uint64(l.Output)+1)
	}
	if l.CPU > 0 {
		soft, hard := l.systemCPULimits()
		set(unix.RLIMIT_CPU, soft, hard)
	}
}

// maxDepth limits how deep directories are examined. Anything deeper counts as an attempt to hide something.
const maxDepth = 256

// dirSize counts the bytes of the files below dir, up to a little more than limit, where
// no separate file system counts them. It also finds files below directories that their owner
// cannot enter, whose permissions it changes, and files whose path is too long.
func dirSize(dir string, limit int64) int64 {
	c := count{limit: limit}
	c.countDir(unix.AT_FDCWD, dir, 0)
	return c.size
}

// A count is a directory size being computed.
type count struct {
	size, limit int64
	names       int
}

func (c *count) countDir(dirFD int, name string, depth int) {
	const flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Openat(dirFD, name, flags, 0)
	if errors.Is(err, unix.EACCES) {
		_ = unix.Fchmodat(dirFD, name, 0o700, 0)
		fd, err = unix.Openat(dirFD, name, flags, 0)
	}
	if err != nil {
		return // it vanished
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	for c.size <= c.limit {
		names, err := f.Readdirnames(1000)
		if err != nil {
			return
		}
		for _, name := range names {
			c.entry(fd, name, depth)
		}
	}
}

func (c *count) entry(dirFD int, name string, depth int) {
	c.names++
	var stat unix.Stat_t
	switch err := unix.Fstatat(dirFD, name, &stat, unix.AT_SYMLINK_NOFOLLOW); {
	case err != nil:
	case c.names > maxNames, depth > maxDepth:
		c.size = max(c.size, c.limit+1)
	case stat.Mode&unix.S_IFMT == unix.S_IFDIR:
		c.countDir(dirFD, name, depth+1)
	case stat.Mode&unix.S_IFMT == unix.S_IFREG:
		c.size += max(stat.Size, stat.Blocks*512) // blocks may be preallocated, or sparse
	}
}
