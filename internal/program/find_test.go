package program_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// writeDir creates a directory with files, empty except for Makefiles. A name that ends in "*" is an
// executable, one that ends in "/" a directory.
func writeDir(t *testing.T, files string) string {
	t.Helper()
	dir := tier.TempDir(t)
	for _, name := range strings.Fields(files) {
		text := ""
		switch {
		case strings.HasSuffix(name, "/"):
			must.Do(t, os.Mkdir(filepath.Join(dir, name), 0o755))
			continue
		case strings.HasSuffix(name, "*"):
			text = "#!/bin/sh\n"
		case name == "Makefile":
			text = "CC := gcc\nagent: x.c # comment: none\n\tmake: it\nall run::\n"
		case name == "Makefile.students":
			name, text = "Makefile", "all: homework\n\tagent: run:\nagent := run:\n# agent run:\n"
		}
		must.WriteFile(t, filepath.Join(dir, name), text)
	}
	return dir
}

// files creates a directory of files, given as names and texts.
func files(t *testing.T, named map[string]string) string {
	t.Helper()
	dir := tier.TempDir(t)
	must.WriteFiles(t, dir, named)
	return dir
}

// A block is a directory of a text in testdata, after a line about it.
type block struct {
	about string
	files map[string]string
}

// blocks returns the blocks of a text in testdata.
func blocks(t *testing.T, name string) (all []block) {
	t.Helper()
	for _, text := range strings.Split(string(must.Get(os.ReadFile("testdata/"+name))(t)), "\n=== ")[1:] {
		about, archive, _ := strings.Cut(text, "\n")
		b := block{about, map[string]string{}}
		for _, f := range txtar.Parse([]byte(archive + "\n")).Files {
			b.files[f.Name] = string(f.Data)
		}
		all = append(all, b)
	}
	return all
}

// expectFault fails the test unless an error is a fault of the submission, with a text in the compiler's output.
func expectFault(t *testing.T, what string, err error, want string) {
	t.Helper()
	if failed := (*program.BuildError)(nil); !errors.As(err, &failed) || !strings.Contains(failed.Output, want) {
		t.Errorf("%s: %v, want a fault with %q", what, err, want)
	}
}

// A program is found in a directory by its name. TestNamesOfAssignments has the names and languages. A file named by the user
// need not have one of the assignment's names.
func TestFind(t *testing.T) {
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/find.txt"))(t))) {
		words := strings.Split(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), `\n`, "\n")+" | ", " | ")
		if len(words) < 4 || runtime.GOOS == "windows" && strings.Contains(words[1], "*") {
			continue
		}
		files, want, language := words[1], words[2], words[3]
		assignment, file, _ := strings.Cut(words[0], "/")
		t.Run(words[0]+" "+files, func(t *testing.T) {
			dir := writeDir(t, files)
			s, err := program.Find(lookup(t, assignment), filepath.Join(dir, file), nil)
			if language == "" {
				expect.Error(t, err, want, "found", s)
				return
			}
			must.Do(t, err)
			expect.Equal(t, [2]string{filepath.Join(dir, want), language}, [2]string{s.File, s.Language.Name})
		})
	}
}

// anyPackage is an assignment for which files may have any name.
const anyPackage = "package"

// lookup returns the named assignment.
func lookup(t *testing.T, name string) *oracle.Assignment {
	t.Helper()
	switch name {
	case anyPackage, "answers":
		return &oracle.Assignment{Name: name, Run: homework.Run{AnyName: true, Answers: name == "answers"}}
	case "python2", "cpp", "go": // a package that requires the language
		return &oracle.Assignment{Name: name, Run: homework.Run{AnyName: true, Language: name}}
	}
	return gametest.Lookup(t, name)
}

// The flags -tier 2 and -as-nobody run the tests with fewer mechanisms of the sandbox.
func TestMain(m *testing.M) { tier.Main(programtest.Tests(m)) }

// A program is found at the first level of directories that has any program, if it is the only one there. If
// not, the error describes the problem and a correction. An entry, in a problem package, is a program of several sources that
// begins in main, or else in the only source with an entry point, or else in the only source in Python that no other imports.
func TestFindBelow(t *testing.T) {
	type found struct {
		files map[string]string
		want  string // the source, or a part of the error after "error: "
	}
	all := map[string]found{
		"an archive":          {map[string]string{"hw/mancala.zip": "PK\x03\x04"}, "error: \nhw/mancala.zip: an archive in a submission is not unpacked: submit its contents"},
		"too deep":            {map[string]string{strings.Repeat("d/", 11) + "mancala.py": ""}, "error: found none\na program is one of mancala.py (Python 2.7), "},
		"deep":                {map[string]string{strings.Repeat("d/", 10) + "mancala.py": ""}, strings.Repeat("d/", 10) + "mancala.py"},
		"lines of its own":    {map[string]string{"a\nb/solution.py": ""}, "error: \na\\nb/solution.py: to be found"},
		"two with such names": {map[string]string{"a\nb/mancala.py": "", "c/mancala.py": ""}, "error: found 2: a\\nb/mancala.py, c/mancala.py\n"},
	}
	for _, b := range blocks(t, "below.txt") {
		name, want, _ := strings.Cut(b.about, ": ")
		all[name] = found{b.files, strings.ReplaceAll(want, `\n`, "\n")}
	}
	for name, c := range all {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" && strings.Contains(c.want, `\n`) {
				t.Skip("Windows has no such names")
			}
			dir := files(t, c.files)
			assignment := map[bool]string{true: anyPackage, false: "mancala"}[strings.HasPrefix(name, "entry ")]
			s, err := program.Find(lookup(t, assignment), dir, nil)
			if want, bad := strings.CutPrefix(c.want, "error: "); bad {
				expectFault(t, name, err, want)
				return
			}
			must.Do(t, err)
			expect.Equal(t, filepath.Join(dir, c.want), s.File)
		})
	}
}

// Links to directories are not followed.
func TestFindBelowLinks(t *testing.T) {
	dir, other := tier.TempDir(t), writeDir(t, "mancala.py")
	if err := os.Symlink(other, filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	// That there is no submission is not the fault of one.
	for path, fault := range map[string]bool{dir: true, filepath.Join(dir, "gone.zip"): false} {
		_, err := program.Find(lookup(t, "mancala"), path, nil)
		expect.Error(t, err, "found")
		expect.Equal(t, fault, errors.As(err, new(*program.BuildError)), path, "is a fault")
	}
}

// If the course sets the Python version, no file name overrides it.
func TestWantedPython(t *testing.T) {
	for version, wants := range map[string][]string{
		"3": {"a program is one of mancala.py or mancala3.py (Python 3), ", "to be found it is named mancala.py for Python 3\n"},
		"2": {"a program is one of mancala.py or mancala3.py (Python 2.7), ", "to be found it is named mancala.py for Python 2.7\n"},
	} {
		_, err := program.Find(lookup(t, "mancala"), files(t, map[string]string{"solution.py": ""}), program.Tools{program.PythonFlag: version})
		for _, want := range wants {
			expect.Error(t, err, want, "of Python", version)
		}
	}
}

// The tables of assignments in the documents, and the package comment, agree with the assignments' values.
func TestTablesOfAssignments(t *testing.T) {
	comment := string(must.Get(os.ReadFile("program.go"))(t))
	about := "| assignment | what it is | course run |\n| --- | --- | --- |\n"
	names := "| assignment | names of the handout |\n| --- | --- |\n"
	for _, a := range oracle.Assignments() {
		about += fmt.Sprintf("| `%s` | %s | %s |\n", a.Name, a.Title, a.Course)
		files := program.HandoutNames(a)
		names += fmt.Sprintf("| %s | `%s` |\n", a.Name, strings.Join(files, "`, `"))
		expect.Contains(t, comment, strings.Replace(files[0], a.Name+".py", "NAME.py", 1))
	}
	for path, table := range map[string]string{"README.md": about, "docs/submissions.md": names} {
		text := must.Get(os.ReadFile("../../" + path))(t)
		expect.Contains(t, strings.ReplaceAll(string(text), "\r\n", "\n"), table+"\n")
	}
}
