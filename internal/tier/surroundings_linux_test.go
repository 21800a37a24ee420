package tier

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox/filtertest"
)

// Tier 3 denies the same calls as the default profile of container engines, and nothing else.
func TestRefusedOnTier3(t *testing.T) {
	answered := func(number, argument uint32) uint32 {
		return filtertest.Answer(t, instructions(), 0, number, uint64(argument))
	}
	const refuses = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	for _, number := range []uint32{
		unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_PIVOT_ROOT, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
		unix.SYS_MOUNT_SETATTR, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	} {
		expect.Equal(t, refuses, answered(number, 0), "call", number)
	}
	for _, space := range []uint32{unix.CLONE_NEWUSER, unix.CLONE_NEWNS, unix.CLONE_NEWPID, unix.CLONE_NEWIPC, unix.CLONE_NEWNET, unix.CLONE_NEWUTS, unix.CLONE_NEWCGROUP} {
		expect.Equal(t, refuses, answered(unix.SYS_CLONE, space|uint32(unix.SIGCHLD)), "namespace", space)
	}
	expect.Equal(t, uint32(unix.SECCOMP_RET_ERRNO)|uint32(unix.ENOSYS), answered(unix.SYS_CLONE3, 0), "clone3")
	for number, argument := range map[uint32]uint32{unix.SYS_CLONE: unix.CLONE_VM | unix.CLONE_VFORK | uint32(unix.SIGCHLD), unix.SYS_OPENAT: 0, unix.SYS_SECCOMP: 1, unix.SYS_CHROOT: 0} {
		expect.Equal(t, unix.SECCOMP_RET_ALLOW, answered(number, argument), "call", number)
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
		expect.True(t, slices.Contains(env, want), "the environment has", want)
	}
	for _, word := range env {
		if name, value, _ := strings.Cut(word, "="); slices.Contains(own, name) && value == "/of/the/first" {
			t.Errorf("%s is kept", word)
		}
	}
}

// Another user gets /tmp if others cannot use the temporary directory.
func TestSharedTempDir(t *testing.T) {
	dir := t.TempDir()
	for mode, want := range map[os.FileMode]string{0o777: dir, 0o703: dir, 0o702: "/tmp", 0o701: "/tmp", 0o770: "/tmp"} {
		t.Setenv("TMPDIR", dir)
		must.Do(t, os.Chmod(dir, mode))
		expect.Equal(t, want, sharedTempDir(), mode)
	}
	t.Setenv("TMPDIR", "/no/such/directory")
	expect.Equal(t, "/tmp", sharedTempDir())
}

// A user without a directory for caches gets a temporary one.
func TestMakeBuildCache(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", os.TempDir())
	remove := must.Get(makeBuildCache())(t)
	must.Do(t, remove())
	expect.Equal(t, os.TempDir(), os.Getenv("XDG_CACHE_HOME"))
	t.Setenv("XDG_CACHE_HOME", "/no/such/directory")
	remove = must.Get(makeBuildCache())(t)
	caches := must.Get(os.UserCacheDir())(t)
	expect.True(t, strings.HasPrefix(caches, os.TempDir()+"/cache-"), caches)
	must.Do(t, remove())
	expect.Equal(t, nil, must.Names(t, os.TempDir()))
	t.Setenv("TMPDIR", "/no/such/directory")
	t.Setenv("XDG_CACHE_HOME", "/no/such/directory")
	_, err := makeBuildCache()
	expect.Error(t, err, "no such file or directory")
}
