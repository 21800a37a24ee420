package program

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/answers"
)

// A script calls interpreters by their names, and finds on the PATH what its caller
// would: often a shim of a version manager, which has nothing to choose from in a
// folder with a home of its own, or one below the caller's home, which is closed. So
// these are resolved beforehand, may be read, and come first on the PATH of the run.

// called are the interpreters and compilers that a script may call. The earlier ones
// come first on the PATH, since python stands beside python2, too.
var called = []*Tool{
	{names: []string{"python"}, ask: askPython, answer: strings.TrimSpace},
	tools["python3"],
	{names: []string{"python2"}, ask: askPython, answer: strings.TrimSpace},
	{names: []string{"python2.7"}, ask: askPython, answer: strings.TrimSpace},
	tools["node"],
	tools["java"],
	tools["javac"],
	{names: []string{"ruby"}, ask: []string{"-e", "puts RbConfig.ruby"}, answer: strings.TrimSpace},
	{names: []string{"perl"}, ask: []string{"-e", "print $^X"}, answer: strings.TrimSpace},
	{names: []string{"go"}, ask: []string{"env", "GOROOT"}, answer: inBin("go")},
	{names: []string{"rustc"}, ask: []string{"--print", "sysroot"}, answer: inBin("rustc")},
	{names: []string{"pypy3"}, ask: askPython, answer: strings.TrimSpace},
	{names: []string{"php"}, ask: []string{"-r", "echo PHP_BINARY;"}, answer: strings.TrimSpace},
	{names: []string{"lua"}},
	{names: []string{"deno"}},
	{names: []string{"bun"}},
	{names: []string{"gcc"}},
	{names: []string{"g++"}},
	{names: []string{"clang"}},
	{names: []string{"make"}},
}

// inBin makes an answer from the folder of an installation.
func inBin(tool string) func(string) string {
	return func(printed string) string { return filepath.Join(strings.TrimSpace(printed), "bin", tool) }
}

// callers are the programs that run scripts or commands of others.
var callers = []string{"sh", "bash", "dash", "ash", "ksh", "zsh", "fish", "env", "make", "gmake"}

// callsOthers reports whether a program is a script, or runs one.
func callsOthers(path string) bool {
	start, err := head(path, 2)
	return err == nil && string(start) == "#!" || slices.Contains(callers, filepath.Base(path))
}

// addCalled finds the interpreters for a program that calls others.
func (p *Program) addCalled(ctx context.Context, path string) {
	if callsOthers(path) {
		p.called = calledHere(ctx)
	}
}

// resolved keeps what calledHere found, by the PATH.
var resolved sync.Map // of []string by string

// calledHere lists the interpreters on the caller's PATH that do not lie in the
// system's folders, by where they really are.
func calledHere(ctx context.Context) []string {
	key := os.Getenv("PATH")
	if known, ok := resolved.Load(key); ok {
		return known.([]string)
	}
	found := make([]string, len(called))
	var group sync.WaitGroup
	for i, tool := range called {
		group.Go(func() { found[i] = tool.elsewhere(ctx) })
	}
	group.Wait()
	found = slices.DeleteFunc(found, func(path string) bool { return path == "" })
	if ctx.Err() == nil {
		resolved.Store(key, found)
	}
	return found
}

// elsewhere finds a tool that lies outside of the system's folders, or gives "".
func (t *Tool) elsewhere(ctx context.Context) string {
	path, err := exec.LookPath(t.names[0])
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err != nil || answers.InSystem(real) {
		return ""
	}
	real, err := t.resolve(ctx, path)
	if err != nil {
		return "" // there is a shim, but nothing behind it
	}
	return real
}

// Environment is that of a run of the program in dir.
func (p *Program) Environment(dir string) []string {
	env := Environment(dir)
	var front []string
	for _, path := range p.called {
		if folder := filepath.Dir(path); !slices.Contains(front, folder) {
			front = append(front, folder)
		}
	}
	for i, word := range env {
		if list, ok := strings.CutPrefix(word, "PATH="); ok && len(front) > 0 {
			env[i] = "PATH=" + strings.Join(append(front, list), string(filepath.ListSeparator))
		}
	}
	return env
}
