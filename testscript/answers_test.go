//go:build unix

package testscript_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// confinedFiles skips a test where files cannot be confined.
func confinedFiles(t *testing.T) {
	t.Helper()
	w, err := sandbox.NewWorker(sandbox.Policy{Root: tier.TempDir(t)})
	must.Do(t, err)
	defer w.Close()
	if w.Mechanisms().By(sandbox.Files) == "" {
		t.Skip("files cannot be confined here: " + w.Mechanisms().Why(sandbox.Files))
	}
}

// open opens a program for an assignment. It is closed when the test ends, unless the test has closed it.
func open(t *testing.T, a *oracle.Assignment, o testscript.Options, from testscript.Source) *testscript.Program {
	t.Helper()
	runner, err := testscript.NewRunner(o, 0)
	must.Do(t, err)
	p, err := runner.Open(t.Context(), a, from)
	must.Do(t, err)
	t.Cleanup(func() { must.Do(t, p.Close()) })
	return p
}

// printed runs a program for reversi on one case and returns its output.
func printed(t *testing.T, from testscript.Source, o testscript.Options) (string, testscript.Result) {
	t.Helper()
	a, err := oracle.Lookup("reversi")
	must.Do(t, err)
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
	confinedFiles(t)
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
			must.Write(t, base, c.files)
			script := "cat $0"
			for name := range c.files {
				script += " " + filepath.Join(base, name)
			}
			must.Write(t, filepath.Join(base, c.here), map[string]string{"solver.sh": script + " 2>/dev/null # OWN"})
			t.Chdir(filepath.Join(base, c.here))
			text, _ := printed(t, testscript.Command("sh", "solver.sh"), testscript.Options{})
			if strings.Contains(text, "SECRET") || !strings.Contains(text, "OWN") {
				t.Errorf("the program reads %q, want its own alone", text)
			}
		})
	}
}

// A copy of the running program cannot be read under any name, whether it is next to the solver or in a
// directory named by the environment.
func TestCopiesOfTheSuite(t *testing.T) {
	confinedFiles(t)
	self, err := os.Executable()
	must.Do(t, err)
	program, err := os.ReadFile(self)
	must.Do(t, err)
	base := tier.TempDir(t)
	must.Write(t, base, map[string]string{
		"solver.sh": `cd "$(dirname "$0")"; for f in copy library link; do head -c 4 $f && echo " SECRET $f"; done 2>/dev/null; echo OWN`,
		"copy*":     string(program), "library": string(program),
	})
	if err := os.Link(self, filepath.Join(base, "link")); err != nil {
		t.Log(err)
	}
	if text, _ := printed(t, testscript.Command("sh", filepath.Join(base, "solver.sh")), testscript.Options{}); text != "OWN\n" {
		t.Errorf("the program reads %q", text)
	}
}

// Answers that cannot be hidden are an error, and nothing is run.
func TestAnswersThatCannotBeHidden(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing is confined here")
	}
	base := tier.TempDir(t)
	must.Write(t, base, map[string]string{
		"co/go.mod": ownModule, "co/oracle/x.go": "SECRET\n", "co/mutant/x.go": "SECRET\n", "co/examples/mine/map": "mine\n", "cases/a.txtar": goldenText,
		"cache/README": cacheText, "cache/00/x-d": "SECRET\n", "solver.sh": "echo\n",
	})
	self, err := os.Executable()
	must.Do(t, err)
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
		runner, err := testscript.NewRunner(c.o, 0)
		must.Do(t, err)
		program, err := runner.Open(t.Context(), nil, testscript.Command(c.command...))
		if err == nil {
			program.Close()
		}
		var answer *answers.Error
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &answer) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v, allowed %v: error %v, want %q", c.command, c.o.AllowRead, err, c.want)
		}
	}
}

// A case hidden by name is not copied with the submission either.
func TestHiddenInASubmission(t *testing.T) {
	dir := tier.TempDir(t)
	must.Write(t, dir, map[string]string{"reversi*": "#!/bin/sh\ncd \"$(dirname \"$0\")\"; cat own tests/a notes/a b.txtar 2>/dev/null\n", "own": "OWN\n", "tests/a": "SECRET\n", "notes/a": goldenText, "b.txtar": "SECRET\n"})
	t.Chdir(dir)
	if text, _ := printed(t, testscript.Path("."), testscript.Options{Hide: []string{"tests"}}); text != "OWN\n" {
		t.Errorf("the program reads %q", text)
	}
}
