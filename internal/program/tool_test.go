package program

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// On Windows a Python interpreter has more names.
func TestCandidates(t *testing.T) {
	for _, c := range []struct{ tool, system, want string }{
		{"python3", "linux", "python3"},
		{"python3", "windows", "python3, python, py -3"},
		{"python2", "windows", "python2.7, python2, python, py -2"},
		{"node", "windows", "node, nodejs"},
	} {
		if got := strings.Join(toolByName(c.tool).candidates(c.system), ", "); got != c.want {
			t.Errorf("%s on %s: %s, want %s", c.tool, c.system, got, c.want)
		}
	}
}

// A launcher is asked where the program is that it would start, and is not used if it
// cannot say.
func TestLauncher(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	bin := tier.TempDir(t)
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	real := filepath.Join(tier.TempDir(t), "python3.13")
	for path, text := range map[string]string{
		real:                       "",
		filepath.Join(bin, "py"):   "test \"$1\" = -3 && echo " + real,
		filepath.Join(bin, "stub"): "echo Python was not found; exit 9",
		filepath.Join(bin, "mute"): "",
	} {
		must.Do(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	}
	for _, c := range []struct{ command, path, problem string }{
		{"py -3", real, ""},
		{"py -2", "", "does not run"},
		{"mute -3", "", "does not print its location"},
		{"stub", "", "Python was not found"},
	} {
		words := strings.Fields(c.command)
		path, err := toolByName("python3").resolve(t.Context(), words[0], words[1:]...)
		if path != c.path || (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s: %q, %v", c.command, path, err)
		}
	}
}

// An interpreter of the wrong version fails with askVersion.
func TestAskVersion(t *testing.T) {
	python := &Tool{ask: askVersion("2"), answer: strings.TrimSpace}
	real, err := toolByName("python3").resolve(t.Context(), "python3") // which may be a shim
	if err != nil {
		t.Skip("needs python3")
	}
	path, err := python.resolve(t.Context(), real, "-B")
	if err == nil || !strings.Contains(err.Error(), "it is of version 3") {
		t.Errorf("%q, %v", path, err)
	}
	if _, err := toolByName("python3").resolve(t.Context(), real, "-B"); err != nil {
		t.Error(err)
	}
	if !slices.Contains(toolByName("python3").ask, "-c") {
		t.Error("it is asked nothing")
	}
}

// A program in the submission's directory is not run to find its location, and no shim runs in the user's
// current directory, which may be the submission: a file there can determine the program that a shim starts.
func TestVersionElsewhere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	bin, here := tier.TempDir(t), tier.TempDir(t)
	told := filepath.Join(tier.TempDir(t), "told")
	for path, text := range map[string]string{
		filepath.Join(here, "python3"): "echo own >>" + told,
		filepath.Join(here, "go"):      "echo go >>" + told,
		filepath.Join(here, "shell"):   "true",
		filepath.Join(bin, "node"):     "pwd >>" + told + "; echo /bin/sh",
		filepath.Join(bin, "rustc"):    "pwd >>" + told + "; echo /bin/sh",
	} {
		must.Do(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Chdir(here)
	for _, command := range [][]string{{"./python3"}, {filepath.Join(here, "python3")}, {"./go", "run", "."}, {"./shell"}, {"node"}} {
		if p, err := FromCommand(t.Context(), executor.Confined(outcome.Settings{}), command...); err == nil {
			p.Close()
		}
	}
	text, _ := os.ReadFile(told)
	for _, line := range strings.Fields(string(text)) {
		if line == "own" || line == "go" || line == here {
			t.Errorf("%s", text)
		}
	}
	if len(text) == 0 {
		t.Error("nobody was asked")
	}
}

// A search for interpreters that was cancelled is not remembered.
func TestCancelledSearch(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	bin := tier.TempDir(t)
	must.Do(t, os.WriteFile(filepath.Join(bin, "node"), []byte("#!/bin/sh\necho /bin/sh\n"), 0o755))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+"/bin")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found := Interpreters(ctx); len(found) > 0 {
		t.Errorf("found %q, want nothing of a cancelled search", found)
	}
	if len(Interpreters(t.Context())) == 0 {
		t.Error("found nothing after a cancelled search, want node")
	}
}

// Without a home directory, as for service accounts, tools are found all the same, and no home directory is
// created.
func TestNoHome(t *testing.T) {
	bin, home := t.TempDir(), filepath.Join(t.TempDir(), "no/home")
	must.Do(t, os.WriteFile(filepath.Join(bin, "python3"), []byte("#!/bin/sh\nprintf %s /bin/sh\n"), 0o755))
	t.Setenv("PATH", bin)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", "")
	if p, err := FromCommand(t.Context(), executor.Confined(outcome.Settings{}), "python3"); err != nil || p.Argv[0] != "/bin/sh" {
		t.Errorf("%+v, %v", p, err)
	} else {
		p.Close()
	}
	if os.Getuid() != 0 { // root's Go uses a directory of the system
		own := t.TempDir()
		if cache, err := goCache(own); err != nil || filepath.Dir(cache) != own {
			t.Errorf("the cache of Go is %s, %v", cache, err)
		}
	}
	if _, err := os.Stat(filepath.Dir(home)); err == nil {
		t.Errorf("%s was made", home)
	}
}

// A program in ~/.local/bin can use the libraries next to it, but nothing else there.
func TestLocalInstallation(t *testing.T) {
	prefix := filepath.Join(tier.TempDir(t), ".local")
	for _, dir := range []string{"bin", "lib", "share"} {
		must.Do(t, os.MkdirAll(filepath.Join(prefix, dir), 0o755))
	}
	path := filepath.Join(prefix, "bin", "tool")
	must.Do(t, os.WriteFile(path, nil, 0o755))
	got := (&Program{Path: path, Argv: []string{path}}).Needs().Installed
	if slices.Contains(got, prefix) || !slices.Contains(got, filepath.Join(prefix, "lib")) {
		t.Errorf("%q", got)
	}
}
