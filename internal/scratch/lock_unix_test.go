//go:build unix

package scratch

import (
	"os"
	"syscall"
	"testing"
)

// duplicate returns a copy of the descriptor of this process for a folder.
func duplicate(t *testing.T, dir string) int {
	t.Helper()
	want, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	for fd := range 1000 {
		var stat syscall.Stat_t
		if syscall.Fstat(fd, &stat) == nil && stat.Ino == want.Sys().(*syscall.Stat_t).Ino && stat.Dev == want.Sys().(*syscall.Stat_t).Dev {
			copied, err := syscall.Dup(fd)
			if err != nil {
				t.Fatal(err)
			}
			return copied
		}
	}
	t.Fatalf("%s is not open", dir)
	return -1
}

// A lock that was closed is gone, though a child that has not yet become its program still has the file.
func TestLockEnds(t *testing.T) {
	dir := t.TempDir()
	l, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer os.NewFile(uintptr(duplicate(t, dir)), "child").Close() // as fork does
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(dir); err != ErrLocked { //nolint:errorlint // it is this
		t.Errorf("a second lock: %v, want %v", err, ErrLocked)
	}
	again.Close()
}
