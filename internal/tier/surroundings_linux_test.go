package tier

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// answered returns the answer of the filter of tier 3 to a call.
func answered(t *testing.T, number, argument uint32) uint32 {
	t.Helper()
	code, loaded := instructions(), uint32(0)
	for at := 0; at < len(code); at++ {
		switch f := code[at]; f.Code {
		case unix.BPF_RET | unix.BPF_K:
			return f.K
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			if loaded = number; f.K != 0 {
				loaded = argument
			}
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JEQ, unix.BPF_JMP | unix.BPF_K | unix.BPF_JSET:
			if yes := f.Code == unix.BPF_JMP|unix.BPF_K|unix.BPF_JEQ && loaded == f.K || f.Code == unix.BPF_JMP|unix.BPF_K|unix.BPF_JSET && loaded&f.K != 0; !yes {
				at += int(f.Jf)
			}
		default:
			t.Fatalf("an instruction %#x", f.Code)
		}
	}
	t.Fatal("the filter has no end")
	return 0
}

// Tier 3 denies the same calls as the default profile of container engines, and nothing else.
func TestRefusedOnTier3(t *testing.T) {
	const refuses = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	for _, number := range []uint32{
		unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_PIVOT_ROOT, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
		unix.SYS_MOUNT_SETATTR, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	} {
		if got := answered(t, number, 0); got != refuses {
			t.Errorf("call %d is answered %#x", number, got)
		}
	}
	for _, space := range []uint32{unix.CLONE_NEWUSER, unix.CLONE_NEWNS, unix.CLONE_NEWPID, unix.CLONE_NEWIPC, unix.CLONE_NEWNET, unix.CLONE_NEWUTS, unix.CLONE_NEWCGROUP} {
		if got := answered(t, unix.SYS_CLONE, space|uint32(unix.SIGCHLD)); got != refuses {
			t.Errorf("a namespace %#x is answered %#x", space, got)
		}
	}
	if got := answered(t, unix.SYS_CLONE3, 0); got != unix.SECCOMP_RET_ERRNO|uint32(unix.ENOSYS) {
		t.Errorf("clone3 is answered %#x", got)
	}
	for number, argument := range map[uint32]uint32{unix.SYS_CLONE: unix.CLONE_VM | unix.CLONE_VFORK | uint32(unix.SIGCHLD), unix.SYS_OPENAT: 0, unix.SYS_SECCOMP: 1, unix.SYS_CHROOT: 0} {
		if got := answered(t, number, argument); got != unix.SECCOMP_RET_ALLOW {
			t.Errorf("call %d is answered %#x", number, got)
		}
	}
}

// Another user keeps the environment except for variables that name the first user's own things.
func TestEnvironmentOfAnother(t *testing.T) {
	own := []string{"HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CACHE_HOME", "GOCACHE"}
	for _, name := range append(own, "TIER_TEST") {
		t.Setenv(name, "/of/the/first")
	}
	env := environment("somebody", "/home/somebody")
	for _, want := range []string{"HOME=/home/somebody", "USER=somebody", "LOGNAME=somebody", "TIER_TEST=/of/the/first"} {
		if !slices.Contains(env, want) {
			t.Errorf("no %s", want)
		}
	}
	for _, word := range env {
		if name, value, _ := strings.Cut(word, "="); slices.Contains(own, name) && value == "/of/the/first" {
			t.Errorf("%s is kept", word)
		}
	}
}
