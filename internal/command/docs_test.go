package command

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/effort"
)

var (
	// codeLine is a line of code that calls touchstone, quoted a mention in prose.
	codeLine = regexp.MustCompile(`^(?:\$ )?(?:go run \./cmd/)?touchstone ([a-z].*)$`)
	quoted   = regexp.MustCompile("[`\"]touchstone ([a-z][^`\"]*)[`\"]")
)

// mentioned finds the commands of a text. Code stands between fences in
// documents and is indented in help texts.
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
	var helps func(*cobra.Command)
	helps = func(c *cobra.Command) {
		texts["help "+c.CommandPath()] = c.Long + "\n" + c.Example
		for _, child := range c.Commands() {
			helps(child)
		}
	}
	helps(newRoot(func() error { return nil }))

	found := 0
	for where, text := range texts {
		for _, line := range mentioned(text) {
			found++
			if err := exists(line); err != nil {
				t.Errorf("%s: touchstone %s: %v", where, line, err)
			}
		}
	}
	if found < 30 {
		t.Errorf("found only %d commands", found)
	}
}

// shown is a block of code that begins with a command, behind a $, and goes on with what it prints.
var shown = regexp.MustCompile("(?ms)^```\n\\$ (?:go run \\./cmd/)?touchstone ([^\n]+)\n(.*?)^```$")

// confinement is a line that depends on the machine.
var confinement = regexp.MustCompile("(?m)^(?:not )?confined: .*\n")

// Commands print what the documents say that they print.
func TestDocumentedOutput(t *testing.T) {
	effort.NeedsAll(t, "builds an example for each command")
	paths, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range append(paths, "../../README.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range shown.FindAllStringSubmatch(strings.ReplaceAll(string(text), "\r\n", "\n"), -1) {
			found++
			command := exec.Command("touchstone", strings.Fields(block[1])...)
			command.Dir = "../.."
			got, err := command.Output() // each tells a mistake, so that the exit status is 1
			if ended := new(exec.ExitError); !errors.As(err, &ended) || ended.ExitCode() != exitFail {
				t.Errorf("%s: touchstone %s: %v", path, block[1], err)
			}
			want := confinement.ReplaceAllString(block[2], "")
			if diff := cmp.Diff(want, confinement.ReplaceAllString(string(got), "")); diff != "" {
				t.Errorf("%s: touchstone %s (-document +printed):\n%s", path, block[1], diff)
			}
		}
	}
	if found < 2 {
		t.Errorf("found only %d blocks of output", found)
	}
}

// exists parses a command line as far as its "--", comment or pipe.
func exists(line string) error {
	for _, end := range []string{" #", " |", " <", " > "} {
		line, _, _ = strings.Cut(line, end)
	}
	root := newRoot(func() error { return nil })
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	c, args, err := root.Find(strings.Fields(line))
	if err != nil {
		return err
	}
	c.InitDefaultHelpFlag()
	if page, _ := pageAt(root, args); c.Name() == "help" && page == nil {
		if _, rest := commandAt(root, args); len(rest) > 0 {
			return fmt.Errorf("there is no help for %q", rest)
		}
	}
	return c.ParseFlags(args)
}

// Every command has a help text, and all but containers have examples.
func TestHelpTexts(t *testing.T) {
	for _, c := range newRoot(func() error { return nil }).Commands() {
		if c.Short == "" || c.Long == "" && c.Name() != "version" && !c.HasSubCommands() {
			t.Errorf("%s has no help text", c.Name())
		}
		if c.Example == "" && c.Name() != "version" && !c.HasSubCommands() {
			t.Errorf("%s has no example", c.Name())
		}
	}
}
