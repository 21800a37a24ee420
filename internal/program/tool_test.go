//go:build unix

package program

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A launcher is asked where the program is that it would start, and is not used if it
// cannot say.
func TestLauncher(t *testing.T) {
	bin := tier.TempDir(t)
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	real := filepath.Join(tier.TempDir(t), "python3.13")
	for path, text := range map[string]string{
		real:                       "",
		filepath.Join(bin, "py"):   "test \"$1\" = -3 && echo " + real,
		filepath.Join(bin, "stub"): "echo Python was not found; exit 9",
		filepath.Join(bin, "mute"): "",
	} {
		writeScript(t, path, text+"\n")
	}
	for _, c := range []struct{ command, path, problem string }{
		{"py -3", real, ""}, {"py -2", "", "does not run"}, {"mute -3", "", "does not print its location"},
		{"stub", "", "Python was not found"},
	} {
		words := strings.Fields(c.command)
		path, err := toolByName("python3").resolve(t.Context(), words[0], words[1:]...)
		expect.True(t, path == c.path && (err == nil) == (c.problem == "") &&
			(err == nil || strings.Contains(err.Error(), c.problem)), c.command, path, err)
	}
	expect.Equal(t, "/jdk/bin/javac", javaHome("javac")("Property settings:\n    java.home = /jdk\n"), "Java's compiler")
}

// An interpreter of the wrong version fails with askVersion.
func TestAskVersion(t *testing.T) {
	python := &Tool{ask: askVersion("2"), answer: strings.TrimSpace}
	real, err := toolByName("python3").resolve(t.Context(), "python3") // which may be a shim
	if err != nil {
		t.Skip("needs python3")
	}
	path, err := python.resolve(t.Context(), real, "-B")
	expect.Error(t, err, "it is of version 3", path)
	must.Get(toolByName("python3").resolve(t.Context(), real, "-B"))(t)
}

// A program in the submission's directory is not run to find its location, and no shim runs in the user's
// current directory, which may be the submission: a file there can determine the program that a shim starts.
func TestVersionElsewhere(t *testing.T) {
	bin, here := tier.TempDir(t), tier.TempDir(t)
	told := filepath.Join(tier.TempDir(t), "told")
	for path, text := range map[string]string{
		filepath.Join(here, "python3"): "echo own >>'" + told + "'",
		filepath.Join(here, "go"):      "echo go >>'" + told + "'",
		filepath.Join(here, "shell"):   "true",
		filepath.Join(bin, "node"):     "pwd >>'" + told + "'; echo /bin/sh",
		filepath.Join(bin, "rustc"):    "pwd >>'" + told + "'; echo /bin/sh",
	} {
		writeScript(t, path, text+"\n")
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Chdir(here)
	for _, command := range [][]string{{"./python3"}, {filepath.Join(here, "python3")}, {"./go", "run", "."}, {"./shell"}, {"node"}, {"cat"}} {
		p := must.Get(FromCommand(t.Context(), executor.Confined(outcome.Settings{}), command...))(t)
		expect.Equal(t, command[0][0] < 'a', strings.HasPrefix(p.Path, here), command)
		expect.Equal(t, isOldPython+"start it by python2.7", p.Hint([]byte("name 'xrange' is not defined")))
		expect.Equal(t, command[0] != "cat", len(p.interpreters) > 0, command, p.interpreters)
		_, err := FromCommand(t.Context(), executor.Confined(outcome.Settings{}), append(command[:1:1], "nosuch.py")...)
		expect.Error(t, err, "is to run nosuch.py, and there is no such file")
	}
	text, _ := os.ReadFile(told)
	for _, line := range append(strings.Fields(string(text)), "") {
		expect.Equal(t, false, line == "own" || line == "go" || line == here, "asked in", line)
	}
	expect.Equal(t, false, len(text) == 0, "nobody was asked")
}

// The properties of languages equal the golden. Their commands name tools, or words that languages replace. Each interpreter that a program may call is
// on its PATH, in order.
func TestWordsOfCommands(t *testing.T) {
	known := strings.Fields("file dir sources stem out program class root packages syntax types build answer")
	for _, l := range languages {
		for _, m := range regexp.MustCompile(`{([^}]+)}`).FindAllStringSubmatch(l.compile+l.run, -1) {
			expect.True(t, slices.Contains(known, m[1]) || toolByName(m[1]) != nil, l.Name, m[0])
		}
	}
	var table strings.Builder
	for _, l := range languages {
		v, p := l.version, l.project
		fmt.Fprintf(&table, "%#v\n", []any{l.Name, l.Code(), l.ending, l.handout, l.extensions, l.compile, l.run, l.uses, l.calls, l.inPlace, l.linked,
			l.manifest, p.listed, p.file, p.targets, p.precedes, p.anyName, v.family, v.python, v.unnamed, len(v.others), l.words != nil,
			l.rename != nil, l.root != nil, l.build != nil, l.tidy != nil, l.check != nil, p.isProgram != nil})
	}
	goldie.New(t).Assert(t, "languages", []byte(table.String()))
	p := Program{interpreters: []string{"/a/bin/node", "/b/bin/go", "/a/bin/npm"}}
	t.Setenv("PATH", "/c")
	expect.Equal(t, strings.Fields("HOME=/work TMPDIR=/work LANG=C.UTF-8 PATH=/a/bin:/b/bin:/c"), p.Environment("/work"))
	expect.Equal(t, []string{"/m", "x", "go"}, (&Program{Files: "/f", Argv: []string{"/m", "x", "run"}}).Make("go"))
	expect.Equal(t, "/a/b", string((&Program{}).Shown([]byte("/a/b"))), "without a source")
}

// A search for interpreters that was cancelled is not remembered.
func TestCancelledSearch(t *testing.T) {
	bin := tier.TempDir(t)
	writeScript(t, filepath.Join(bin, "node"), "echo /bin/sh\n")
	t.Setenv("PATH", bin+string(os.PathListSeparator)+"/bin")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	expect.Equal(t, []string{}, Interpreters(ctx), "found by a cancelled search")
	_, err := Tools{}.find(ctx, toolByName("node"), Source{Language: golang})
	expect.Error(t, err, context.Canceled.Error())
	expect.Equal(t, false, len(Interpreters(t.Context())) == 0, "found nothing after a cancelled search, want node")
}

// Without a home directory, as for service accounts, tools are found all the same, and no home directory is
// created.
func TestNoHome(t *testing.T) {
	bin, home := t.TempDir(), filepath.Join(t.TempDir(), "no/home")
	writeScript(t, filepath.Join(bin, "python3"), "printf %s /bin/sh\n")
	t.Setenv("PATH", bin)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", "")
	p := must.Get(FromCommand(t.Context(), executor.Confined(outcome.Settings{}), "python3"))(t)
	expect.Equal(t, "/bin/sh", p.Argv[0])
	if os.Getuid() != 0 { // root's Go uses a directory of the system
		own := t.TempDir()
		expect.Equal(t, own, filepath.Dir(must.Get(goCache(own))(t)), "the cache of Go is in")
	}
	_, err := os.Stat(filepath.Dir(home))
	expect.True(t, os.IsNotExist(err), home, err)
}

// A program can use its installation, and a program in ~/.local/bin the libraries next to it, but nothing
// else there. Of its arguments, it can use those that are absolute paths of files and directories.
func TestLocalInstallation(t *testing.T) {
	prefix := filepath.Join(tier.TempDir(t), ".local")
	path, lib := filepath.Join(prefix, "bin/tool"), filepath.Join(prefix, "lib")
	data := filepath.Join(prefix, "share/data")
	must.WriteFiles(t, prefix, map[string]string{"bin/tool*": "", "lib/x": "", "share/data": ""})
	t.Chdir(prefix)
	p := &Program{Path: path, Argv: []string{path, "bin/tool", filepath.Join(prefix, "none"), lib, data}}
	need := p.Needs()
	expect.Equal(t, []string{filepath.Dir(path), lib, lib + "64"}, need.Installed)
	expect.Equal(t, []string{path, lib, data, filepath.Dir(data)}, need.Own, "its own are")
	opt := tier.TempDir(t)
	must.WriteFiles(t, opt, map[string]string{"bin/tool*": "", "lib/x": ""})
	must.WriteFiles(t, opt, map[string]string{"shims/tool*": "", "new/bin/tool": "", "new/lib64/x": "", "no/bin/tool": ""})
	for name, want := range map[string][]string{"bin/tool": {opt}, "shims/tool": {opt}, "new/bin/tool": {opt + "/new"}, "no/bin/tool": nil} {
		at := filepath.Join(opt, name)
		need := (&Program{Path: at, Argv: []string{"tool", at}, built: opt}).Needs()
		expect.Equal(t, [3][]string{want, {opt}, {}}, [3][]string{need.Installed, need.Built, need.Own}, name)
	}
	expect.Equal(t, []string{data}, p.Named(), "named are")
}

// A link is followed only if its target is beneath the link's directory or in a system directory. The directory of a
// program is readable. The directory of a link's target is readable only if it is beneath the link's directory.
func TestLinksOfArguments(t *testing.T) {
	dir, other := must.Get(filepath.EvalSymlinks(tier.TempDir(t)))(t), tier.TempDir(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	must.WriteFiles(t, dir, map[string]string{"top": "", "data/book": ""})
	must.WriteFiles(t, other, map[string]string{"secret": ""})
	for link, own := range map[string][]string{ // what a program at the link needs, from the target on
		"in":      {at("data/book"), at("data")},
		"data/up": {at("top")},
		"out":     {filepath.Join(other, "secret")},
		"system":  {must.Get(filepath.EvalSymlinks("/bin/sh"))(t)},
	} {
		must.Do(t, os.Symlink(own[0], at(link)))
		safe := link == "in" || link == "system"
		expect.Equal(t, safe, linkIsSafe(at(link)), link, "is followed")
		expect.Equal(t, own, (&Program{Path: at(link), Argv: []string{link}}).Needs().Own[2:], link, "needs")
		need := (&Program{Path: "/bin/sh", Argv: []string{"sh", at(link)}}).Needs()
		expect.Equal(t, safe, slices.Contains(need.Own, at(link)), link, "as an argument is needed")
	}
	expect.Equal(t, [2]bool{true, false}, [2]bool{linkIsSafe(at("top")), linkIsSafe(at("none"))}, "a file, and none")
}

// The answer of a shim of pyenv is stored until something changes that pyenv decides by. Failures that may pass
// are not stored, and neither are the answers of other shims.
func TestShimAnswers(t *testing.T) {
	root, above, asked := tier.TempDir(t), tier.TempDir(t), filepath.Join(tier.TempDir(t), "asked")
	home := filepath.Join(above, "home")
	must.Do(t, os.Mkdir(home, 0o755))
	shims := filepath.Join(root, "shims")
	writeScript(t, filepath.Join(root, "pyenv"), `echo >>'`+asked+`'
version=${PYENV_VERSION:-$(cat "$HOME/.python-version" "$PYENV_ROOT/version" 2>/dev/null | head -n 1)}
path=$PYENV_ROOT/versions/$version/bin/$2
[ "$version" != broken ] || { echo 'pyenv: out of memory'; exit 1; }
[ -x "$path" ] && echo "$path" && exit
echo "pyenv: $2: command not found"; exit 127
`)
	for _, name := range []string{"python3", "python2"} {
		writeScript(t, filepath.Join(shims, name), "program=${0##*/}\nexport PYENV_ROOT=\""+root+"\"\nexec \""+root+"/"+pyenvShim+"\n")
	}
	writeScript(t, filepath.Join(shims, "python"), "echo >>'"+asked+"'; echo /bin/sh")
	for _, version := range []string{"3.1", "3.2"} {
		writeScript(t, filepath.Join(root, "versions", version, "bin/python3"), "")
	}
	choose := func(file, version string) func() {
		return func() { must.Do(t, os.WriteFile(file, []byte(version+"\n"), 0o644)) }
	}
	t.Setenv("PATH", shims+":"+os.Getenv("PATH"))
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", tier.TempDir(t))
	t.Setenv("PYENV_DIR", "")
	t.Setenv("PYENV_VERSION", "")
	for _, c := range []struct {
		what         string
		change       func()
		name, answer string // the end of the path, or of the error
		asked        int
	}{
		{"at first", choose(filepath.Join(root, "version"), "3.1"), "python3", "/3.1/bin/python3", 1},
		{"no such interpreter", func() {}, "python2", "pyenv: python2: command not found", 1},
		{"another script", func() {}, "python", "/bin/sh", 2},
		{"the version of all", choose(filepath.Join(root, "version"), "3.2"), "python3", "/3.2/bin/python3", 1},
		{"the version of a directory", choose(filepath.Join(home, ".python-version"), "3.1"), "python3", "/3.1/bin/python3", 1},
		{"a version in the directory above it", choose(filepath.Join(above, ".python-version"), "3.2"), "python3", "/3.1/bin/python3", 1},
		{"the variable", func() { t.Setenv("PYENV_VERSION", "3.2") }, "python3", "/3.2/bin/python3", 1},
		{"another directory", func() { t.Setenv("PWD", "/") }, "python3", "/3.2/bin/python3", 0},
		{"a new interpreter", func() { writeScript(t, filepath.Join(root, "versions/3.2/bin/python2"), "") }, "python2", "/3.2/bin/python2", 1},
		{"a failure that may pass", func() { t.Setenv("PYENV_VERSION", "broken") }, "python3", "pyenv: out of memory", 2},
		{"an interpreter is removed", func() {
			t.Setenv("PYENV_VERSION", "3.2")
			must.Do(t, os.Remove(filepath.Join(root, "versions/3.2/bin/python3")))
		}, "python3", "pyenv: python3: command not found", 1},
	} {
		c.change()
		must.Do(t, os.WriteFile(asked, nil, 0o644))
		for range 2 {
			got, err := toolByName("python").resolve(t.Context(), c.name)
			if err != nil {
				got = err.Error()
			}
			expect.Contains(t, got+"\n", c.answer+"\n")
		}
		expect.Equal(t, strings.Repeat("\n", c.asked), string(must.Get(os.ReadFile(asked))(t)), c.what, "asked, a line each time")
	}
}

// A shim is a script, or a link to a program of another name. One of pyenv depends on the files of its versions in each
// directory above the directory of the run and above PYENV_DIR, and one of rustup on the files of its toolchains.
func TestDependencies(t *testing.T) {
	root := must.Get(filepath.EvalSymlinks(tier.TempDir(t)))(t)
	at := func(name string) string { return filepath.Join(root, name) }
	must.WriteFiles(t, root, map[string]string{"shims/python3": "#!\n" + pyenvShim, "other/python3": "#!\n" + pyenvShim, "shims/x": "", "rustup": "",
		"versions/3.1/bin/python3": "", "python3.12": "", "go.bat": "", "x.CMD": "", "y.exe": ""})
	for link, target := range map[string]string{"python3": "python3.12", "rustc": "rustup", "php": "nowhere"} {
		must.Do(t, os.Symlink(target, at(link)))
	}
	t.Setenv("PATH", "/p1:/p2")
	t.Setenv("PYENV_DIR", "/own/dir")
	t.Setenv("HOME", "/home")
	var found strings.Builder
	for name := range strings.FieldsSeq("shims/python3 other/python3 shims/x rustc rustc=/r python3 python3.12 php go.bat x.CMD y.exe none") {
		name, home, _ := strings.Cut(name, "=")
		t.Setenv("RUSTUP_HOME", home)
		fmt.Fprintln(&found, name, withoutVersion(name), isShim(at(name)), home, dependencies(at(name), "/a/b"))
	}
	goldie.New(t).Assert(t, "shims", []byte(strings.ReplaceAll(found.String(), root, "ROOT")))
	first := shimDigest(at("rustc"), "/a", []string{"-v"})
	for name, same := range map[string]bool{"PWD": true, "OLDPWD": true, "SHLVL": true, "_": true, "OTHER": false} {
		t.Setenv(name, "changed by "+t.Name())
		expect.Equal(t, same, shimDigest(at("rustc"), "/a", []string{"-v"}) == first, name)
		must.Do(t, os.Unsetenv("OTHER"))
	}
	expect.Equal(t, false, first == shimDigest(at("rustc"), "/b", []string{"-v"}) || first == shimDigest(at("rustc"), "/a", nil))
}

// writeScript writes a shell script.
func writeScript(t *testing.T, path, text string) {
	t.Helper()
	must.WriteFile(t, path, "#!/bin/sh\n"+text)
}
