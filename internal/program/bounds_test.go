//go:build unix

package program

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A submission has limits on files and bytes. One at the limit is copied, with the file times that make uses
// to find outdated files.
func TestIntakeBounds(t *testing.T) {
	from := tier.TempDir(t)
	when := time.Date(2016, 2, 29, 1, 2, 3, 0, time.UTC)
	for _, name := range []string{"a", "b"} {
		path := filepath.Join(from, name)
		must.Do(t, errors.Join(os.WriteFile(path, []byte("12345"), 0o640), os.Chtimes(path, when, when)))
	}
	for _, c := range []struct {
		files int
		size  int64
		over  bool
	}{{0, 0, false}, {maxFiles - 2, 0, false}, {maxFiles - 1, 0, true}, {0, maxBytes - 10, false}, {0, maxBytes - 9, true}} {
		to := filepath.Join(tier.TempDir(t), "to")
		_, err := copyParts(from, to, ".", func(in *intake) error {
			in.files, in.size = c.files, c.size
			return in.copyDir(".", nil)
		})
		expect.Equal(t, [2]bool{c.over, c.over}, [2]bool{err != nil, errors.As(err, new(tooLarge))}, c.files, c.size)
		if info, err := os.Stat(filepath.Join(to, "a")); !c.over && (err != nil || !info.ModTime().Equal(when) || info.Mode().Perm() != 0o640) {
			t.Errorf("the copy: %v, %v", info, err)
		}
	}
}

// A copy of a module keeps replacements by its own directories and by versions, and drops the others.
func TestDropOutsideReplacements(t *testing.T) {
	dir := t.TempDir()
	const kept = "module m\n\nreplace a => ./a\n\nreplace c => example.org/c v1.0.0\n"
	must.WriteFile(t, filepath.Join(dir, "go.mod"), strings.Replace(kept, "\n\nreplace c", "\nreplace b => ../b\nreplace c", 1))
	left := must.Get(dropOutsideReplacements(dir, dir))(t)
	expect.Equal(t, "[{b go.mod:4: want replacements in the module's own directory, found b => ../b}]", fmt.Sprint(left))
	expect.Equal(t, kept, string(must.Get(os.ReadFile(filepath.Join(dir, "go.mod")))(t)))
}

// Directories of a submission may be as deep as the limit. A run has links to the files of a Makefile, except for its own.
func TestDepth(t *testing.T) {
	from := tier.TempDir(t)
	must.WriteFiles(t, from, map[string]string{strings.Repeat("d/", maxDepth+1) + "file": "", "a": "", "b": "", "c": "", "e": ""})
	copied := func(dir string) error {
		_, err := copyParts(from, filepath.Join(tier.TempDir(t), "to"), ".", func(in *intake) error { return in.copyDir(dir, nil) })
		return err
	}
	must.Do(t, copied("."))
	must.WriteFiles(t, from, map[string]string{strings.Repeat("d/", maxDepth+2) + "file": ""})
	expect.Error(t, copied("."), "want directories at most 100 deep, found d/d/")
	to := tier.TempDir(t)
	must.Do(t, (&Program{Files: from}).AddFiles(to, []string{"b", "d"}))
	expect.Equal(t, "a c e", strings.Join(must.Names(t, to), " "))
	expect.Equal(t, filepath.Join(from, "e"), must.Get(os.Readlink(filepath.Join(to, "e")))(t))
}

// A directory that is too large is a fault of the submission.
func TestLargeIsFault(t *testing.T) {
	err := asBuildError(fmt.Errorf("copying: %w", tooLarge{"zzz"}))
	expect.Error(t, err, tooLarge{"zzz"}.Error())
	expect.True(t, errors.As(err, new(*BuildError)))
}

// If the directory of a program is too large, the program is copied without it. An earlier partial copy is removed.
func TestLargeDir(t *testing.T) {
	dir := tier.TempDir(t)
	must.WriteFiles(t, dir, map[string]string{"aaa.txt": "first", "solve.py": "print(1)\n", "zzz/data": ""})
	must.Do(t, os.Truncate(filepath.Join(dir, "zzz", "data"), maxBytes+1))
	p, err := FromPath(t.Context(), executor.Confined(outcome.Settings{}), &squirrel.Assignment, filepath.Join(dir, "solve.py"))
	must.Do(t, err)
	must.Do(t, p.Close())
}

// "go run" accepts one package and no flags, which would run another program or compile another source.
func TestGoRunArguments(t *testing.T) {
	for words, want := range map[string]string{
		"-exec=x .": "without flags, found -exec=x", "-C / .": "without flags, found -C", "a.go b.go": "found a.go and b.go",
		"mine/solver": `such as ./solver, found "mine/solver"`,
	} {
		_, err := FromCommand(t.Context(), executor.Confined(outcome.Settings{}), append([]string{"go", "run"}, strings.Fields(words)...)...)
		expect.Error(t, err, want, "go run", words)
	}
}

// Go's environment contains nothing of the caller's: no other toolchain, no network, no C,
// no workspace, no settings.
func TestGoEnvironment(t *testing.T) {
	t.Setenv("PATH", "/path")
	for _, name := range []string{"GOPROXY", "GOFLAGS", "GOTOOLCHAIN", "CGO_ENABLED", "GOWORK", "GOENV", "SECRET"} {
		t.Setenv(name, "of the caller")
	}
	env := goEnvironment("/own", "/cache", goTool{"/go", "/modules"}, "")
	goldie.New(t).Assert(t, "goenv", []byte(strings.Join(env, "\n")+"\n"))
	module := t.TempDir()
	expect.True(t, slices.Contains(goEnvironment("/own", "/cache", goTool{}, module), "GOFLAGS=-mod=mod"))
	must.WriteFiles(t, module, map[string]string{"vendor/modules.txt": ""})
	expect.True(t, slices.Contains(goEnvironment("/own", "/cache", goTool{}, module), "GOFLAGS=-mod=vendor"))
}

// An assignment's own limits of a build replace the usual ones, and its limit on a program's length applies.
func TestBuildBounds(t *testing.T) {
	want := sandbox.Limits{CPU: time.Second, Wall: 2 * time.Second, Memory: buildMemory, Output: buildOutput + 7}
	expect.Equal(t, want, (&Program{}).bounds(time.Second, 7))
	own := homework.Run{BuildCPU: time.Minute, BuildMemory: 5}
	want = sandbox.Limits{CPU: time.Minute, Wall: 2 * time.Minute, Memory: 5, Output: buildOutput}
	expect.Equal(t, want, (&Program{limits: own}).bounds(time.Second, 0))
	file, a := filepath.Join(t.TempDir(), "file"), homework.Run{Code: 100}
	for _, of := range []int64{1, 100, 101, 999} { // whatever the size of the other, the directory or the file
		must.Do(t, os.WriteFile(file, make([]byte, of), 0o600))
		for _, other := range []int64{1, 999} {
			expect.Equal(t, of > 100, Source{File: file, file: "file", run: a}.tooLong(other) != nil, "a file of", of)
			expect.Equal(t, other > 100, Source{File: file, run: a}.tooLong(other) != nil, "a directory of", other)
		}
		expect.Equal(t, of > 100, Source{run: a}.tooLong(of) != nil, "a directory of", of)
		must.Do(t, Source{File: file, file: "file"}.tooLong(of))
	}
	lines := strings.Repeat("line\n", shownLines)
	expect.Equal(t, lines, string(tailLines([]byte(lines))), "all of a compiler's short output")
}

// A compiler's memory is limited by a control group if one is available.
func TestCompilersGroup(t *testing.T) {
	w := must.Get(sandbox.NewWorker(sandbox.Policy{Root: tier.TempDir(t), Memory: buildMemory}))(t)
	w.Close()
	if by := w.Mechanisms().By(sandbox.Memory); by == "" {
		t.Skip("no control group here: " + w.Mechanisms().Why(sandbox.Memory))
	}
	dir := tier.TempDir(t)
	c := compilation{argv: []string{"/bin/sh", "-c", "grep -E ':memory:|^0:' /proc/self/cgroup; exit 1"}, env: Environment(dir), limits: sandbox.Limits{Wall: time.Minute, Memory: buildMemory}}
	err := (&Program{built: dir}).compile(t.Context(), executor.Confined(outcome.Settings{}), c)
	expect.Error(t, err, "/touchstone-")
}

// Cargo's program is the only file without an extension that it leaves. The rest of its output is removed.
func TestTakeCargo(t *testing.T) {
	for files, want := range map[string]string{
		"a": "", "a.exe a.d": "", "a.d a/b": "want one program of Cargo's, found none", "a b.exe": "want one program of Cargo's, found a, b.exe",
	} {
		p := &Program{built: tier.TempDir(t)}
		expect.Error(t, p.takeCargo(p.built), "want a program of Cargo's, found none in target/release")
		for name := range strings.FieldsSeq(files) {
			must.WriteFiles(t, p.built, map[string]string{"target/release/" + name: ""})
		}
		err := p.takeCargo(p.built)
		if expect.Contains(t, fmt.Sprint(err), cmp.Or(want, "<nil>")); want == "" {
			expect.Equal(t, []string{"program"}, must.Names(t, p.built))
		}
	}
}

// A file in the place of Cargo's program is taken only from the build directory.
func TestCargoOutside(t *testing.T) {
	outside := tier.TempDir(t)
	theirs := filepath.Join(outside, "release", "run")
	must.WriteFiles(t, outside, map[string]string{"release/run*": "\x7fELF"})
	for name, link := range map[string]string{"target": outside, "target/release": filepath.Join(outside, "release"), "target/release/run": theirs} {
		p := &Program{built: tier.TempDir(t)}
		at := filepath.Join(p.built, name)
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.Symlink(link, at)))
		expect.True(t, errors.As(p.takeCargo(p.built), new(*BuildError)), name, "fails")
		must.Get(os.Stat(theirs))(t)
	}
}

// The number of files that a Makefile leaves is limited, since each run gets a copy of them.
func TestMakefileClutter(t *testing.T) {
	defer func(was int) { maxLinked = was }(maxLinked)
	maxLinked = 2
	dir := must.Get(filepath.EvalSymlinks(tier.TempDir(t)))(t)
	p := &Program{built: dir}
	must.WriteFiles(t, dir, map[string]string{"made/1": "\x7fELF", "made/2": "ELF"})
	must.Do(t, p.checkMade(filepath.Join(dir, "made")))
	for name, want := range map[string]os.FileMode{"made/1": 0o755, "made/2": 0o644} {
		expect.Equal(t, want, must.Get(os.Stat(filepath.Join(dir, name)))(t).Mode(), name)
	}
	must.WriteFiles(t, dir, map[string]string{"made/3": ""})
	expect.Error(t, p.checkMade(filepath.Join(dir, "made")), "compile")
}

// A spy is an executor that keeps the policy and the needs of the program that it is to run.
type spy struct {
	executor.Executor
	policy sandbox.Policy
	need   answers.Need
}

func (s *spy) Open(need answers.Need, policy sandbox.Policy) (executor.Runner, error) {
	s.need, s.policy = need, policy
	return nil, errors.ErrUnsupported
}

// A compiler has the memory of its limits, and reads its own installation and not all of the directory of the build.
func TestCompilersPolicy(t *testing.T) {
	dir := tier.TempDir(t)
	must.WriteFiles(t, dir, map[string]string{"a.cs": "", "b.cs": "", "c.txt": "", "d.cs/x": ""})
	s := Source{Language: byExtension("a.cs"), File: filepath.Join(dir, "a.cs"), file: "a.cs", top: dir, included: true}
	p, x := &Program{built: dir, limits: homework.Run{BuildMemory: 5}}, &spy{}
	must.WriteFiles(t, dir, map[string]string{"opt/bin/mcs": "", "opt/lib/x": ""})
	err := s.compile(t.Context(), x, p, []string{filepath.Join(dir, "opt/bin/mcs"), dir}, 0)
	expect.Error(t, err, errors.ErrUnsupported.Error())
	expect.Equal(t, sandbox.Policy{Work: dir, Memory: 5}, x.policy)
	expect.Equal(t, []string{filepath.Join(dir, "opt")}, x.need.Installed)
	expect.Equal(t, []string{s.File, filepath.Join(dir, "b.cs")}, s.sources())
	expect.Equal(t, s.File, s.displayName())
	s.included, s.unpacked = false, true
	expect.Equal(t, []string{s.File}, s.sources(), "of a file alone")
	expect.Equal(t, "a.cs", s.displayName(), "in an archive")
}

// A compiler that exceeds its limits is stopped, and the submission fails.
func TestCompilerIsLimited(t *testing.T) {
	for script, c := range map[string]struct {
		limits sandbox.Limits
		want   string // without times, which are longer on a busy machine
	}{
		"sleep 1000":                    {sandbox.Limits{Wall: 200 * time.Millisecond}, "s by the clock"},
		"while :; do :; done":           {sandbox.Limits{CPU: 200 * time.Millisecond}, "s of CPU time"},
		"while :; do echo spam; done":   {sandbox.Limits{Output: 1 << 20}, "stopped for printing too much"},
		"head -c 300M /dev/zero | tail": {sandbox.Limits{Memory: 100 << 20}, "stopped for using too much memory"},
		"exec cat /dev/zero > program":  {sandbox.Limits{Output: 1 << 20}, "stopped for writing too much into its directory"},
		"kill -9 $$":                    {sandbox.Limits{}, "sh: ended by SIGKILL"}, "exit 3": {sandbox.Limits{}, "exit status 3"},
	} {
		dir := tier.TempDir(t)
		run := compilation{argv: []string{"/bin/sh", "-c", script}, env: Environment(dir), limits: c.limits}
		err := (&Program{built: dir}).compile(t.Context(), executor.Confined(outcome.Settings{}), run)
		var build *BuildError
		if !errors.As(err, &build) || !strings.HasSuffix(build.Output, c.want) {
			t.Fatalf("%s: %v, want %q", script, err, c.want)
		}
		expect.Equal(t, script == "exit 3", build.Exited, script, "exits")
	}
}

// An entrant begins in a copy of the directory in which it was built: the build output is there, and links
// are copied as links; pipes and the targets of links are not.
func TestCopyHome(t *testing.T) {
	effort.NeedsTools(t, "make")
	dir := tier.TempDir(t)
	must.WriteFiles(t, dir, map[string]string{
		"Makefile":     "agent:\n\techo built >built\n\tln -s /etc/passwd out\n\tln -s sub/book.txt in\n\tmkfifo pipe\nrun:\n\tcat book\n",
		"sub/book.txt": "a book",
	})
	p := must.Get(FromPath(t.Context(), executor.Confined(outcome.Settings{}), &gangwars.Assignment, dir))(t)
	defer p.Close()
	expect.Equal(t, append(slices.Clone(p.Argv[:len(p.Argv)-1]), "newgame"), p.Make("newgame"))
	expect.Equal(t, "run", p.Argv[len(p.Argv)-1])
	home := filepath.Join(tier.TempDir(t), "home")
	must.Get(p.CopyHome(home))(t)
	for name, want := range map[string]string{"built": "built\n", "sub/book.txt": "a book", "in": "a book"} {
		expect.Equal(t, want, string(must.Get(os.ReadFile(filepath.Join(home, name)))(t)), name)
	}
	expect.Equal(t, "/etc/passwd", must.Get(os.Readlink(filepath.Join(home, "out")))(t), "target of the link")
	expect.Equal(t, []string{"Makefile", "built", "in", "out", "sub"}, must.Names(t, home), "without the pipe")
}
