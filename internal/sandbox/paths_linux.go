//go:build !portable

package sandbox

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// A pathCall is a system call that takes a path. It holds the indexes of the arguments for
// the folder that the path is relative to, the path, and the flags.
type pathCall struct {
	dir, path, flags int
	writes           bool
}

// Special values instead of an argument's index.
const (
	fromHere = -1 // the working folder
	noFlags  = -2
)

// pathCalls are the calls whose paths are recorded.
var pathCalls = func() map[uintptr]pathCall {
	all := map[uintptr]pathCall{
		unix.SYS_OPENAT:     {0, 1, 2, false},
		unix.SYS_EXECVE:     {fromHere, 0, noFlags, false},
		unix.SYS_EXECVEAT:   {0, 1, noFlags, false},
		unix.SYS_STATX:      {0, 1, noFlags, false},
		unix.SYS_FACCESSAT:  {0, 1, noFlags, false},
		unix.SYS_FACCESSAT2: {0, 1, noFlags, false},
		unix.SYS_TRUNCATE:   {fromHere, 0, noFlags, true},
		unix.SYS_MKDIRAT:    {0, 1, noFlags, true},
		unix.SYS_MKNODAT:    {0, 1, noFlags, true},
		unix.SYS_UNLINKAT:   {0, 1, noFlags, true},
		unix.SYS_RENAMEAT2:  {2, 3, noFlags, true},
		unix.SYS_LINKAT:     {2, 3, noFlags, true},
		unix.SYS_SYMLINKAT:  {1, 2, noFlags, true},
		unix.SYS_FCHMODAT:   {0, 1, noFlags, true},
		unix.SYS_FCHMODAT2:  {0, 1, noFlags, true},
		unix.SYS_FCHOWNAT:   {0, 1, noFlags, true},
		unix.SYS_UTIMENSAT:  {0, 1, noFlags, true},
	}
	maps.Copy(all, oldPathCalls)
	return all
}()

// act returns whether a call would read or write.
func (c pathCall) act(n *notification) string {
	const writes = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC
	if c.writes || c.flags != noFlags && n.args[c.flags]&writes != 0 {
		return ActWrite
	}
	return ActRead
}

// name returns the absolute path that a stopped call of a program names, or "". working is
// the folder in which the program was started.
func (c pathCall) name(n *notification, working string) string {
	path := readText(int(n.pid), uintptr(n.args[c.path]))
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	from := "cwd"
	if c.dir != fromHere && int32(n.args[c.dir]) != unix.AT_FDCWD {
		from = fmt.Sprintf("fd/%d", int32(n.args[c.dir]))
	}
	dir, err := os.Readlink(fmt.Sprintf("/proc/%d/%s", n.pid, from))
	switch {
	case err == nil && filepath.IsAbs(dir):
	case from == "cwd": // it cannot be told where /proc is that of another PID namespace
		dir = working
	default:
		return ""
	}
	return filepath.Join(dir, path)
}

// readText reads a C string of another process, or returns "".
func readText(pid int, at uintptr) string {
	page := uintptr(os.Getpagesize())
	var text []byte
	for len(text) < unix.PathMax {
		part := make([]byte, page-at%page)
		remote := []unix.RemoteIovec{{Base: at, Len: len(part)}}
		local := []unix.Iovec{{Base: &part[0]}}
		local[0].SetLen(len(part))
		n, err := unix.ProcessVMReadv(pid, local, remote, 0)
		if err != nil {
			return ""
		}
		before, _, ended := bytes.Cut(part[:n], []byte{0})
		text = append(text, before...)
		if ended {
			return string(text)
		}
		at += uintptr(n)
	}
	return ""
}
