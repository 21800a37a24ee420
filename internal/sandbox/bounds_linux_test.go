//go:build !portable

package sandbox

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

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
	must.WriteFiles(t, dir, map[string]string{"a": "", "b/c": ""})
	for _, c := range []struct {
		before, depth int
		over          bool
	}{{maxNames - 3, 0, false}, {maxNames - 2, 0, true}, {0, maxDepth - 1, false}, {0, maxDepth, true}} {
		n := count{limit: 1 << 20, names: c.before}
		n.countDir(unix.AT_FDCWD, dir, c.depth)
		expect.Equal(t, c.over, n.size > n.limit, "too much with", c.before, "names before,", c.depth, "deep")
	}
}

// Landlock handles all rights that a version of the kernel's ABI supports: truncation came with version 3, signals and
// abstract sockets with version 6.
func TestLandlockHandles(t *testing.T) {
	const files, network, scoped = 1<<13 - 1, 3, 3 // all rights of the first version with any
	for version, want := range [][3]uint64{
		{}, {files}, {files | unix.LANDLOCK_ACCESS_FS_REFER}, {1<<15 - 1}, {1<<15 - 1, network}, {1<<16 - 1, network},
		{1<<16 - 1, network, scoped}, {1<<16 - 1, network, scoped},
	} {
		l := newLock(version, Policy{Root: tier.TempDir(t)}, false)
		for _, g := range l.grants {
			unix.Close(g.fd)
		}
		expect.Equal(t, want, [3]uint64{l.attr.Handled_access_fs, l.attr.Handled_access_net, l.attr.Scoped}, "version", version)
	}
	_, err := createRuleset(nil, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	_, reason := landlockVersion()
	want := map[error]string{nil: "<nil>", unix.EOPNOTSUPP: "it is switched off in this kernel"}[err]
	expect.Equal(t, cmp.Or(want, "this kernel does not have it"), fmt.Sprint(reason), "why there is no Landlock")
}

// Each worker's programs have a separate user, except for those that share a cache.
func TestOtherUsers(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only an administrator can start programs as another user")
	}
	for _, maxUID := range []int64{1<<32 - 1, 65536, 20_001} {
		one, two := must.Get(newProgramUser(false, maxUID))(t), must.Get(newProgramUser(false, maxUID))(t)
		shared, again := must.Get(newProgramUser(true, maxUID))(t), must.Get(newProgramUser(true, maxUID))(t)
		lowest := min(one.User, two.User, shared.User)
		expect.True(t, one.User != two.User && shared == again && one.User != shared.User && lowest >= 10_000, one, two, shared, again)
		expect.True(t, one.Group == two.Group && one.Group != shared.Group, one, two, shared)
		highest := max(one.User, two.User, shared.User, one.Group, shared.Group)
		expect.True(t, highest < int(maxUID) && (maxUID > 65536 || shared == programUser{int(maxUID) - 1, int(maxUID) - 1}), highest, shared)
	}
	shared := must.Get(newProgramUser(true, 1<<32-1))(t)
	expect.Equal(t, programUser{1_800_000_000, 1_800_000_000}, shared)
	_, err := newProgramUser(false, 20_000)
	expect.Error(t, err, "too few users")
}

// Programs of another user read a shared directory, but do not change it. They do not get files with other names.
func TestShare(t *testing.T) {
	dir, other := filepath.Join(t.TempDir(), "dir"), filepath.Join(t.TempDir(), "other")
	must.WriteFiles(t, dir, map[string]string{"file": "", "sub/program*": ""})
	must.Do(t, errors.Join(os.Chmod(dir, 0o700), os.WriteFile(other, nil, 0o600), os.Link(other, filepath.Join(dir, "other")), os.Symlink(other, filepath.Join(dir, "link"))))
	must.Do(t, Share(dir))
	user, err := newProgramUser(false, mappedUIDs())
	if err != nil {
		t.Skip(err)
	}
	for name, want := range map[string]os.FileMode{"..": 0o710, ".": 0o750, "file": 0o640, "sub": 0o750, "sub/program": 0o750, "other": 0o600} {
		info := must.Get(os.Stat(filepath.Join(dir, name)))(t)
		expect.Equal(t, want, info.Mode().Perm(), name)
		expect.Equal(t, want != 0o600, int(info.Sys().(*syscall.Stat_t).Gid) == user.Group, name, "is of the programs' group")
	}
	expect.Error(t, Share("/no/such/directory"), "no such file")
}

// Programs inherit no descriptors except the standard ones, even if the kernel cannot close a range of them.
func TestCloseOnExec(t *testing.T) {
	for _, fd := range []int{500, maxFiles + 500} {
		must.Do(t, unix.Dup3(1, fd, 0))
		defer unix.Close(fd)
	}
	closeOnExec()
	for fd, want := range map[int]int{0: 0, 2: 0, 500: unix.FD_CLOEXEC, maxFiles + 500: unix.FD_CLOEXEC} {
		expect.Equal(t, want, must.Get(unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0))(t), "flags of", fd)
	}
}

// The outcome of a run follows from the supervisor's reply and the limits on memory. A worker whose program lives on is dead.
func TestReplies(t *testing.T) {
	grouped := Mechanisms{{Name: nameMemoryGroup, Guards: []string{Memory}, Active: true}}
	good, bad := &groups{memory: &group{dir: t.TempDir()}}, &groups{memory: &group{dir: "/no/such/directory"}}
	for _, c := range []struct {
		policy, job int64
		groups      *groups
		mechanisms  Mechanisms
		o           Outcome
		want        Stop
	}{
		{100, 0, new(groups), nil, Outcome{Peak: 100}, NotStopped},
		{100, 0, new(groups), nil, Outcome{Peak: 101}, StoppedMemory},
		{0, 50, new(groups), nil, Outcome{Peak: 51}, StoppedMemory},
		{100, 50, new(groups), nil, Outcome{Peak: 51}, StoppedMemory},
		{50, 100, new(groups), nil, Outcome{Peak: 51}, StoppedMemory},
		{0, 0, new(groups), nil, Outcome{Peak: 51}, NotStopped},
		{50, 0, good, grouped, Outcome{Peak: 51}, NotStopped},
		{50, 0, good, nil, Outcome{Peak: 51}, StoppedMemory},
		{50, 0, bad, grouped, Outcome{Peak: 51}, StoppedMemory},
		{50, 0, bad, grouped, Outcome{Peak: 51, Stopped: StoppedCPU}, StoppedCPU},
		{50, 0, bad, grouped, Outcome{Peak: 51, ProcessesLeft: true}, NotStopped},
	} {
		var answers bytes.Buffer
		must.Do(t, gob.NewEncoder(&answers).Encode(reply{Outcome: c.o}))
		w := &Worker{groups: c.groups, mechanisms: c.mechanisms, policy: Policy{Mode: None, Memory: c.policy},
			requests: gob.NewEncoder(io.Discard), replies: gob.NewDecoder(&answers)}
		f := &Dir{worker: w, Host: t.TempDir()}
		o := must.Get(w.Run(t.Context(), f, Job{Limits: Limits{Memory: c.job}}))(t)
		expect.Equal(t, c.want, o.Stopped, c.policy, c.job, c.o)
		expect.True(t, w.Dead() == c.o.ProcessesLeft && f.left == w.Dead(), "the worker is dead if processes are left", c.o)
	}
}

// The limit on processes binds another user and programs of an ordinary user in a view. Elsewhere the
// processes of the caller count too.
func TestLimitProcesses(t *testing.T) {
	for _, c := range []struct {
		v    supervisor
		uid  int
		want string
	}{
		{supervisor{user: programUser{User: 7}}, 0, "256 false <nil>"},
		{supervisor{user: programUser{User: 7}}, 8, "256 false <nil>"},
		{supervisor{view: new(view)}, 8, "256 false <nil>"},
		{supervisor{view: new(view)}, 0, "0 false it does not bind the administrator"},
		{supervisor{}, 0, "0 false it does not bind the administrator"},
		{supervisor{}, 8, "0 true <nil>"},
	} {
		err := c.v.limitProcesses(c.uid)
		expect.Equal(t, c.want, fmt.Sprint(c.v.processLimit, c.v.countOthers, err), c)
	}
	l := new(launch)
	(&supervisor{countOthers: true}).limit(l, Limits{})
	got := l.pinned[2].(*unix.Rlimit).Cur // after the limits on core files and open files
	expect.True(t, got > 2*maxProcesses && got < 1<<20, "limit", got)
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
		expect.Equal(t, cmp.Or(c.barred, outer) == "", (&supervisor{user: c.as}).mayOpen(file), c.as, "may open", file)
	}
}
