//go:build !portable

package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// Whatever else confines a program, calls with arguments that lead out of a sandbox are refused, and each kind of
// namespace. TestRefusedCallsInAll has the calls that are refused with any arguments.
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
		{unix.SYS_SOCKET, [6]uint64{unix.AF_INET, unix.SOCK_STREAM}, unix.EPERM},
		{unix.SYS_SOCKET, [6]uint64{unix.AF_INET6, unix.SOCK_DGRAM}, unix.EPERM},
		{unix.SYS_SOCKET, [6]uint64{unix.AF_NETLINK, unix.SOCK_RAW}, unix.EPERM},
		{unix.SYS_SOCKET, [6]uint64{unix.AF_PACKET, unix.SOCK_RAW}, unix.EPERM},
		{unix.SYS_PRLIMIT64, [6]uint64{1, unix.RLIMIT_NOFILE}, unix.EPERM},
		{unix.SYS_SETPRIORITY, [6]uint64{unix.PRIO_PROCESS, 1}, unix.EPERM},
		{unix.SYS_SETPRIORITY, [6]uint64{unix.PRIO_USER, 0}, unix.EPERM},
		{unix.SYS_IOPRIO_SET, [6]uint64{ioprioProcess, 1}, unix.EPERM},
		{unix.SYS_SCHED_SETSCHEDULER, [6]uint64{1, unix.SCHED_BATCH}, unix.EPERM},
		{unix.SYS_PERSONALITY, [6]uint64{0x40000}, unix.EPERM},
		{unix.SYS_SECCOMP, [6]uint64{unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER}, unix.EPERM},
		{unix.SYS_OPENAT, [6]uint64{0, 0, unix.O_TMPFILE, 0o2755}, unix.EPERM},
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
		filter := newRules(own.view, own.user, !own.view).filter()
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

// Links are followed as far as the kernel follows them, and not forever.
func TestManyLinks(t *testing.T) {
	dir, err := filepath.EvalSymlinks(tier.TempDir(t))
	must.Do(t, err)
	file := filepath.Join(dir, "0")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	for n := 1; n <= maxLinks+2; n++ {
		path := filepath.Join(dir, strconv.Itoa(n))
		must.Do(t, os.Symlink(strconv.Itoa(n-1), path))
		want := file
		if n > maxLinks {
			want = ""
		}
		if tooMany(path) != (want == "") {
			t.Errorf("the kernel follows %d links: %t, want %t", n, want == "", want != "")
		}
		g := findShown(Policy{})
		if got := g.follow(path, 0); got != want {
			t.Errorf("%d links lead to %q, want %q", n, got, want)
		}
	}
}

// tooMany reports whether the kernel finds too many links in path. It tries more than once: if a mount
// happens at the same moment, the kernel restarts the lookup and counts the links of both attempts, so that
// 21 links can exceed the limit by chance.
func tooMany(path string) bool {
	for range 1000 {
		if _, err := os.Stat(path); !errors.Is(err, unix.ELOOP) {
			return false
		}
	}
	return true
}

// If several things beneath a directory are hidden, all of them stay hidden, and the other
// entries can be read.
func TestGrantsAround(t *testing.T) {
	dir, err := filepath.EvalSymlinks(tier.TempDir(t))
	must.Do(t, err)
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"a/one", "a/open", "b/two", "b/open", "c/open"} {
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(in(name)), 0o755), os.WriteFile(in(name), nil, 0o600)))
	}
	for _, hide := range [][]string{{in("a/one"), in("b/two"), in("elsewhere")}, {in("elsewhere"), in("b/two"), in("a/one")}, {in("b/two"), "/elsewhere", in("a/one"), "/else"}} {
		l := new(lock)
		l.open(dir, hide, nil)
		for name, want := range map[string]bool{"a/one": false, "b/two": false, "a/open": true, "b/open": true, "c/open": true, "c": true, "a": false} {
			got := slices.ContainsFunc(l.grants, func(g grant) bool { return regular.Beneath(in(name), g.path) })
			if got != want {
				t.Errorf("%s can be read: %v, where %q are hidden", name, got, hide)
			}
		}
		for _, g := range l.grants {
			unix.Close(g.fd)
		}
	}
}
