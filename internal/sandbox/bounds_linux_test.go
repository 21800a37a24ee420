//go:build !portable

package sandbox

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// A file counts with the larger of its allocated and its apparent size.
func TestDirSize(t *testing.T) {
	dir := tier.TempDir(t)
	f := must.Get(os.Create(filepath.Join(dir, "file")))(t)
	defer f.Close()
	must.Do(t, f.Truncate(1<<30))
	expect.Equal(t, 1<<30, dirSize(dir, 1<<40), "size with a hole of 1 GB")
	must.Do(t, f.Truncate(0))
	const reserved, keepSize = 1 << 20, 1
	if err := unix.Fallocate(int(f.Fd()), keepSize, 0, reserved); err != nil {
		t.Skip("blocks cannot be reserved here: ", err)
	}
	expect.True(t, dirSize(dir, 1<<40) >= reserved, "reserved blocks count")
}

// More names than allowed are too many, and so are directories nested too deep to examine.
func TestNamesInADir(t *testing.T) {
	dir := tier.TempDir(t)
	must.WriteFiles(t, dir, map[string]string{"a": "", "b": "", "c": ""})
	for _, c := range []struct {
		before, depth int
		over          bool
	}{{maxNames - 3, 0, false}, {maxNames - 2, 0, true}, {0, maxDepth, false}, {0, maxDepth + 1, true}} {
		n := count{limit: 1 << 20, names: c.before}
		n.countDir(unix.AT_FDCWD, dir, c.depth)
		expect.Equal(t, c.over, n.size > n.limit, "too much with", c.before, "names before,", c.depth, "deep")
	}
}

// Landlock handles all rights that the kernel's version supports: truncation came with version 3, signals and
// abstract sockets with version 6.
func TestLandlockHandles(t *testing.T) {
	version, err := landlockVersion()
	if err != nil {
		t.Skip("no Landlock here: ", err)
	}
	l := must.Get(newLock(Policy{Root: tier.TempDir(t)}, false))(t)
	has := func(bits, some int) bool { return bits&some == some }
	files, network := int(l.attr.Handled_access_fs), int(l.attr.Handled_access_net)
	for _, c := range []struct {
		since      int
		name       string
		bits, some int
	}{
		{1, "removing", files, mayRemove},
		{1, "making", files, mayMake | unix.LANDLOCK_ACCESS_FS_WRITE_FILE},
		{1, "reading", files, mayRead},
		{2, "moving", files, unix.LANDLOCK_ACCESS_FS_REFER},
		{3, "truncating", files, unix.LANDLOCK_ACCESS_FS_TRUNCATE},
		{4, "network", network, unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP},
		{6, "signals", int(l.attr.Scoped), unix.LANDLOCK_SCOPE_SIGNAL | unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET},
	} {
		expect.True(t, version < c.since || has(c.bits, c.some), c.name, c.bits, "has", c.some)
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
	parent, err := ownGroupDir("pids")
	if err != nil {
		t.Skip(err)
	}
	g, err := newGroup(parent, "tasks", map[string]int64{"pids.max": maxProcesses})
	if err != nil {
		t.Skip(err)
	}
	sleeper := exec.Command("/bin/sleep", "1000")
	must.Do(t, sleeper.Start())
	must.Get(g.join.WriteString(strconv.Itoa(sleeper.Process.Pid)))(t)
	sweepGroups(parent)
	must.Get(os.Stat(g.dir))(t) // its owner lives
	g.lock.Close()
	g.join.Close()
	time.Sleep(1100 * time.Millisecond) // younger ones may not be locked yet
	ended := make(chan error, 1)
	go func() { ended <- sleeper.Wait() }()
	defer sleeper.Process.Kill()
	effort.Await(t, "the end of the group", func() bool { // another process may lock it, to sweep it too
		sweepGroups(parent)
		_, err := os.Stat(g.dir)
		return err != nil
	})
	<-ended
	os.Remove(g.dir)
}

// A file that cannot be kept, here because of the length of its path, does not affect
// others.
func TestKeepTheRest(t *testing.T) {
	from, to := tier.TempDir(t), filepath.Join(tier.TempDir(t), "kept")
	deep := "d"
	for len(to)+1+len(deep)+150 < unix.PathMax {
		deep += "/" + strings.Repeat("d", 100)
	}
	root := must.Get(os.OpenRoot(from))(t)
	defer root.Close()
	long := strings.Repeat("l", 200)
	if err := errors.Join(root.MkdirAll(deep, 0o755), root.WriteFile(deep+"/"+long, nil, 0o644), root.WriteFile(deep+"/z", []byte("text"), 0o644)); err != nil {
		t.Skip(err)
	}
	open := must.Get(os.Open(from))(t)
	f := Dir{Host: from, open: open}
	must.Do(t, f.Keep(to))
	expect.Equal(t, "text", string(must.Get(os.ReadFile(filepath.Join(to, deep, "z")))(t)))
}

// The user's permissions for a file follow from its owner, its group and the directories around it.
func TestProgramUsersRights(t *testing.T) {
	dir := tier.TempDir(t)
	open, closed := filepath.Join(dir, "open"), filepath.Join(dir, "closed")
	for path, mode := range map[string]os.FileMode{open: 0o711, closed: 0o750} {
		must.Do(t, os.Mkdir(path, mode))
	}
	file := filepath.Join(closed, "file")
	must.Do(t, os.WriteFile(file, nil, 0o644))
	for _, c := range []struct {
		as     programUser
		barred string
		rights uint32
	}{
		{programUser{1 << 20, 1 << 20}, closed, 0o4},
		{programUser{1 << 20, os.Getgid()}, "", 0o4},
		{programUser{os.Getuid(), 1 << 20}, "", 0o6},
	} {
		outer, _ := c.as.firstClosedDir(filepath.Join(dir, "none")) // if others may not enter the temporary directory
		at, _ := c.as.firstClosedDir(file)
		expect.Equal(t, cmp.Or(c.barred, outer), at, c.as, "is barred by")
		expect.Equal(t, c.rights, c.as.rights(file)&0o7, c.as, "has the rights")
		at, _ = c.as.firstClosedDir(filepath.Join(open, "none"))
		expect.Equal(t, outer, at, c.as, "is barred from an open directory")
	}
}
