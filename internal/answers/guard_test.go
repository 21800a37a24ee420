//go:build linux

package answers

import (
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// A module cache is shown except for this module: its sources, its version control data,
// and the archives. The running program and the caches of Go are hidden everywhere.
func TestHidden(t *testing.T) {
	own := "github.com/touchstone-suite/touchstone"
	dir := lay(t, map[string]string{
		own + "@v1.0.0/x.go": "x", "example.org/dep@v1.0.0/x.go": "x", "cache/vcs/0a/objects": "x", "gocache/README": cacheReadme + "\n",
		"cache/download/" + own + "/@v/v1.0.0.zip": "x", "cache/download/" + own + "/@v/v1.0.0.mod": "x", "cache/download/example.org/dep/@v/v1.0.0.zip": "x",
	})
	t.Setenv("GOCACHE", filepath.Join(dir, "gocache"))
	p := must.Get(Guard(sandbox.Policy{}, Need{Modules: dir}))(t)
	expect.True(t, slices.Contains(p.Read, dir), dir, "is shown")
	self := must.Get(os.Executable())(t)
	caches := must.Get(os.UserCacheDir())(t)
	hidden := func(path string) bool {
		return slices.ContainsFunc(p.Hide, func(h string) bool { return regular.Beneath(path, h) })
	}
	for _, path := range append(RealPaths([]string{self, caches}), dir+"/"+own+"@v1.0.0/x.go", dir+"/cache/vcs/0a/objects", dir+"/cache/download/"+own+"/@v/v1.0.0.zip", dir+"/gocache/README") {
		expect.True(t, hidden(path), path, "is hidden")
	}
	for _, path := range []string{"example.org/dep@v1.0.0/x.go", "cache/download/" + own + "/@v/v1.0.0.mod", "cache/download/example.org/dep/@v/v1.0.0.zip"} {
		expect.Equal(t, false, hidden(filepath.Join(dir, path)), path, "is hidden")
	}
}

// A program that links a copy of this module in the place of another, or of itself, has answers as well.
func TestDependsOn(t *testing.T) {
	own, other := &debug.Module{Path: module}, &debug.Module{Path: "example.org/other"}
	for name, c := range map[string]struct {
		deps []*debug.Module
		want bool
	}{
		"nothing":      {nil, false},
		"another":      {[]*debug.Module{other}, false},
		"this":         {[]*debug.Module{other, own}, true},
		"this, as one": {[]*debug.Module{{Path: other.Path, Replace: own}}, true},
		"a copy":       {[]*debug.Module{{Path: module, Replace: &debug.Module{Path: "../copy"}}}, true},
	} {
		expect.Equal(t, c.want, dependsOn(&debug.BuildInfo{Deps: c.deps}), name)
	}
}

// Guard combines the paths that the check hides, the paths that programs need, and the directories that they
// may write to. No list is lost. If a hidden directory contains a needed path, Guard hides its other entries.
func TestLists(t *testing.T) {
	dir := lay(t, map[string]string{
		"roster.csv": "x", "books/journal": "x", "books/work/x": "x", "books/home/x": "x", "books/root/x": "x",
		"books/deep/out/x": "x", "books/deep/x": "x",
		"asked/x": "x", "own/a.py": "x", "own2/a.py": "x", "python/bin/touchstone": "x", "built/x": "x", "bin/touchstone": "x",
	})
	at := func(names ...string) (paths []string) {
		for _, name := range names {
			paths = append(paths, filepath.Join(dir, name))
		}
		return paths
	}
	before := installed
	installed = func() []Finding { return []Finding{{at("bin/touchstone")[0], isProgram}} }
	t.Cleanup(func() { installed = before })
	policy := sandbox.Policy{
		Read: at("asked"), Hide: at("roster.csv", "books"), Write: at("books/deep/out", "elsewhere"),
		Root: at("books/root")[0], Home: at("books/home")[0], Work: at("books/work")[0],
	}
	need := Need{Own: at("own", "own2"), Installed: at("python"), Built: at("built")}
	p := must.Get(Guard(policy, need))(t)
	expect.Equal(t, at("asked", "own", "own2", "python", "built"), p.Read, "read")
	expect.Equal(t, at("asked", "own", "own2", "python"), p.Links, "links")
	for name, want := range map[string]bool{
		"roster.csv": true, "books/journal": true, "books/deep/x": true, "python/bin/touchstone": true,
		"bin/touchstone": true,
		"books":          false, "books/deep": false, "books/deep/out": false, "books/root": false, "books/home": false, "books/work": false, "python": false, "own": false,
	} {
		expect.Equal(t, want, slices.Contains(p.Hide, at(name)[0]), name, "is hidden")
	}
	policy.Mode = sandbox.None
	p = must.Get(Guard(policy, need))(t)
	expect.Equal(t, at("asked", "own", "own2", "python", "built"), p.Read, "read without a sandbox")
}

// A path that contains answers, or that the check hides, is not granted on request. A checkout is closed, and
// examples in it, but each directory below examples is its owner's.
func TestAskedFor(t *testing.T) {
	dir := lay(t, map[string]string{
		"books/students/ann": "x", "roster.csv": "x", "cache/README": cacheReadme, "cache/00/x": "x",
		"cache/examples/a/x": "x", "co/examples/a/x": "x", "mine/x": "x", "mine/deep/case": golden,
		"co/go.mod": "module " + module + "\n", "co/oracle/examples/a/x": "x",
	})
	for name, want := range map[string]string{
		"books": isSecret, "books/students": isSecret, "books/students/ann": isSecret, "roster.csv": isSecret, "cache": isCache, "cache/00": isCache,
		"co": isCheckout, "co/oracle": isCheckout, "co/examples": isCheckout, "co/examples/a": "", "mine": "", "mine/deep/case": isCase,
		"co/examples/a/x": "", "co/oracle/examples/a": isCheckout, "cache/examples/a": isCache,
	} {
		closed := want == isCheckout || want == isCache
		expect.Equal(t, closed, IsClosed(filepath.Join(dir, name)), name, "is closed")
		_, err := Guard(sandbox.Policy{Hide: []string{filepath.Join(dir, "books"), filepath.Join(dir, "roster.csv")}, Read: []string{filepath.Join(dir, name)}}, Need{})
		e := (*Error)(nil)
		expect.True(t, want == "" && err == nil || errors.As(err, &e) && e.Kind == want, name, err, want)
	}
}

// A path that contains answers is not granted as a program's own either. For a single file this is an error.
// In a directory that is hidden, public or a cache, only the files directly in it that contain no answers are
// granted.
func TestOwn(t *testing.T) {
	dir := lay(t, map[string]string{
		"books/a.py": "x", "books/case": golden, "books/deep/b.py": "x", "roster.csv": "x", "home/a.py": "x", "home/b": "x", "home/.netrc": "x", "home/deep/x": "x",
		"cache/README": cacheReadme, "cache/00/x": "x", "co/go.mod": "module " + module + "\n", "co/oracle/x.go": "x", "mine/a.py": "x", "mine/deep/case": golden,
		"builds/a.py": "x", "builds/00/x": "x",
	})
	t.Setenv("GOCACHE", filepath.Join(dir, "builds"))
	if err := os.Symlink("a.py", filepath.Join(dir, "home/link")); err != nil {
		t.Log(err)
	}
	t.Setenv("HOME", filepath.Join(dir, "home"))
	p := must.Get(Guard(sandbox.Policy{}, Need{Installed: []string{dir + "/home"}}))(t)
	expect.Equal(t, []string{dir + "/home/a.py", dir + "/home/b"}, p.Read, "in a common directory")
	for name, c := range map[string]struct {
		read, hide []string
		what       string // of the error
	}{
		"mine":           {read: []string{"mine"}, hide: []string{"mine/deep/case"}},
		"mine/a.py":      {read: []string{"mine/a.py"}},
		"mine/deep/case": {what: isCase},
		"roster.csv":     {what: isSecret},
		"books":          {read: []string{"books/a.py"}},
		"home":           {read: []string{"home/a.py", "home/b"}}, // no hidden files, links and directories
		"cache":          {},                                      // which contains no files of a user
		"cache/00/x":     {what: isCache},
		"builds":         {read: []string{"builds/a.py"}},
		"co":             {read: []string{"co/go.mod"}},
		"co/oracle/x.go": {read: []string{"co/oracle/x.go"}}, // a file that is named, in a checkout
		"none":           {},
	} {
		p, err := Guard(sandbox.Policy{Hide: []string{filepath.Join(dir, "books"), filepath.Join(dir, "roster.csv")}}, Need{Own: []string{filepath.Join(dir, name)}})
		if e := (*Error)(nil); (err != nil) != (c.what != "") || err != nil && (!errors.As(err, &e) ||
			e.Kind != c.what) {
			t.Errorf("%s: %v, want %q", name, err, c.what)
			continue
		}
		var read []string
		for _, path := range p.Read {
			read = append(read, strings.TrimPrefix(path, dir+"/"))
		}
		if c.what == "" {
			expect.Equal(t, c.read, read, name)
		}
		for _, path := range c.hide {
			expect.True(t, slices.Contains(p.Hide, filepath.Join(dir, path)), name, path, "is hidden")
		}
	}
	p = must.Get(Guard(sandbox.Policy{}, Need{Installed: []string{filepath.Join(dir, "home")}}))(t)
	expect.Equal(t, []string{dir + "/home/a.py", dir + "/home/b"}, p.Read, "read of an installation")
}

// IsCommon is true for directories that all kinds of files share, and false for others.
func TestIsCommon(t *testing.T) {
	dir := lay(t, map[string]string{"home/x": "x", "temp/x": "x"})
	t.Setenv("HOME", filepath.Join(dir, "home"))
	t.Setenv("TMPDIR", filepath.Join(dir, "temp"))
	for _, folder := range append(RealPaths([]string{"/tmp", "/var/tmp", "/dev/shm", "/home", "/Users"}), "/", dir+"/home", dir+"/temp") {
		expect.True(t, IsCommon(folder), folder, "is everybody's")
	}
	for _, folder := range []string{dir, dir + "/home/x", "/home/x", "/opt"} {
		expect.Equal(t, false, IsCommon(folder), folder, "is everybody's")
	}
}

// An error names the path that must not be read, and the place of the answers in it if they are only a part.
// Every policy hides these paths.
func TestTold(t *testing.T) {
	for want, e := range map[string]*Error{
		"want no answers in what the program may read, found /a: it is " + isCase:      {"/a", Finding{"/a", isCase}},
		"want no answers in what the program may read, found /a: /a/b is " + isProgram: {"/a", Finding{"/a/b", isProgram}},
		"want no answers in what the program may read, found /a: /self is " + isSelf:   {"/a", Finding{"/self", isSelf}},
	} {
		expect.Equal(t, want, e.Error())
		expect.Equal(t, e.Kind == isSelf, e.Self(), e, "is about touchstone itself")
	}
	before := hidden.paths
	t.Cleanup(func() { hidden.paths = before })
	dir := lay(t, map[string]string{"one/x": "x", "two/x": "x"})
	Hide(dir+"/one", "", dir+"/two")
	Hide(dir + "/one")
	expect.Equal(t, len(before)+2, len(hidden.paths), "hidden paths")
	all := must.Get(Guard(sandbox.Policy{}, Need{}))(t).Hide
	expect.True(t, slices.Contains(all, dir+"/one") && slices.Contains(all, dir+"/two"), all)
}
