//go:build unix

package program_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// victim makes a folder of the caller's with a program that is not executable, and one that is.
func victim(t *testing.T) (dir string, unchanged func()) {
	t.Helper()
	dir = tier.TempDir(t)
	for name, mode := range map[string]os.FileMode{"src/plain": 0o644, "release/run": 0o755} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("\x7fELF"), mode)); err != nil {
			t.Fatal(err)
		}
	}
	return dir, func() {
		for name, mode := range map[string]os.FileMode{"src/plain": 0o644, "release/run": 0o755} {
			if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != mode {
				t.Errorf("%s of the caller's was changed: %v, %v", name, info, err)
			}
		}
	}
}

// What a build leaves in place of a folder that touchstone looks into is not followed.
func TestBuildReplacesFolders(t *testing.T) {
	needs(t, "make")
	dir, unchanged := victim(t)
	rule := "agent:\n\tcd ../.. && mv hw old && ln -s " + dir + " hw\nrun:\n\ttrue\n"
	if _, err := open(t, "gangwars", files(t, map[string]string{"hw/src/Makefile": rule}), nil); !errors.As(err, new(*program.BuildError)) {
		t.Errorf("%v", err)
	}
	unchanged()
}
