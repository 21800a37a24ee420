//go:build unix

package program

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/tier"
)

// What lies where Cargo's program should be is taken only from the folder of the build.
func TestCargoOutside(t *testing.T) {
	outside := tier.TempDir(t)
	theirs := filepath.Join(outside, "release", "run")
	if err := errors.Join(os.Mkdir(filepath.Dir(theirs), 0o755), os.WriteFile(theirs, []byte("\x7fELF"), 0o755)); err != nil {
		t.Fatal(err)
	}
	for name, link := range map[string]string{"target": outside, "target/release": filepath.Join(outside, "release"), "target/release/run": theirs} {
		p := &Program{built: tier.TempDir(t)}
		at := filepath.Join(p.built, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.Symlink(link, at)); err != nil {
			t.Fatal(err)
		}
		if err := p.takeCargo(p.built); !errors.As(err, new(*BuildError)) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(theirs); err != nil {
			t.Fatalf("%s: what was outside is gone", name)
		}
	}
}
