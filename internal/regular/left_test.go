package regular

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// A file at the size limit is read, one beyond it is not, even if it takes no disk space.
func TestLargest(t *testing.T) {
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
		got, err := OpenLeft(dir, "output.txt", limit)
		if err == nil {
			got.Close()
		}
		if fault := (*Fault)(nil); errors.As(err, &fault) != over || over && fault.Kind != TooLarge {
			t.Errorf("%d bytes of %d: %v", size, limit, err)
		}
	}
}

// What is no regular file is called what it is.
func TestKind(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{
		fs.ModeSymlink: "a symbolic link", fs.ModeNamedPipe: "a named pipe", fs.ModeSocket: "a socket", fs.ModeDevice: "a device",
		fs.ModeDevice | fs.ModeCharDevice: "a device", fs.ModeDir: "a folder", fs.ModeIrregular: "something else",
	} {
		if got := Kind(mode); got != want {
			t.Errorf("%v: %s, want %s", mode, got, want)
		}
	}
}
