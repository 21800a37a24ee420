//go:build unix

package program

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
)

func needsMake(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("needs make")
	}
}

// lay writes files, with parents.
func lay(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
}

// An entrant begins in a copy of the folder in which it was built: what was built is there, links
// are as they were, and neither pipes nor what links lead to.
func TestCopyHome(t *testing.T) {
	needsMake(t)
	dir := tier.TempDir(t)
	lay(t, dir, map[string]string{
		"Makefile":     "agent:\n\techo built >built\n\tln -s /etc/passwd out\n\tln -s sub/book.txt in\n\tmkfifo pipe\nrun:\n\tcat book\n",
		"sub/book.txt": "a book",
	})
	a, err := oracle.Lookup("gangwars")
	if err != nil {
		t.Fatal(err)
	}
	p, err := FromPath(t.Context(), a, dir, nil, sandbox.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if got := p.Make("newgame"); len(got) < 2 || got[len(got)-1] != "newgame" || p.Argv[len(p.Argv)-1] != "run" {
		t.Errorf("%q makes newgame, %q runs", got, p.Argv)
	}
	home := filepath.Join(tier.TempDir(t), "home")
	if _, err := p.CopyHome(home); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"built": "built\n", "sub/book.txt": "a book", "in": "a book"} {
		if text, err := os.ReadFile(filepath.Join(home, name)); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if to, err := os.Readlink(filepath.Join(home, "out")); err != nil || to != "/etc/passwd" {
		t.Errorf("a link to %q, %v", to, err)
	}
	if _, err := os.Lstat(filepath.Join(home, "pipe")); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("the pipe is there: %v", err)
	}
}
