package main

import (
	"os"
	"testing"
)

// What does not compile leaves nothing behind.
func TestNoCompiler(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("PATH", "")
	if _, _, err := compile("../cmd/touchstone"); err == nil {
		t.Error("it compiles without a compiler")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}
