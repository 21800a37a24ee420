//go:build !portable

package sandbox

import (
	"runtime"
	"slices"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// denied are the system calls that no homework needs and that lead out of a sandbox or into rarely used parts
// of the kernel: new namespaces and mounts, other processes, and administration.
var denied = []uintptr{
	// new namespaces and mounts
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, unix.SYS_OPEN_TREE_ATTR,
	unix.SYS_MOUNT_SETATTR,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	// other processes
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	// rarely used parts
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT,
	unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_SETXATTRAT, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR, // too new to be missed
	unix.SYS_MEMFD_SECRET, // memory that is not accounted for
	// io_uring opens sockets past a filter. Node.js tries it and continues without.
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	// administration
	unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
	unix.SYS_SYSLOG,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
	// System V IPC and message queues, which outlive their process
	unix.SYS_SHMGET, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN,
}

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
	{unix.SYS_CLONE, []condition{{0, newSpaces, 0}}, unix.EPERM},
	// Its flags are in memory, invisible to a filter. C libraries fall back to clone, and
	// from openat2 to openat.
	{unix.SYS_CLONE3, nil, unix.ENOSYS},
	{unix.SYS_OPENAT2, nil, unix.ENOSYS},
	// A program that another user could start, with the rights of the user who checks it.
	{unix.SYS_FCHMOD, []condition{{1, setID, 0}}, unix.EPERM},
	{unix.SYS_FCHMODAT, []condition{{2, setID, 0}}, unix.EPERM},
	{unix.SYS_FCHMODAT2, []condition{{2, setID, 0}}, unix.EPERM},
	{unix.SYS_MKDIRAT, []condition{{2, setID, 0}}, unix.EPERM},
	{unix.SYS_MKNODAT, []condition{{2, setID, 0}}, unix.EPERM},
	{unix.SYS_OPENAT, []condition{{2, creates, 0}, {3, setID, 0}}, unix.EPERM},
	// Limits, priorities and processors of other processes, including the supervisor.
	{unix.SYS_PRLIMIT64, []condition{{0, 0, 0}}, unix.EPERM},
	// 0 is also the caller's own user, with all of that user's processes.
	{unix.SYS_SETPRIORITY, []condition{{1, 0, 0}}, unix.EPERM},
	{unix.SYS_SETPRIORITY, []condition{{0, 0, unix.PRIO_PROCESS}}, unix.EPERM},
	{unix.SYS_IOPRIO_SET, []condition{{1, 0, 0}}, unix.EPERM},
	{unix.SYS_IOPRIO_SET, []condition{{0, 0, ioprioProcess}}, unix.EPERM},
	{unix.SYS_SCHED_SETAFFINITY, []condition{{0, 0, 0}}, unix.EPERM},
	{unix.SYS_SCHED_SETSCHEDULER, []condition{{0, 0, 0}, {1, 0, unix.SCHED_NORMAL}}, unix.EPERM},
	// Mono sets the normal policy for its threads by their numbers and complains in the output if that fails.
	// The call succeeds without effect.
	{unix.SYS_SCHED_SETSCHEDULER, []condition{{0, 0, 0}}, 0},
	{unix.SYS_SCHED_SETPARAM, []condition{{0, 0, 0}}, unix.EPERM},
	{unix.SYS_SCHED_SETATTR, []condition{{0, 0, 0}}, unix.EPERM},
	{unix.SYS_SOCKETPAIR, []condition{{0, 0, unix.AF_UNIX}}, unix.EPERM},
	// A listener answers the calls of other programs.
	{unix.SYS_SECCOMP, []condition{{1, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, 0}}, unix.EPERM},
	// the second only queries it
	{unix.SYS_PERSONALITY, []condition{{0, 0, 0}, {0, 0, 1<<32 - 1}}, unix.EPERM},
}, oldModes...)

// Local sockets are useful to programs of several processes. Where programs have a private view of the files
// and a private network, these sockets lead nowhere else. Elsewhere they would reach the services of the
// machine, and so would a pair of datagram sockets, which can send to any process.
var (
	socketsInView = []rule{{unix.SYS_SOCKET, []condition{{0, 0, unix.AF_UNIX}}, unix.EPERM}}
	socketsAmong  = []rule{
		// With this error the C library does without the daemon of its name service.
		{unix.SYS_SOCKET, []condition{{0, unix.AF_UNIX, 0}, {1, unix.SOCK_NONBLOCK, 0}}, unix.EPERM},
		{unix.SYS_SOCKET, nil, unix.EPERM},
		{unix.SYS_SOCKETPAIR, []condition{{1, datagram, 0}}, unix.EPERM},
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
	refuse := func(calls ...uintptr) {
		for _, number := range calls {
			all = append(all, rule{number: number, answer: unix.EPERM})
		}
	}
	refuse(denied...)
	if ownView {
		return append(all, socketsInView...)
	}
	all = append(all, socketsAmong...)
	refuse(writersChanges...)
	refuse(unix.SYS_INOTIFY_ADD_WATCH) // it reveals the names of files in directories that Landlock hides
	if !ownUser {
		refuse(ownersChanges...)
	}
	return all
}

// filter returns the BPF program that the kernel runs at each system call of a submission. It is assembled
// here for two reasons: go-seccomp-bpf permits all calls of a foreign architecture (amd64 has one), and it
// identifies calls by names, which it lacks for the newest calls.
func (all rules) filter() (f []unix.SockFilter) {
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
		f = append(f, r.compile()...)
	}
	return append(f, answer(unix.SECCOMP_RET_ALLOW))
}

// compile returns the instructions of a rule. At their start and at their end, the accumulator holds the number
// of the call.
func (r rule) compile() (f []unix.SockFilter) {
	for _, c := range r.when {
		f = append(f, load(dataArgument+8*uint32(c.argument)))
		left := uint8(2*(len(r.when)-1) - len(f) + 2) // to the instruction after the answer
		if c.bits != 0 {
			f = append(f, jump(unix.BPF_JSET, c.bits, 0, left))
		} else {
			f = append(f, jump(unix.BPF_JEQ, c.not, left, 0))
		}
	}
	f = append(f, answer(unix.SECCOMP_RET_ERRNO|uint32(r.answer)))
	if len(r.when) > 0 {
		f = append(f, load(dataNumber))
	}
	return append([]unix.SockFilter{jump(unix.BPF_JEQ, uint32(r.number), 0, uint8(len(f)))}, f...)
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func answer(action uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: action}
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
