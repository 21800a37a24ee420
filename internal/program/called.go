package program

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/regular"
)

// A script calls interpreters by name, and finds on the PATH what its caller would: often a
// version manager's shim, which has nothing to choose from in a folder with another home,
// or one below the caller's home, which is not readable. So interpreters are resolved
// beforehand, made readable, and put first on the PATH of the run.

// called are the interpreters and compilers that a script may call. Earlier ones come first
// on the PATH, since there may be a python beside python2 too.
var called = []*Tool{
	{names: []string{"python"}, ask: askPython, answer: strings.TrimSpace},
	tools["python3"],
	{names: []string{"python2"}, ask: askPython, answer: strings.TrimSpace},
	{names: []string{"python2.7"}, ask: askPython, answer: strings.TrimSpace},
	tools["node"],
	tools["java"],
	tools["javac"],
	tools["go"],
	tools["rust"],
	{names: []string{"gcc"}},
	{names: []string{"g++"}},
	{names: []string{"clang"}},
	{names: []string{"make"}},
}

// inBin returns a function that finds a tool in the bin folder of an installation.
func inBin(tool string) func(string) string {
	return func(printed string) string { return filepath.Join(strings.TrimSpace(printed), "bin", tool) }
}

// callers are the programs that run scripts, or commands on behalf of others.
var callers = []string{"sh", "bash", "dash", "ash", "ksh", "zsh", "fish", "env", "make", "gmake"}

// callsOthers reports whether a program is a script, or runs one.
func callsOthers(path string) bool {
	start, err := head(path, 2)
	return err == nil && string(start) == "#!" || slices.Contains(callers, filepath.Base(path))
}

// addCalled finds the interpreters for a program that calls others.
func (p *Program) addCalled(ctx context.Context, path string) {
	if callsOthers(path) {
		p.called = Interpreters(ctx)
	}
}

var resolved sync.Map // the paths that were found, of type []string, by PATH

// Interpreters lists the real paths of the interpreters and compilers on the PATH that are
// outside the system's folders. It asks each of them once.
func Interpreters(ctx context.Context) []string {
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

// elsewhere returns the path of a tool outside the system's folders, or "".
func (t *Tool) elsewhere(ctx context.Context) string {
	path, err := exec.LookPath(t.names[0])
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err != nil || regular.InSystem(real) {
		return ""
	}
	real, err := t.resolve(ctx, path)
	if err != nil {
		return "" // there is a shim, but nothing behind it
	}
	return real
}

// Environment returns the environment of a run of the program in dir.
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
