//go:build unix

package testscript_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// open opens a program for an assignment. It is closed when the test ends, unless the test has closed it.
func open(t *testing.T, a *oracle.Assignment, o testscript.Options, from testscript.Source) *testscript.Program {
	t.Helper()
	runner := must.Get(testscript.NewRunner(o, 0))(t)
	p := must.Get(runner.Open(t.Context(), a, from))(t)
	t.Cleanup(func() { must.Do(t, p.Close()) })
	return p
}

// printed runs a program for reversi on one case and returns its output.
func printed(t *testing.T, from testscript.Source, o testscript.Options) (string, testscript.Result) {
	t.Helper()
	a := gametest.Lookup(t, "reversi")
	p := open(t, a, o, from)
	result := p.Run(t.Context(), handoutCase(t))
	must.Do(t, p.Close())
	return string(result.Outcome.Output) + string(result.Outcome.Errors), result
}

const (
	goldenText = "# reversi: a case\nsubmit input.txt\n-- input.txt --\nX\n-- golden/output.txt --\nSECRET\n"
	cacheText  = "This directory holds cached build artifacts from the Go build system.\nRun \"go clean -cache\".\n"
	ownModule  = "module github.com/touchstone-suite/touchstone\n\ngo 1.26\n"
)

// Files near a solver that hold answers cannot be read; its own files can.
func TestAnswersAround(t *testing.T) {
	programtest.NeedsConfinement(t)
	for _, c := range []struct {
		name, here string // the solver's directory, below which everything is read
		files      map[string]string
	}{
		{"a checkout beside the solver", ".", map[string]string{
			"touchstone/go.mod": ownModule, "touchstone/cases/reversi/a.txtar": goldenText, "touchstone/oracle/answer.go": "SECRET\n"}},
		{"a checkout around the solver", "mine", map[string]string{
			"go.mod": ownModule, "cases/reversi/a.txtar": goldenText, "oracle/answer.go": "SECRET\n"}},
		{"the solver openly in a checkout", ".", map[string]string{
			"go.mod": ownModule, "cases/reversi/a.txtar": goldenText, "oracle/answer.go": "SECRET\n", "examples/right/main.py": "SECRET\n"}},
		{"the solver among the examples", "examples", map[string]string{
			"go.mod": ownModule, "oracle/answer.go": "SECRET\n", "examples/right/main.py": "SECRET\n"}},
		{"a case of another name", ".", map[string]string{"notes/handout": goldenText}},
		{"a case that is no case", ".", map[string]string{"notes/handout.txtar": "SECRET\n"}},
		{"a cache of builds", ".", map[string]string{"cache/README": cacheText, "cache/00/x-d": "SECRET\n", "cache/f0/x-d": "SECRET\n"}},
		{"a cache of modules", ".", map[string]string{"m/github.com/touchstone-suite/touchstone@v1.0.0/x.go": "SECRET\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			base := tier.TempDir(t)
			must.WriteFiles(t, base, c.files)
			script := "cat $0"
			for name := range c.files {
				script += " " + filepath.Join(base, name)
			}
			must.WriteFiles(t, filepath.Join(base, c.here), map[string]string{"solver.sh": script + " 2>/dev/null # OWN"})
			t.Chdir(filepath.Join(base, c.here))
			text, _ := printed(t, testscript.Command("sh", "solver.sh"), testscript.Options{})
			expect.Equal(t, false, strings.Contains(text, "SECRET") || !strings.Contains(text, "OWN"), text)
		})
	}
}

// A copy of the running program cannot be read under any name, whether it is next to the solver or in a
// directory named by the environment.
func TestCopiesOfTheSuite(t *testing.T) {
	programtest.NeedsConfinement(t)
	self := must.Get(os.Executable())(t)
	program := must.Get(os.ReadFile(self))(t)
	base := tier.TempDir(t)
	must.WriteFiles(t, base, map[string]string{
		"solver.sh": `cd "$(dirname "$0")"; for f in copy library link; do head -c 4 $f && echo " SECRET $f"; done 2>/dev/null; echo OWN`,
		"copy*":     string(program), "library": string(program),
	})
	if err := os.Link(self, filepath.Join(base, "link")); err != nil {
		t.Log(err)
	}
	text, _ := printed(t, testscript.Command("sh", filepath.Join(base, "solver.sh")), testscript.Options{})
	expect.Equal(t, "OWN\n", text, "what the program reads")
}

// Answers that cannot be hidden are an error, and nothing is run.
func TestAnswersThatCannotBeHidden(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing is confined here")
	}
	base := tier.TempDir(t)
	must.WriteFiles(t, base, map[string]string{
		"co/go.mod": ownModule, "co/oracle/x.go": "SECRET\n", "co/mutant/x.go": "SECRET\n", "co/examples/mine/map": "mine\n", "cases/a.txtar": goldenText,
		"cache/README": cacheText, "cache/00/x-d": "SECRET\n", "solver.sh": "echo\n",
	})
	self := must.Get(os.Executable())(t)
	copied := filepath.Join(base, "bin", "ts2")
	if err := errors.Join(os.Mkdir(filepath.Dir(copied), 0o755), os.Link(self, copied)); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		command []string
		o       testscript.Options
		want    string // "" for none
	}{
		{[]string{copied}, testscript.Options{}, "ts2: it is touchstone itself"},
		{[]string{"sh", "solver.sh", "cases/a.txtar"}, testscript.Options{}, "a.txtar: it is a case with its answers"},
		{[]string{"sh", "solver.sh"}, testscript.Options{AllowRead: []string{"co"}}, "co: it is a checkout of touchstone"},
		{[]string{"sh", "solver.sh"}, testscript.Options{AllowRead: []string{"co/oracle"}}, "co is a checkout of touchstone"},
		{[]string{"sh", "solver.sh"}, testscript.Options{AllowRead: []string{"co/mutant"}}, "co is a checkout of touchstone"},
		{[]string{"sh", "solver.sh"}, testscript.Options{AllowRead: []string{"co/examples"}}, "co is a checkout of touchstone"},
		{[]string{"sh", "solver.sh"}, testscript.Options{AllowRead: []string{"co/examples/mine"}}, ""},
		{[]string{"sh", "solver.sh"}, testscript.Options{AllowRead: []string{"cache/00"}}, "cache is a cache of Go builds"},
		{[]string{"sh", "solver.sh"}, testscript.Options{AllowRead: []string{"cases/a.txtar"}}, "a.txtar: it is a case"},
		{[]string{"sh", "solver.sh"}, testscript.Options{AllowRead: []string{"cases"}, Hide: []string{"cases"}}, "cases: it is files hidden by the check"},
		{[]string{"sh", "solver.sh"}, testscript.Options{AllowRead: []string{"."}}, ""},
		{[]string{copied}, testscript.Options{Sandbox: sandbox.None}, ""},
	} {
		t.Chdir(base)
		runner := must.Get(testscript.NewRunner(c.o, 0))(t)
		program, err := runner.Open(t.Context(), nil, testscript.Command(c.command...))
		if err == nil {
			program.Close()
		}
		var answer *answers.Error
		expect.True(t, (c.want != "" || err == nil) && (c.want == "" || errors.As(err, &answer) &&
			strings.Contains(err.Error(), c.want)), c.command, "allowed", c.o.AllowRead, "error", err, "want", c.want)
	}
}

// A case hidden by name is not copied with the submission either.
func TestHiddenInASubmission(t *testing.T) {
	dir := tier.TempDir(t)
	must.WriteFiles(t, dir, map[string]string{"reversi*": "#!/bin/sh\ncd \"$(dirname \"$0\")\"; cat own tests/a notes/a b.txtar 2>/dev/null\n", "own": "OWN\n", "tests/a": "SECRET\n", "notes/a": goldenText, "b.txtar": "SECRET\n"})
	t.Chdir(dir)
	text, _ := printed(t, testscript.Path("."), testscript.Options{Hide: []string{"tests"}})
	expect.Equal(t, "OWN\n", text, "what the program reads")
}

// link makes links below a directory.
func link(t *testing.T, dir string, links map[string]string) {
	t.Helper()
	for name, target := range links {
		must.Do(t, os.Symlink(target, filepath.Join(dir, name)))
	}
}

// A link that leads out of a submission opens nothing, and fails the submission with its name.
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
			must.WriteFiles(t, base, show)
			link(t, base, c.links)
			must.Do(t, syscall.Mkfifo(filepath.Join(base, "sub/pipe"), 0o600))
			text, result := printed(t, testscript.Path(filepath.Join(base, c.path)), testscript.Options{})
			if c.want == "" {
				if _, inner := c.links["sub/inner"]; !strings.Contains(text, "OWN") || strings.Contains(text, "SECRET") || strings.Contains(text, "INNER") != inner {
					t.Errorf("%s: %s: the program reads %q", result.Verdict, result.Reason, text)
				}
				return
			}
			expect.Equal(t, false, result.Verdict != testscript.Build || !strings.Contains(result.Reason, c.want),
				"verdict", result.Verdict, result.Reason, "want build with", c.want)
		})
	}
}

// A program can read a link among its arguments if its target is next to it or in a system directory.
func TestLinksOfACommand(t *testing.T) {
	programtest.NeedsConfinement(t)
	base := tier.TempDir(t)
	must.WriteFiles(t, base, map[string]string{"sub/solver.sh": "cat \"$@\" 2>/dev/null\n", "sub/data/x": "INNER\n", "outside/secret": "SECRET\n"})
	link(t, base, map[string]string{"sub/in": "data/x", "sub/out": "../outside/secret", "sub/directory": "../outside", "sub/system": "/usr/bin/env"})
	t.Chdir(filepath.Join(base, "sub"))
	text, _ := printed(t, testscript.Command("sh", "solver.sh", "in", "out", "directory"), testscript.Options{})
	expect.Equal(t, "INNER\n", text, "what stays inside alone")
	// A program that is a link opens no directory.
	must.WriteFiles(t, base, map[string]string{"outside/run*": "#!/bin/sh\ncat \"$(dirname \"$(readlink -f \"$0\")\")\"/secret\necho ran\n"})
	link(t, base, map[string]string{"sub/run": "../outside/run"})
	text, _ = printed(t, testscript.Command("./run"), testscript.Options{})
	expect.True(t, strings.Contains(text, "ran") && !strings.Contains(text, "SECRET"), text)
}

// If a program fails because the sandbox refused a request, the report states that this is possible.
func TestRefusalsReported(t *testing.T) {
	t.Parallel()
	programtest.NeedsConfinement(t)
	base := tier.TempDir(t)
	weights := filepath.Join(base, "weights.txt")
	must.WriteFiles(t, base, map[string]string{
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

// A wrapper calls the interpreter that its caller would get, below the caller's home, and not its shim.
func TestWrappers(t *testing.T) {
	effort.NeedsTools(t, "make")
	home := tier.TempDir(t)
	must.WriteFiles(t, home, map[string]string{
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
	must.WriteFiles(t, base, map[string]string{
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
			text, result := printed(t, c.from, testscript.Options{})
			expect.Equal(t, c.want, text, result.Verdict, result.Reason)
		})
	}
}

// So do wrappers of tools that are installed on this machine, for every version manager.
func TestWrapperHere(t *testing.T) {
	effort.NeedsTools(t, "python3")
	dir := tier.TempDir(t)
	must.WriteFiles(t, dir, map[string]string{"run*": "#!/bin/sh\nexec python3 \"$(dirname \"$0\")\"/solver.py \"$@\"\n", "solver.py": "import json, sys\nprint('RUNS')\n"})
	t.Chdir(dir)
	text, _ := printed(t, testscript.Command("./run"), testscript.Options{})
	expect.Equal(t, "RUNS", strings.TrimSpace(text))
}
