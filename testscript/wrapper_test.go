//go:build unix

package testscript_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A wrapper calls the interpreter that its caller would get: the real one, below the
// caller's home, and not its shim.
func TestWrappers(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("needs make")
	}
	home := tier.TempDir(t)
	lay(t, home, map[string]string{
		// The shim finds the interpreter through the caller's home folder.
		"shims/python3*":      "#!/bin/sh\nexec \"$HOME/versions/3/bin/python3\" \"$@\"\n",
		"versions/3/lib/text": "REAL\n",
		"versions/3/bin/python3*": "#!/bin/sh\nprefix=" + home + "/versions/3\nif [ \"$1\" = -c ]; then echo $prefix/bin/python3; exit; fi\n" +
			"cat $prefix/lib/text $1\n",
	})
	t.Setenv("HOME", home)
	t.Setenv("PATH", filepath.Join(home, "shims")+":/usr/bin:/bin")
	wrapper := "#!/bin/sh\nexec python3 \"$(dirname \"$0\")\"/solver.py \"$@\"\n"
	base := tier.TempDir(t)
	lay(t, base, map[string]string{
		"command/run*": wrapper, "command/solver.py": "OWN\n",
		"folder/reversi*": wrapper, "folder/solver.py": "OWN\n",
		"made/Makefile": "agent:\n\tpython3 solver.py >built\nrun:\n\t@cat built; python3 solver.py\n", "made/solver.py": "OWN\n",
	})
	typed := func(command ...string) func() (*testscript.Player, error) {
		return func() (*testscript.Player, error) { return testscript.NewPlayer(t.Context(), command...) }
	}
	found := func(path string) func() (*testscript.Player, error) {
		return func() (*testscript.Player, error) { return foundReversi(t, filepath.Join(base, path)), nil }
	}
	for _, c := range []struct {
		name string
		open func() (*testscript.Player, error)
		want string
	}{
		{"a command", typed(filepath.Join(base, "command/run")), "REAL\nOWN\n"},
		{"a shell's script", typed("sh", filepath.Join(base, "command/run")), "REAL\nOWN\n"},
		{"a shell's command", typed("sh", "-c", "python3 "+os.DevNull), "REAL\n"},
		{"an executable", found("folder"), "REAL\nOWN\n"},
		{"a Makefile", found("made"), "REAL\nOWN\nREAL\nOWN\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			player, err := c.open()
			if err != nil {
				t.Fatal(err)
			}
			defer player.Close()
			if text, result := printed(t, player, testscript.Options{}); text != c.want {
				t.Errorf("%s: %s: prints %q, want %q", result.Verdict, result.Reason, text, c.want)
			}
		})
	}
}

// So do wrappers of what is installed on this machine, whichever version manager is used.
func TestWrapperHere(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs python3")
	}
	dir := tier.TempDir(t)
	lay(t, dir, map[string]string{"run*": "#!/bin/sh\nexec python3 \"$(dirname \"$0\")\"/solver.py \"$@\"\n", "solver.py": "import json, sys\nprint('RUNS')\n"})
	t.Chdir(dir)
	player, err := testscript.NewPlayer(t.Context(), "./run")
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	if text, _ := printed(t, player, testscript.Options{}); strings.TrimSpace(text) != "RUNS" {
		t.Errorf("prints %q", text)
	}
}
