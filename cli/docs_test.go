package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
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
	texts := map[string]string{}
	for _, pattern := range []string{"../*.md", "../docs/*.md", "../docs/*/*.md", "../examples/*.md", "../examples/*/*.md"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts[path] = string(text)
		}
	}
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
