//go:build !portable

package sandbox

import (
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"syscall"
	"unsafe"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"golang.org/x/sys/unix"
)

// denied are the system calls that no homework needs and that lead out of a sandbox or into rarely used parts
// of the kernel: new namespaces and mounts, other processes, and administration.
var denied = []struct {
	act   string
	calls []uintptr
}{
	{actSpaces, []uintptr{
		unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT,
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, unix.SYS_OPEN_TREE_ATTR,
		unix.SYS_MOUNT_SETATTR,
		unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	}},
	{actOthers, []uintptr{
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
		unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	}},
	{actRare, []uintptr{
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
		unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT,
		unix.SYS_OPEN_BY_HANDLE_AT,
		unix.SYS_SETXATTRAT, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR, // too new to be missed
		unix.SYS_MEMFD_SECRET, // memory that is not accounted for
	}},
	// io_uring opens sockets past a filter. Node.js tries it and continues without.
	{"", []uintptr{unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER}},
	{actSystem, []uintptr{
		unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
		unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
		unix.SYS_SYSLOG,
		unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
		unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
	}},
	// These outlive their process.
	{"use System V IPC or message queues",
		[]uintptr{unix.SYS_SHMGET, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN}},
}

// Descriptions of refused calls for a report. A call without a description is refused silently: programs
// continue without it, and it is not reported.
const (
	actSpaces   = "make namespaces or mounts"
	actOthers   = "look into other processes"
	actRare     = "use a part of the kernel that homework does not need"
	actSystem   = "administer the system"
	actSetID    = "make a set-id file of"
	actOwner    = "change the mode or owner of"
	actTimes    = "change the times or attributes of"
	actSchedule = "set limits, priorities or processors of a process"
	actSocket   = "open a socket"
	actWatch    = "watch files"
)

// Calls that change a file's mode, owner, times or attributes by its name. Landlock permits them, so they are
// denied where no mounts make other files read-only: the first ones unless programs run as a user that owns
// no other files, the second ones always, since write permission suffices for them.
var (
	ownersChanges = append([]uintptr{unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN,
		unix.SYS_FCHOWNAT}, oldOwnersChanges...)
	writersChanges = append([]uintptr{
		unix.SYS_UTIMENSAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR,
		unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
	}, oldWritersChanges...)
)

// lastKnown is the newest system call that this filter considers. For programs, later ones do not exist.
const lastKnown = unix.SYS_RSEQ_SLICE_YIELD

// A condition tests an argument: whether it has one of some bits, or differs from a value.
// It examines only the low half of an argument, which is all of an int.
type condition struct {
	argument int
	bits     uint32 // one of these is set
	not      uint32 // if there are no bits: anything but this
}

// A rule refuses a call if all conditions are met.
type rule struct {
	number uintptr
	when   []condition
	answer unix.Errno
	act    string // description of the refused act, or ""
}

// Bits of modes and flags.
const (
	setID         = unix.S_ISUID | unix.S_ISGID
	creates       = unix.O_CREAT | unix.O_TMPFILE&^unix.O_DIRECTORY
	ioprioProcess = 1               // IOPRIO_WHO_PROCESS
	datagram      = unix.SOCK_DGRAM // a bit of the type, also set in SOCK_RAW
	newSpaces     = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC |
		unix.CLONE_NEWNET | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP
)

// conditional are the rules that examine arguments.
var conditional = append([]rule{
	{unix.SYS_CLONE, []condition{{0, newSpaces, 0}}, unix.EPERM, actSpaces},
	// Its flags are in memory, invisible to a filter. C libraries fall back to clone, and
	// from openat2 to openat.
	{unix.SYS_CLONE3, nil, unix.ENOSYS, ""},
	{unix.SYS_OPENAT2, nil, unix.ENOSYS, ""},
	// A program that another user could start, with the rights of the user who checks it.
	{unix.SYS_FCHMOD, []condition{{1, setID, 0}}, unix.EPERM, actSetID},
	{unix.SYS_FCHMODAT, []condition{{2, setID, 0}}, unix.EPERM, actSetID},
	{unix.SYS_FCHMODAT2, []condition{{2, setID, 0}}, unix.EPERM, actSetID},
	{unix.SYS_MKDIRAT, []condition{{2, setID, 0}}, unix.EPERM, actSetID},
	{unix.SYS_MKNODAT, []condition{{2, setID, 0}}, unix.EPERM, actSetID},
	{unix.SYS_OPENAT, []condition{{2, creates, 0}, {3, setID, 0}}, unix.EPERM, actSetID},
	// Limits, priorities and processors of other processes, including the supervisor.
	{unix.SYS_PRLIMIT64, []condition{{0, 0, 0}}, unix.EPERM, actSchedule},
	// 0 is also the caller's own user, with all of that user's processes.
	{unix.SYS_SETPRIORITY, []condition{{1, 0, 0}}, unix.EPERM, actSchedule},
	{unix.SYS_SETPRIORITY, []condition{{0, 0, unix.PRIO_PROCESS}}, unix.EPERM, actSchedule},
	{unix.SYS_IOPRIO_SET, []condition{{1, 0, 0}}, unix.EPERM, actSchedule},
	{unix.SYS_IOPRIO_SET, []condition{{0, 0, ioprioProcess}}, unix.EPERM, actSchedule},
	{unix.SYS_SCHED_SETAFFINITY, []condition{{0, 0, 0}}, unix.EPERM, actSchedule},
	{unix.SYS_SCHED_SETSCHEDULER, []condition{{0, 0, 0}, {1, 0, unix.SCHED_NORMAL}}, unix.EPERM, actSchedule},
	// Mono sets the normal policy for its threads by their numbers and complains in the output if that fails.
	// The call succeeds without effect.
	{unix.SYS_SCHED_SETSCHEDULER, []condition{{0, 0, 0}}, 0, ""},
	{unix.SYS_SCHED_SETPARAM, []condition{{0, 0, 0}}, unix.EPERM, actSchedule},
	{unix.SYS_SCHED_SETATTR, []condition{{0, 0, 0}}, unix.EPERM, actSchedule},
	{unix.SYS_SOCKETPAIR, []condition{{0, 0, unix.AF_UNIX}}, unix.EPERM, actSocket},
	// A traced program already has a listener, and gets no other.
	{unix.SYS_SECCOMP, []condition{{1, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, 0}}, unix.EPERM, actRare},
	// the second only queries it
	{unix.SYS_PERSONALITY, []condition{{0, 0, 0}, {0, 0, 1<<32 - 1}}, unix.EPERM, actRare},
}, oldModes...)

// Local sockets are useful to programs of several processes. Where programs have a private view of the files
// and a private network, these sockets lead nowhere else. Elsewhere they would reach the services of the
// machine, and so would a pair of datagram sockets, which can send to any process.
var (
	socketsInView = []rule{{unix.SYS_SOCKET, []condition{{0, 0, unix.AF_UNIX}}, unix.EPERM, actSocket}}
	socketsAmong  = []rule{
		// With this error the C library does without the daemon of its name service.
		{unix.SYS_SOCKET, []condition{{0, unix.AF_UNIX, 0}, {1, unix.SOCK_NONBLOCK, 0}}, unix.EPERM, ""},
		{unix.SYS_SOCKET, nil, unix.EPERM, actSocket},
		{unix.SYS_SOCKETPAIR, []condition{{1, datagram, 0}}, unix.EPERM, actSocket},
	}
)

// Offsets in struct seccomp_data; of arguments, the low halves on the little-endian machines in auditArch.
const (
	dataNumber   = 0
	dataArch     = 4
	dataArgument = 16
)

// auditArch is the kernel's constant for the architecture whose call numbers these are.
var auditArch = map[string]uint32{
	"amd64": unix.AUDIT_ARCH_X86_64,
	"arm64": unix.AUDIT_ARCH_AARCH64,
}[runtime.GOARCH]

// rules are the calls refused to a program. The first matching rule applies.
type rules []rule

// newRules returns the rules for programs with or without a private view of the files and a separate user. If
// the size of the output is only watched, the rules refuse calls that reserve space at once: the C library
// then writes it byte by byte.
func newRules(ownView, ownUser, watched bool) rules {
	all := slices.Clone(conditional)
	if watched {
		all = append(all, rule{number: unix.SYS_FALLOCATE, answer: unix.EOPNOTSUPP})
	}
	refuse := func(act string, calls ...uintptr) {
		for _, number := range calls {
			all = append(all, rule{number: number, answer: unix.EPERM, act: act})
		}
	}
	for _, d := range denied {
		refuse(d.act, d.calls...)
	}
	if ownView {
		return append(all, socketsInView...)
	}
	all = append(all, socketsAmong...)
	refuse(actTimes, writersChanges...)
	refuse(actWatch, unix.SYS_INOTIFY_ADD_WATCH) // it reveals the names of files in directories that Landlock hides
	if !ownUser {
		refuse(actOwner, ownersChanges...)
	}
	return all
}

// filter returns the BPF program that the kernel runs at each system call of a submission. It is assembled
// here for two reasons: go-seccomp-bpf permits all calls of a foreign architecture (amd64 has one), and it
// identifies calls by names, which it lacks for the newest calls. If traced is set, the filter passes the
// calls to be reported to the supervisor.
func (all rules) filter(traced bool) (f []unix.SockFilter) {
	f = append(f,
		load(dataArch),
		jump(unix.BPF_JEQ, auditArch, 1, 0),
		answer(unix.SECCOMP_RET_KILL_PROCESS),
		load(dataNumber),
		// The numbers above include amd64's second set of calls, x32.
		jump(unix.BPF_JGT, lastKnown, 0, 1),
		answer(unix.SECCOMP_RET_ERRNO|uint32(unix.ENOSYS)),
	)
	for _, r := range all {
		what := unix.SECCOMP_RET_ERRNO | uint32(r.answer)
		if traced && r.act != "" {
			what = unix.SECCOMP_RET_USER_NOTIF
		}
		f = append(f, r.compile(what)...)
	}
	if traced {
		for number := range pathCalls {
			f = append(f, jump(unix.BPF_JEQ, uint32(number), 0, 1), answer(unix.SECCOMP_RET_USER_NOTIF))
		}
	}
	return append(f, answer(unix.SECCOMP_RET_ALLOW))
}

// find returns the rule that refuses a call, or nil.
func (all rules) find(number uintptr, args *[6]uint64) *rule {
	for i, r := range all {
		if r.number == number && !slices.ContainsFunc(r.when, func(c condition) bool { return !c.holds(args) }) {
			return &all[i]
		}
	}
	return nil
}

// holds evaluates in Go the same condition that the compiled code evaluates in the kernel.
func (c condition) holds(args *[6]uint64) bool {
	low := uint32(args[c.argument])
	if c.bits != 0 {
		return low&c.bits != 0
	}
	return low != c.not
}

// compile returns the instructions of a rule, which answer with the given value. At their start and at their
// end, the accumulator holds the number of the call.
func (r rule) compile(what uint32) (f []unix.SockFilter) {
	for _, c := range r.when {
		f = append(f, load(dataArgument+8*uint32(c.argument)))
		left := uint8(2*(len(r.when)-1) - len(f) + 2) // to the instruction after the answer
		if c.bits != 0 {
			f = append(f, jump(unix.BPF_JSET, c.bits, 0, left))
		} else {
			f = append(f, jump(unix.BPF_JEQ, c.not, left, 0))
		}
	}
	f = append(f, answer(what))
	if len(r.when) > 0 {
		f = append(f, load(dataNumber))
	}
	return append([]unix.SockFilter{jump(unix.BPF_JEQ, uint32(r.number), 0, uint8(len(f)))}, f...)
}

func load(at uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
}

func answer(what uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: what}
}

func jump(test uint16, k uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | test, Jt: yes, Jf: no, K: k}
}

// checkSeccomp reports whether the kernel has filters, without putting one on.
func checkSeccomp() error {
	if auditArch == 0 {
		return syscall.ENOTSUP
	}
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, e := syscall.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0,
		uintptr(unsafe.Pointer(&action)))
	if e != 0 {
		return e
	}
	return nil
}

// A trace records the requests of a program, so that a failure that the sandbox caused can be attributed to
// it. The kernel stops the program at each call with a path, and at each refused call that is to be reported,
// and requests the answer from the supervisor. This is too slow for every run.
type trace struct {
	rules        rules
	dir          string // the program's working directory
	ours, theirs int    // sockets over which the child sends the listener
	done         chan struct{}
	asked        []Refusal // in order, without duplicates
	seen         map[Refusal]bool
	full         atomic.Bool // enough calls were answered
}

// maxCalls is the maximum number of calls of a traced program; each takes two context switches. A runtime
// makes a few thousand before it starts its program.
const maxCalls = 20_000

// notification and permission are the kernel's seccomp_notif and seccomp_notif_resp.
type notification struct {
	id         uint64
	pid, flags uint32
	number     int32
	arch       uint32
	ip         uint64
	args       [6]uint64
}

type permission struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

// newTrace prepares the trace of a program confined by these rules, in its working directory.
func newTrace(all rules, dir string) (*trace, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return &trace{rules: all, dir: dir, ours: pair[0], theirs: pair[1], done: make(chan struct{}),
		seen: map[Refusal]bool{}}, nil
}

// install adds to a launch the calls by which the child starts its tracing.
func (t *trace) install(l *launch) {
	l.traced = true
	message := &struct {
		header  unix.Msghdr
		vector  unix.Iovec
		data    [1]byte
		control struct {
			header unix.Cmsghdr
			fd     int32
			_      int32
		}
	}{}
	message.vector.Base = &message.data[0]
	message.vector.SetLen(1)
	message.control.header.Level, message.control.header.Type = unix.SOL_SOCKET, unix.SCM_RIGHTS
	message.control.header.SetLen(unix.CmsgLen(4))
	message.header.Iov, message.header.Iovlen = &message.vector, 1
	message.header.Control = (*byte)(unsafe.Pointer(&message.control))
	message.header.SetControllen(unix.CmsgSpace(4))
	l.filter("tracing", t.rules.filter(true), unix.SECCOMP_FILTER_FLAG_NEW_LISTENER).result = &message.control.fd
	l.add("sending the listener", unix.SYS_SENDMSG, uintptr(t.theirs), pin(l, message), 0)
}

// closeChildEnd closes the child's end of the sockets once the child has it.
func (t *trace) closeChildEnd() {
	if t != nil {
		unix.Close(t.theirs)
	}
}

// follow answers the program's calls until the program is gone or has reached the maximum. In the latter case
// the kernel refuses all further calls, and the run ends.
func (t *trace) follow() {
	defer close(t.done)
	f, err := receiveFile(t.ours, "listener")
	if err != nil {
		return // the child did not get that far
	}
	defer f.Close()
	fd := int(f.Fd())
	for calls := 0; calls < maxCalls; {
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if n, err := unix.Poll(fds, -1); errors.Is(err, unix.EINTR) {
			continue
		} else if n <= 0 || fds[0].Revents&unix.POLLIN == 0 {
			return
		}
		var n notification
		if ask(fd, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)) != 0 {
			continue // it was killed in the meantime
		}
		calls++
		permission := t.judge(&n)
		ask(fd, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&permission))
	}
	t.full.Store(true) // before the listener is closed; not set for a program that has ended
}

// judge records a call, and refuses it if the rules do. It examines only the call's arguments, which the
// program can no longer change.
func (t *trace) judge(n *notification) permission {
	call, named := pathCalls[uintptr(n.number)]
	var name string
	if named {
		name = call.name(n, t.dir)
	}
	if r := t.rules.find(uintptr(n.number), &n.args); r != nil {
		t.note(Refusal{Act: r.act, Path: name})
		return permission{id: n.id, errno: -int32(r.answer)}
	}
	if name != "" {
		t.note(Refusal{Act: call.act(n), Path: name})
	}
	return permission{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
}

func (t *trace) note(r Refusal) {
	if !t.seen[r] {
		t.seen[r] = true
		t.asked = append(t.asked, r)
	}
}

func ask(fd int, request uintptr, argument unsafe.Pointer) unix.Errno {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(argument))
	return errno
}

// closeUnstarted closes a trace of a program that was not started.
func (t *trace) closeUnstarted() {
	if t != nil {
		unix.Close(t.ours)
		unix.Close(t.theirs)
	}
}

// stop returns the requests of the program. It must be called when the program is gone.
func (t *trace) stop() []Refusal {
	_ = unix.Shutdown(t.ours, unix.SHUT_RDWR)
	<-t.done
	unix.Close(t.ours)
	return t.asked
}

// refused returns the requests that the sandbox refused. In a view, hidden files do not exist and protected
// files are read-only; elsewhere Landlock denies access.
func (v *supervisor) refused(asked []Refusal, dir string) []Refusal {
	for i, r := range asked {
		if r.Act == ActRead && !v.mayOpen(r.Path) && (v.lock == nil || v.view != nil || v.lock.grantsTo(r.Path)) {
			asked[i].Act = actAsOther
		}
	}
	return slices.DeleteFunc(asked, func(r Refusal) bool {
		switch {
		case r.Act != ActRead && r.Act != actWrite: // a rule has refused it
			return false
		case regular.Beneath(r.Path, "/proc"), v.view != nil && regular.Beneath(r.Path, "/dev") &&
			!regular.Beneath(r.Path, sharedPath): // the same name is another file outside
			return true
		case v.view != nil:
			return v.allows(r, dir)
		case v.lock == nil:
			return true
		case r.Act == actWrite:
			return slices.ContainsFunc(append(v.writableDirs(dir), devices...),
				func(w string) bool { return regular.Beneath(r.Path, w) })
		}
		return regular.Beneath(r.Path, dir) || v.lock.grantsTo(r.Path)
	})
}

// allows reports whether a program with a private view could perform an access. Links in directories that it
// may write to are under its control, and are not followed: they may have been made to waste time.
func (v *supervisor) allows(r Refusal, dir string) bool {
	// it may be a pipe of the program's
	path, how := r.Path, unix.OpenHow{Flags: unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_CLOEXEC}
	if r.Act == actWrite {
		path, how.Flags = filepath.Dir(path), unix.O_PATH|unix.O_CLOEXEC
	}
	if slices.ContainsFunc(v.writableDirs(dir), func(w string) bool { return regular.Beneath(path, w) }) {
		how.Resolve = unix.RESOLVE_NO_SYMLINKS
	}
	fd, err := unix.Openat2(unix.AT_FDCWD, path, &how)
	if err != nil {
		return how.Resolve != 0 && errors.Is(err, unix.ELOOP)
	}
	defer unix.Close(fd)
	var stat unix.Statfs_t
	return r.Act == ActRead || unix.Fstatfs(fd, &stat) == nil && stat.Flags&unix.ST_RDONLY == 0
}
