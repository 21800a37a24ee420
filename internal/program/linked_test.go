//go:build unix

package program_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// The C++ sources of a directory are one program, except for those that do not belong to it, which are
// reported. An archive begins with the result, and the beginning of the note or of the errors.
func TestLinked(t *testing.T) {
	effort.NeedsAll(t, "compiles many programs")
	effort.NeedsTools(t, "g++")
	tests := map[string]func(t *testing.T){}
	for _, archive := range must.Get(filepath.Glob("testdata/linked/*.txtar"))(t) {
		tests[archive] = func(t *testing.T) {
			a, dir := must.Get(txtar.ParseFile(archive))(t), tier.TempDir(t)
			must.Do(t, txtar.Write(a, dir))
			want, note, _ := strings.Cut(strings.TrimSpace(string(a.Comment)), "\n")
			p, err := openHere(t, "gangwars", dir, nil)
			if want == "fails" {
				expectFault(t, archive, err, note)
				return
			}
			must.Do(t, err)
			expect.True(t, strings.HasPrefix(p.Note, note) && (note != "" || p.Note == ""), "note", p.Note)
			expect.Equal(t, strings.Contains(note, "is compiled alone"), p.Guessed, "the program is guessed")
			expect.Equal(t, want, "prints "+run(t, p), archive)
		}
	}
	sideBySide(t, tests)
}

// A source in a directory is compiled with the sources next to it, or else alone. A file named by the user is
// compiled alone: the files next to it may belong to others.
func TestFileAlone(t *testing.T) {
	fake := script(t, filepath.Join(tier.TempDir(t), "g++"), `case $* in *broken*) echo "broken.cpp:1: bad"; exit 1;; esac
for file; do grep -qs hopeless "$file" && exit 3; done; exit 0`)
	const broken = "homework.cpp is linked with broken.cpp\nbroken.cpp:1: bad\n"
	for _, c := range []struct{ text, beside, named, note, fault string }{
		{"\n", "helper.cpp", "", "homework.cpp is linked with helper.cpp", ""},
		{"\n", "helper.cpp", "homework.cpp", "", ""},
		{"\n", "broken.cpp", "", "homework.cpp is compiled alone, since it does not compile with the other sources next to it:\n" +
			"broken.cpp:1: bad\ng++: exit status 1", ""},
		{"\n", "broken.cpp", "homework.cpp", "", ""}, {"\n", "notes.txt", "", "", ""},
		{"hopeless", "broken.cpp", "", "", broken}, {"hopeless", "notes.txt", "", "", "g++: exit status 3"},
	} {
		dir := files(t, map[string]string{"homework.cpp": c.text, c.beside: "\n"})
		p, err := open(t, "gangwars", filepath.Join(dir, c.named), program.Tools{"cxx": fake})
		if c.fault != "" {
			expectFault(t, c.beside, err, c.fault)
			continue
		}
		must.Do(t, err)
		expect.Equal(t, c.note, p.Note, "note on", c.beside, c.named)
		expect.Equal(t, strings.Contains(c.note, "alone"), p.Guessed, "the program is guessed")
	}
	a, dir := *lookup(t, "gangwars"), files(t, map[string]string{"homework.cpp": "\n"})
	a.Run.Include = func(code, dir string) (bool, error) { // of a problem package
		return code == "cpp", os.WriteFile(filepath.Join(dir, "helper.cpp"), nil, 0o644)
	}
	p := must.Get(program.FromPath(t.Context(), confined(program.Tools{"cxx": fake}), &a, filepath.Join(dir, "homework.cpp")))(t)
	expect.Equal(t, "homework.cpp is linked with helper.cpp", p.Note, "with files that the assignment adds")
	must.Do(t, p.Close())
}

// If a Makefile fails, nothing else is built instead, but the error names the sources next to it.
func TestMakefileFails(t *testing.T) {
	effort.NeedsTools(t, "make")
	const makefile = "agent:\n\t@echo no luck; exit 3\nrun:\n\t./agent\n"
	for want, beside := range map[string][]string{
		"not the sources in its directory (homework.cpp): check":                {"homework.cpp"},
		"not the sources in its directory (homework.cpp, homework.java): check": {"homework.cpp", "homework.java"},
		"exit status 2": {"other.cpp"},
	} {
		submission := map[string]string{"Makefile": makefile}
		for _, name := range beside {
			submission[name] = "int main() {}\n"
		}
		_, err := open(t, "gangwars", files(t, submission), nil)
		expectFault(t, "Makefile", err, "no luck\n")
		expectFault(t, "Makefile", err, want)
	}
}

// zipOf writes a zip with files.
func zipOf(t *testing.T, files map[string]string) string {
	t.Helper()
	path := filepath.Join(tier.TempDir(t), "doe.zip")
	must.WriteFile(t, path, string(must.Zip(t, files)))
	return path
}

// A submission may be an archive. Its files are removed when the program is closed, and files next to it are
// not visible.
func TestArchive(t *testing.T) {
	path := zipOf(t, map[string]string{"hw/mancala": "#!/bin/sh\ncat \"${0%/*}\"/../data/words\n", "data/words": "all of it\n"})
	p := must.Get(open(t, "mancala", path, nil))(t)
	expect.Equal(t, "all of it", run(t, p), "it prints")
}

// An error in an archive, or an empty program, is a fault of the submission, and leaves no files.
func TestNoProgram(t *testing.T) {
	broken := filepath.Join(tier.TempDir(t), "broken.zip")
	must.Do(t, os.WriteFile(broken, []byte("PK\x03\x04 and no more"), 0o600))
	const none, empty = "there is no program to check:\nwant a program for mancala", ", which is empty"
	dir := writeDir(t, "mancala3.py")
	for path, want := range map[string]string{
		broken:                            "the submission cannot be accepted:\nwant a zip that can be read, found a damaged or incomplete one",
		zipOf(t, nil):                     none + " in doe.zip, found nothing: it is empty",
		dir:                               none + ", found mancala3.py" + empty,
		filepath.Join(dir, "mancala3.py"): none + ", found mancala3.py" + empty,
		zipOf(t, map[string]string{"mancala.js": ""}):                       none + ", found mancala.js" + empty,
		zipOf(t, map[string]string{"a/mancala.py": "", "b/mancala.py": ""}): "found 2: a/mancala.py, b/mancala.py\n",
	} {
		_, err := open(t, "mancala", path, nil)
		expectFault(t, path, err, "")
		expect.Contains(t, err.Error(), want)
		expectNoDirs(t)
	}
}

// A tool that is missing is not a fault of the submission, which is called by its name there.
func TestArchiveWithoutTool(t *testing.T) {
	t.Setenv("PATH", "/nowhere")
	_, err := open(t, "mancala", zipOf(t, map[string]string{"hw/mancala.cpp": ""}), nil)
	expect.Contains(t, "error: "+err.Error(), "error: hw/mancala.cpp is written in C++98: want g++")
	expect.True(t, errors.Is(err, program.ErrNotInstalled) && !errors.As(err, new(*program.BuildError)))
}

// Lacks reports, before anything is built, the languages that cannot be built here, with a suggestion.
func TestLacks(t *testing.T) {
	bin := tier.TempDir(t)
	t.Setenv("PATH", bin)
	script(t, filepath.Join(bin, "node"), "exit")
	dir := files(t, map[string]string{"old/mancala.py": "", "new/mancala3.py": "", "js/mancala.js": "", "rust/mancala.rs": "", "none/x": "", "a.zip": "PK", "x.rb": ""})
	lacks := func(known *program.MissingTools, path string, tools program.Tools) string {
		return known.Lacks(t.Context(), lookup(t, "mancala"), path, tools)
	}
	three := program.Tools{"python": "3"}
	const old = `named for Python 2.7, which is not here: --tool python=3, or "python: 3" in the course file, runs them by Python 3`
	const lacks3 = "written in Python 3: want python3 on the PATH, found none; --tool python3=PATH points to another"
	known := program.MissingTools{}
	for path, want := range map[string]string{
		"old": old, "x.rb": "written in Ruby: want ruby on the PATH, found none", "new": lacks3, "js": "", "none": "", "a.zip": "", "rust": "written in Rust: want rustc on the PATH, found none; --tool rust=PATH points to another",
	} {
		for range 2 {
			expect.Equal(t, want, lacks(&known, filepath.Join(dir, path), nil), path)
		}
	}
	expect.Equal(t, "", lacks(&known, "", nil), "of no path")
	expect.Equal(t, lacks3, lacks(&program.MissingTools{}, filepath.Join(dir, "old"), three), "by Python 3")
	for flag, want := range map[string]string{"python=2": "2.7: want python2.7 or python2 on the PATH", "python2=/none": "2.7: --tool python2: "} {
		name, value, _ := strings.Cut(flag, "=")
		got := lacks(&program.MissingTools{}, filepath.Join(dir, "old"), program.Tools{name: value})
		expect.Contains(t, got, "written in Python "+want)
	}
	script(t, filepath.Join(bin, "python3"), "echo "+filepath.Join(bin, "python3"))
	expect.Equal(t, "", lacks(&program.MissingTools{}, filepath.Join(dir, "old"), three), "with Python 3 here")
	must.Do(t, os.Remove(filepath.Join(bin, "python3")))
}
