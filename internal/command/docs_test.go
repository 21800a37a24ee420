package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

var (
	// codeLine is a line of code that calls touchstone, quoted a mention in prose.
	codeLine = regexp.MustCompile(`^(?:\$ )?(?:go run \./cmd/)?touchstone ([a-z].*)$`)
	quoted   = regexp.MustCompile("[`\"]touchstone ([a-z][^`\"]*)[`\"]")
)

// mentioned finds the commands of a text. Code is between fences in documents, and indented in help texts.
func mentioned(text string) (commands []string) {
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		code := strings.TrimSpace(line)
		if m := codeLine.FindStringSubmatch(code); m != nil && (fenced || strings.HasPrefix(line, "  ")) {
			commands = append(commands, m[1])
		}
		for _, m := range quoted.FindAllStringSubmatch(line, -1) {
			commands = append(commands, m[1])
		}
	}
	return commands
}

// No reader meets a command or a flag that is not there: all that are mentioned
// in the documents and in the help texts exist.
func TestDocumentedCommandsExist(t *testing.T) {
	texts := markdown(t)
	for _, c := range everyCommand(t) {
		texts["help "+c.CommandPath()] = c.Long + "\n" + c.Example
	}
	found := 0
	for where, text := range texts {
		for _, line := range mentioned(text) {
			found++
			expect.Equal(t, "<nil>", fmt.Sprint(exists(line)), where, line)
		}
	}
	expect.Equal(t, false, found < 30, "found only few commands:", found)
}

// confinement is a line that depends on the machine.
var confinement = regexp.MustCompile("(?m)^(?:not )?confined: .*\n")

// exists parses a command line as far as its "--", comment or pipe.
func exists(line string) error {
	for _, end := range []string{" #", " |", " <", " > "} {
		line, _, _ = strings.Cut(line, end)
	}
	root := newRoot(func() {})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	c, args, err := root.Find(strings.Fields(line))
	if err != nil {
		return err
	}
	c.InitDefaultHelpFlag()
	if c.Name() == "help" {
		if _, rest, _ := root.Find(args); len(rest) > 0 {
			return fmt.Errorf("there is no help for %q", rest)
		}
	}
	return c.ParseFlags(args)
}

// textBlocks returns the blocks of a document that name no language.
func textBlocks(text string) (blocks []string) {
	for i, part := range strings.Split("\n"+text, "\n```") {
		if block, ok := strings.CutPrefix(part, "\n"); ok && i%2 == 1 {
			blocks = append(blocks, block+"\n")
		}
	}
	return blocks
}

// printers maps blocks of the documents to the name and the text of a file, and the command that prints the block.
var printers = map[string][]string{
	"../../docs/submissions.md: build    the program does not compile:": {
		"mancala.cpp", "int main() { auto x = 1; }\n", "check", "mancala", ".",
	},
	"../../docs/course.md: touchstone: touchstone.yaml:2: want a key of the course file (assignment, title, ...), found \"edtion\"; did you mean edition?": {
		"touchstone.yaml", "assignment: reversi\nedtion: first\n", "course", "check", "touchstone.yaml",
	},
}

// held lists the other blocks of text: text that people write, and text that other tests check.
var held = map[string]string{
	"../../docs/cases.md: # reversi: the handout's example, the start position at depth 2": "../../cases/reversi/handout-start.txtar",
	"../../docs/new-game.md: # coins: a row of five coins, two of them lucky":              "../../examples/newgame/coins/cases/rules-example.txtar",
	"../../docs/books.md: deep-search was removed; it was worth 12.50":                     "../../internal/gradebook/testdata/moved.txtar.golden",
	"../../docs/books.md: cleo: 43.75, was 62.50 (-18.75)":                                 "../../internal/gradebook/testdata/moved.txtar.golden",
	"../../docs/grade.md: deep-search is another case":                                     "../../internal/gradebook/testdata/moved.txtar.golden",
	"../../docs/grade.md: name,path,submitted,email":                                       "a roster",
	"../../docs/scale.md:     submissions x (cases x t + b)":                               "a formula",
	"../../docs/problem-types.md: < higher":                                                "a conversation",
	"../../docs/tournament.md: # name: agent":                                              "a list of agents",
}

// Each block of text in the documents is the output of the command in its first line, or in printers or held.
func TestDocumentedBlocks(t *testing.T) {
	outputs, found := 0, map[string]string{}
	for path, text := range markdown(t) {
		path = filepath.ToSlash(path)
		if !regexp.MustCompile(`^../../(README|docs/[^/]*)\.md$`).MatchString(path) {
			continue
		}
		for _, block := range textBlocks(text) {
			first, output, _ := strings.Cut(block, "\n")
			found[path+": "+first] = block
			if m := codeLine.FindStringSubmatch(first); m != nil && first[0] == '$' {
				outputs++
				t.Run(first, func(t *testing.T) { checkDocumentedOutput(t, path, m[1], output) })
			}
		}
	}
	expect.Equal(t, false, outputs < 2, "found only few blocks of output:", outputs)
	for of, block := range found {
		switch file := held[of]; {
		case strings.HasPrefix(file, "../../"):
			text, err := os.ReadFile(file)
			for _, part := range strings.Split(block, "...\n") {
				if err != nil || !strings.Contains(string(text), part) {
					t.Errorf("%s: %s does not have %q, %v", of, file, part, err)
				}
			}
		case file == "" && printers[of] == nil && block[0] != '$':
			t.Errorf("%s: nobody says what prints this", of)
		}
	}
	for of, c := range printers {
		t.Run(of[:strings.Index(of, ": ")], func(t *testing.T) {
			effort.NeedsAll(t, "compiles")
			effort.NeedsTools(t, "g++")
			t.Chdir(t.TempDir())
			must.WriteFile(t, c[0], c[1])
			var out bytes.Buffer
			runCommand(c[2:], nil, &out, &out)
			got := strings.NewReplacer("‘", "'", "’", "'").Replace(confinement.ReplaceAllString(out.String(), ""))
			got = regexp.MustCompile(`\(assignment, title, .*\), found`).ReplaceAllString(got, "(assignment, title, ...), found")
			expect.Equal(t, found[of], got)
		})
	}
	for of := range held {
		expect.Equal(t, false, found[of] == "", "the document has no block", of)
	}
}

// checkDocumentedOutput runs a command that reports a mistake, and compares its output with a document.
func checkDocumentedOutput(t *testing.T, path, line, want string) {
	t.Helper()
	effort.NeedsAll(t, "builds an example for each command")
	command := exec.Command("touchstone", strings.Fields(line)...)
	command.Dir = "../.."
	got, err := command.Output()
	if ended := new(exec.ExitError); !errors.As(err, &ended) || ended.ExitCode() != exitFail {
		t.Errorf("%s: touchstone %s: %v", path, line, err)
	}
	without := func(text string) string { return confinement.ReplaceAllString(text, "") }
	expect.Equal(t, without(want), without(string(got)), path, "touchstone", line)
}
