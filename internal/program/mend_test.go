//go:build unix

package program_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

const (
	ofCxx11 = "#include <vector>\nint main() { std::vector<int> v{1}; for (auto &x : v) x++; return nullptr != 0; }\n"
	ofCxx17 = "#include <string_view>\nint main() { return std::string_view().size(); }\n"
)

// A program that would compile under another name is told that; the other is really tried.
func TestMend(t *testing.T) {
	effort.NeedsAll(t, "compiles with several compilers")
	needs(t, "g++")
	for _, c := range []struct{ file, text, want string }{
		{"mancala.cpp", ofCxx11, "mancala.cpp is compiled as C++98 by its name, and would compile as C++11: name it mancala11.cpp"},
		{"mancala.cpp", ofCxx17, "mancala.cpp is compiled as C++98 by its name, and would compile as later C++: write it in C++11"},
		{"mancala11.cpp", ofCxx17, "mancala11.cpp is compiled as C++11 by its name, and would compile as later C++"},
		{"mancala.cpp", "int main() { return nothing; }\n", ""},
	} {
		_, err := open(t, "mancala", files(t, map[string]string{c.file: c.text}), nil)
		failed := (*program.BuildError)(nil)
		if !errors.As(err, &failed) || !strings.Contains(failed.Output, c.want) || strings.Contains(failed.Output, "by its name") != (c.want != "") || !strings.HasPrefix(failed.Output, c.file+":") {
			t.Errorf("%s: %v, want %q at the end", c.file, err, c.want)
		}
	}
}

// Python that the interpreter of its name cannot read is not run at all.
func TestMendPython(t *testing.T) {
	effort.NeedsAll(t, "starts many interpreters")
	needs(t, "python3")
	two := filepath.Join(tier.TempDir(t), "two")
	script(t, two, `[ "$#" = 2 ] && exit; if grep -q "^print 1" "$3"; then exit; fi; echo "SyntaxError: invalid syntax" >&2; exit 1`)
	for _, c := range []struct{ assignment, file, text, want string }{
		{"mancala", "mancala3.py", "print 1\n", "this looks like Python 2, and Python 3 runs it: to have Python 2.7, call the file mancala.py"},
		{"squirrel", "squirrel3.py", "print 1\n", "call the file hw1cs561s16.py"},
		{"mancala", "mancala.py", "print(f'{1}')\n", "this looks like Python 3, and Python 2.7 runs it: to have Python 3, call the file mancala3.py"},
		{"mancala", "mancala3.py", "print(1))\n", ""},
	} {
		_, err := open(t, c.assignment, files(t, map[string]string{c.file: c.text}), program.Tools{"python2": two})
		failed := (*program.BuildError)(nil)
		if !errors.As(err, &failed) || !strings.Contains(failed.Output, c.want) || strings.Contains(failed.Output, "this looks like") != (c.want != "") || !strings.Contains(failed.Output, "SyntaxError: ") {
			t.Errorf("%s: %v, want %q", c.file, err, c.want)
		}
	}
	// What can be read is run, whatever it does.
	for _, text := range []string{"\n", "\xef\xbb\xbfprint(1)\n", "print(1)\r\nimport nothing\r\n", "# -*- coding: latin-1 -*-\ns = '\xe9'\n"} {
		if _, err := open(t, "mancala", files(t, map[string]string{"mancala3.py": text}), nil); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
