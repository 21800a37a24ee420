package command

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/effort"
)

// textBlocks returns the blocks of a document that name no language and begin with no command.
func textBlocks(text string) (blocks []string) {
	for i, part := range strings.Split("\n"+strings.ReplaceAll(text, "\r\n", "\n"), "\n```") {
		if block, ok := strings.CutPrefix(part, "\n"); ok && i%2 == 1 && !strings.HasPrefix(block, "$ ") {
			blocks = append(blocks, block+"\n")
		}
	}
	return blocks
}

// printers are the blocks that something prints, each with what does.
var printers = map[string]func(t *testing.T) string{
	"../../docs/submissions.md: build    the program does not compile:": func(t *testing.T) string {
		if _, err := exec.LookPath("g++"); err != nil {
			t.Skip("needs g++")
		}
		out, _ := inFolder(t, "mancala.cpp", "int main() { auto x = 1; }\n", "check", "mancala", ".")
		return strings.NewReplacer("‘", "'", "’", "'").Replace(confinement.ReplaceAllString(out, ""))
	},
	"../../docs/course.md: touchstone: touchstone.yaml:2: want a key of the course file (assignment, title, ...), found \"edtion\"; did you mean edition?": func(t *testing.T) string {
		_, errors := inFolder(t, "touchstone.yaml", "assignment: reversi\nedtion: first\n", "course", "check", "touchstone.yaml")
		return regexp.MustCompile(`\(assignment, title, .*\), found`).ReplaceAllString(errors, "(assignment, title, ...), found")
	},
}

// held are the other blocks of text: what people write, and what tests elsewhere hold.
var held = map[string]string{
	"../../docs/cases.md: # reversi: the handout's example, the start position at depth 2":                               "../../cases/reversi/handout-start.txtar",
	"../../docs/new-game.md: # coins: a row of five coins, two of them lucky":                                            "../../examples/newgame/coins/cases/rules-example.txtar",
	"../../docs/cases.md: ASSIGNMENT  PROFILE  CASES  ALL KNOWN  FAULT UNKNOWN  RULE UNKNOWN  KIND UNKNOWN  ALL UNKNOWN": "TestDocumentTellsTheFigures of internal/audit",
	"../../docs/books.md: deep-search is gone; it was worth 12.50":                                                       "TestDocumentedRegrade of internal/class/gradebook",
	"../../docs/books.md: ada: 46.67, was 66.67 (-20.00)":                                                                "TestDocumentedRegrade of internal/class/gradebook",
	"../../docs/grade.md: deep-search is another case":                                                                   "TestDocumentedRegrade of internal/class/gradebook",
	"../../docs/grade.md: name,path,submitted,email":                                                                     "a roster",
	"../../docs/scale.md:     submissions x (cases x t + b)":                                                             "a formula",
	"../../docs/tournament.md: # name: agent":                                                                            "a list of agents",
}

// inFolder runs touchstone in a new folder with a file, and returns what it prints.
func inFolder(t *testing.T, name, text string, args ...string) (out, errors string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	run(args, nil, &stdout, &stderr)
	return stdout.String(), stderr.String()
}

// Each block of text in the documents is what something prints, or somebody else holds it.
func TestDocumentedBlocks(t *testing.T) {
	effort.NeedsAll(t, "compiles")
	paths, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, path := range append(paths, "../../README.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range textBlocks(string(text)) {
			first, _, _ := strings.Cut(block, "\n")
			found[fmt.Sprintf("%s: %s", filepath.ToSlash(path), first)] = block
		}
	}
	for of, block := range found {
		switch file := held[of]; {
		case strings.HasPrefix(file, "../../"):
			text, err := os.ReadFile(file)
			for _, part := range strings.Split(block, "...\n") {
				if err != nil || !strings.Contains(string(text), part) {
					t.Errorf("%s: %s does not have %q, %v", of, file, part, err)
				}
			}
		case file == "" && printers[of] == nil:
			t.Errorf("%s: nobody says what prints this", of)
		}
	}
	for of, print := range printers {
		t.Run(of[:strings.Index(of, ": ")], func(t *testing.T) {
			if diff := cmp.Diff(found[of], print(t)); diff != "" {
				t.Errorf("(-document +printed):\n%s", diff)
			}
		})
	}
	for of := range held {
		if found[of] == "" {
			t.Errorf("%s: the document has no such block", of)
		}
	}
}
