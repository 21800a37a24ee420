package testscript

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A file at the size limit is read, one beyond it is not, even if it takes no disk space.
func TestLargestOutput(t *testing.T) {
	const limit = 1 << 40
	dir := tier.TempDir(t)
	f, err := os.Create(filepath.Join(dir, "output.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size, over := range map[int64]bool{limit: false, limit + 1: true} {
		if err := f.Truncate(size); err != nil {
			t.Skip(err)
		}
		got, err := openOutput(dir, "output.txt", limit)
		if err == nil {
			got.Close()
		}
		if bad := (*fileError)(nil); errors.As(err, &bad) != over || over && bad.verdict != Output {
			t.Errorf("%d bytes of %d: %v", size, limit, err)
		}
	}
}

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
		if got := leftInstead(dir); !slices.Equal(got, []string{"b", "c", "d", "e", "f"}) {
			t.Errorf("told are %q", got)
		}
	}
}
