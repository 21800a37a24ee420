//go:build unix

package program_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// script writes an executable shell script.
func script(t *testing.T, path, text string) string {
	t.Helper()
	must.WriteFiles(t, filepath.Dir(path), map[string]string{filepath.Base(path): "#!/bin/sh\n" + text})
	return path
}

// open builds the program of a directory, and closes it when the test ends.
func open(t *testing.T, assignment, path string, tools program.Tools) (*program.Program, error) {
	t.Helper()
	t.Setenv("TMPDIR", tier.TempDir(t))
	t.Cleanup(func() { expectNoDirs(t) }) // after the program is closed
	return openHere(t, assignment, path, tools)
}

// openHere is like open, but uses the current temporary directory.
func openHere(t *testing.T, assignment, path string, tools program.Tools) (*program.Program, error) {
	t.Helper()
	p, err := program.FromPath(t.Context(), confined(tools), lookup(t, assignment), path)
	if err == nil {
		t.Cleanup(func() { must.Do(t, p.Close()) })
	}
	return p, err
}

// expectNoDirs checks that the temporary directory is empty.
func expectNoDirs(t *testing.T) {
	t.Helper()
	expect.Equal(t, nil, must.Names(t, os.Getenv("TMPDIR")), "files left")
}

// sideBySide runs tests that call openHere concurrently, in a temporary directory that must be empty
// afterwards.
func sideBySide(t *testing.T, tests map[string]func(t *testing.T)) {
	t.Setenv("TMPDIR", tier.TempDir(t))
	t.Run("all", func(t *testing.T) {
		for name, test := range tests {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t)
			})
		}
	})
	expectNoDirs(t)
}

// run runs a program in a new directory and returns its output.
func run(t *testing.T, p *program.Program, args ...string) string {
	t.Helper()
	dir := tier.TempDir(t)
	must.Do(t, p.AddFiles(dir, []string{"output.txt"}))
	printed := must.Get((&exec.Cmd{Path: p.Path, Args: p.Command(args), Dir: dir}).Output())(t)
	return strings.TrimSpace(string(printed))
}

// The tools are called as in the table of languages, with paths that contain blanks.
func TestCommands(t *testing.T) {
	bin := tier.TempDir(t)
	t.Setenv("PATH", bin+":/usr/bin:/bin")
	for _, name := range []string{"python2.7", "python3", "node", "java"} {
		script(t, filepath.Join(bin, name), `case "$*" in *sys.executable*|*execPath*|*-XshowSettings*) exit;; esac; echo `+name+` "$@"`)
	}
	// A fake compiler that produces a program that prints how the compiler was called.
	script(t, filepath.Join(bin, "g++"), `for out; do [ "$last" = -o ] && break; last=$out; done
printf '#!/bin/sh\necho "%s" "$@"\n' "g++ $*" > "$out"; chmod 755 "$out"`)
	script(t, filepath.Join(bin, "javac"), `case $* in *Xshow*) ;; *" -sourcepath "*) ;; *) exit 1;; esac`)

	for _, c := range []struct{ assignment, file, want string }{
		{"squirrel", "hw1cs561s16.py", "python2.7 -B FILE -i x"},
		{"mancala", "mancala3.py", "python3 -B FILE -i x"}, {"reversi", "reversi.js", "node FILE -i x"},
		{"gangwars", "homework.cpp", "g++ -O2 -std=gnu++98 -w -Wfatal-errors -o BUILT/program FILE -i x"},
		{"gangwars", "homework11.cpp", "g++ -O2 -std=c++11 -w -Wfatal-errors -o BUILT/program FILE -i x"},
		{"mancala", "mancala.java", "java -XX:-UsePerfData -Djava.io.tmpdir=. -cp BUILT mancala -i x"},
	} {
		dir := filepath.Join(files(t, map[string]string{"a directory/" + c.file: "\n"}), "a directory")
		p := must.Get(open(t, c.assignment, dir, nil))(t)
		got := run(t, p, "-i", "x")
		if built, _ := filepath.Glob(os.Getenv("TMPDIR") + "/touchstone-scratch-build-*"); len(built) == 1 {
			got = strings.ReplaceAll(got, built[0]+"/built", "BUILT")
			got = strings.ReplaceAll(got, "BUILT/submission/"+c.file, "FILE")
		}
		expect.Equal(t, c.want, got, c.file, "is run as")
		expect.Equal(t, []string{c.file}, must.Names(t, dir), "the submission holds")
	}
}

// A program that may start a script finds the caller's interpreters first on its PATH, and one of Cargo its rustc. A
// directory, unlike a file that the user names, is the home of its program; a Makefile is a directory.
func TestInterpretersOfPrograms(t *testing.T) {
	bin, other := tier.TempDir(t), tier.TempDir(t)
	t.Setenv("PATH", bin+":"+other+":/usr/bin:/bin")
	for _, name := range strings.Fields("bash mono mcs kotlinc java ghc ocamlopt fpc scala scalac viva make ruby rustc") {
		script(t, filepath.Join(bin, name), "exit")
	}
	script(t, filepath.Join(bin, "cargo"), `for dir; do :; done; mkdir -p "$dir/release"; : >"$dir/release/solver"`)
	script(t, filepath.Join(other, "node"), "exit")
	for name, path := range map[string]string{
		"homework.cs": other, "homework.kt": other, "mine.sh": other, "mine.hs": other, "mine.ml": other, "mine.pas": other,
		"mine.scala": other, "mine.viva": other, "mine*": other, "Makefile": other, "mine.rb": bin + ":" + other, "Cargo.toml": bin + ":" + bin,
	} {
		file, isExecutable := strings.CutSuffix(name, "*")
		submission := files(t, map[string]string{name: map[bool]string{false: "agent run:\n", true: "#!/bin/sh\n"}[isExecutable]})
		if !strings.HasPrefix(name, "homework.") {
			submission = filepath.Join(submission, file)
		}
		p := must.Get(open(t, "gangwars", submission, nil))(t)
		expect.Contains(t, strings.Join(p.Environment("/"), "\n"), "\nPATH="+path+":")
		expect.Equal(t, !strings.HasPrefix(name, "mine"), p.HomeDir() != "", name, "has a home")
	}
}

// A shim reports the real interpreter. A shim that does not run is skipped, and is named if there is no other.
func TestShims(t *testing.T) {
	bin := tier.TempDir(t)
	t.Setenv("PATH", bin+":/usr/bin:/bin")
	real := script(t, filepath.Join(tier.TempDir(t), "python2.7"), "echo real")
	script(t, filepath.Join(bin, "python2.7"), "echo 'no version is chosen' >&2; exit 127")
	script(t, filepath.Join(bin, "python2"), "echo 'nor this' >&2; exit 1")
	dir := files(t, map[string]string{"hw1cs561s16.py": "print 1\n"}) // no Python 3

	_, err := open(t, "squirrel", dir, nil)
	expect.Error(t, err, "want python2.7 or python2 on the PATH, found none that runs: ")
	expect.Contains(t, err.Error(), "no version is chosen", "--tool python2=PATH")
	script(t, filepath.Join(bin, "python2"), "echo "+real)
	p := must.Get(open(t, "squirrel", dir, nil))(t)
	expect.Equal(t, [2]string{real, real}, [2]string{p.Path, p.Argv[0]}, "runs")

	// The same for a typed command.
	script(t, filepath.Join(bin, "python3"), "echo "+real)
	p = must.Get(program.FromCommand(t.Context(), confined(nil), "python3", filepath.Join(dir, "hw1cs561s16.py")))(t)
	expect.Equal(t, real, p.Path, "runs")
	// A program that does not report its location is used unchanged.
	script(t, filepath.Join(bin, "node"), "echo hello")
	p = must.Get(program.FromCommand(t.Context(), confined(nil), "node", filepath.Join(writeDir(t, "mine.js"), "mine.js")))(t)
	expect.Equal(t, filepath.Join(bin, "node"), p.Path, "runs the script itself")
}

// A JDK selected by a flag brings its own compiler. Cargo is always the one next to rustc.
func TestJDK(t *testing.T) {
	t.Setenv("PATH", "/nowhere")
	dir := files(t, map[string]string{"mancala.java": "\n"})
	java := script(t, filepath.Join(tier.TempDir(t), "java"), "exit")
	_, err := open(t, "mancala", dir, program.Tools{"java": java})
	expect.Error(t, err, "found no javac next to")
	script(t, filepath.Join(filepath.Dir(java), "javac"), "exit")
	must.Get(open(t, "mancala", dir, program.Tools{"java": java}))(t)
	script(t, filepath.Join(filepath.Dir(java), "rustc"), "exit")
	t.Setenv("PATH", filepath.Dir(java)+":"+filepath.Dir(script(t, filepath.Join(tier.TempDir(t), "cargo"), "exit")))
	_, err = open(t, "mancala", files(t, map[string]string{"Cargo.toml": ""}), nil)
	expect.Error(t, err, "found no cargo next to "+filepath.Join(filepath.Dir(java), "rustc")+" (--tool rust)")
}

// The end of a failing compiler's output is shown; a compiler that does not end is stopped.
func TestBuildErrors(t *testing.T) {
	dir := writeDir(t, "homework.cpp")
	failing := script(t, filepath.Join(tier.TempDir(t), "g++"), "i=0; while [ $i -lt 100 ]; do i=$((i+1)); echo line $i; done; exit 3")
	_, err := open(t, "gangwars", dir, program.Tools{"cxx": failing})
	expectFault(t, "g++", err, "")
	expect.Contains(t, err.Error()+"\n", ":\n...\nline 61\n", "line 100\ng++: exit status 3\n")

	endless := script(t, filepath.Join(tier.TempDir(t), "g++"), "sleep 1000")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = program.FromPath(ctx, confined(program.Tools{"cxx": endless}), lookup(t, "gangwars"), dir)
	expect.True(t, errors.Is(err, context.Canceled), "the context ends:", err)
}

// If the temporary directory is inside the submission, it is not copied. Deeply nested directories cause no
// delays.
func TestCopyOfItself(t *testing.T) {
	dir := writeDir(t, "homework* tmp/ deep/")
	t.Setenv("TMPDIR", filepath.Join(dir, "tmp"))
	p := must.Get(program.FromPath(t.Context(), confined(nil), lookup(t, "gangwars"), dir))(t)
	must.Do(t, p.Close())
	must.Do(t, os.MkdirAll(filepath.Join(dir, "deep", strings.Repeat("d/", 200)), 0o755))
	_, err := program.FromPath(t.Context(), confined(nil), lookup(t, "gangwars"), dir)
	expect.Error(t, err, "want directories at most 100 deep")
}

// A Makefile's directory is copied with its links, and its files are added to the directory of the input.
func TestMakefile(t *testing.T) {
	effort.NeedsTools(t, "make")
	makefile := "agent:\n\techo built > made\nrun:\n\tcat link sub/text; ls; echo $(ARGS)\n"
	dir := files(t, map[string]string{"output.txt": "", "Makefile": makefile, "sub/text": "below\n"})
	for from, to := range map[string]string{"link": "made", "one": "two", "two": "one"} { // two lead nowhere but to each other
		must.Do(t, os.Symlink(to, filepath.Join(dir, from)))
	}
	p := must.Get(open(t, "squirrel", dir, nil))(t)
	got := strings.Fields(run(t, p, "-i", "input.txt"))
	expect.Equal(t, "built below Makefile link made one sub two -i input.txt", strings.Join(got, " "), "it prints")
	expect.Equal(t, "Makefile link one output.txt sub two", strings.Join(must.Names(t, dir), " "), "the submission")
}

// Programs are compared with others by their sources, whether or not the program is found.
func TestSources(t *testing.T) {
	many := map[string]string{}
	for i := range 1001 { // one more than are read
		many[fmt.Sprintf("%04d.c", i)] = ""
	}
	all := must.Get(program.Sources(t.Context(), lookup(t, "mancala"), files(t, many)))(t)
	expect.Equal(t, 1000, len(all), "sources of many")
	zipped := string(must.Zip(t, map[string]string{"hw/mancala.py": "", "hw/b/x.py": "", "y.py": ""}))
	for _, b := range blocks(t, "sources.txt") {
		words := strings.Split(b.about, " | ")
		b.files["whole.zip"], b.files["broken.zip"] = zipped, "PK\x03\x04"
		found, err := program.Sources(t.Context(), lookup(t, "mancala"), filepath.Join(files(t, b.files), words[1]))
		var names []string
		for _, s := range found {
			names = append(names, s.Name)
		}
		must.Do(t, err)
		expect.Equal(t, words[2], strings.Join(names, " "), words[0])
	}
}

// A file that the user names may have any name: Java requires the name of its class.
func TestJavaOfAnyName(t *testing.T) {
	effort.NeedsTools(t, "javac")
	dir := files(t, map[string]string{"doe_1_2_mancala.java": `public class mancala {
	public static void main(String[] args) { System.out.println("it runs"); }
}`})
	p := must.Get(open(t, "mancala", filepath.Join(dir, "doe_1_2_mancala.java"), nil))(t)
	expect.Equal(t, "it runs", run(t, p), "it prints")
}

// A pipe in place of a source does not block.
func TestPipes(t *testing.T) {
	dir := tier.TempDir(t)
	for _, name := range []string{"homework.java", "Makefile"} {
		must.Do(t, syscall.Mkfifo(filepath.Join(dir, name), 0o644))
	}
	for _, path := range []string{dir, filepath.Join(dir, "homework.java"), filepath.Join(dir, "Makefile")} {
		_, err := program.Find(lookup(t, "gangwars"), path, nil)
		expect.Error(t, err, "found", path)
	}
}

// A link that leads out fails the submission that it is in, but not a submission next to it, even if its name
// has the same beginning.
func TestLinksNextToSource(t *testing.T) {
	for link, c := range map[string]struct {
		named string
		want  string // in the error, or "" for none
	}{
		"mine/data":        {"mine", `want links that stay in the submission, found mine/data, a link to "/etc/passwd"`},
		"mine-of-ann/data": {"mine", ""},
		"mancala3.py.ann":  {"mancala3.py", ""},
	} {
		dir := files(t, map[string]string{"go.mod": solution, "mine/main.go": prints, "mine-of-ann/main.go": prints, "mancala3.py": "\n"})
		must.Do(t, os.Symlink("/etc/passwd", filepath.Join(dir, link)))
		_, err := open(t, "mancala", filepath.Join(dir, c.named), nil)
		expect.Contains(t, fmt.Sprint(err), cmp.Or(c.want, "<nil>"))
	}
}

// TestLacksInterpreter builds executable texts without an interpreter line. The error names the line to add.
func TestLacksInterpreter(t *testing.T) {
	for text, want := range map[string]string{
		"echo hi\n":             `want #!/bin/sh, #!/usr/bin/env python3 or the like as first line of mancala, found "echo hi"`,
		"\n#!/bin/sh\n":         "found an empty line",
		"\ufeff#!/bin/sh\n":     `found "\ufeff#!/bin/sh"`,
		"#!/bin/sh\r\necho\r\n": "found one that ends as on Windows, in CR and LF",
		"#!/bin/sh\necho\n":     "",
		"\x7fELF\x02\x00\x00":   "",
	} {
		dir := files(t, map[string]string{"mancala": text})
		file := filepath.Join(dir, "mancala")
		must.Do(t, os.Chmod(file, 0o755))
		p, err := open(t, "mancala", dir, nil)
		if err == nil {
			p.Close()
		}
		_, command := program.FromCommand(t.Context(), confined(nil), file)
		for _, err := range []error{err, command} {
			expect.Contains(t, fmt.Sprint(err), cmp.Or(want, "<nil>"))
		}
		expect.Equal(t, want != "", errors.As(err, new(*program.BuildError)), text, "is a fault of the submission")
	}
}

// confined returns an executor that confines compilers, with tools of its own.
func confined(tools program.Tools) executor.Executor {
	return executor.Confined(outcome.Settings{Tools: tools})
}
