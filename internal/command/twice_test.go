package command

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
)

// TestPackageTwice runs two commands on the same package in one process.
func TestPackageTwice(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := filepath.Join(t.TempDir(), "twice")
	must.Do(t, newpackage.New(dir, newpackage.Start{Example: true}, nil))
	for range 3 {
		var out, stderr bytes.Buffer
		if code := runCommand([]string{"check", dir, filepath.Join(dir, "submissions/accepted/reference.py")}, nil, &out, &stderr); code != 0 {
			t.Errorf("exit status %d\n%s%s", code, out.String(), stderr.String())
		}
	}
}
