// Package programtest makes tests that run programs fast: it starts interpreters themselves in place of a version
// manager's shims, and keeps files in memory. A shim looks for its interpreter at
// each start, which takes longer than most programs of tests run.
package programtest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// wanted are the tools that tests look for on the PATH.
var wanted = []string{"python3", "node", "java", "javac", "g++", "make", "go", "tsc", "mcs", "mono",
	"kotlinc", "rustc", "cargo", "prove"}

// Tests returns the tests of a package. They run with direct interpreters (see Direct) and keep their files in
// memory (see Memory). Twice the usual number of tests run at a time, because they wait for programs.
func Tests(m interface{ Run() int }) interface{ Run() int } { return direct{m} }

type direct struct{ tests interface{ Run() int } }

// Run runs the tests and returns their exit status.
func (d direct) Run() int {
	defer Memory()()
	chosen := false
	flag.Visit(func(f *flag.Flag) { chosen = chosen || f.Name == "test.parallel" })
	if !chosen {
		flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	}
	if err := Direct(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return d.tests.Run()
}

// NeedsConfinement skips a test where the files that programs use cannot be confined.
func NeedsConfinement(t testing.TB) {
	t.Helper()
	m, err := executor.Mechanisms(outcome.Settings{})
	must.Do(t, err)
	if m.By(sandbox.Files) == "" {
		t.Skip("files cannot be confined here: " + m.Why(sandbox.Files))
	}
}

// Direct removes the directories of shims from the PATH of this process, and puts the interpreters behind
// other shims, such as rustup's, first. If a tool is then missing, it puts those behind all shims first. An
// interpreter of the system starts faster, and the programs of all users can read it. The shims stay only for
// tools that are nowhere else. Without shims Direct changes nothing.
func Direct(ctx context.Context) error {
	all := filepath.SplitList(os.Getenv("PATH"))
	isShims := func(dir string) bool { return filepath.Base(dir) == "shims" }
	if !slices.ContainsFunc(all, isShims) {
		return nil
	}
	before := found()
	others := slices.DeleteFunc(slices.Clone(all), isShims)
	for _, from := range [][]string{others, all} {
		if err := setPath(from); err != nil {
			return err
		}
		var front []string
		for _, path := range program.Interpreters(ctx) {
			front = append(front, filepath.Dir(path))
		}
		if err := setPath(front, others); err != nil {
			return err
		}
		after := found()
		if !slices.ContainsFunc(before, func(tool string) bool { return !slices.Contains(after, tool) }) {
			return nil
		}
	}
	return setPath(filepath.SplitList(os.Getenv("PATH")), slices.DeleteFunc(all,
		func(dir string) bool { return !isShims(dir) }))
}

// setPath sets the PATH to some directories, each once.
func setPath(lists ...[]string) error {
	var path []string
	for _, dir := range slices.Concat(lists...) {
		if !slices.Contains(path, dir) {
			path = append(path, dir)
		}
	}
	return os.Setenv("PATH", strings.Join(path, string(filepath.ListSeparator)))
}

// found returns the wanted tools that are on the PATH.
func found() (tools []string) {
	for _, tool := range wanted {
		if _, err := exec.LookPath(tool); err == nil {
			tools = append(tools, tool)
		}
	}
	return tools
}
