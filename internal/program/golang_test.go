//go:build unix

package program_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

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
		f, err := os.Create(filepath.Join(at, "v1.0.0.zip"))
		must.Do(t, err)
		err = errors.Join(zip.CreateFromDir(f, module.Version{Path: path, Version: "v1.0.0"}, files(t, texts)), f.Close(),
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
	var build *program.BuildError
	if !errors.As(err, &build) {
		t.Errorf("error %v, want one of the compiler", err)
	} else if strings.Contains(build.Output, "SECRET") || !strings.Contains(build.Output, want) {
		t.Errorf("the compiler says %q, want %q", build.Output, want)
	}
}

// A Go program is compiled from its own module, Go itself and its downloaded modules, and from no other files
// on the machine, least of all this module.
func TestGoBuildsAreConfined(t *testing.T) {
	w, err := sandbox.NewWorker(sandbox.Policy{Root: tier.TempDir(t)})
	must.Do(t, err)
	defer w.Close()
	if w.Mechanisms().By(sandbox.Files) == "" {
		t.Skip("files cannot be confined here: " + w.Mechanisms().Why(sandbox.Files))
	}
	modules(t)
	outside := files(t, map[string]string{"secret": "SECRET\n", "co/go.mod": ownMod, "co/oracle/oracle.go": answer})
	requires := solution + "require " + suite + " v1.0.0\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"includes a file", map[string]string{"go.mod": solution, "main.go": prints, "x.s": "#include \"" + outside + "/secret\"\n"}, "#include: open "},
		{"embeds a file by way of C", map[string]string{"go.mod": solution,
			"x.c":     "__asm__(\".globl text\\ntext: .incbin \\\"" + outside + "/secret\\\"\\n.byte 0\\n\");\n",
			"main.go": "package main\n\n// extern char text;\nimport \"C\"\n\nfunc main() { print(C.GoString(&C.text)) }\n"}, "build constraints exclude all Go files"},
		{"replaces a module by a checkout", map[string]string{"go.mod": requires + "replace " + suite + " => " + outside + "/co\n", "main.go": imports},
			"go.mod:5: want replacements in the module's own directory, found " + suite + " => " + outside + "/co"},
		{"replaces a module by its parent", map[string]string{"go.mod": solution + "require example.org/x v1.0.0\nreplace example.org/x => ./sub/../..\n", "main.go": strings.ReplaceAll(imports, suite, "example.org/x")}, "want replacements in the module's own directory"},
		{"uses a checkout in a workspace", map[string]string{"go.work": "go 1.26\nuse .\nuse " + outside + "/co\n", "go.mod": solution, "main.go": imports}, "providing package"},
		{"imports the suite from the cache", map[string]string{"go.mod": requires, "main.go": imports}, suite},
		{"imports the suite as another", map[string]string{"go.mod": solution + "require example.org/x v1.0.0\nreplace example.org/x => " + suite + " v1.0.0\n",
			"main.go": strings.ReplaceAll(imports, suite, "example.org/x")}, "touchstone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := program.FromPath(t.Context(), confined(nil), lookup(t, "mapcolor"), files(t, c.files))
			if err == nil {
				t.Errorf("it compiles, and prints %q", errorsOf(t, p))
				p.Close()
				return
			}
			gone(t, err, c.want)
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
	dep := strings.Replace(prints, "func main() { println(\"BUILT\") }", "import \"example.org/dep\"\n\nfunc main() { println(dep.Text) }", 1)
	requires := solution + "require example.org/dep v1.0.0\n"
	tests := map[string]func(t *testing.T){}
	for i, c := range []struct {
		name, at string
		files    map[string]string
	}{ // the last ones combine less than others
		{"one file of several", "main.go", map[string]string{"main.go": prints, "other.go": prints}},
		{"with a package of the module around", "cmd/solve", map[string]string{"go.mod": solution, "cmd/solve/main.go": strings.ReplaceAll(dep, "example.org/dep", "example.org/solution/dep"), "dep/dep.go": "package dep\n\nconst Text = \"BUILT\"\n"}},
		{"with a module of its own directory", ".", map[string]string{"go.mod": requires + "replace example.org/dep => ./dep\n", "main.go": dep, "dep/go.mod": "module example.org/dep\n", "dep/dep.go": "package dep\n\nconst Text = \"BUILT\"\n"}},
		{"with a vendor directory for a replacement", ".", map[string]string{"go.mod": requires + "replace example.org/dep => ../dep\n", "main.go": dep, "vendor/modules.txt": "# example.org/dep v1.0.0 => ../dep\n## explicit; go 1.26\nexample.org/dep\n# example.org/dep => ../dep\n", "vendor/example.org/dep/dep.go": "package dep\n\nconst Text = \"BUILT\"\n"}},
		{"tested with a checkout of this module", "mysolver", map[string]string{"go.mod": requires + "require " + suite + " v0.0.0\nreplace " + suite + " => ../co\n", "mysolver/main.go": dep, "main_test.go": strings.Replace(imports, "package main", "package solution", 1)}},
		{"an example of this module", "examples/mine", map[string]string{"go.mod": ownMod, "oracle/oracle.go": answer, "examples/mine/main.go": prints}},
		{"without a module", ".", map[string]string{"main.go": prints}},
		{"with a module", ".", map[string]string{"go.mod": solution, "main.go": prints}},
		{"with a module that was fetched", ".", map[string]string{"go.mod": requires, "main.go": dep}},
		{"with a vendor directory", ".", map[string]string{"go.mod": requires, "main.go": dep, "vendor/modules.txt": "# example.org/dep v1.0.0\n## explicit; go 1.26\nexample.org/dep\n", "vendor/example.org/dep/dep.go": "package dep\n\nconst Text = \"BUILT\"\n"}},
		{"tested with this module", "mysolver", map[string]string{"go.mod": requires + "require " + suite + " v1.0.0\n", "mysolver/main.go": dep, "main_test.go": strings.Replace(imports, "package main", "package solution", 1)}},
	} {
		if i >= effort.Of(6, 11, 11) {
			break
		}
		tests[c.name] = func(t *testing.T) {
			base := files(t, c.files)
			p, err := openHere(t, "mapcolor", filepath.Join(base, c.at), nil)
			must.Do(t, err)
			if got := errorsOf(t, p); got != "BUILT\n" {
				t.Errorf("prints %q", got)
			}
		}
	}
	sideBySide(t, tests)
}

// "go run" works the same way, with the caller's names for files.
func TestGoRun(t *testing.T) {
	effort.NeedsAll(t, "compiles many programs")
	base := files(t, map[string]string{"go.mod": ownMod, "oracle/oracle.go": answer, "mine/main.go": prints, "broken/main.go": "package main\n\nfunc main() { nothing() }\n", "cheat/main.go": imports})
	t.Chdir(base)
	for _, c := range []struct {
		here    string
		command []string
		want    string // output of the compiler, "" if it compiles
	}{
		{".", []string{"go", "run", "./mine"}, ""},
		{".", []string{"go", "run", "mine/main.go"}, ""},
		{".", []string{"mine"}, ""},
		{"mine", []string{"go", "run", ".", "an argument"}, ""},
		{"oracle", []string{"go", "run", "../mine"}, ""},
		{"/", []string{filepath.Join(base, "mine")}, ""},
		{".", []string{"go", "run", "./broken"}, "broken/main.go:3:15: undefined: nothing"},
		{"broken", []string{"go", "run", "main.go"}, "./main.go:3:15: undefined: nothing"},
		{"/", []string{filepath.Join(base, "broken")}, "./main.go:3:15: undefined: nothing"},
		{".", []string{"go", "run", "./cheat"}, "cheat/main.go:3:8: "},
	} {
		t.Chdir(filepath.Join(base, c.here))
		if filepath.IsAbs(c.here) {
			t.Chdir(c.here)
		}
		p, err := program.FromCommand(t.Context(), confined(nil), c.command...)
		if c.want != "" {
			gone(t, err, c.want)
			continue
		}
		if err != nil {
			t.Errorf("%v: %v", c.command, err)
			continue
		}
		if got := errorsOf(t, p); got != "BUILT\n" {
			t.Errorf("%v prints %q", c.command, got)
		}
		p.Close()
	}
}
