//go:build !portable

package sandbox

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// Each call that creates a file or changes its mode is permitted without the set-id bits.
func TestSetID(t *testing.T) {
	for _, own := range []struct{ view, user bool }{{true, true}, {true, false}, {false, true}} {
		filter := newRules(own.view, own.user, !own.view).filter(false)
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
				got := interpret(t, filter, number, &c.args)
				if want := unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM); refused != (got == want) {
					t.Errorf("%+v: call %d%v is answered %#x", own, number, c.args, got)
				}
			}
		}
	}
}

// The calls that are refused with any arguments, and the calls that are refused with all bits set, are
// exactly these, with the descriptions in a report.
func TestRefusedCallsInAll(t *testing.T) {
	always := map[string][]uintptr{
		actSpaces: {
			unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT,
			unix.SYS_OPEN_TREE, unix.SYS_OPEN_TREE_ATTR, unix.SYS_MOUNT_SETATTR, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
		},
		actOthers: {
			unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
			unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
		},
		actRare: {
			unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
			unix.SYS_FANOTIFY_INIT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_SETXATTRAT, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR, unix.SYS_MEMFD_SECRET,
		},
		actSystem: {
			unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_REBOOT, unix.SYS_SWAPON,
			unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_SYSLOG, unix.SYS_SETTIMEOFDAY,
			unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
		},
		"use System V IPC or message queues": {unix.SYS_SHMGET, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN},
		"":                                   {unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, unix.SYS_CLONE3, unix.SYS_OPENAT2},
	}
	byBits := map[string][]uintptr{
		actSpaces: {unix.SYS_CLONE},
		actSetID: {
			unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_MKDIRAT, unix.SYS_MKNODAT, unix.SYS_OPENAT,
			unix.SYS_CHMOD, unix.SYS_CREAT, unix.SYS_MKDIR, unix.SYS_MKNOD, unix.SYS_OPEN,
		},
		actSchedule: {
			unix.SYS_PRLIMIT64, unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER,
			unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR,
		},
		actRare: {unix.SYS_SECCOMP, unix.SYS_PERSONALITY},
	}
	writers := []uintptr{
		unix.SYS_UTIMENSAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR,
		unix.SYS_FREMOVEXATTR, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
	}
	owners := []uintptr{unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_CHOWN, unix.SYS_LCHOWN}
	chmods := []uintptr{unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_CHMOD}
	for _, c := range []struct {
		view, user, watched bool
		// additional refused calls, with arguments of 0, and with all bits set
		zero, bits map[string][]uintptr
	}{
		{true, true, false, map[string][]uintptr{
			actSchedule: {unix.SYS_IOPRIO_SET}, actSocket: {unix.SYS_SOCKET, unix.SYS_SOCKETPAIR},
		}, map[string][]uintptr{actSocket: {unix.SYS_SOCKET, unix.SYS_SOCKETPAIR}}},
		{false, true, true, map[string][]uintptr{
			actSchedule: {unix.SYS_IOPRIO_SET}, actSocket: {unix.SYS_SOCKET, unix.SYS_SOCKETPAIR}, actTimes: writers,
			actWatch: {unix.SYS_INOTIFY_ADD_WATCH}, "": {unix.SYS_FALLOCATE},
		}, map[string][]uintptr{
			actSocket: {unix.SYS_SOCKETPAIR}, actTimes: writers, actWatch: {unix.SYS_INOTIFY_ADD_WATCH}, "": {unix.SYS_FALLOCATE, unix.SYS_SOCKET},
		}},
		{false, false, false, map[string][]uintptr{
			actSchedule: {unix.SYS_IOPRIO_SET}, actSocket: {unix.SYS_SOCKET, unix.SYS_SOCKETPAIR}, actTimes: writers,
			actWatch: {unix.SYS_INOTIFY_ADD_WATCH}, actOwner: slices.Concat(owners, chmods),
		}, map[string][]uintptr{
			actSocket: {unix.SYS_SOCKETPAIR}, actTimes: writers, actWatch: {unix.SYS_INOTIFY_ADD_WATCH}, actOwner: owners, "": {unix.SYS_SOCKET},
		}},
	} {
		all := newRules(c.view, c.user, c.watched)
		for arguments, more := range map[uint64][]map[string][]uintptr{0: {c.zero}, 1<<31 - 1: {byBits, c.bits}} {
			want, got := map[string][]uintptr{}, map[string][]uintptr{}
			for _, of := range append(more, always) {
				for act, calls := range of {
					want[act] = append(want[act], calls...)
				}
			}
			for number := range uintptr(lastKnown + 1) {
				args := [6]uint64{arguments, arguments, arguments, arguments, arguments, arguments}
				r := all.find(number, &args)
				if r == nil {
					continue
				}
				got[r.act] = append(got[r.act], number)
				answer := map[uintptr]unix.Errno{unix.SYS_CLONE3: unix.ENOSYS, unix.SYS_OPENAT2: unix.ENOSYS, unix.SYS_FALLOCATE: unix.EOPNOTSUPP}[number]
				if answer == 0 {
					answer = unix.EPERM
				}
				if r.answer != answer {
					t.Errorf("call %d is answered %v, want %v", number, r.answer, answer)
				}
			}
			for _, calls := range want {
				slices.Sort(calls)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("view %v, user %v, arguments %#x (-want +got)\n%s", c.view, c.user, arguments, diff)
			}
		}
	}
}

// The calls that only older architectures have are reported likewise, and all that are reported are tried
// here.
func TestOldNamedPaths(t *testing.T) {
	named := maps.Clone(namedPaths)
	maps.Copy(named, map[uintptr]namedPath{
		unix.SYS_OPEN:       {[]string{path, writing}, actWrite},
		unix.SYS_CREAT:      {[]string{path}, actWrite},
		unix.SYS_STAT:       {[]string{path}, ActRead},
		unix.SYS_LSTAT:      {[]string{path}, ActRead},
		unix.SYS_ACCESS:     {[]string{path}, ActRead},
		unix.SYS_NEWFSTATAT: {[]string{here, path}, ActRead},
		unix.SYS_MKDIR:      {[]string{path}, actWrite},
		unix.SYS_RMDIR:      {[]string{path}, actWrite},
		unix.SYS_MKNOD:      {[]string{path}, actWrite},
		unix.SYS_UNLINK:     {[]string{path}, actWrite},
		unix.SYS_RENAME:     {[]string{other, path}, actWrite},
		unix.SYS_RENAMEAT:   {[]string{here, other, here, path}, actWrite},
		unix.SYS_LINK:       {[]string{other, path}, actWrite},
		unix.SYS_SYMLINK:    {[]string{other, path}, actWrite},
		unix.SYS_CHMOD:      {[]string{path}, actWrite},
		unix.SYS_CHOWN:      {[]string{path}, actWrite},
		unix.SYS_LCHOWN:     {[]string{path}, actWrite},
		unix.SYS_UTIME:      {[]string{path}, actWrite},
		unix.SYS_UTIMES:     {[]string{path}, actWrite},
		unix.SYS_FUTIMESAT:  {[]string{here, path}, actWrite},
	})
	testNamedPaths(t, named)
	for number := range pathCalls {
		if _, tried := named[number]; !tried {
			t.Errorf("call %d is reported, and not tried", number)
		}
	}
}
