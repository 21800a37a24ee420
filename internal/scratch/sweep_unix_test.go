//go:build unix

package scratch

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Sweep removes this user's folders that nobody holds, unlocked ones only when they are old
// enough, and neither files nor the targets of links.
func TestWhatIsSwept(t *testing.T) {
	parent, elsewhere := t.TempDir(), t.TempDir()
	for _, c := range []struct {
		name  string
		age   time.Duration
		owner int // 0 for this user
		stays bool
	}{
		{unlocked + "young", young / 2, 0, true},
		{unlocked + "old", 2 * young, 0, false},
		{prefix + "left", 0, 0, false},
		{prefix + "another's", 2 * young, 65534, true},
		{unlocked + "another's", 2 * young, 65534, true},
		{"touchstone-mine", 2 * young, 0, true},
	} {
		path := filepath.Join(parent, c.name)
		if err := os.Mkdir(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if c.owner != 0 && os.Chown(path, c.owner, -1) != nil {
			continue // requires root
		}
		when := time.Now().Add(-c.age)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
		Sweep(parent)
		if _, err := os.Lstat(path); (err == nil) != c.stays {
			t.Errorf("%s: %v, stays %v", c.name, err, c.stays)
		}
	}
	link, file := filepath.Join(parent, prefix+"link"), filepath.Join(parent, prefix+"file")
	if err := os.Symlink(elsewhere, link); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	Sweep(parent)
	for _, path := range []string{link, file, elsewhere} {
		if _, err := os.Lstat(path); err != nil {
			t.Error(err)
		}
	}
}
