//go:build !portable

package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/tier"
)

// A file that cannot be kept, here because of the length of its path, does not affect
// others.
func TestKeepTheRest(t *testing.T) {
	from, to := tier.TempDir(t), filepath.Join(tier.TempDir(t), "kept")
	deep := "d"
	for len(to)+1+len(deep)+150 < unix.PathMax {
		deep += "/" + strings.Repeat("d", 100)
	}
	root, err := os.OpenRoot(from)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	long := strings.Repeat("l", 200)
	if err := errors.Join(root.MkdirAll(deep, 0o755), root.WriteFile(deep+"/"+long, nil, 0o644), root.WriteFile(deep+"/z", []byte("text"), 0o644)); err != nil {
		t.Skip(err)
	}
	open, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	f := Folder{Host: from, open: open}
	if err := f.Keep(to); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(filepath.Join(to, deep, "z")); string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
}
