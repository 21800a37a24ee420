//go:build !portable

package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// What may be read is granted, without what is hidden, where programs run, what checks keep in temporary folders,
// and what links lead to.
func TestLockGrants(t *testing.T) {
	if err := landlockThere(); err != nil {
		t.Skip(err)
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(base, name) }
	for _, name := range []string{"a/open/x", "a/hidden/x", "a/b/hidden/x", "a/b/open", "a/runs/own/x", "a/runs/touchstone-scratch-other/x", "a/runs/theirs", "whole/x", "beside/x"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(at(name)), 0o755), os.WriteFile(at(name), nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(at("beside"), at("a/link")); err != nil {
		t.Fatal(err)
	}
	l, err := newLock(Policy{
		Read: []string{at("a"), at("whole"), at("none")}, Hide: []string{at("a/hidden"), at("a/b/hidden")}, Root: at("a/runs/own"),
	}, false)
	if err != nil {
		t.Fatal(err)
	}
	var own []string
	for _, g := range l.grants {
		defer unix.Close(g.fd)
		if name, below := strings.CutPrefix(g.path, base+"/"); below {
			own = append(own, name)
		}
		if strings.HasPrefix(g.path, "/dev/") != (g.access&unix.LANDLOCK_ACCESS_FS_WRITE_FILE != 0) {
			t.Errorf("%s: rights %x", g.path, g.access)
		}
	}
	slices.Sort(own)
	if want := []string{"a/b/open", "a/open", "a/runs/theirs", "whole"}; !slices.Equal(own, want) {
		t.Errorf("grants %q, want %q", own, want)
	}
}

// What language runtimes read of the system is shown, as far as it is there, and nothing that an administrator protects or that is
// somebody's.
func TestSystemPaths(t *testing.T) {
	want := strings.Fields(`/usr /bin /sbin /lib /lib32 /lib64 /libx32 /nix/store /gnu/store /proc /sys/devices/system
		/sys/kernel/mm/transparent_hugepage /etc/alternatives /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d /etc/ld.so.preload /etc/passwd
		/etc/group /etc/nsswitch.conf /etc/hosts /etc/host.conf /etc/resolv.conf /etc/protocols /etc/services /etc/localtime /etc/timezone
		/etc/locale.alias /etc/locale.conf /etc/os-release /etc/inputrc /etc/mime.types /etc/ssl/certs /etc/ssl/openssl.cnf /etc/crypto-policies
		/etc/pki/tls/openssl.cnf /etc/perl /etc/mono /etc/dotnet`)
	there := systemPaths()
	for _, path := range want {
		if _, err := os.Lstat(path); (err == nil) != slices.Contains(there, path) {
			t.Errorf("%s is shown: %v, and is there: %v", path, err != nil, err == nil)
		}
	}
	for _, path := range there {
		versioned := slices.ContainsFunc([]string{"/etc/java", "/etc/jvm", "/etc/python"}, func(name string) bool { return strings.HasPrefix(path, name) })
		if !versioned && !slices.Contains(want, path) {
			t.Errorf("%s is shown", path)
		}
	}
	for _, pattern := range []string{"/etc/java*", "/etc/jvm*", "/etc/python*"} {
		if !slices.Contains(systemFolders, pattern) {
			t.Errorf("%s is not looked for", pattern)
		}
	}
	if got, want := strings.Join(devices, " "), "/dev/null /dev/zero /dev/full /dev/random /dev/urandom"; got != want {
		t.Errorf("devices %s, want %s", got, want)
	}
}

// Of what is shown, what lies within another part need not be mounted, but for what lies in the folder of a check; a link is
// kept by what it says, and what is not there is left out.
func TestFindShown(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(base, name) }
	for _, name := range []string{"a/b/c/file", "d/file", "a/touchstone-scratch-x-1/file"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(at(name)), 0o755), os.WriteFile(at(name), nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Symlink("../d", at("a/relative")), os.Symlink(at("a/relative"), at("twice")), os.Symlink("nowhere", at("dangling"))); err != nil {
		t.Fatal(err)
	}
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
	if want := []string{"a/b", "d/file"}; !slices.Equal(own, want) {
		t.Errorf("mounted are %q, want %q", own, want)
	}
	for name, want := range map[string]string{"a/relative": "../d", "twice": at("a/relative"), "dangling": "nowhere"} {
		if got := g.links[at(name)]; got != want {
			t.Errorf("the link %s leads to %q, want %q", name, got, want)
		}
	}
	inside := shownPaths{reals: map[string]bool{"/x": true, "/x/y": true, "/x/touchstone-scratch-build-1": true, "/x/touchstone-scratch-build-1/built": true, "/xy": true, "/": true}}
	if got, want := inside.sorted(), []string{"/x", "/x/touchstone-scratch-build-1/built", "/xy"}; !slices.Equal(got, want) {
		t.Errorf("mounted are %q, want %q", got, want)
	}
}
