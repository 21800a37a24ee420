//go:build !portable

package sandbox

import (
	"errors"
	"fmt"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A call is one system call between fork and exec.
type call struct {
	name     string // for errors
	number   uintptr
	args     [6]uintptr
	optional bool   // it may fail
	result   *int32 // where to store its result, in the child's own memory
}

// A launch is what a forked child does until it executes the program: a sequence of system
// calls, all prepared by its parent. A child of a Go process may do nothing else, since it
// has only one thread and half a runtime. A newly executed process could, but takes three
// times as long: 1.4 ms for a binary of touchstone's size.
type launch struct {
	calls  []call
	pinned []any // keeps what the arguments point at alive
	traced bool  // we answer its calls, so we do not wait in the kernel until it has executed the program
}

func (l *launch) add(name string, number uintptr, args ...uintptr) *call {
	l.calls = append(l.calls, call{name: name, number: number})
	c := &l.calls[len(l.calls)-1]
	copy(c.args[:], args)
	return c
}

// A textError reports a string that cannot be passed to a program.
type textError struct{ problem string }

func (e *textError) Error() string { return e.problem }

// text returns the address of a C string.
func (l *launch) text(s string) (uintptr, error) {
	p, err := syscall.BytePtrFromString(s)
	if err != nil {
		return 0, &textError{fmt.Sprintf("%q: %v", s, err)}
	}
	return pin(l, p), nil
}

// texts returns the address of a NULL-terminated list of C strings.
func (l *launch) texts(list []string) (uintptr, error) {
	p, err := syscall.SlicePtrFromStrings(list)
	if err != nil {
		return 0, &textError{fmt.Sprintf("%q: %v", list, err)}
	}
	l.pinned = append(l.pinned, p)
	return pin(l, &p[0]), nil
}

// pin returns the address of what a call points at, and keeps it alive.
func pin[T any](l *launch, p *T) uintptr {
	l.pinned = append(l.pinned, p)
	return uintptr(unsafe.Pointer(p))
}

// A launchError says which call failed.
type launchError struct {
	call  string
	errno syscall.Errno
}

func (e *launchError) Error() string { return e.call + ": " + e.errno.Error() }
func (e *launchError) Unwrap() error { return e.errno }

// start forks a child that makes the calls, the last of which executes the program, and
// waits until it has. It calls forked as soon as the child exists. pidfd refers to the
// child, or is -1 before Linux 5.2.
func (l *launch) start(forked func()) (pid, pidfd int, err error) {
	var failed [2]int
	if err := unix.Pipe2(failed[:], unix.O_CLOEXEC); err != nil {
		return 0, -1, err
	}
	defer unix.Close(failed[0])
	fd := int32(-1)
	flags := uintptr(shared)
	if l.traced {
		flags = 0
	}
	syscall.ForkLock.Lock() // no other thread may fork and pass on what is open here
	dumpable := isDumpable()
	child, errno := fork(flags, l.calls, &fd, uintptr(failed[1]))
	setDumpable(dumpable) // a child that became another user has changed this for our memory
	syscall.ForkLock.Unlock()
	unix.Close(failed[1])
	forked()
	if errno != 0 {
		return 0, -1, fmt.Errorf("fork: %w", errno)
	}
	defer runtime.KeepAlive(l)
	var report [2]uintptr
	n, err := readFull(failed[0], unsafe.Slice((*byte)(unsafe.Pointer(&report)), unsafe.Sizeof(report)))
	if n == 0 && err == nil {
		return int(child), int(fd), nil
	}
	_, _ = unix.Wait4(int(child), nil, 0, nil)
	if fd >= 0 {
		unix.Close(int(fd))
	}
	return 0, -1, &launchError{l.calls[report[0]].name, syscall.Errno(report[1])}
}

// isDumpable reports whether processes of the same user may read this one's memory, and write to
// its files in /proc.
func isDumpable() bool {
	n, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0)
	return err == nil && n == 1
}

// setDumpable sets what isDumpable reports. Whoever starts processes in user namespaces must be
// dumpable: otherwise their uid_map belongs to root, and only root can write to it.
func setDumpable(yes bool) {
	n := uintptr(0)
	if yes {
		n = 1
	}
	unix.Prctl(unix.PR_SET_DUMPABLE, n, 0, 0, 0)
}

func readFull(fd int, p []byte) (n int, err error) {
	for {
		n, err = unix.Read(fd, p)
		if !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}

// The runtime's preparations for a fork, as made by package syscall.

//go:linkname beforeFork syscall.runtime_BeforeFork
func beforeFork()

//go:linkname afterFork syscall.runtime_AfterFork
func afterFork()

//go:linkname afterForkInChild syscall.runtime_AfterForkInChild
func afterForkInChild()

// launchFailed is the exit status of a child that did not execute the program.
const launchFailed = 127

// fork makes a child that makes the calls and never returns; it writes the number of the
// one that fails, and the error, to a pipe. The child may share our memory and this
// stack, and is compiled by the rules of syscall.forkAndExecInChild: no allocation, no
// growing stack, no race detector, and nothing that this function needs when it goes on.
//
//go:noinline
//go:norace
//go:nocheckptr
func fork(flags uintptr, calls []call, pidfd *int32, failed uintptr) (pid uintptr, errno syscall.Errno) {
	var report [2]uintptr
	beforeFork()
	pid, e := clone(uintptr(syscall.SIGCHLD)|unix.CLONE_PIDFD|flags, pidfd)
	if e != 0 || pid != 0 {
		afterFork()
		return pid, syscall.Errno(e)
	}
	afterForkInChild()
	for i := range calls {
		c := &calls[i]
		result, _, errno := syscall.RawSyscall6(c.number, c.args[0], c.args[1], c.args[2], c.args[3], c.args[4], c.args[5])
		if errno != 0 && !c.optional {
			report[0], report[1] = uintptr(i), uintptr(errno)
			_, _, _ = syscall.RawSyscall(syscall.SYS_WRITE, failed, uintptr(unsafe.Pointer(&report)), unsafe.Sizeof(report))
			break
		}
		if c.result != nil {
			*c.result = int32(result)
		}
	}
	for {
		_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT_GROUP, launchFailed, 0, 0)
	}
}
