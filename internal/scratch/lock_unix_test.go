//go:build unix

package scratch

import (
	"os"
	"syscall"
	"testing"
)

// A lock that was closed is gone, though a child that has not yet become its program still has the file.
func TestLockEnds(t *testing.T) {
	dir := t.TempDir()
	l, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	file, ok := l.(interface{ Fd() uintptr })
	if !ok {
		t.Fatalf("a lock is a %T", l)
	}
	child, err := syscall.Dup(int(file.Fd())) // as fork does
	if err != nil {
		t.Fatal(err)
	}
	defer os.NewFile(uintptr(child), "child").Close()
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
