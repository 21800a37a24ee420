package command

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// everyCommand returns all commands that help shows, with their subcommands.
func everyCommand(t *testing.T) (all []*cobra.Command) {
	t.Helper()
	root := newRoot(func() {})
	finishCommands(root)
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		all = append(all, c)
		for _, below := range c.Commands() {
			if below.Parent().Name() != "completion" { // that cobra mentions
				walk(below)
			}
		}
	}
	walk(root)
	return all
}

// printed returns the output of a command line.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, screen bytes.Buffer
	if status := runCommand(args, strings.NewReader(""), &out, &screen); status != exitPass {
		t.Fatalf("touchstone %q: status %d\n%s", args, status, screen.String())
	}
	return out.String()
}

// pathOf returns the words that name a command.
func pathOf(c *cobra.Command) []string { return strings.Fields(c.CommandPath())[1:] }

// The help of every command fits on a screen, and the short help of check on a small one. A short help names
// the command that prints the rest. Every command but a container has a text and examples. The shell completes every
// flag, also those that are not on the screen.
func TestHelpFitsAScreen(t *testing.T) {
	for _, c := range everyCommand(t) {
		path := pathOf(c)
		plain := c.HasSubCommands() || slices.Contains([]string{"help", "version"}, c.Name()) || c.Parent().Name() == "completion"
		expect.True(t, (c.Short != "" || !c.HasParent()) && (plain || c.Long != "" && c.Example != ""), "help of", c.CommandPath())
		help := printed(t, append(path, "--help")...)
		limit := 40
		if c.CommandPath() == "touchstone check" {
			limit = 24
		}
		expect.True(t, strings.Count(help, "\n") <= limit, "lines of", c.CommandPath(), "--help:", help)
		for line := range strings.Lines(help) {
			expect.True(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) <= 80, c.CommandPath(), line)
		}
		whole := printed(t, append([]string{"help"}, path...)...)
		last := "\nAll of it: " + strings.Join(append([]string{"touchstone help"}, path...), " ") + "\n"
		expect.True(t, whole == help || strings.HasSuffix(help, last), "last line of", c.CommandPath(), "--help:", help)
		var fits strings.Builder // a screen of as many lines
		must.Do(t, writeHelp(&fits, c, strings.Count(whole, "\n")))
		expect.Equal(t, whole, fits.String())
		for _, said := range append(strings.Split(strings.TrimSpace(c.Long), "\n\n"), strings.Split(c.Example, "\n")...) {
			expect.Contains(t, words(whole), words(said))
		}
		offered := ""
		if completes := c.HasParent() && !c.HasSubCommands(); completes {
			offered = printed(t, slices.Concat([]string{"__complete"}, path, []string{"--"})...)
		}
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			completed := f.Hidden || offered == "" || strings.Contains("\n"+offered, "\n--"+f.Name)
			expect.True(t, completed, "the shell completes the flag of", c.CommandPath(), f.Name)
			described := f.Hidden || regexp.MustCompile(`(?m)^ +(-\w, )?--`+f.Name+`\b`).MatchString(whole)
			expect.True(t, described, "help describes the flag of", c.CommandPath(), f.Name)
		})
	}
}

// words returns a text in one line.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// Every flag is used in a test of its command, and every flag has its place in the documents, apart from
// the help. Commands whose flag has the same text share its code, and one test of it is enough.
func TestFlagsAreTestedAndDocumented(t *testing.T) {
	documents := ""
	for path, text := range markdown(t) {
		if filepath.Base(path) != "CHANGELOG.md" {
			documents += text
		}
	}
	var tests []string
	for _, pattern := range []string{"testdata/script/*.txtar", "*_test.go"} {
		paths := must.Get(filepath.Glob(pattern))(t)
		for _, path := range paths {
			text := must.Get(os.ReadFile(path))(t)
			tests = append(tests, strings.Split(string(text), "\n")...)
		}
	}
	users, tested := map[[2]string]string{}, map[[2]string]bool{}
	for _, c := range everyCommand(t) {
		script, code := strings.Join(pathOf(c), " ")+" ", `"`+strings.Join(pathOf(c), `", "`)+`"`
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" {
				return
			}
			used := regexp.MustCompile(`(--` + f.Name + `|[ "]-` + cmp.Or(f.Shorthand, "none") + `)\b`)
			documented := regexp.MustCompile(`--` + f.Name + `\b`).MatchString(documents)
			expect.True(t, documented, "a document has", c.CommandPath(), f.Name)
			flag := [2]string{f.Name, f.Usage}
			users[flag] += c.Name() + " "
			tested[flag] = tested[flag] || slices.ContainsFunc(tests, func(line string) bool {
				return (strings.Contains(line, script) || strings.Contains(line, code)) && used.MatchString(line)
			})
		})
	}
	for flag, commands := range users {
		expect.True(t, tested[flag], "a test uses", flag, "of", commands)
	}
}

// The number of flags stays small: a new one needs a task that no flag serves yet.
func TestFewFlags(t *testing.T) {
	const maxNames, maxFlags, maxOfCheck = 55, 150, 26
	names, total := map[string]int{}, 0
	for _, cmd := range everyCommand(t) {
		n := 0
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && f.Name != "version" {
				names[f.Name]++
				n++
			}
		})
		total += n
		expect.True(t, cmd.Name() != "check" || n <= maxOfCheck, cmd.CommandPath(), "has", n, "flags")
	}
	expect.True(t, len(names) <= maxNames && total <= maxFlags && total >= 50, total, "flags:", names)
}
