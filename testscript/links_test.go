//go:build unix

package testscript_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// link makes links below a directory.
func link(t *testing.T, dir string, links map[string]string) {
	t.Helper()
	for name, target := range links {
		must.Do(t, os.Symlink(target, filepath.Join(dir, name)))
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
		{"a link to a directory", "sub", map[string]string{"sub/other": "../outside"}, `found other, a link to "../outside"`},
		{"a link by way of another", "sub", map[string]string{"sub/data/a": "../..", "sub/file": "data/a/outside/secret"}, `a link to "`},
		{"a dangling link that leads out", "sub", map[string]string{"sub/file": "nothing/../../outside/secret"}, `found file, a link to`},
		{"a link beside a file", "sub/reversi", map[string]string{"sub/other": "../outside", "sub/link": "../outside/secret"}, ""},
		{"links that stay inside", "sub", map[string]string{"sub/inner": "data", "sub/data/up": "../own", "sub/gone": "made"}, ""},
		{"a submission behind a link", "link", map[string]string{"link": "sub", "sub/inner": "data"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			base := tier.TempDir(t)
			must.Write(t, base, show)
			link(t, base, c.links)
			must.Do(t, syscall.Mkfifo(filepath.Join(base, "sub/pipe"), 0o600))
			text, result := printed(t, testscript.Path(filepath.Join(base, c.path)), testscript.Options{})
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

// A program can read a command argument that is a link if the target is in the directory of the link or
// belongs to the system.
func TestLinksOfACommand(t *testing.T) {
	confinedFiles(t)
	base := tier.TempDir(t)
	must.Write(t, base, map[string]string{"sub/solver.sh": "cat \"$@\" 2>/dev/null\n", "sub/data/x": "INNER\n", "outside/secret": "SECRET\n"})
	link(t, base, map[string]string{"sub/in": "data/x", "sub/out": "../outside/secret", "sub/directory": "../outside", "sub/system": "/usr/bin/env"})
	t.Chdir(filepath.Join(base, "sub"))
	if text, _ := printed(t, testscript.Command("sh", "solver.sh", "in", "out", "directory"), testscript.Options{}); text != "INNER\n" {
		t.Errorf("the program reads %q, want what stays inside alone", text)
	}
	// A program that is a link opens no directory.
	must.Write(t, base, map[string]string{"outside/run*": "#!/bin/sh\ncat \"$(dirname \"$(readlink -f \"$0\")\")\"/secret\necho ran\n"})
	link(t, base, map[string]string{"sub/run": "../outside/run"})
	if text, _ := printed(t, testscript.Command("./run"), testscript.Options{}); strings.Contains(text, "SECRET") || !strings.Contains(text, "ran") {
		t.Errorf("the program reads %q", text)
	}
}

// If a program fails because the sandbox refused a request, the report states that this is possible.
func TestRefusalsReported(t *testing.T) {
	t.Parallel()
	confinedFiles(t)
	base := tier.TempDir(t)
	weights := filepath.Join(base, "weights.txt")
	must.Write(t, base, map[string]string{
		"weights.txt":     "1\n",
		"solver/read.py":  "open('" + weights + "')\n",
		"solver/write.py": "import os\nopen(os.path.join(os.path.dirname(__file__), 'debug.log'), 'w')\n",
		"solver/net.py":   "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9/')\n",
		"solver/print.py": "import sys\ntry: open('/usr/x', 'w')\nexcept OSError as e: print(e, file=sys.stderr)\n",
		"solver/own.py":   "import json, tempfile\nopen('notes', 'w')\n1/0\n",
	})
	// Without namespaces the file that is read is not hidden, but closed.
	for name, want := range map[string]string{
		"read.py": "the sandbox ", "write.py": "the sandbox may have refused something: ", "net.py": "the sandbox may have refused something: ",
		"print.py": "the sandbox may have refused something: ", "own.py": "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, nil, testscript.Options{Sandbox: sandbox.Auto}, testscript.Command("/usr/bin/python3", filepath.Join(base, "solver", name)))
			result := p.Run(t.Context(), handoutCase(t))
			var text bytes.Buffer
			result.Explain(&text, compare.Style{})
			if got := text.String(); !strings.Contains(got, want) || strings.Contains(got, "--allow-read") != (want != "") {
				t.Errorf("want %q and --allow-read in\n%s", want, got)
			}
		})
	}
}

// A wrapper calls the interpreter that its caller would get: the real one, below the
// caller's home, and not its shim.
func TestWrappers(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("needs make")
	}
	home := tier.TempDir(t)
	must.Write(t, home, map[string]string{
		// The shim finds the interpreter through the caller's home directory.
		"shims/python3*":      "#!/bin/sh\nexec \"$HOME/versions/3/bin/python3\" \"$@\"\n",
		"versions/3/lib/text": "REAL\n",
		"versions/3/bin/python3*": "#!/bin/sh\nprefix=" + home + "/versions/3\nif [ \"$1\" = -c ]; then echo $prefix/bin/python3; exit; fi\n" +
			"cat $prefix/lib/text $1\n",
	})
	t.Setenv("HOME", home)
	t.Setenv("PATH", filepath.Join(home, "shims")+":/usr/bin:/bin")
	wrapper := "#!/bin/sh\nexec python3 \"$(dirname \"$0\")\"/solver.py \"$@\"\n"
	base := tier.TempDir(t)
	must.Write(t, base, map[string]string{
		"command/run*": wrapper, "command/solver.py": "OWN\n",
		"directory/reversi*": wrapper, "directory/solver.py": "OWN\n",
		"made/Makefile": "agent:\n\tpython3 solver.py >built\nrun:\n\t@cat built; python3 solver.py\n", "made/solver.py": "OWN\n",
	})
	for _, c := range []struct {
		name string
		from testscript.Source
		want string
	}{
		{"a command", testscript.Command(filepath.Join(base, "command/run")), "REAL\nOWN\n"},
		{"a shell's script", testscript.Command("sh", filepath.Join(base, "command/run")), "REAL\nOWN\n"},
		{"a shell's command", testscript.Command("sh", "-c", "python3 "+os.DevNull), "REAL\n"},
		{"an executable", testscript.Path(filepath.Join(base, "directory")), "REAL\nOWN\n"},
		{"a Makefile", testscript.Path(filepath.Join(base, "made")), "REAL\nOWN\nREAL\nOWN\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if text, result := printed(t, c.from, testscript.Options{}); text != c.want {
				t.Errorf("%s: %s: prints %q, want %q", result.Verdict, result.Reason, text, c.want)
			}
		})
	}
}

// So do wrappers of tools that are installed on this machine, whichever version manager is used.
func TestWrapperHere(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs python3")
	}
	dir := tier.TempDir(t)
	must.Write(t, dir, map[string]string{"run*": "#!/bin/sh\nexec python3 \"$(dirname \"$0\")\"/solver.py \"$@\"\n", "solver.py": "import json, sys\nprint('RUNS')\n"})
	t.Chdir(dir)
	if text, _ := printed(t, testscript.Command("./run"), testscript.Options{}); strings.TrimSpace(text) != "RUNS" {
		t.Errorf("prints %q", text)
	}
}
