package examples_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// The smallest game is one file of 120 lines, which docs/new-game.md promises, with all that a game has that can be replayed.
func TestNim(t *testing.T) {
	effort.NeedsAll(t, "links touchstone")
	source, err := os.ReadFile("nim/main.go")
	must.Do(t, err)
	if n := bytes.Count(source, []byte("\n")); n > 120 {
		t.Errorf("it has %d lines, want at most 120", n)
	}
	dir := t.TempDir()
	nim := filepath.Join(dir, "nim.exe")
	if out, err := exec.Command("go", "build", "-o", nim, "./nim").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program := filepath.Join(dir, "first.go") // takes a stone, and logs nothing
	must.Do(t, os.WriteFile(program, []byte("package main\n\nimport \"os\"\n\nfunc main() {\n\tos.WriteFile(\"move.txt\", []byte(\"1\\n\"), 0o666)\n\tos.WriteFile(\"log.txt\", []byte(\"Node,Depth,Value,Alpha,Beta\\n\"), 0o666)\n}\n"), 0o666))
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"list", 0, "nim: who takes the last stone wins: alpha-beta\n    1 case, run as: PROGRAM\n"},
		{"cases update --check nim/cases", 0, ""},
		{"show nim five-stones", 0, "1,5,1,-Infinity,Infinity"},
		{"explain nim five-stones", 0, "1             1  heap 4  <- the right move"},
		{"explain nim five-stones --line 4", 0, "entered: a max node starts at -Infinity"},
		{"trace nim five-stones --out " + filepath.Join(dir, "nim.html"), 0, "nim.html: "},
		{"check nim --sandbox none " + program, 1, "ends its log too soon"},
		{"fuzz nim --sandbox none --seed 1 --count 20 " + program, 1, "1 failure"},
		{"gen nim --count 2 --seed 1 --out " + filepath.Join(dir, "cases"), 0, "2 cases"},
		{"audit nim --tries 10", 1, "nim: no faults are known to try on 1 case\n"},
	} {
		run := exec.Command(nim, strings.Fields(c.args)...)
		out, _ := run.CombinedOutput()
		if status := run.ProcessState.ExitCode(); status != c.status || !strings.Contains(string(out), c.want) {
			t.Errorf("nim %s: status %d, want %d and %q:\n%s", c.args, status, c.status, c.want, out)
		}
	}
}
