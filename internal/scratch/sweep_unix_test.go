//go:build unix

package scratch

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// Sweep removes this user's directories that no process holds. It removes unlocked ones only when they are
// old enough. It removes neither files nor the targets of links.
func TestSweptStones(t *testing.T) {
	parent, elsewhere := t.TempDir(), t.TempDir()
	me, other := os.Getuid(), os.Getuid()+1
	must.WriteFile(t, filepath.Join(parent, ".file"), "") // is read first
	for _, c := range []struct {
		name  string
		age   time.Duration
		owner int
		stays bool
	}{
		{unlocked + "young", minSweepAge / 2, me, true},
		{unlocked + "old", 2 * minSweepAge, me, false},
		{prefix + "left", 0, me, false},
		{prefix + "another's", 2 * minSweepAge, other, true},
		{unlocked + "another's", 2 * minSweepAge, other, true},
		{"touchstone-mine", 2 * minSweepAge, me, true},
	} {
		path := filepath.Join(parent, c.name)
		must.Do(t, os.Mkdir(path, 0o755))
		if c.owner != me && os.Chown(path, c.owner, -1) != nil {
			continue // requires root
		}
		when := time.Now().Add(-c.age)
		must.Do(t, os.Chtimes(path, when, when))
		Sweep(parent)
		if _, err := os.Lstat(path); (err == nil) != c.stays {
			t.Errorf("%s: %v, stays %v", c.name, err, c.stays)
		}
	}
	link, file := filepath.Join(parent, prefix+"link"), filepath.Join(parent, prefix+"file")
	must.Do(t, os.Symlink(elsewhere, link))
	must.Do(t, os.WriteFile(file, nil, 0o600))
	Sweep(parent)
	for _, path := range []string{link, file, elsewhere} {
		must.Get(os.Lstat(path))(t)
	}
}

// Before a sudden end a process removes its directories, except for the user's, and creates no more.
func TestRemoveOwn(t *testing.T) {
	parent := t.TempDir()
	defer func() { own.ending = false }()
	var dirs []*Dir
	for _, kind := range []string{"used", "removed", "released"} {
		dirs = append(dirs, must.Get(Make(parent, kind))(t))
	}
	must.Do(t, errors.Join(dirs[1].Remove(), dirs[2].Release()))
	RemoveOwn()
	_, err := Make(parent, "late")
	expect.Error(t, err, "the process is about to end")
	expect.Equal(t, []string{filepath.Base(dirs[2].Path)}, must.Names(t, parent), "the released directory alone")
	must.Do(t, dirs[0].Remove()) // a second time
}

// Without a home directory there is no cache directory.
func TestCaches(t *testing.T) {
	home := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(home, "Library"), 0o755)) // the parent on macOS
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", home)
	must.Get(Caches())(t)
	t.Setenv("HOME", filepath.Join(home, "none"))
	_, err := Caches()
	expect.Error(t, err, "none")
}

// A directory has one of our names from the moment it is made, before it is locked and after.
func TestIsName(t *testing.T) {
	path, lock, err := makeLocked(t.TempDir(), "kind")
	must.Do(t, err)
	defer lock.Close()
	for name, want := range map[string]bool{filepath.Base(path): true, unlocked + "1": true, "touchstone": false, "x" + prefix: false, "": false} {
		expect.Equal(t, want, IsName(name), name, "is one of ours")
	}
}

// duplicate returns a copy of the descriptor of this process for a directory.
func duplicate(t *testing.T, dir string) int {
	t.Helper()
	want := must.Get(os.Stat(dir))(t)
	for fd := range 1000 {
		var stat syscall.Stat_t
		if syscall.Fstat(fd, &stat) == nil && stat.Ino == want.Sys().(*syscall.Stat_t).Ino && stat.Dev == want.Sys().(*syscall.Stat_t).Dev {
			return must.Get(syscall.Dup(fd))(t)
		}
	}
	t.Fatalf("%s is not open", dir)
	return -1
}

// A lock that was closed is gone, though a child that has not yet become its program still has the file.
func TestLockEnds(t *testing.T) {
	dir := t.TempDir()
	l := must.Get(Lock(dir))(t)
	defer os.NewFile(uintptr(duplicate(t, dir)), "child").Close() // as fork does
	must.Do(t, l.Close())
	again := must.Get(Lock(dir))(t)
	if _, err := Lock(dir); err != ErrLocked { //nolint:errorlint // it is this
		t.Errorf("a second lock: %v, want %v", err, ErrLocked)
	}
	again.Close()
}

// A directory with more files than are listed at a time is removed, even if its owner may not read it at first.
func TestRemoveMany(t *testing.T) {
	defer func(was int) { maxNames = was }(maxNames)
	maxNames = 10
	top := filepath.Join(t.TempDir(), "top")
	below := filepath.Join(top, "below")
	must.Do(t, os.MkdirAll(below, 0o755))
	for i := range 2*maxNames + 5 {
		must.Do(t, os.WriteFile(filepath.Join(below, strconv.Itoa(i)), nil, 0o644))
	}
	must.Do(t, os.Chmod(below, 0))
	must.Do(t, RemoveAll(top))
}
