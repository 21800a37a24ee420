package testscript

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Five names of the files that a program left instead are reported, but neither its input
// nor links.
func TestLeftInstead(t *testing.T) {
	dir := tier.TempDir(t)
	for _, name := range []string{"f", "e", "d", "c", "b", oracle.InputFile} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("b", filepath.Join(dir, "a")); err != nil {
		t.Log(err) // not always permitted on Windows
	}
	for _, more := range []string{"f", "g"} {
		if err := os.WriteFile(filepath.Join(dir, more), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := leftInstead(dir, "input.txt"); !slices.Equal(got, []string{"b", "c", "d", "e", "f"}) {
			t.Errorf("told are %q", got)
		}
	}
}
