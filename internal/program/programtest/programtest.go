// Package programtest lets tests start interpreters themselves in place of a version manager's shims.
// A shim looks for its interpreter at each start, which takes longer than most programs of tests run.
package programtest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/program"
)

// wanted are the tools that tests look for on the PATH.
var wanted = []string{"python3", "node", "java", "javac", "g++", "make", "go", "tsc", "mcs", "mono",
	"kotlinc", "rustc", "cargo", "prove"}

// Direct puts the interpreters to which shims lead first on the PATH of this process. It leaves out the
// folders of shims, unless a tool is found nowhere else. Without shims it changes nothing.
func Direct(ctx context.Context) error {
	var front, others, shims []string
	for _, path := range program.Interpreters(ctx) {
		front = append(front, filepath.Dir(path))
	}
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.Base(folder) == "shims" {
			shims = append(shims, folder)
		} else {
			others = append(others, folder)
		}
	}
	if len(shims) == 0 {
		return nil
	}
	before := found()
	if err := setPath(front, others); err != nil {
		return err
	}
	if after := found(); slices.ContainsFunc(before,
		func(tool string) bool { return !slices.Contains(after, tool) }) {
		return setPath(front, others, shims)
	}
	return nil
}

// setPath puts folders on the PATH, each once.
func setPath(lists ...[]string) error {
	var path []string
	for _, folder := range slices.Concat(lists...) {
		if !slices.Contains(path, folder) {
			path = append(path, folder)
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
