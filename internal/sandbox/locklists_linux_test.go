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
