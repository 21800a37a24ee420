//go:build !portable

package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// launch returns the calls that start a job. Their order matters: calls that need a privilege precede the
// call that drops it, and the calls that restrict the process come last.
func (v *supervisor) launch(job Job, standard [3]int) (*launch, error) {
	l := new(launch)
	l.record(v.handles[handlePID])
	l.add("a session of its own", unix.SYS_SETSID)
	for _, name := range groupHandles {
		if f := v.handles[name]; f != nil {
			l.join(name, f)
		}
	}
	dir, err := l.text(job.Dir)
	if err != nil {
		return nil, err
	}
	l.add("chdir "+job.Dir, unix.SYS_CHDIR, dir)
	for to, from := range standard {
		l.add("standard files", unix.SYS_DUP3, uintptr(from), uintptr(to), 0)
	}
	v.limit(l, job.Limits)
	l.add("umask", unix.SYS_UMASK, 0o022)
	// before Linux 5.11 they are marked one by one
	l.add("closing descriptors", unix.SYS_CLOSE_RANGE, 3, math.MaxUint32,
		unix.CLOSE_RANGE_CLOEXEC).optional = true
	if v.confined {
		if err := v.confine(l, job.Dir); err != nil {
			return nil, err
		}
	}
	// Becoming another user, as confine does, resets this.
	l.add("ending with the supervisor", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL))
	return l, l.execute(job)
}

// record makes the child record its own PID: the supervisor may be killed before it can.
func (l *launch) record(note *os.File) {
	pid := new(int32)
	l.add("getpid", unix.SYS_GETPID).result = pid
	l.add("recording the PID", unix.SYS_PWRITE64, note.Fd(), pin(l, pid), unsafe.Sizeof(*pid), 0)
}

// join makes the child join a control group. Writing 0 adds the writing process.
func (l *launch) join(name string, f *os.File) {
	l.add("joining the control group for "+name, unix.SYS_PWRITE64, f.Fd(), pin(l, &[1]byte{'0'}), 1, 0)
}

// execute completes a launch.
func (l *launch) execute(job Job) error {
	path, errPath := l.text(job.Path)
	args, errArgs := l.texts(job.Args)
	env, errEnv := l.texts(job.Env)
	if err := cmp.Or(errPath, errArgs, errEnv); err != nil {
		return err
	}
	l.add(job.Path, unix.SYS_EXECVE, path, args, env)
	return nil
}

// limit sets the limits that apply to each process of a program.
func (v *supervisor) limit(l *launch, limits Limits) {
	limit := v.processLimit
	if v.countOthers { // these vary
		limit = uint64(TasksOf(os.Getuid())) + 2*maxProcesses
	}
	// The kernel counts the bytes written in a private view. Memory in the form of files, to which this limit
	// would also apply, is subject to the memory limit.
	if !v.onDisk() {
		limits.Output = 0
	}
	limits.rlimits(limit, func(resource int, soft, hard uint64) {
		l.add("limits", unix.SYS_PRLIMIT64, 0, uintptr(resource), pin(l, &unix.Rlimit{Cur: soft, Max: hard}), 0)
	})
}

// noSetuidFixup is SECBIT_NO_SETUID_FIXUP: changing the user then drops no capabilities, neither the
// effective ones nor the ones that access(2) considers, which Java and shells use to find out which files
// they may read.
const noSetuidFixup = 1 << 2

// confine drops all capabilities, with one exception where the programs of root have a user namespace and a
// /proc of their own: with DAC_OVERRIDE another user reads and runs the files that root may, as far as the
// mounts and Landlock permit.
func (v *supervisor) confine(l *launch, dir string) error {
	prctl := func(name string, args ...uintptr) { l.add(name, unix.SYS_PRCTL, args...) }
	var keep uint32
	if v.user.User != 0 {
		user, group := uintptr(v.user.User), uintptr(v.user.Group)
		if v.spaces.overrides() {
			keep = 1 << unix.CAP_DAC_OVERRIDE
			prctl("keeping capabilities", unix.PR_SET_SECUREBITS, noSetuidFixup)
		}
		l.add("leaving groups", unix.SYS_SETGROUPS, 0, 0)
		l.add("another group", unix.SYS_SETRESGID, group, group, group)
		l.add("another user", unix.SYS_SETRESUID, user, user, user)
	}
	header := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	data := &[2]unix.CapUserData{{Effective: keep, Permitted: keep, Inheritable: keep}}
	prctl("giving up inherited capabilities", unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL)
	l.add("giving up capabilities", unix.SYS_CAPSET, pin(l, header), pin(l, data))
	if keep != 0 {
		prctl("keeping a capability", unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_RAISE, unix.CAP_DAC_OVERRIDE)
	}
	prctl("no new privileges", unix.PR_SET_NO_NEW_PRIVS, 1)
	if v.lock != nil {
		writable := v.write
		if v.view != nil {
			writable = v.view.writable
		}
		rules, err := v.lock.rules(append([]string{dir}, writable...))
		if err != nil {
			return err
		}
		v.rules = rules
		l.add("landlock", unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(rules), 0)
	}
	if f := v.filter; f != nil {
		l.add("seccomp", unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0,
			pin(l, &unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}))
	}
	return nil
}

// A call is one system call between fork and exec.
type call struct {
	name     string // for errors
	number   uintptr
	args     [6]uintptr
	optional bool   // it may fail
	result   *int32 // where to store its result, in the child's own memory
}

// A launch is the sequence of system calls that a forked child makes until it executes the program. Its
// parent prepares all of them. A child of a Go process may do nothing else, since it has only one thread and
// half a runtime. A newly executed process could do more, but starting it takes three times as long: 1.4 ms
// for a binary of touchstone's size.
type launch struct {
	calls  []call
	pinned []any // keeps the targets of the arguments alive
}

func (l *launch) add(name string, number uintptr, args ...uintptr) *call {
	l.calls = append(l.calls, call{name: name, number: number})
	c := &l.calls[len(l.calls)-1]
	copy(c.args[:], args)
	return c
}

// A textError reports a string that cannot be passed to a program.
type textError string

func (e textError) Error() string { return string(e) }

// text returns the address of a C string.
func (l *launch) text(s string) (uintptr, error) {
	p, err := syscall.BytePtrFromString(s)
	if err != nil {
		return 0, textError(fmt.Sprintf("%q: %v", s, err))
	}
	return pin(l, p), nil
}

// texts returns the address of a NULL-terminated list of C strings.
func (l *launch) texts(list []string) (uintptr, error) {
	p, err := syscall.SlicePtrFromStrings(list)
	if err != nil {
		return 0, textError(fmt.Sprintf("%q: %v", list, err))
	}
	l.pinned = append(l.pinned, p)
	return pin(l, &p[0]), nil
}

// pin returns the address of the value that a call's argument points to, and keeps the value alive.
func pin[T any](l *launch, p *T) uintptr {
	l.pinned = append(l.pinned, p)
	return uintptr(unsafe.Pointer(p))
}

// A launchError names the call that failed.
type launchError struct {
	call  string
	errno syscall.Errno
}

func (e *launchError) Error() string { return e.call + ": " + e.errno.Error() }
func (e *launchError) Unwrap() error { return e.errno }

// start forks a child that makes the calls, the last of which executes the program, and waits until it has.
// pidfd refers to the child, or is -1 before Linux 5.2.
func (l *launch) start() (pid, pidfd int, err error) {
	var failed [2]int
	if err := unix.Pipe2(failed[:], unix.O_CLOEXEC); err != nil {
		return 0, -1, err
	}
	defer unix.Close(failed[0])
	fd := int32(-1)
	syscall.ForkLock.Lock() // no other thread may fork and pass on the files that are open here
	dumpable := isDumpable()
	child, errno := fork(l.calls, &fd, uintptr(failed[1]))
	setDumpable(dumpable) // a child that became another user has changed this for our memory
	syscall.ForkLock.Unlock()
	unix.Close(failed[1])
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

// try makes a child that makes the calls and exits.
func (l *launch) try() error {
	l.add("exit", unix.SYS_EXIT_GROUP, 0)
	pid, pidfd, err := l.start()
	if err != nil {
		return err
	}
	defer unix.Close(pidfd)
	_, err = unix.Wait4(pid, nil, 0, nil)
	return err
}

// isDumpable reports whether processes of the same user may read this one's memory, and write to
// its files in /proc.
func isDumpable() bool {
	n, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0)
	return err == nil && n == 1
}

// setDumpable sets the flag that isDumpable reports. A process that starts others in user namespaces must be
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
func fork(calls []call, pidfd *int32, failed uintptr) (pid uintptr, errno syscall.Errno) {
	var report [2]uintptr
	beforeFork()
	pid, e := clone(uintptr(syscall.SIGCHLD)|unix.CLONE_PIDFD|shared, pidfd)
	if e != 0 || pid != 0 {
		afterFork()
		return pid, syscall.Errno(e)
	}
	afterForkInChild()
	for i := range calls {
		c := &calls[i]
		result, _, errno := syscall.RawSyscall6(c.number, c.args[0], c.args[1], c.args[2], c.args[3], c.args[4],
			c.args[5])
		if errno != 0 && !c.optional {
			report[0], report[1] = uintptr(i), uintptr(errno)
			_, _, _ = syscall.RawSyscall(syscall.SYS_WRITE, failed, uintptr(unsafe.Pointer(&report)),
				unsafe.Sizeof(report))
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
