package program_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// Before anything is built it is known which languages cannot be built here, and what is to be done.
func TestLacks(t *testing.T) {
	bin := tier.TempDir(t)
	t.Setenv("PATH", bin)
	script(t, filepath.Join(bin, "node"), "exit")
	dir := files(t, map[string]string{"old/mancala.py": "", "new/mancala3.py": "", "js/mancala.js": "", "rust/mancala.rs": "", "none/x": "", "a.zip": "PK"})
	const old = `named for Python 2.7, which is not here: --tool python=3, or "python: 3" in the course file, runs them by Python 3`
	const lacks3 = "written in Python 3: want python3 on the PATH, found none; --tool python3=PATH points to another"
	known := program.Tried{}
	for path, want := range map[string]string{
		"old": old, "new": lacks3, "js": "", "none": "", "a.zip": "", "rust": "written in Rust: want rustc on the PATH, found none; --tool rust=PATH points to another",
	} {
		for range 2 {
			if got := known.Lacks(t.Context(), lookup(t, "mancala"), filepath.Join(dir, path), nil); got != want {
				t.Errorf("%s: %q, want %q", path, got, want)
			}
		}
	}
	if got := known.Lacks(t.Context(), lookup(t, "mancala"), "", nil); got != "" {
		t.Errorf("of nothing is said %q", got)
	}
	if got := (program.Tried{}).Lacks(t.Context(), lookup(t, "mancala"), filepath.Join(dir, "old"), program.Tools{"python": "3"}); got != lacks3 {
		t.Errorf("by Python 3: %q, want %q", got, lacks3)
	}
	script(t, filepath.Join(bin, "python3"), "echo "+filepath.Join(bin, "python3"))
	if got := (program.Tried{}).Lacks(t.Context(), lookup(t, "mancala"), filepath.Join(dir, "old"), program.Tools{"python": "3"}); got != "" {
		t.Errorf("with Python 3 here: %q", got)
	}
	if err := os.Remove(filepath.Join(bin, "python3")); err != nil {
		t.Fatal(err)
	}
}
