package answers

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// What the records of a folder say is what package os reads there, also where the kernel needs several
// calls to tell it, and where the file system does not say what a file is.
func TestList(t *testing.T) {
	dir := lay(t, map[string]string{"folder/x": "", "...": "", "no\nline": ""})
	err := errors.Join(os.Symlink("folder", filepath.Join(dir, "link")), unix.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	for i := range 600 {
		name := strings.Repeat("x", i%200) + strings.Repeat("y", i/200+1)
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	got, size := map[string]entry{}, 0
	for _, e := range list(dir) {
		if _, twice := got[e.name]; twice {
			t.Errorf("%q comes twice", e.name)
		}
		got[e.name], size = e, size+len(e.name)
	}
	if size <= len(records{}) {
		t.Errorf("%d bytes of names fit into one call", size)
	}
	want, err := os.ReadDir(dir)
	if err != nil || len(got) != len(want) {
		t.Errorf("found %d entries, want %d, %v", len(got), len(want), err)
	}
	for _, e := range want {
		g := got[e.Name()]
		asked := kind(dir, e.Name(), unix.DT_UNKNOWN)
		if g.kind.IsRegular() != e.Type().IsRegular() || g.kind.IsDir() != e.IsDir() || asked != e.Type() {
			t.Errorf("%q: the records say %v, the file itself %v, want %v", e.Name(), g.kind, asked, e.Type())
		}
	}
	if found := list(filepath.Join(dir, "pipe")); len(found) > 0 {
		t.Errorf("a pipe has the entries %v", found)
	}
}
