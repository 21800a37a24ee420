package program

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// The language of a file that the user names is determined by its name, or else by its extension, ignoring
// case.
func TestLanguageOfFiles(t *testing.T) {
	_, table, _ := strings.Cut(string(must.Get(os.ReadFile("testdata/names.txt"))(t)), "\n\n")
	for line := range strings.Lines(table) {
		words := strings.Split(strings.TrimSuffix(line, "\n")+" | ", " | ")
		file, got := words[1], ""
		a := gametest.Lookup(t, words[0])
		if l := languageOf(a, file); l != nil {
			got = l.Name
		}
		expect.Equal(t, words[2], got, line)
		base := file[strings.LastIndex(file, "/")+1:]
		known := slices.ContainsFunc(names(a), func(n name) bool { return n.file == base })
		expect.Equal(t, !known, Source{file: base}.hasOwnName(a), line, "has a name of its own")
	}
	expect.Equal(t, false, Source{}.hasOwnName(&oracle.Assignment{Name: "x"}), "a directory has a name of its own")
}

// The names of files equal the golden. For an assignment that is not in Python 2, Python means version 3. A
// package that allows any file name requires no version.
func TestNamesOfAssignments(t *testing.T) {
	var told strings.Builder
	any := &oracle.Assignment{Name: "x", Stem: "y"}
	any.Run.AnyName = true
	for _, a := range []*oracle.Assignment{{Name: "x"}, {Name: "x", Python2: true, SourceFile: "hw.py"}, any} {
		for _, n := range names(a) {
			fmt.Fprintln(&told, n.file, n.language.Name)
		}
		fmt.Fprintln(&told, stems(a), HandoutNames(a))
	}
	goldie.New(t).Assert(t, "names", []byte(told.String()+strings.Join(OtherNames(), " ")+"\n"))
}

// The tools equal the golden: those with a flag, their names, which are more on Windows, and the tools that they come with.
func TestTools(t *testing.T) {
	table := fmt.Sprintln(ToolNames())
	for _, tool := range tools {
		table += fmt.Sprintln(tool.name, tool.candidates("linux"), tool.candidates("windows"), tool.home, tool.together, len(tool.ask))
	}
	goldie.New(t).Assert(t, "tools", []byte(table))
}

// A file is named for the class that is public or that has the function main; nested classes do not count.
func TestMainClass(t *testing.T) {
	_, table, _ := strings.Cut(string(must.Get(os.ReadFile("testdata/classes.txt"))(t)), "\n\n")
	for line := range strings.Lines(table) {
		want, text, _ := strings.Cut(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), `\n`, "\n"), " | ")
		expect.Equal(t, want, mainClass([]byte(text)), text, "is named")
	}
}

// The copy of a source gets the name of its class, unless another file has it.
func TestNameForClass(t *testing.T) {
	dir := t.TempDir()
	must.WriteFiles(t, dir, map[string]string{"doe_1_2_a.java": "public class Mine {}", "roe.java": "public class Other {}", "Other.java": "", "none.java": "x"})
	for file, want := range map[string]string{"doe_1_2_a.java": "Mine.java", "roe.java": "roe.java", "none.java": "none.java"} {
		got := must.Get(nameForClass(filepath.Join(dir, file)))(t)
		expect.Equal(t, filepath.Join(dir, want), got, file, "is named")
		must.Get(os.Stat(filepath.Join(dir, want)))(t)
	}
}

// The first line of a file with a name of its own chooses the version of Python, unless a flag does. The
// assignment's language is final.
func TestChosenLanguage(t *testing.T) {
	_, table, _ := strings.Cut(string(must.Get(os.ReadFile("testdata/chosen.txt"))(t)), "\n\n")
	for line := range strings.Lines(table) {
		c := strings.Split(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), `\n`, "\n"), " | ")
		a, path := *gametest.Lookup(t, "gangwars"), filepath.Join(t.TempDir(), c[0])
		a.Run.Language = c[3]
		must.WriteFile(t, path, c[1])
		flag, value, _ := strings.Cut(c[2], "=")
		s := must.Get(Find(&a, path, nil))(t)
		expect.Equal(t, c[4], s.chosenLanguage(&a, Tools{flag: value}).Name, c)
	}
}

// A missing program file is detected before the program runs. Words that an interpreter does not treat as a
// file, and the program's arguments, are not checked.
func TestMissingFile(t *testing.T) {
	table := string(must.Get(os.ReadFile("testdata/commands.txt"))(t))
	t.Chdir(t.TempDir())
	must.WriteFiles(t, ".", map[string]string{"solver.py": "", "solver.jar": ""})
	for ending := range strings.FieldsSeq("py js cjs mjs ts jar sh bash pl rb lua php") {
		table += "run nosuch." + ending + " | run is to run nosuch." + ending + ", and there is no such file\n"
	}
	for line := range strings.Lines(table) {
		command, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
		expect.Contains(t, fmt.Sprint(MissingFile(".", strings.Fields(command)))+",", cmp.Or(want, "<nil>")+",")
	}
}

// SourceFile returns the file of a program wherever it is, and none of a directory that is a program.
func TestSourceFile(t *testing.T) {
	_, table, _ := strings.Cut(string(must.Get(os.ReadFile("testdata/files.txt"))(t)), "\n\n")
	t.Chdir(t.TempDir())
	must.WriteFiles(t, ".", map[string]string{
		"one/reversi3.py": "", "deep/doe/src/reversi.cpp": "", "go/b.go": "package main\n\nfunc main() {}\n", "go/a.go": "package main\n",
		"rust/Cargo.toml": "[package]\nname = \"x\"\n", "rust/src/main.rs": "", "made/Makefile": "run:\n\t:\nagent:\n\t:\n",
		"none/notes.txt": "", "two/reversi3.py": "", "two/reversi.cpp": "", "reversi.zip": "",
	})
	for line := range strings.Lines(table) {
		words, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
		kind, of, _ := strings.Cut(words, " ")
		got := SourceOfCommand(strings.Fields(of)...)
		if kind == "path" {
			got = SourceFile(&reversi.Assignment, of)
		}
		expect.Equal(t, want, filepath.ToSlash(got), words)
	}
}

// Messages that one version of Python prints only for programs in the other version are recognized, and
// messages about any program are not.
func TestHints(t *testing.T) {
	kinds := map[string]string{"Python 2": isOldPython, "Python 3": isNewPython}
	for _, f := range must.Get(txtar.ParseFile("testdata/hints.txtar"))(t).Files {
		for text := range strings.Lines(string(f.Data)) {
			for language, of := range map[*Language]string{python3: isOldPython, python2: isNewPython} {
				p := &Program{hint: Source{Language: language, File: "/x/reversi.py"}.hint(&reversi.Assignment, nil)}
				hint := p.Hint([]byte("Traceback (most recent call last):\n" + text))
				known := kinds[f.Name] == of
				expect.Equal(t, [2]bool{known, known}, [2]bool{hint != "", strings.HasPrefix(hint, of)}, text, hint)
			}
		}
	}
}

// The hint about the version of Python names the file to rename, and an alternative for a file with its own name. If the
// course or a flag sets the version, the hint names that.
func TestHintTexts(t *testing.T) {
	var hints strings.Builder
	for _, l := range []*Language{python2, python3, cxx} {
		for row := range strings.FieldsSeq("reversi.py reversi3.py own.py own.py=2") {
			file, forced, _ := strings.Cut(row, "=")
			fmt.Fprintln(&hints, l.Name, row, Source{Language: l, File: file, file: file}.hint(&reversi.Assignment, Tools{PythonFlag: forced}).text)
		}
	}
	goldie.New(t).Assert(t, "hints", []byte(hints.String()))
}

// The C++ sources of a directory that are linked depend on their text outside comments and strings.
func TestLinkedSources(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, txtar.Write(must.Get(txtar.ParseFile("testdata/linked.txtar"))(t), dir))
	with, without := Source{Language: cxx, File: filepath.Join(dir, "homework.cpp")}.linked()
	for i := range with {
		with[i] = filepath.Base(with[i])
	}
	goldie.New(t).Assert(t, "linked", []byte(strings.Join(with, " ")+"\n"+strings.Join(without, "\n")+"\n"))
}

// Programs that run scripts or other commands are recognized by name, and scripts by their beginning.
func TestCallsOthers(t *testing.T) {
	script := filepath.Join(t.TempDir(), "script")
	must.Do(t, os.WriteFile(script, []byte("#!/usr/bin/env python3\n"), 0o755))
	for path, want := range map[string]bool{
		"/x/sh": true, "/x/bash": true, "/x/dash": true, "/x/ash": true, "/x/ksh": true, "/x/zsh": true, "/x/fish": true, "/x/env": true, "/x/make": true, "/x/gmake": true,
		script: true, "/x/python3": false, "/x/shell": false, "/x/script": false,
	} {
		expect.Equal(t, want, mayCallOthers(path), path, "calls others")
	}
}

// A class of Java is run by its package, from the directory that holds the package, and a program in Scala by its
// first object. The base of a source is its submission, its module, its packages or its own directory.
func TestWordsOfSources(t *testing.T) {
	dir := filepath.ToSlash(t.TempDir())
	for source, want := range map[string]string{ // the class, the root of packages and the base, alone and below /go
		"src/a/b/X.java package a.b;":           "[a.b.X] [/src] /src /go",
		"src/c/Y.java package a;":               "[a.Y] [/src/c] /src/c /go",
		"x/x.scala object First\nobject Second": "[First] [] /x /go",
		"x/y.scala @main def run() = {}":        "[Main] [] /x /go",
		"go/cmd/x.go package main":              "[] [] /go /go",
		"go2/x.go package main":                 "[] [] /go2 /go2",
	} {
		file, text, _ := strings.Cut(source, " ")
		must.WriteFiles(t, dir, map[string]string{file: text, "go/go.mod": ""})
		s := Source{Language: byExtension(file), File: filepath.Join(dir, file)}
		below := s
		below.top = filepath.Join(dir, "go")
		words := must.Get(s.Language.words(s))(t)
		got := fmt.Sprint(words["{class}"], words["{root}"], " ", s.base(), " ", below.base())
		expect.Equal(t, want, strings.ReplaceAll(filepath.ToSlash(got), dir, ""), source)
		below.unpacked = true
		expect.Equal(t, below.top, below.base(), source, "in an archive")
	}
	expect.Equal(t, "", moduleAround(dir+"/go/cmd", dir+"/go/cmd"), "module above the root")
}
