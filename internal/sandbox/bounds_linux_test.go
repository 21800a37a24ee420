//go:build !portable

package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// A file counts with its allocated or its apparent size, whichever is larger.
func TestFolderSize(t *testing.T) {
	dir := tier.TempDir(t)
	f, err := os.Create(filepath.Join(dir, "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(1 << 30); err != nil {
		t.Fatal(err)
	}
	if got := folderSize(dir, 1<<40); got != 1<<30 {
		t.Errorf("a hole of 1 GB counts %d", got)
	}
	if err := f.Truncate(0); err != nil {
		t.Fatal(err)
	}
	const reserved, keepSize = 1 << 20, 1
	if err := unix.Fallocate(int(f.Fd()), keepSize, 0, reserved); err != nil {
		t.Skip("blocks cannot be reserved here: ", err)
	}
	if got := folderSize(dir, 1<<40); got < reserved {
		t.Errorf("1 MB of reserved blocks counts %d", got)
	}
}

// More names than allowed are too many, and so are folders nested too deep to examine.
func TestNamesInAFolder(t *testing.T) {
	dir := tier.TempDir(t)
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		before, depth int
		over          bool
	}{{mostNames - 3, 0, false}, {mostNames - 2, 0, true}, {0, mostDepth, false}, {0, mostDepth + 1, true}} {
		n := count{limit: 1 << 20, names: c.before}
		n.folder(unix.AT_FDCWD, dir, c.depth)
		if over := n.size > n.limit; over != c.over {
			t.Errorf("%d names before, %d deep: too much %v, want %v", c.before, c.depth, over, c.over)
		}
	}
}

// Landlock handles all rights that the kernel's version knows: truncation came with the
// third, signals and abstract sockets with the sixth.
func TestLandlockHandles(t *testing.T) {
	version, err := ll.LandlockGetABIVersion()
	if err != nil {
		t.Skip("no Landlock here: ", err)
	}
	l, err := newLock(Policy{Root: tier.TempDir(t)}, false)
	if err != nil {
		t.Fatal(err)
	}
	has := func(bits, some int) bool { return bits&some == some }
	for _, c := range []struct {
		since      int
		name       string
		bits, some int
	}{
		{1, "writing", int(l.attr.HandledAccessFS), ll.AccessFSWriteFile | ll.AccessFSRemoveFile | ll.AccessFSMakeSym},
		{1, "reading", int(l.attr.HandledAccessFS), mayRead},
		{2, "moving", int(l.attr.HandledAccessFS), ll.AccessFSRefer},
		{3, "truncating", int(l.attr.HandledAccessFS), ll.AccessFSTruncate},
		{4, "network", int(l.attr.HandledAccessNet), ll.AccessNetBindTCP | ll.AccessNetConnectTCP},
		{6, "signals", int(l.attr.Scoped), ll.ScopeSignal | ll.ScopeAbstractUnixSocket},
	} {
		if version >= c.since && !has(c.bits, c.some) {
			t.Errorf("%s is not handled: %#x lacks %#x", c.name, c.bits, c.some)
		}
	}
}

// Each worker's programs have a separate user, except for those that share a cache.
func TestOtherUsers(t *testing.T) {
	one, err := newProgramUser(false)
	if err != nil {
		t.Skip(err)
	}
	two, _ := newProgramUser(false)
	shared, _ := newProgramUser(true)
	again, _ := newProgramUser(true)
	if one.User == two.User || shared != again || one.User == shared.User || min(one.User, two.User, shared.User) < 10_000 {
		t.Errorf("users %d and %d, those who share a cache %d and %d", one, two, shared, again)
	}
	if one.Group != two.Group || one.Group == shared.Group {
		t.Errorf("groups %d and %d, those who share a cache %d", one.Group, two.Group, shared.Group)
	}
}

// A control group left by a killed process is removed, and the processes in it are killed.
func TestSweptGroup(t *testing.T) {
	effort.NeedsAll(t, "slow")
	parent, err := ownGroupDir("pids")
	if err != nil {
		t.Skip(err)
	}
	g, err := newGroup(parent, "tasks", map[string]int64{"pids.max": mostProcesses})
	if err != nil {
		t.Skip(err)
	}
	sleeper := exec.Command("/bin/sleep", "1000")
	if err := sleeper.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := g.join.WriteString(strconv.Itoa(sleeper.Process.Pid)); err != nil {
		t.Fatal(err)
	}
	sweepGroups(parent)
	if _, err := os.Stat(g.dir); err != nil {
		t.Errorf("a group whose owner lives: %v", err)
	}
	g.lock.Close()
	g.join.Close()
	time.Sleep(1100 * time.Millisecond) // younger ones may not be locked yet
	ended := make(chan error, 1)
	go func() { ended <- sleeper.Wait() }()
	sweepGroups(parent)
	if _, err := os.Stat(g.dir); err == nil {
		t.Error("the group is still there")
		sleeper.Process.Kill()
	}
	<-ended
	os.Remove(g.dir)
}
