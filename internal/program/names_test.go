package program

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle"
)

// A file that the user names is of the language of its name, and else of that of its extension, in whatever letters.
func TestLanguageOfFiles(t *testing.T) {
	for assignment, files := range map[string]map[string]string{
		"gangwars": {
			"a.c": "C", "a.cpp": "C++", "a.py": "Python 3",
			"dir/homework.py": "Python 2.7", "homework3.py": "Python 3", "homework.cpp": "C++98", "homework11.cpp": "C++11", "gangwars11.cpp": "C++11",
			"gangwars.py": "Python 2.7", "Homework.cpp": "C++", "homework": "", "py": "", "a.": "", "a.h": "", "a.tsx": "", "squirrel.cpp": "C++",
		},
		"squirrel": {"hw1cs561s16.py": "Python 2.7", "squirrel.py": "Python 2.7", "squirrel3.py": "Python 3", "homework.cpp": "C++", "hw1cs561s2017.py": "Python 3"},
	} {
		a, err := oracle.Lookup(assignment)
		if err != nil {
			t.Fatal(err)
		}
		for file, want := range files {
			got := ""
			if l := languageOf(a, file); l != nil {
				got = l.Name
			}
			if got != want {
				t.Errorf("%s, %s: %q, want %q", assignment, file, got, want)
			}
			base := file[strings.LastIndex(file, "/")+1:]
			known := slices.ContainsFunc(names(a), func(n name) bool { return n.file == base })
			if own := (Source{file: base}).hasOwnName(a); own == known {
				t.Errorf("%s, %s: a name of its own %v, one of the assignment's %v", assignment, file, own, known)
			}
		}
	}
	if (Source{}).hasOwnName(&oracle.Assignment{Name: "x"}) {
		t.Error("a folder has a name of its own")
	}
}

// Of an assignment that is not of Python 2, all of Python is of version 3; a package whose files have any names asks for none.
func TestNamesOfAssignments(t *testing.T) {
	told := func(a *oracle.Assignment) string {
		var all []string
		for _, n := range names(a) {
			all = append(all, n.file+" "+n.language.Name)
		}
		return strings.Join(all, ", ")
	}
	want := "x.py Python 3, x3.py Python 3, x.cpp C++98, x11.cpp C++11, x.java Java, x.c C, x.js JavaScript, x.ts TypeScript, x.rs Rust, x.cs C#, x.kt Kotlin"
	if got := told(&oracle.Assignment{Name: "x"}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	want = "hw.py Python 2.7, " + strings.Replace(want, "x.py Python 3", "x.py Python 2.7", 1)
	if got := told(&oracle.Assignment{Name: "x", Python2: true, SourceFile: "hw.py"}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	any := &oracle.Assignment{Name: "x", Stem: "y"}
	any.Run.AnyName = true
	if got := told(any); got != "" || !slices.Equal(stems(any), []string{"run"}) {
		t.Errorf("any name: %s, %q", got, stems(any))
	}
	if got := OtherNames(); len(got) != 11 || got[0] != "NAME.py" || got[10] != "NAME.kt" {
		t.Errorf("others are called %q", got)
	}
}

// Each tool that a language needs is there, by the names that systems give it, and those with a flag are listed.
func TestTools(t *testing.T) {
	for tool, want := range map[string]string{
		"python2": "python2.7 python2", "python3": "python3", "node": "node nodejs", "cxx": "g++ c++ clang++", "cc": "gcc cc clang", "sh": "sh",
		"java": "java", "javac": "javac", "rust": "rustc", "cargo": "cargo", "mono": "mono", "mcs": "mcs", "kotlin": "kotlinc", "tsc": "tsc", "make": "make gmake", "go": "go",
	} {
		if got := strings.Join(tools[tool].names, " "); got != want {
			t.Errorf("%s is called %q, want %q", tool, got, want)
		}
	}
	flagged := map[string]bool{}
	for _, name := range ToolNames()[1:] {
		flagged[name] = true
	}
	for name, tool := range tools {
		if flagged[name] != (tool.Flag != "") || tool.Flag != "" && tool.Flag != name {
			t.Errorf("%s has the flag %q", name, tool.Flag)
		}
		if home := map[string]string{"javac": "java", "cargo": "rust", "mcs": "mono"}[name]; tool.home != home || tool.together != (name == "cargo") {
			t.Errorf("%s is at home with %q, together %v", name, tool.home, tool.together)
		}
	}
	if len(tools) != 16 {
		t.Errorf("found the tools %q, want 16", slices.Sorted(maps.Keys(tools)))
	}
}
