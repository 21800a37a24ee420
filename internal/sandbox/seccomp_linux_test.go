//go:build !portable

package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// The lock grants the readable paths. It does not grant hidden paths, the directory in which programs run,
// the directories that checks keep in temporary directories, or the targets of links.
func TestLockGrants(t *testing.T) {
	base := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	at := func(name string) string { return filepath.Join(base, name) }
	must.WriteFiles(t, base, map[string]string{
		"a/open/x": "", "a/hidden/x": "", "a/b/hidden/x": "", "a/b/open": "", "a/c/x": "", "a/runs/own/x": "",
		"a/runs/touchstone-scratch-other/x": "", "a/runs/theirs": "", "whole/x": "", "beside/x": "",
	})
	must.Do(t, os.Symlink(at("beside"), at("a/link")))
	for _, hide := range [][]string{ // in any order
		{at("a/hidden"), at("a/b/hidden"), "/elsewhere"},
		{"/elsewhere", at("a/b/hidden"), at("a/hidden"), "/else"},
	} {
		policy := Policy{Read: []string{at("a"), at("whole"), at("none")}, Hide: hide, Root: at("a/runs/own")}
		own, _ := grantsOf(t, newLock(7, policy, false), base)
		expect.Equal(t, map[string]uint64{"a/b/open": mayReadOne, "a/c": mayRead, "a/open": mayRead, "a/runs/theirs": mayReadOne, "whole": mayRead},
			own, "granted, where hidden are", hide)
	}
	// in a view, which hides all others
	own, all := grantsOf(t, newLock(7, Policy{Read: []string{at("a"), at("a/b/open"), at("none")}}, true), base)
	expect.Equal(t, map[string]uint64{"a": mayRead}, own)
	expect.Equal(t, mayReadOne, all["/"])
}

// grantsOf returns the grants of a lock, below a directory and in all, and closes their files.
func grantsOf(t *testing.T, l *lock, dir string) (below, all map[string]uint64) {
	t.Helper()
	below, all = map[string]uint64{}, map[string]uint64{}
	for _, g := range l.grants {
		must.Do(t, unix.Close(g.fd))
		all[g.path] = g.access
		if name, is := strings.CutPrefix(g.path, dir+"/"); is {
			below[name] = g.access
		}
		device := strings.HasPrefix(g.path, "/dev/") && !strings.HasPrefix(g.path, "/dev/shm/")
		expect.Equal(t, map[bool]uint64{true: mayUse, false: g.access & mayRead}[device], g.access, g.path)
	}
	return below, all
}

// System files that language runtimes read are visible if they exist, except for files that an administrator
// protects and files of users.
func TestSystemPaths(t *testing.T) {
	want := strings.Fields(string(must.Get(os.ReadFile("testdata/system_paths.txt"))(t)))
	expect.Equal(t, want, slices.Concat(systemDirs, devices))
	for _, pattern := range systemDirs {
		_, err := os.Lstat(pattern)
		shown := slices.Contains(systemPaths(), pattern)
		expect.Equal(t, err == nil, shown, pattern, "is shown if it exists, and it exists:", err == nil)
	}
	for _, path := range systemPaths() {
		matches := func(pattern string) bool { is, _ := filepath.Match(pattern, path); return is }
		expect.True(t, slices.ContainsFunc(systemDirs, matches), path, "is shown")
	}
}

// A visible path inside another one needs no mount of its own, unless it is in the directory of a check.
// findShown keeps the target of a link as text, and omits paths that do not exist.
func TestFindShown(t *testing.T) {
	base := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	at := func(name string) string { return filepath.Join(base, name) }
	must.WriteFiles(t, base, map[string]string{"a/b/c/file": "", "d/file": "", "a/touchstone-scratch-x-1/file": ""})
	must.Do(t, errors.Join(os.Symlink("../d", at("a/relative")), os.Symlink(at("a/relative"), at("twice")), os.Symlink("nowhere", at("dangling"))))
	g := findShown(Policy{
		Read:  []string{at("a/b"), at("a/b/c/file"), at("twice/file"), at("none"), at("dangling"), at("a/b/")},
		Links: []string{at("a/relative/file")},
	})
	var own []string
	for _, path := range g.sorted() {
		if name, below := strings.CutPrefix(path, base+"/"); below {
			own = append(own, name)
		}
	}
	expect.Equal(t, []string{"a/b", "d/file"}, own, "mounted")
	for name, want := range map[string]string{"a/relative": "../d", "twice": at("a/relative"), "dangling": "nowhere"} {
		expect.Equal(t, want, g.links[at(name)], "the target of the link", name)
	}
	inside := shownPaths{reals: map[string]bool{"/x": true, "/x/y": true, "/x/touchstone-scratch-build-1": true, "/x/touchstone-scratch-build-1/built": true, "/xy": true, "/": true}}
	expect.Equal(t, []string{"/x", "/x/touchstone-scratch-build-1/built", "/xy"}, inside.sorted(), "mounted")
}

// Links are followed as far as the kernel follows them, and not forever.
func TestManyLinks(t *testing.T) {
	dir := must.Get(filepath.EvalSymlinks(tier.TempDir(t)))(t)
	file := filepath.Join(dir, "0")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	for n := 1; n <= maxLinks+2; n++ {
		path := filepath.Join(dir, strconv.Itoa(n))
		must.Do(t, os.Symlink(strconv.Itoa(n-1), path))
		want := file
		if n > maxLinks {
			want = ""
		}
		expect.Equal(t, want == "", tooMany(path), "the kernel refuses links:", n)
		g := findShown(Policy{})
		expect.Equal(t, want, g.follow(path, 0), "the target of links:", n)
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
