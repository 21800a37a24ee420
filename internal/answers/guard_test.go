//go:build linux

package answers

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// A module cache is shown except for this module: its sources, its version control data,
// and the archives. The running program and the caches of Go are hidden everywhere.
func TestHidden(t *testing.T) {
	own := "github.com/touchstone-suite/touchstone"
	dir := lay(t, map[string]string{
		own + "@v1.0.0/x.go": "x", "example.org/dep@v1.0.0/x.go": "x", "cache/vcs/0a/objects": "x", "gocache/README": cacheSays + "\n",
		"cache/download/" + own + "/@v/v1.0.0.zip": "x", "cache/download/" + own + "/@v/v1.0.0.mod": "x", "cache/download/example.org/dep/@v/v1.0.0.zip": "x",
	})
	t.Setenv("GOCACHE", filepath.Join(dir, "gocache"))
	p, err := Guard(sandbox.Policy{}, Need{Modules: dir})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(p.Read, dir) {
		t.Errorf("%q is not shown", dir)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	caches, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	hidden := func(path string) bool {
		return slices.ContainsFunc(p.Hide, func(h string) bool { return Beneath(path, h) })
	}
	for _, path := range append(RealPaths([]string{self, caches}), dir+"/"+own+"@v1.0.0/x.go", dir+"/cache/vcs/0a/objects", dir+"/cache/download/"+own+"/@v/v1.0.0.zip", dir+"/gocache/README") {
		if !hidden(path) {
			t.Errorf("%s is not hidden", path)
		}
	}
	for _, path := range []string{"example.org/dep@v1.0.0/x.go", "cache/download/" + own + "/@v/v1.0.0.mod", "cache/download/example.org/dep/@v/v1.0.0.zip"} {
		if hidden(filepath.Join(dir, path)) {
			t.Errorf("%s is hidden", path)
		}
	}
}

// The answers of a case follow its input, which may be long.
func TestLongCase(t *testing.T) {
	input := "# mancala: one\nsubmit input.txt\n-- input.txt --\n" + strings.Repeat("1 2 3\n", 100_000)
	dir := lay(t, map[string]string{"case": input + "-- golden/next_state.txt --\n1\n", "input": input, "line": "# mancala: one " + strings.Repeat("x", 5000) + "-- golden/"})
	found, err := Look(dir)
	if got := below(t, dir, found); err != nil || !slices.Equal(got, []string{"case: " + isCase}) {
		t.Errorf("found %q, %v", got, err)
	}
}
