package program_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// A program is found in the first level of folders that has any, if it is the only one there.
// What is wrong otherwise is said, with what would mend it.
func TestFindBelow(t *testing.T) {
	const goProgram, goLibrary, rule = "package main\n", "package board\n", "agent:\n\ttrue\nrun:\n\ttrue\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string // the source, or a part of the error behind "error: "
	}{
		"in a folder":       {map[string]string{"doe_123/mancala.py": ""}, "doe_123/mancala.py"},
		"in folders":        {map[string]string{"doe_123/hw2/src/mancala11.cpp": "", "doe_123/README.txt": ""}, "doe_123/hw2/src/mancala11.cpp"},
		"the first level":   {map[string]string{"hw/mancala.py": "", "hw/old/mancala.py": "", "old/older/mancala.py": ""}, "hw/mancala.py"},
		"of other systems":  {map[string]string{"__MACOSX/mancala.py": "", ".idea/mancala.py": "", "hw/node_modules/mancala.py": "", "hw/mancala.js": ""}, "hw/mancala.js"},
		"in what was built": {map[string]string{"target/mancala.java": "", "src/mancala.java": ""}, "src/mancala.java"},
		"in what tools made": {map[string]string{
			"__pycache__/mancala.py": "", "build/mancala.py": "", "cmake-build-debug/mancala.py": "", "cmake-build-release/mancala.py": "", "dist/mancala.py": "",
			"obj/mancala.py": "", "vendor/mancala.py": "", "venv/mancala.py": "", "mine/mancala.py": "",
		}, "mine/mancala.py"},
		"a Makefile":          {map[string]string{"hw/Makefile": rule, "hw/mancala.py": ""}, "hw"},
		"Go":                  {map[string]string{"go.mod": "module x\n", "board/board.go": goLibrary, "cmd/solve/main.go": goProgram}, "cmd/solve"},
		"two folders":         {map[string]string{"a/mancala.py": "", "b/mancala3.py": ""}, "error: found 2: a/mancala.py, b/mancala3.py\nkeep only the one to check"},
		"two kinds":           {map[string]string{"a/main.go": goProgram, "b/Makefile": rule, "c/Cargo.toml": ""}, "error: found 3: Go source in a, a Makefile in b, Cargo in c"},
		"another name":        {map[string]string{"hw/solution.py": ""}, "error: \nhw/solution.py: to be found it is named mancala.py for Python 2.7, or mancala3.py for Python 3"},
		"another name in C++": {map[string]string{"main.cpp": ""}, "error: \nmain.cpp: to be found it is named mancala.cpp for C++98, or mancala11.cpp for C++11"},
		"other letters":       {map[string]string{"Mancala.java": ""}, "error: \nMancala.java: the name is mancala.java, in these letters, and so is that of its public class; or check the file by its own path"},
		"a library":           {map[string]string{"board/board.go": goLibrary}, "error: found none\nit has board/\na program is one of mancala.py (Python 2.7), "},
		"no targets":          {map[string]string{"Makefile": "all:\n\ttrue\n"}, "error: \nMakefile: it has no target agent and no target run"},
		"an archive":          {map[string]string{"hw/mancala.zip": "PK\x03\x04"}, "error: \nhw/mancala.zip: an archive in a submission is not unpacked: hand in what is in it"},
		"too deep":            {map[string]string{strings.Repeat("d/", 11) + "mancala.py": ""}, "error: found none\nit has d/\na program is one of mancala.py (Python 2.7), "},
		"deep":                {map[string]string{strings.Repeat("d/", 10) + "mancala.py": ""}, strings.Repeat("d/", 10) + "mancala.py"},
		"lines of its own":    {map[string]string{"a\nb/solution.py": ""}, "error: \na\\nb/solution.py: to be found"},
		"two with such names": {map[string]string{"a\nb/mancala.py": "", "c/mancala.py": ""}, "error: found 2: a\\nb/mancala.py, c/mancala.py\n"},
		"only hidden":         {map[string]string{".mancala.py": ""}, "error: found none\nit has .mancala.py\na program is one of mancala.py (Python 2.7), "},
	} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" && strings.Contains(c.want, `\n`) {
				t.Skip("Windows has no such names")
			}
			dir := files(t, c.files)
			s, err := program.Find(lookup(t, "mancala"), dir, nil)
			if want, bad := strings.CutPrefix(c.want, "error: "); bad {
				if !errors.As(err, new(*program.BuildError)) || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, %v, want a fault with %q", s, err, want)
				}
			} else if err != nil || s.File != filepath.Join(dir, c.want) {
				t.Errorf("found %s, %v, want %s", s.File, err, c.want)
			}
		})
	}
}

// That there is no submission is not the fault of one.
func TestNoSubmission(t *testing.T) {
	if _, err := program.Find(lookup(t, "mancala"), filepath.Join(tier.TempDir(t), "gone.zip"), nil); err == nil || errors.As(err, new(*program.BuildError)) {
		t.Errorf("%v", err)
	}
}

// Links to folders are not followed.
func TestFindBelowLinks(t *testing.T) {
	dir, other := tier.TempDir(t), folder(t, "mancala.py")
	if err := os.Symlink(other, filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if s, err := program.Find(lookup(t, "mancala"), dir, nil); !errors.As(err, new(*program.BuildError)) {
		t.Errorf("found %v, %v", s, err)
	}
}

// Where the course says which Python runs, no name stands for another.
func TestWantedPython(t *testing.T) {
	for version, wants := range map[string][]string{
		"":  {"a program is one of mancala.py (Python 2.7), mancala3.py (Python 3), ", "to be found it is named mancala.py for Python 2.7, or mancala3.py for Python 3\n"},
		"3": {"a program is one of mancala.py or mancala3.py (Python 3), ", "to be found it is named mancala.py for Python 3\n"},
		"2": {"a program is one of mancala.py or mancala3.py (Python 2.7), ", "to be found it is named mancala.py for Python 2.7\n"},
	} {
		_, err := program.Find(lookup(t, "mancala"), files(t, map[string]string{"solution.py": ""}), program.Tools{program.PythonFlag: version})
		for _, want := range wants {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("of Python %q: %v, want %q", version, err, want)
			}
		}
	}
}

// A program file without a byte is no program, in a folder, by itself and in an archive.
func TestEmptyProgram(t *testing.T) {
	dir := files(t, map[string]string{"mancala3.py": ""})
	a := lookup(t, "mancala")
	for path, text := range map[string]string{
		dir: "mancala3.py", filepath.Join(dir, "mancala3.py"): "mancala3.py", zipOf(t, map[string]string{"mancala.js": ""}): "mancala.js",
	} {
		_, err := program.FromPath(t.Context(), a, path, nil, sandbox.Policy{})
		if want := "there is no program to check:\nwant a program for mancala, found " + text + ", which is empty"; err == nil || err.Error() != want || !errors.As(err, new(*program.BuildError)) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}
