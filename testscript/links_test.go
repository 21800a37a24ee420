//go:build unix

package testscript_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// foundReversi finds and builds a submission for reversi.
func foundReversi(t *testing.T, path string) *testscript.Player {
	t.Helper()
	a, err := oracle.Lookup("reversi")
	if err != nil {
		t.Fatal(err)
	}
	player, err := testscript.FindPlayer(t.Context(), a, path, nil, testscript.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { player.Close() })
	return player
}

// link makes links below a folder.
func link(t *testing.T, dir string, links map[string]string) {
	t.Helper()
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

// A link in a submission opens nothing outside it. One that leads out fails the submission,
// and is named in the reason.
func TestLinksOfASubmission(t *testing.T) {
	t.Parallel()
	show := map[string]string{"sub/reversi*": "#!/bin/sh\ncd \"$(dirname \"$0\")\"; cat own inner/x link other/secret file up/outside/secret 2>/dev/null\n", "sub/own": "OWN\n", "sub/data/x": "INNER\n", "outside/secret": "SECRET\n"}
	for _, c := range []struct {
		name, path string
		links      map[string]string
		want       string // in the reason for the verdict build; "" for none
	}{
		{"the source", "sub", map[string]string{"sub/reversi3.py": "/etc/passwd"}, `found reversi3.py, a link to "/etc/passwd"`},
		{"the source as a file", "sub/reversi3.py", map[string]string{"sub/reversi3.py": "../outside/secret"}, `found reversi3.py, a link to "../outside/secret"`},
		{"an absolute link to a file", "sub", map[string]string{"sub/link": "/etc/passwd"}, `found link, a link to "/etc/passwd"`},
		{"a link to a folder", "sub", map[string]string{"sub/other": "../outside"}, `found other, a link to "../outside"`},
		{"a link by way of another", "sub", map[string]string{"sub/data/a": "../..", "sub/file": "data/a/outside/secret"}, `a link to "`},
		{"a dangling link that leads out", "sub", map[string]string{"sub/file": "nothing/../../outside/secret"}, `found file, a link to`},
		{"a link beside a file", "sub/reversi", map[string]string{"sub/other": "../outside", "sub/link": "../outside/secret"}, ""},
		{"links that stay inside", "sub", map[string]string{"sub/inner": "data", "sub/data/up": "../own", "sub/gone": "made"}, ""},
		{"a submission behind a link", "link", map[string]string{"link": "sub", "sub/inner": "data"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			base := tier.TempDir(t)
			lay(t, base, show)
			link(t, base, c.links)
			if err := syscall.Mkfifo(filepath.Join(base, "sub/pipe"), 0o600); err != nil {
				t.Fatal(err)
			}
			text, result := printed(t, foundReversi(t, filepath.Join(base, c.path)), testscript.Options{})
			if c.want == "" {
				if _, inner := c.links["sub/inner"]; !strings.Contains(text, "OWN") || strings.Contains(text, "SECRET") || strings.Contains(text, "INNER") != inner {
					t.Errorf("%s: %s: the program reads %q", result.Verdict, result.Reason, text)
				}
				return
			}
			if result.Verdict != testscript.Build || !strings.Contains(result.Reason, c.want) {
				t.Errorf("verdict %s: %s, want build with %q", result.Verdict, result.Reason, c.want)
			}
		})
	}
}

// A command argument that is a link is readable if its target lies in the folder of the
// link or belongs to the system.
func TestLinksOfACommand(t *testing.T) {
	confinedFiles(t)
	base := tier.TempDir(t)
	lay(t, base, map[string]string{"sub/solver.sh": "cat \"$@\" 2>/dev/null\n", "sub/data/x": "INNER\n", "outside/secret": "SECRET\n"})
	link(t, base, map[string]string{"sub/in": "data/x", "sub/out": "../outside/secret", "sub/folder": "../outside", "sub/system": "/usr/bin/env"})
	t.Chdir(filepath.Join(base, "sub"))
	player, err := testscript.NewPlayer(t.Context(), "sh", "solver.sh", "in", "out", "folder")
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	if text, _ := printed(t, player, testscript.Options{}); text != "INNER\n" {
		t.Errorf("the program reads %q, want what stays inside alone", text)
	}
	// A program that is a link opens no folder.
	lay(t, base, map[string]string{"outside/run*": "#!/bin/sh\ncat \"$(dirname \"$(readlink -f \"$0\")\")\"/secret\necho ran\n"})
	link(t, base, map[string]string{"sub/run": "../outside/run"})
	if player, err = testscript.NewPlayer(t.Context(), "./run"); err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	if text, _ := printed(t, player, testscript.Options{}); strings.Contains(text, "SECRET") || !strings.Contains(text, "ran") {
		t.Errorf("the program reads %q", text)
	}
}
