package submissions

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The digest of a folder changes with everything that a program can be made of, and with
// nothing else.
func TestDigestOf(t *testing.T) {
	dir := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	path := func(name string) string { return filepath.Join(dir, name) }
	must(os.MkdirAll(path("sub"), 0o777))
	must(os.WriteFile(path("sub/a.py"), []byte("1"), 0o644))
	last, err := DigestOf(dir)
	must(err)
	seen := map[string]string{last: "at first"}
	for _, step := range []struct {
		what string
		do   func() error
		same bool
	}{
		{"another time", func() error { return os.Chtimes(path("sub/a.py"), time.Unix(1, 0), time.Unix(1, 0)) }, true},
		{"permissions but to execute", func() error { return os.Chmod(path("sub/a.py"), 0o600) }, true},
		{"contents", func() error { return os.WriteFile(path("sub/a.py"), []byte("2"), 0o644) }, false},
		{"an executable", func() error { return os.Chmod(path("sub/a.py"), 0o755) }, false},
		{"another file", func() error { return os.WriteFile(path("b"), nil, 0o644) }, false},
		{"another name", func() error { return os.Rename(path("b"), path("c")) }, false},
		{"an empty folder", func() error { return os.Mkdir(path("d"), 0o777) }, false},
		{"a link", func() error { return os.Symlink("sub", path("e")) }, false},
		{"its target", func() error {
			must(os.Remove(path("e")))
			return os.Symlink("c", path("e"))
		}, false},
	} {
		must(step.do())
		now, err := DigestOf(dir)
		must(err)
		if before, known := seen[now]; known && !step.same {
			t.Errorf("%s: the digest is that %s", step.what, before)
		}
		if step.same && now != last {
			t.Errorf("%s: the digest has changed", step.what)
		}
		seen[now], last = "after "+step.what, now
	}
}
