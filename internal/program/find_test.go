package program_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// folder makes a folder with files, empty except for Makefiles. A name that ends in "*" is
// an executable, one that ends in "/" a folder.
func folder(t *testing.T, files string) string {
	t.Helper()
	dir := tier.TempDir(t)
	for _, name := range strings.Fields(files) {
		text, mode := "", os.FileMode(0o644)
		switch plain := strings.TrimRight(name, "*/"); {
		case strings.HasSuffix(name, "/"):
			if err := os.Mkdir(filepath.Join(dir, plain), 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		case strings.HasSuffix(name, "*"):
			name, text, mode = plain, "#!/bin/sh\n", 0o755
		case name == "Makefile":
			text = "CC := gcc\nagent: x.c # comment: none\n\tmake: it\nall run::\n"
		case name == "Makefile.students":
			name, text = "Makefile", "all: homework\n\tagent: run:\nagent := run:\n# agent run:\n"
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// files makes a folder of files, given as names and texts.
func files(t *testing.T, named map[string]string) string {
	t.Helper()
	dir := tier.TempDir(t)
	for name, text := range named {
		path, mode := filepath.Join(dir, name), fs.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), mode)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		assignment, files string
		want, language    string // the file that is found, "." for the folder, or a part of the error
	}{
		{"squirrel", "hw1cs561s16.py input.txt", "hw1cs561s16.py", "Python 2.7"},
		{anyPackage, "build validate.py", ".", "build and run"},
		{anyPackage, "run* validate.py", "run", "executable"},
		{anyPackage, "validate.c", "validate.c", "C"},
		{anyPackage, "notes.txt", "an executable run, which a program build may make", ""},
		{"squirrel", "build run* squirrel.c", "squirrel.c", "C"},
		{"squirrel", "squirrel.java Board.java", "squirrel.java", "Java"},
		{"squirrel", "hw1cs561s2017.py", "\na program is one of hw1cs561s16.py or squirrel.py (Python 2.7), ", ""},
		{"squirrel", "homework.py", "found none\n", ""},
		{"gangwars", "notes.txt", "\na program is one of homework.py (Python 2.7), homework3.py (Python 3), homework.cpp (C++98), homework11.cpp (C++11), homework.java, .c, .js, .ts, .rs, .cs or .kt, or likewise gangwars, Go source, a Cargo.toml, a Makefile with the targets agent and run, an executable homework or gangwars", ""},
		{"squirrel", "hw1cs561s16.py squirrel3.py", "found 2: hw1cs561s16.py, squirrel3.py", ""},
		{"reversi", "hw1cs561s2017.py util.py", "hw1cs561s2017.py", "Python 2.7"},
		{"reversi", "reversi.js", "reversi.js", "JavaScript"},
		{"mapcolor", "hw2cs561s17.py", "hw2cs561s17.py", "Python 2.7"},
		{"mapcolor", "main.go main_test.go go.mod", ".", "Go"},
		{"mapcolor", "main_test.go", "found none\n", ""},
		{"mancala", "mancala.py", "mancala.py", "Python 2.7"},
		{"mancala", "mancala3.py", "mancala3.py", "Python 3"},
		{"mancala", "mancala.cpp pits.h", "mancala.cpp", "C++98"},
		{"mancala", "mancala11.cpp", "mancala11.cpp", "C++11"},
		{"mancala", "mancala.java", "mancala.java", "Java"},
		{"mancala", "Mancala.java", "found none\n", ""},
		{"mancala", "mancala.py/", "found none\n", ""},
		{"gangwars", "homework.py", "homework.py", "Python 2.7"},
		{"gangwars", "homework3.py", "homework3.py", "Python 3"},
		{"gangwars", "homework.cpp", "homework.cpp", "C++98"},
		{"gangwars", "homework11.cpp", "homework11.cpp", "C++11"},
		{"gangwars", "homework.java", "homework.java", "Java"},
		{"gangwars", "gangwars3.py", "gangwars3.py", "Python 3"},
		{"gangwars", "homework.py homework3.py main.go", "found 3: homework.py, homework3.py, Go source", ""},
		{"gangwars", "", "found nothing: it is empty", ""},
		{"gangwars", "notes.txt", "an executable homework or gangwars", ""},
		{"gangwars", "Cargo.toml", ".", "Rust with Cargo"},
		{"gangwars", "homework.rs", "homework.rs", "Rust"},
		{"gangwars", "gangwars.cs", "gangwars.cs", "C#"},
		{"gangwars", "gangwars.kt", "gangwars.kt", "Kotlin"},
		{"gangwars", "gangwars.ts", "gangwars.ts", "TypeScript"},
		{"gangwars", "Cargo.toml homework.rs", "found 2: homework.rs, Cargo", ""},
		// A Makefile comes before sources, and these before an executable.
		{"gangwars", "Makefile homework.cpp", ".", "Makefile"},
		{"gangwars", "Makefile.students homework.cpp", "homework.cpp", "C++98"},
		{"gangwars", "homework.cpp homework*", "homework.cpp", "C++98"},
		{"gangwars", "homework*", "homework", "executable"},
		{"gangwars", "homework* gangwars*", "found 2: homework, gangwars", ""},
		{"gangwars", "homework", "found none\n", ""},
		{"gangwars", "a.out*", "found none\n", ""},
	} {
		if runtime.GOOS == "windows" && strings.Contains(c.files, "*") {
			continue
		}
		t.Run(c.assignment+" "+c.files, func(t *testing.T) {
			dir := folder(t, c.files)
			s, err := program.Find(lookup(t, c.assignment), dir, nil)
			if c.language == "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("found %v, %v, want an error with %q", s, err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if want := filepath.Join(dir, c.want); s.File != want || s.Language.Name != c.language {
				t.Errorf("found %s (%s), want %s (%s)", s.File, s.Language.Name, want, c.language)
			}
		})
	}
}

// A file named by the user need not have one of the assignment's names.
func TestFindFile(t *testing.T) {
	for file, language := range map[string]string{
		"homework.py": "Python 2.7", "homework3.py": "Python 3", "homework11.cpp": "C++11",
		"mine.py": "Python 3", "mine.cpp": "C++", "mine.cc": "C++", "Mine.java": "Java", "mine.mjs": "JavaScript",
		"mine.go": "Go", "mine.rs": "Rust", "mine.cs": "C#", "mine.kt": "Kotlin", "mine.ts": "TypeScript", "Cargo.toml": "Rust with Cargo", "mancala.py": "Python 3", "Makefile": "Makefile",
	} {
		dir := folder(t, file+" other.py")
		s, err := program.Find(lookup(t, "gangwars"), filepath.Join(dir, file), nil)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		} else if s.Language.Name != language {
			t.Errorf("%s is %s, want %s", file, s.Language.Name, language)
		}
	}
	for file, want := range map[string]string{
		"notes.txt": "want an executable, or a source in", "Makefile.students": "found no agent and no run",
	} {
		dir := folder(t, file)
		if _, err := program.Find(lookup(t, "gangwars"), filepath.Join(dir, strings.TrimSuffix(file, ".students")), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", file, err, want)
		}
	}
}

// The package comment and the table name the same files.
func TestDocumentedNames(t *testing.T) {
	text, err := os.ReadFile("program.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range oracle.Assignments() {
		files := program.HandoutNames(a)
		if len(files) > 0 && files[0] == a.Name+".py" { // the row for all assignments
			files[0] = "NAME.py"
		}
		if len(files) == 0 || !strings.Contains(string(text), files[0]) {
			t.Errorf("program.go lacks the names %v of %s", files, a.Name)
		}
	}
	if !slices.Contains(program.OtherNames(), "NAME3.py") {
		t.Errorf("no NAME3.py in %v", program.OtherNames())
	}
}

// lookup returns the named assignment.
// anyPackage is an assignment for which files may have any name.
const anyPackage = "package"

func lookup(t *testing.T, name string) *oracle.Assignment {
	t.Helper()
	if name == anyPackage {
		return &oracle.Assignment{Name: name, Run: homework.Run{AnyName: true}}
	}
	a, err := oracle.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
