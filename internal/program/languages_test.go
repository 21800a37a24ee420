//go:build unix

package program_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// Programs in every language of testdata are built and run, and compiler errors use the names in the submission.
func TestLanguages(t *testing.T) {
	effort.NeedsAll(t, "compiles each twice")
	tests := map[string]func(t *testing.T){}
	archives := must.Get(filepath.Glob("testdata/languages/*.txtar"))(t)
	for _, archive := range archives {
		tests[archive] = func(t *testing.T) {
			a := must.Get(txtar.ParseFile(archive))(t)
			tools, said, _ := strings.Cut(strings.TrimSpace(string(a.Comment)), "\nerror ")
			effort.NeedsTools(t, strings.Fields(tools)[1:]...)
			texts := map[string]string{}
			for _, f := range a.Files {
				texts[f.Name] = string(f.Data)
			}
			dir := files(t, texts)
			if _, err := os.Stat(filepath.Join(dir, "right")); err == nil {
				p := must.Get(openHere(t, "gangwars", filepath.Join(dir, "right"), nil))(t)
				expect.Equal(t, "a+b", run(t, p, "a", "b"), "it prints")
			}
			_, err := openHere(t, "gangwars", filepath.Join(dir, "broken"), nil)
			expectFault(t, "broken", err, said)
		}
	}
	tests["build and run"] = func(t *testing.T) {
		effort.NeedsTools(t, "gcc")
		build := "#!/bin/sh\ngcc -o run main.c || exit 1\n"
		p, err := openHere(t, anyPackage, files(t, map[string]string{"build": build, "main.c": "#include <stdio.h>\nint main(int n, char **all) { printf(\"%s+%s\\n\", all[1], all[2]); return 0; }"}), nil)
		must.Do(t, err)
		expect.Equal(t, "a+b", run(t, p, "a", "b"), "it prints")
		for text, want := range map[string]string{build: "main.c", "#!/bin/sh\n": "want build to make the program run, found none", "#!/bin/sh\nrm -r ../*\n": "want build to make the program run"} {
			_, err := openHere(t, anyPackage, files(t, map[string]string{"build": text}), nil)
			expectFault(t, text, err, want)
		}
	}
	sideBySide(t, tests)
}

// If a file is named for Python 2.7, which is missing here, the error names the ways to run it by Python 3.
// --python sets the version for every name of a file.
func TestPythonVersion(t *testing.T) {
	effort.NeedsTools(t, "python3")
	printed := must.Get(exec.Command("python3", "-c", "import sys; print(sys.executable)").Output())(t)
	bin := tier.TempDir(t)
	must.Do(t, os.Symlink(strings.TrimSpace(string(printed)), filepath.Join(bin, "python3")))
	t.Setenv("PATH", bin)
	const missing = "mancala.py is named for Python 2.7, which is not here: want python2.7 or python2 on " +
		"the PATH, found none; --tool python2=PATH points to another; for Python 3 name it mancala3.py, " +
		"or --tool python=3, or \"python: 3\" in the course file"
	_, err := open(t, "mancala", files(t, map[string]string{"mancala.py": "print(f'{1}')\n"}), nil)
	expect.Equal(t, missing, err.Error())
	for _, name := range []string{"mancala.py", "mancala3.py", "own.py"} {
		path := filepath.Join(files(t, map[string]string{name: "print(f'{1}')\n"}), name)
		must.Get(open(t, "mancala", path, program.Tools{"python": "3"}))(t)
		_, err := open(t, "mancala", path, program.Tools{"python": "2"})
		expect.Error(t, err, "want python2.7", name, "by Python 2")
	}
	old := files(t, map[string]string{"mancala.py": "print 1\n"})
	_, err = open(t, "mancala", old, program.Tools{"python": "3"})
	expectFault(t, "Python 2 by --python 3", err, "leave --tool python=3 out")
	expect.Equal(t, false, strings.Contains(err.Error(), "call the file"), err)
}

const (
	ofCxx11 = "#include <vector>\nint main() { std::vector<int> v{1}; for (auto &x : v) x++; return nullptr != 0; }\n"
	ofCxx17 = "#include <string_view>\nint main() { return std::string_view().size(); }\n"
)

// The error about a program that compiles under another name suggests that name, after really trying it.
func TestMend(t *testing.T) {
	effort.NeedsTools(t, "g++")
	for i, c := range []struct{ file, text, want string }{
		{"mancala.cpp", ofCxx11, "mancala.cpp is compiled as C++98 by its name, and would compile as C++11: name it mancala11.cpp"},
		{"mancala.cpp", ofCxx17, "mancala.cpp is compiled as C++98 by its name, and would compile as later C++: write it in C++11"},
		{"mancala11.cpp", ofCxx17, "mancala11.cpp is compiled as C++11 by its name, and would compile as later C++"},
		{"mancala.cpp", "int main() { return nothing; }\n", ""},
	} {
		if i > 0 && !effort.All() {
			break
		}
		_, err := open(t, "mancala", files(t, map[string]string{c.file: c.text}), nil)
		expectFault(t, c.file, err, c.want)
		expect.Contains(t, err.Error(), ":\n"+c.file+":")
		expect.Equal(t, c.want != "", strings.Contains(err.Error(), "by its name"), err)
	}
}

// Python that the interpreter of its name cannot read is not run at all.
func TestMendPython(t *testing.T) {
	effort.NeedsTools(t, "python3")
	two := filepath.Join(tier.TempDir(t), "two")
	script(t, two, `[ "$#" = 2 ] && exit; if grep -q "^print 1" "$3"; then exit; fi; echo "SyntaxError: invalid syntax" >&2; exit 1`)
	for _, c := range []struct{ assignment, file, text, want string }{
		{"mancala", "mancala3.py", "print 1\n", "this looks like Python 2, and Python 3 runs it: to have Python 2.7, call the file mancala.py"},
		{"squirrel", "squirrel3.py", "print 1\n", "call the file hw1cs561s16.py"},
		{"mancala", "mancala.py", "print(f'{1}')\n", "this looks like Python 3, and Python 2.7 runs it: to have Python 3, call the file mancala3.py"},
		{"mancala", "mancala3.py", "print(1))\n", ""}, {"mancala", "mancala3.py", "  print(1)\n", ""},
		{"mancala", "mancala3.py", "if 1:\n\tprint(1)\n        print(2)\n", "this looks like Python 2"},
	} {
		_, err := open(t, c.assignment, files(t, map[string]string{c.file: c.text}), program.Tools{"python2": two})
		expectFault(t, c.file, err, c.want)
		expectFault(t, c.file, err, "Error: ")
		expect.Equal(t, c.want != "", strings.Contains(err.Error(), "this looks like"), err)
	}
	// A file that can be parsed is run, with any contents.
	for _, text := range []string{"\xef\xbb\xbfprint(1)\n", "print(1)\r\nimport nothing\r\n", "# -*- coding: latin-1 -*-\ns = '\xe9'\n"} {
		must.Get(open(t, "mancala", files(t, map[string]string{"mancala3.py": text}), nil))(t)
	}
}

// If a build replaces a directory that touchstone examines, the replacement is not followed.
func TestBuildReplacesDirs(t *testing.T) {
	effort.NeedsTools(t, "make")
	dir := files(t, map[string]string{"src/plain": "\x7fELF"}) // of the caller's, and not executable
	rule := "agent:\n\tcd ../.. && mv hw old && ln -s " + dir + " hw\nrun:\n\ttrue\n"
	_, err := open(t, "gangwars", files(t, map[string]string{"hw/src/Makefile": rule}), nil)
	expectFault(t, "a build that replaces its directory", err, "")
	info := must.Get(os.Stat(filepath.Join(dir, "src/plain")))(t)
	expect.Equal(t, 0o644, info.Mode(), "mode of a file of the caller's")
}

const (
	suite    = "github.com/touchstone-suite/touchstone"
	prints   = "package main\n\nfunc main() { println(\"BUILT\") }\n"
	imports  = "package main\n\nimport \"" + suite + "/oracle\"\n\nfunc main() { println(oracle.Answer) }\n"
	answer   = "package oracle\n\nconst Answer = \"SECRET\"\n"
	ownMod   = "module " + suite + "\n\ngo 1.26\n"
	solution = "module example.org/solution\n\ngo 1.26\n"
)

// modules creates a module cache with this module and another one, and makes Go use it.
func modules(t *testing.T) {
	t.Helper()
	proxy, cache := tier.TempDir(t), tier.TempDir(t)
	for path, texts := range map[string]map[string]string{
		suite:             {"go.mod": ownMod, "oracle/oracle.go": answer},
		"example.org/dep": {"go.mod": "module example.org/dep\n\ngo 1.26\n", "dep.go": "package dep\n\nconst Text = \"BUILT\"\n"},
	} {
		at := filepath.Join(proxy, path, "@v")
		must.Do(t, os.MkdirAll(at, 0o755))
		f := must.Get(os.Create(filepath.Join(at, "v1.0.0.zip")))(t)
		err := errors.Join(zip.CreateFromDir(f, module.Version{Path: path, Version: "v1.0.0"}, files(t, texts)), f.Close(),
			os.WriteFile(filepath.Join(at, "v1.0.0.mod"), []byte(texts["go.mod"]), 0o644),
			os.WriteFile(filepath.Join(at, "v1.0.0.info"), []byte(`{"Version":"v1.0.0"}`), 0o644))
		must.Do(t, err)
	}
	t.Setenv("GOMODCACHE", cache)
	t.Setenv("GOFLAGS", "-modcacherw")
	fetch := exec.Command("go", "mod", "download", suite+"@v1.0.0", "example.org/dep@v1.0.0")
	fetch.Env = append(os.Environ(), "GOPROXY=file://"+proxy, "GOSUMDB=off", "GOWORK=off")
	fetch.Dir = proxy
	if printed, err := fetch.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, printed)
	}
}

// gone checks that a program does not compile, and that the compiler's output reveals
// nothing.
func gone(t *testing.T, err error, want string) {
	t.Helper()
	if expectFault(t, "the compiler", err, want); err != nil && strings.Contains(err.Error(), "SECRET") {
		t.Errorf("the compiler says %v", err)
	}
}

// A Go program is compiled from its own module, Go itself and its downloaded modules, and from no other files
// on the machine, least of all this module.
func TestGoBuildsAreConfined(t *testing.T) {
	programtest.NeedsConfinement(t)
	modules(t)
	outside := files(t, map[string]string{"secret": "SECRET\n", "co/go.mod": ownMod, "co/oracle/oracle.go": answer})
	for _, b := range blocks(t, "go-confined.txt") {
		name, want, _ := strings.Cut(b.about, ": ")
		for file, text := range b.files {
			b.files[file] = strings.ReplaceAll(text, "OUTSIDE", outside)
		}
		t.Run(name, func(t *testing.T) {
			p, err := program.FromPath(t.Context(), confined(nil), lookup(t, "mapcolor"), files(t, b.files))
			if err == nil {
				t.Errorf("it compiles, and prints %q", errorsOf(t, p))
				p.Close()
				return
			}
			gone(t, err, strings.ReplaceAll(want, "OUTSIDE", outside))
		})
	}
}

// A package that is not main is not a program. The error names the first file with the package clause.
func TestGoLibrary(t *testing.T) {
	base := files(t, map[string]string{"go.mod": solution, "solver/solver.go": "// Package solver solves.\npackage solver\n", "solver/a_test.go": "package solver_test\n", "solver/make.go": "//go:build ignore\n\npackage main\n"})
	const want = "solver/solver.go:2: want package main, found package solver"
	_, err := openHere(t, "mapcolor", filepath.Join(base, "solver"), nil)
	gone(t, err, want)
	t.Chdir(base)
	for _, pkg := range []string{"./solver", "solver/solver.go"} {
		_, err = program.FromCommand(t.Context(), confined(nil), "go", "run", pkg)
		gone(t, err, want)
	}
}

// errorsOf runs a program and returns its standard error.
func errorsOf(t *testing.T, p *program.Program) string {
	t.Helper()
	var text strings.Builder
	cmd := &exec.Cmd{Path: p.Path, Args: p.Argv, Dir: tier.TempDir(t), Stderr: &text}
	must.Do(t, cmd.Run())
	return text.String()
}

// A Go program can use everything that it may use.
func TestGoBuilds(t *testing.T) {
	modules(t)
	tests := map[string]func(t *testing.T){}
	for _, b := range blocks(t, "go-builds.txt")[:effort.Of(6, 11, 11)] {
		name, at, _ := strings.Cut(b.about, ": ")
		tests[name] = func(t *testing.T) {
			base := files(t, b.files)
			p := must.Get(openHere(t, "mapcolor", filepath.Join(base, at), nil))(t)
			expect.Equal(t, "BUILT\n", errorsOf(t, p), "prints")
		}
	}
	sideBySide(t, tests)
}

// "go run" works the same way.
func TestGoRun(t *testing.T) {
	effort.NeedsAll(t, "compiles many programs")
	base := files(t, map[string]string{"go.mod": ownMod, "oracle/oracle.go": answer, "mine/main.go": prints, "broken/main.go": "package main\n\nfunc main() { nothing() }\n", "cheat/main.go": imports})
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/go-run.txt"))(t))) {
		c := strings.Split(strings.TrimSpace(strings.ReplaceAll(line, "BASE", base)), " |")
		t.Chdir(filepath.Join(base, c[0]))
		if filepath.IsAbs(c[0]) {
			t.Chdir(c[0])
		}
		p, err := program.FromCommand(t.Context(), confined(nil), strings.Fields(c[1])...)
		if c[2] != "" {
			gone(t, err, strings.TrimSpace(c[2]))
			continue
		}
		must.Do(t, err)
		expect.Equal(t, "BUILT\n", errorsOf(t, p), c[1], "prints")
		p.Close()
	}
}
