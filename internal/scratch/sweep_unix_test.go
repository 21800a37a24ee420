//go:build unix

package scratch

import (
	"errors"
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

// Before a sudden end a process removes its folders, but not those that are the user's, and makes no more.
func TestRemoveOwn(t *testing.T) {
	parent := t.TempDir()
	defer func() { own.ending = false }()
	var dirs []*Dir
	for _, kind := range []string{"used", "removed", "released"} {
		d, err := Make(parent, kind)
		if err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, d)
	}
	if err := errors.Join(dirs[1].Remove(), dirs[2].Release()); err != nil {
		t.Fatal(err)
	}
	RemoveOwn()
	if d, err := Make(parent, "late"); err == nil {
		t.Errorf("made %s, want an error", d.Path)
	}
	left, err := os.ReadDir(parent)
	if err != nil || len(left) != 1 || left[0].Name() != filepath.Base(dirs[2].Path) {
		t.Errorf("found %v, %v, want the released folder alone", left, err)
	}
	if err := dirs[0].Remove(); err != nil {
		t.Errorf("removed twice: %v", err)
	}
}
