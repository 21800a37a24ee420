//go:build !portable

package sandbox

import (
	"cmp"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/sandbox/filtertest"
)

// Each call that creates a file or changes its mode is permitted without the set-id bits.
func TestSetID(t *testing.T) {
	for _, own := range []struct{ view, user bool }{{true, true}, {true, false}, {false, true}} {
		filter := newRules(own.view, own.user, !own.view).filter()
		for number, c := range map[uintptr]struct {
			mode int // the argument
			args [6]uint64
		}{
			unix.SYS_OPEN:      {2, [6]uint64{1: unix.O_CREAT}},
			unix.SYS_OPENAT:    {3, [6]uint64{2: unix.O_CREAT}},
			unix.SYS_CREAT:     {mode: 1},
			unix.SYS_MKDIR:     {mode: 1},
			unix.SYS_MKDIRAT:   {mode: 2},
			unix.SYS_MKNOD:     {mode: 1},
			unix.SYS_MKNODAT:   {mode: 2},
			unix.SYS_CHMOD:     {mode: 1},
			unix.SYS_FCHMOD:    {mode: 1},
			unix.SYS_FCHMODAT:  {mode: 2},
			unix.SYS_FCHMODAT2: {mode: 2},
		} {
			for mode, refused := range map[uint64]bool{0o777: false, 0o1777: false, 0o4755: true, 0o2755: true, 0o6000: true} {
				c.args[c.mode] = mode
				got := filtertest.Answer(t, filter, auditArch, uint32(number), c.args[:]...)
				expect.Equal(t, refused, got == unix.SECCOMP_RET_ERRNO|uint32(unix.EPERM), own, "call", number, c.args)
			}
		}
	}
}

// The calls that are refused with any arguments, and the calls that are refused with all bits set, are
// exactly these. A number above all that are known is refused too.
func TestRefusedCallsInAll(t *testing.T) {
	always := []uintptr{
		unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT,
		unix.SYS_OPEN_TREE, unix.SYS_OPEN_TREE_ATTR, unix.SYS_MOUNT_SETATTR, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
		unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
		unix.SYS_FANOTIFY_INIT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_SETXATTRAT, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR, unix.SYS_MEMFD_SECRET,
		unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_REBOOT, unix.SYS_SWAPON,
		unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_SYSLOG, unix.SYS_SETTIMEOFDAY,
		unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
		unix.SYS_SHMGET, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN,
		unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, unix.SYS_CLONE3, unix.SYS_OPENAT2,
		unix.SYS_SOCKETPAIR, lastKnown + 1,
	}
	byBits := []uintptr{
		unix.SYS_CLONE,
		unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_MKDIRAT, unix.SYS_MKNODAT, unix.SYS_OPENAT,
		unix.SYS_CHMOD, unix.SYS_CREAT, unix.SYS_MKDIR, unix.SYS_MKNOD, unix.SYS_OPEN,
		unix.SYS_PRLIMIT64, unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER,
		unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR,
		unix.SYS_SECCOMP, unix.SYS_PERSONALITY, unix.SYS_SOCKET,
	}
	zero := []uintptr{unix.SYS_IOPRIO_SET, unix.SYS_SOCKET}
	writers := []uintptr{
		unix.SYS_UTIMENSAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR,
		unix.SYS_FREMOVEXATTR, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT, unix.SYS_INOTIFY_ADD_WATCH,
	}
	owners := []uintptr{
		unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_CHOWN, unix.SYS_LCHOWN,
		unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_CHMOD,
	}
	for _, c := range []struct {
		view, user, watched bool
		more                []uintptr // additional refused calls
	}{
		{true, true, false, nil},
		{false, true, true, append([]uintptr{unix.SYS_FALLOCATE}, writers...)},
		{false, false, false, slices.Concat(writers, owners)},
	} {
		filter := newRules(c.view, c.user, c.watched).filter()
		for arguments, some := range map[uint64][]uintptr{0: zero, 1<<31 - 1: byBits} {
			var got []uintptr
			for number := range uintptr(lastKnown + 2) {
				all := slices.Repeat([]uint64{arguments}, 6)
				answer := filtertest.Answer(t, filter, auditArch, uint32(number), all...)
				if answer == unix.SECCOMP_RET_ALLOW {
					continue
				}
				got = append(got, number)
				errno := map[uintptr]unix.Errno{
					unix.SYS_CLONE3: unix.ENOSYS, unix.SYS_OPENAT2: unix.ENOSYS, unix.SYS_FALLOCATE: unix.EOPNOTSUPP,
					lastKnown + 1: unix.ENOSYS,
				}[number]
				expect.Equal(t, unix.SECCOMP_RET_ERRNO|uint32(cmp.Or(errno, unix.EPERM)), answer, "call", number)
			}
			want := slices.Concat(always, some, c.more)
			slices.Sort(want)
			expect.Equal(t, slices.Compact(want), got, "view", c.view, "user", c.user, "arguments", arguments)
		}
	}
}
