//go:build !portable

package sandbox

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/tier"
)

// What the user may do with a file follows from its owner, its group and the folders around it.
func TestProgramUsersRights(t *testing.T) {
	dir := tier.TempDir(t)
	open, closed := filepath.Join(dir, "open"), filepath.Join(dir, "closed")
	for path, mode := range map[string]os.FileMode{open: 0o711, closed: 0o750} {
		if err := os.Mkdir(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(closed, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		as     programUser
		barred string
		rights uint32
	}{
		{programUser{1 << 20, 1 << 20}, closed, 0o4},
		{programUser{1 << 20, os.Getgid()}, "", 0o4},
		{programUser{os.Getuid(), 1 << 20}, "", 0o6},
	} {
		if at, _ := c.as.barred(file); at != c.barred {
			t.Errorf("%+v is barred by %q, want %q", c.as, at, c.barred)
		}
		if got := c.as.rights(file) & 0o7; got != c.rights {
			t.Errorf("%+v has rights %o, want %o", c.as, got, c.rights)
		}
		if at, _ := c.as.barred(filepath.Join(open, "none")); at != "" {
			t.Errorf("%+v is barred by %q from an open folder", c.as, at)
		}
	}
}
