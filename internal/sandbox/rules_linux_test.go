//go:build !portable

package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// Whatever a program has of its own, it is refused what leads out of a sandbox: each of
// these calls, and each kind of namespace by itself.
func TestAlwaysRefused(t *testing.T) {
	if auditArch == 0 {
		t.Skip("no filters on this architecture")
	}
	type asked struct {
		number uintptr
		args   [6]uint64
		want   unix.Errno
	}
	all := []asked{
		{unix.SYS_CLONE3, [6]uint64{}, unix.ENOSYS},
		{unix.SYS_OPENAT2, [6]uint64{}, unix.ENOSYS},
		{unix.SYS_SOCKET, [6]uint64{unix.AF_INET, unix.SOCK_STREAM}, unix.EPERM},
		{unix.SYS_SOCKET, [6]uint64{unix.AF_INET6, unix.SOCK_DGRAM}, unix.EPERM},
		{unix.SYS_SOCKET, [6]uint64{unix.AF_NETLINK, unix.SOCK_RAW}, unix.EPERM},
		{unix.SYS_SOCKET, [6]uint64{unix.AF_PACKET, unix.SOCK_RAW}, unix.EPERM},
		{unix.SYS_PRLIMIT64, [6]uint64{1, unix.RLIMIT_NOFILE}, unix.EPERM},
		{unix.SYS_SETPRIORITY, [6]uint64{unix.PRIO_PROCESS, 1}, unix.EPERM},
		{unix.SYS_SETPRIORITY, [6]uint64{unix.PRIO_USER, 0}, unix.EPERM},
		{unix.SYS_IOPRIO_SET, [6]uint64{ioprioProcess, 1}, unix.EPERM},
		{unix.SYS_PERSONALITY, [6]uint64{0x40000}, unix.EPERM},
		{unix.SYS_SECCOMP, [6]uint64{unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER}, unix.EPERM},
		{unix.SYS_OPENAT, [6]uint64{0, 0, unix.O_CREAT, 0o4755}, unix.EPERM},
		{unix.SYS_OPENAT, [6]uint64{0, 0, unix.O_TMPFILE, 0o2755}, unix.EPERM},
		{unix.SYS_FCHMODAT, [6]uint64{0, 0, 0o4755}, unix.EPERM},
	}
	for _, number := range []uintptr{
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP,
		unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
		unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT,
		unix.SYS_OPEN_TREE, unix.SYS_MOUNT_SETATTR, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
		unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_MEMFD_SECRET,
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE,
		unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_SETHOSTNAME,
		unix.SYS_SHMGET, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN,
	} {
		all = append(all, asked{number, [6]uint64{}, unix.EPERM})
	}
	for _, flag := range []uint64{unix.CLONE_NEWUSER, unix.CLONE_NEWNS, unix.CLONE_NEWPID, unix.CLONE_NEWIPC, unix.CLONE_NEWNET, unix.CLONE_NEWUTS, unix.CLONE_NEWCGROUP} {
		all = append(all, asked{unix.SYS_CLONE, [6]uint64{flag | uint64(unix.SIGCHLD)}, unix.EPERM})
	}
	free := []asked{
		{unix.SYS_CLONE, [6]uint64{uint64(unix.SIGCHLD)}, 0},
		{unix.SYS_CLONE, [6]uint64{unix.CLONE_VM | unix.CLONE_VFORK | uint64(unix.SIGCHLD)}, 0},
		{unix.SYS_CLONE, [6]uint64{unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD}, 0},
		{unix.SYS_PRLIMIT64, [6]uint64{0, unix.RLIMIT_STACK}, 0},
		{unix.SYS_SECCOMP, [6]uint64{unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC}, 0},
		{unix.SYS_SOCKETPAIR, [6]uint64{unix.AF_UNIX, unix.SOCK_STREAM}, 0},
		{unix.SYS_OPENAT, [6]uint64{0, 0, unix.O_CREAT, 0o755}, 0},
		{unix.SYS_EXECVE, [6]uint64{}, 0},
	}
	for _, own := range []struct{ view, user bool }{{true, true}, {true, false}, {false, true}, {false, false}} {
		filter := newRules(own.view, own.user).filter(false)
		for _, call := range append(all, free...) {
			want := uint32(unix.SECCOMP_RET_ALLOW)
			if call.want != 0 {
				want = unix.SECCOMP_RET_ERRNO | uint32(call.want)
			}
			if got := interpret(t, filter, call.number, &call.args); got != want {
				t.Errorf("%+v: call %d%v is answered %#x, want %#x", own, call.number, call.args, got, want)
			}
		}
	}
}

// What opens for writing.
func TestPathCalls(t *testing.T) {
	open := pathCalls[unix.SYS_OPENAT]
	for flags, want := range map[uint64]string{
		unix.O_RDONLY: ActRead, unix.O_RDONLY | unix.O_CLOEXEC: ActRead, unix.O_WRONLY: ActWrite, unix.O_RDWR: ActWrite,
		unix.O_CREAT: ActWrite, unix.O_TRUNC: ActWrite,
	} {
		if got := open.act(&notification{args: [6]uint64{2: flags}}); got != want {
			t.Errorf("flags %#o: %s, want %s", flags, got, want)
		}
	}
}

// Links that a program has laid where it may write are not followed, which may take
// long, and what lies behind them is not told. Others are.
func TestOwnLinks(t *testing.T) {
	own, other := t.TempDir(), t.TempDir()
	if err := errors.Join(os.Symlink("/no/such/folder", filepath.Join(own, "link")), os.Symlink("/no/such/folder", filepath.Join(other, "link")), os.WriteFile(filepath.Join(own, "file"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	v := &supervisor{view: &view{writable: []string{own}}}
	asked := []Refusal{
		{ActRead, own + "/link/x"}, {ActWrite, own + "/link/x"}, {ActRead, own + "/file"}, {ActWrite, own + "/made"},
		{ActRead, other + "/link/x"}, {ActWrite, other + "/link/x"}, {ActRead, own + "/none"}, {ActWrite, own + "/none/x"},
	}
	want := slices.Clone(asked[4:])
	if got := v.refused(asked, "/no/such/run"); !slices.Equal(got, want) {
		t.Errorf("told are %v, want %v", got, want)
	}
}
