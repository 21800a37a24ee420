package command

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// A hostileText is untrusted text that must not reach a terminal, or the runner of GitHub Actions, unchanged.
type hostileText struct {
	actions bool   // GitHub Actions reads the output
	text    string // the output of a program
	line    string // a title or a tag
	name    string // the name of a file, an agent or a student; as a line of its own it is hostile too
}

var hostileTexts = map[string]hostileText{
	// They control a terminal or deceive a reader. File systems differ on bytes that are no text.
	"characters": {false, hostile + "\n" + hostile, hostile, strings.ReplaceAll(hostile, "\xff", "")},
	// A command is at the beginning of a line, after any white space, or inside a line.
	"commands": {
		true, "x\n::stop-commands::x\n\u2028\t ::error::x\r::add-mask::x\nx##[group]x\n\f##[error]x",
		"::error::x ##[group]", "::error::x##[group]",
	},
}

const hostile = "\x1b[2J\x07\x7f\u009b31m\u202e\u200b\u2066\ufeff\u3164\xff"

// lay writes cases, programs, agents and a class with the text into the current directory.
func (h hostileText) lay(t *testing.T) {
	t.Helper()
	sample := must.Get(os.ReadFile(filepath.Join(home, "../../cases/mancala/handout-sample.txtar")))(t)
	_, rest, _ := strings.Cut(string(sample), "\n")
	noise := "cat '" + must.Get(filepath.Abs("noise"))(t) + "'"
	must.WriteFiles(t, ".", map[string]string{
		"noise":                        h.text,
		"cases/" + h.name + ".txtar":   "# mancala: " + h.line + "\n# tags: " + h.line + "\n# kills: " + h.line + "\n" + rest,
		"wrong/" + h.name + ".txtar":   "# mancala: x\n# tags: x\n# " + h.line + "\nsubmit " + h.line + "\n",
		"other/" + h.name + ".txtar":   "# " + h.line + "\n",
		"course.yaml":                  "assignment: mancala\ntitle: \"::error::x\"\ncases: [\"wrong\"]\n",
		"compiler":                     "#!/bin/sh\n" + noise + " >&2\nexit 1\n",
		"broken/mancala.cpp":           "",
		"noisy/mancala":                "#!/bin/sh\n" + noise + " >&2\n" + noise + " >'" + h.name + "'\n" + noise + " >next_state.txt\nexit 3\n",
		"silent/mancala":               "#!/bin/sh\n" + noise + " >&2\nexit 3\n",
		"made/Makefile":                "run:\n\t:\nagent:\n\t@" + noise + "\n\t@echo '::stop-commands::x'; exit 1\n",
		"agent/agent":                  "#!/bin/sh\n" + noise + " | tee /dev/stderr\n",
		"list":                         "::error::ann: agent/agent\n##[group]ben: random\n::cy: made\n",
		"class/" + h.name + "/mancala": "#!/bin/sh\n",
		"class/ben/Makefile":           "run:\n\t:\nagent:\n\t@" + noise + "; exit 1\n",
		"a/" + h.name:                  h.text + "\n",
		"b/" + h.name:                  "x\n" + h.text + "\n",
	})
}

// commands returns command lines that print the text.
func (h hostileText) commands() [][]string {
	name, quick := h.name, []string{"--games", "1", "--size", "2", "--nodes", "9", "--sandbox", "none"}
	onCases := []string{"--cases", "cases", "--sandbox", "none"}
	all := [][]string{
		{"list", "mancala", "--cases", "cases"},
		{"list", "mancala", "--cases", "cases", "--format", "json"},
		{"list", "mancala", "--cases", "wrong"},
		{"list", "mancala", "--cases", "other"},
		{"list", "mancala", "--cases", h.text},
		{"list", "mancala", "--cases", "cases", "--cases", "cases"},
		{"list", h.text},
		{h.text},
		{"list", "--" + h.text},
		{"show", "mancala", name, "--cases", "cases"},
		{"show", "mancala", name, "--cases", "cases", "--format", "json"},
		{"cases", "update", "wrong"},
		{"cases", "update", "cases/" + name + ".txtar"},
		{"audit", "mancala", "--cases", "cases", "--tries", "0", "--update", "cases", "--check"},
		{"audit", "mancala", "--cases", "cases", "--tries", "0", "--out", "m.csv"},
		{"diff", "a/" + name, "b/" + name},
		{"diff", "a/" + name, "a/" + name},
		{"diff", "b/" + name, h.text},
		{"solve", "mancala", "a/" + name},
		{"solve", "mancala", h.text},
		{"gen", "mancala", "--out", "new\n" + name},
		{"course", "check", "course.yaml"},
		{"fuzz", "mancala", "--count", "2", "--sandbox", "none", "--out", "found/\n" + name, "noisy"},
		{"fuzz", "mancala", "--count", "2", "--sandbox", "none", "--format", "jsonl", "noisy"},
		{"fuzz", "mancala", "--count", "2", "--sandbox", "none", "--tool", "cxx=./compiler", "broken"},
		slices.Concat([]string{"explain", "mancala", name}, onCases, []string{"noisy"}),
		{"trace", "mancala", "a/" + name},
		{"trace", "mancala", "handout-sample", "--out", "\n" + name},
		{"replay", "a/" + name},
		slices.Concat([]string{"play", "gangwars"}, quick, []string{"--", "./agent/agent", "--", "random"}),
		slices.Concat([]string{"play", "gangwars", "--format", "json"}, quick, []string{"--", "./agent/agent", "--", "random"}),
		slices.Concat([]string{"play", "gangwars"}, quick, []string{"--", "made", "--", "random"}),
		slices.Concat([]string{"play", "gangwars"}, quick, []string{"--", "made\n" + name, "--", "random"}),
		slices.Concat([]string{"tournament", "gangwars", "list", "--out", "cups/\n" + name}, quick),
		slices.Concat([]string{"tournament", "gangwars", "list", "--out", "cup", "--format", "json"}, quick),
		slices.Concat([]string{"tournament", "gangwars", "list", "--out", "shard\n" + name, "--shard", "1/2"}, quick),
		slices.Concat([]string{"grade", "mancala", "class", "--out", "books/\n" + name}, onCases),
		slices.Concat([]string{"grade", "mancala", "class", "--out", "part\n" + name, "--shard", "1/2"}, onCases),
		{"completion", h.text},
		{"__complete", "check", "mancala", "--cases", "cases", "--case", ""},
		{"check", "mancala", "--cases", "cases", "--expect", "noise", "noisy"},
		{"check", "mancala", "--cases", "cases", "--case", h.text, "noisy"},
		{"check", "mancala", "--cases", "cases", "--case", name, "noisy/" + name},
	}
	for _, format := range []string{"jsonl", "text", "json", "junit", "gradescope", "markdown", "github"} {
		check := slices.Concat([]string{"check", "mancala", "--format", format}, onCases)
		all = append(all, slices.Concat(check, []string{"--tool", "cxx=./compiler", "broken"}))
		for _, program := range []string{"noisy", "silent"} {
			all = append(all, slices.Concat(check, []string{program}))
		}
	}
	return append(all,
		slices.Concat([]string{"check", "mancala", "--by", "case"}, onCases, []string{"noisy"}),
		slices.Concat([]string{"check", "mancala", "--keep"}, onCases, []string{"noisy"}))
}

// No text in a case, a course file or a submission, and no name of a file, argument or agent, makes a command print
// control characters or invisible characters, or becomes a command to GitHub Actions: not on standard output, not on
// standard error, and not if both go into one pipe.
func TestHostileText(t *testing.T) {
	effort.NeedsAll(t, "runs every command")
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such names, and no sh")
	}
	for name, h := range hostileTexts {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir()) // for the directories of --keep
			if h.actions {
				t.Setenv("GITHUB_ACTIONS", "true")
			}
			t.Chdir(t.TempDir())
			h.lay(t)
			for _, args := range h.commands() {
				var out, screen, both bytes.Buffer
				runCommand(args, strings.NewReader(""), io.MultiWriter(&out, &both), io.MultiWriter(&screen, &both))
				expect.Equal(t, false, both.Len() == 0 && args[0] != "cases", args, "prints nothing")
				for _, printed := range []*bytes.Buffer{&out, &screen, &both} {
					expectVisible(t, args, printed.Bytes())
					if h.actions {
						expectNoCommand(t, args, printed.String())
					}
				}
			}
			text := must.Get(os.ReadFile("m.csv"))(t)
			expectVisible(t, []string{"m.csv"}, bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
		})
	}
}

// ourCommand matches the commands of --format github, which hide no other command.
var ourCommand = regexp.MustCompile(`^::(error|notice) ([a-z]+=[^,:\[]*,)*title=[^,:\[]*::[^\[]*$`)

// expectNoCommand fails the test if the runner of GitHub Actions may take a line of an output for a command.
func expectNoCommand(t *testing.T, args []string, text string) {
	t.Helper()
	for _, line := range regexp.MustCompile(`\r\n|\r|\n`).Split(text, -1) {
		trimmed := strings.TrimLeftFunc(line, func(c rune) bool {
			return unicode.IsSpace(c) || strings.ContainsRune("\u200b\ufeff", c)
		})
		ours := slices.Contains(args, "github") && ourCommand.MatchString(line)
		command := strings.HasPrefix(trimmed, "::") || strings.Contains(line, "##[")
		expect.True(t, ours || !command, args, "prints the command", line)
	}
}

// expectVisible fails the test if an output has invisible characters.
func expectVisible(t *testing.T, args []string, text []byte) {
	t.Helper()
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRune(text[i:])
		if c == utf8.RuneError && size == 1 || c != '\n' && c != '\t' && (unicode.In(c, unicode.C, unicode.Zl, unicode.Zp) || c == '\u3164') {
			t.Errorf("%q prints %q in %.200q", args, text[i:i+size], text[max(0, i-100):])
			return
		}
		i += size
	}
}

// home is the directory of the tests, also after a test has changed its directory.
var home, _ = os.Getwd()
