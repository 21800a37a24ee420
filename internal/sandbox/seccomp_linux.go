package sandbox

import (
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// denied are the system calls that no homework needs and that lead out of a
// sandbox or into rarely trodden parts of the kernel: new namespaces and mounts,
// other processes' memory, sockets, and what only administrators do.
var denied = []uintptr{
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, unix.SYS_MOUNT_SETATTR,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_SOCKET, // a pair of connected ones can be had: socketpair
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, // opens sockets past a filter
	unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_SYSLOG,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
	// System V IPC outlives its process
	unix.SYS_SHMGET, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN,
}

// changes are the calls that change a file's mode, owner, times or attributes by
// its name. Landlock lets them pass, so they are denied where no mount namespace
// makes other folders read-only.
var changes = append([]uintptr{
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
}, oldChanges...)

// newNamespaces are the flags of clone that make some.
const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC |
	unix.CLONE_NEWNET | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// Offsets in struct seccomp_data; the low half of the first argument, on the
// little-endian machines that Go's auditArch knows here.
const (
	dataNumber = 0
	dataArch   = 4
	dataArg0   = 16
)

// auditArch is what the kernel calls the architecture whose numbers these are.
var auditArch = map[string]uint32{
	"amd64": unix.AUDIT_ARCH_X86_64,
	"arm64": unix.AUDIT_ARCH_AARCH64,
}[runtime.GOARCH]

// x32 marks the numbers of a second set of system calls on amd64.
const x32 = 0x40000000

// newFilter makes the program that the kernel runs at each system call of a
// submission.
func newFilter(denied []uintptr) []unix.SockFilter {
	const refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	const unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	give := func(what uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: what}
	}
	jump := func(test uint16, k uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | test, Jt: yes, Jf: no, K: k}
	}
	f := []unix.SockFilter{
		load(dataArch),
		jump(unix.BPF_JEQ, auditArch, 1, 0),
		give(unix.SECCOMP_RET_KILL_PROCESS),
		load(dataNumber),
		jump(unix.BPF_JGE, x32, 0, 1),
		give(unknown),
		// Its flags lie in memory, out of a filter's sight. C libraries fall back to clone.
		jump(unix.BPF_JEQ, unix.SYS_CLONE3, 0, 1),
		give(unknown),
	}
	for _, number := range denied {
		f = append(f, jump(unix.BPF_JEQ, uint32(number), 0, 1), give(refuse))
	}
	return append(f,
		jump(unix.BPF_JEQ, unix.SYS_CLONE, 0, 4),
		load(dataArg0),
		jump(unix.BPF_JSET, newNamespaces, 0, 1),
		give(refuse),
		give(unix.SECCOMP_RET_ALLOW),
		jump(unix.BPF_JEQ, unix.SYS_SOCKETPAIR, 0, 3),
		load(dataArg0),
		jump(unix.BPF_JEQ, unix.AF_UNIX, 1, 0),
		give(refuse),
		give(unix.SECCOMP_RET_ALLOW),
	)
}

// seccomp puts a filter on this thread and what it starts. Privileges must have
// been given up before.
func seccomp(filter []unix.SockFilter) error {
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, e := syscall.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program)))
	if e != 0 {
		return e
	}
	return nil
}

// seccompThere tells whether the kernel has filters, without putting one on.
func seccompThere() error {
	if auditArch == 0 {
		return syscall.ENOTSUP
	}
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, e := syscall.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	if e != 0 {
		return e
	}
	return nil
}
