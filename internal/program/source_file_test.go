package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// What a person opens is a file, wherever the program is and in whatever language.
func TestSourceFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"one/reversi3.py": "", "deep/doe/src/reversi.cpp": "", "go/b.go": "package main\n\nfunc main() {}\n", "go/a.go": "package main\n",
		"rust/Cargo.toml": "[package]\nname = \"x\"\n", "rust/src/main.rs": "", "made/Makefile": "run:\n\t:\nagent:\n\t:\n",
		"none/notes.txt": "", "two/reversi3.py": "", "two/reversi.cpp": "", "reversi.zip": "",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"one": "one/reversi3.py", "./one/": "one/reversi3.py", "one/reversi3.py": "one/reversi3.py", "deep": "deep/doe/src/reversi.cpp",
		"go": "go/b.go", "rust": "rust/src/main.rs", "made": "made/Makefile", "none": "", "two": "", "reversi.zip": "", "nowhere": "",
	} {
		if got := filepath.ToSlash(SourceFile(&reversi.Assignment, path)); got != want {
			t.Errorf("%s: found %q, want %q", path, got, want)
		}
	}
	for command, want := range map[string]string{
		"python3 -u one/reversi3.py x": "one/reversi3.py", "go run ./go": "go/b.go", "./made/Makefile": "made/Makefile", "true": "", "java -cp x Main": "",
	} {
		if got := filepath.ToSlash(SourceOfCommand(strings.Fields(command)...)); got != want {
			t.Errorf("%s: found %q, want %q", command, got, want)
		}
	}
}
