package testscript

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A file at the limit is read, one beyond is not, though it may take no place on the
// disk.
func TestLargestOutput(t *testing.T) {
	const limit = 1 << 40
	dir := t.TempDir()
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
