package command

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"github.com/touchstone-suite/touchstone/internal/effort"
)

// command has what GitHub Actions takes for commands: at the beginning of a line, whatever white
// space is before it, and in its middle.
const command = "x\n::stop-commands::x\n\u2028\t ::error::x\r::add-mask::x\nx##[group]x\n\f##[error]x"

// Whatever stands in a case, a course file or a submission, and however files, arguments and agents
// are called, nothing that a command prints is a command to GitHub Actions, on neither stream, nor if
// both go into one pipe.
func TestNoCommandsOfOthers(t *testing.T) {
	effort.NeedsAll(t, "runs every command")
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such names, and no sh")
	}
	t.Setenv("GITHUB_ACTIONS", "true")
	t.Setenv("TMPDIR", t.TempDir())
	t.Chdir(t.TempDir())
	text, err := os.ReadFile(filepath.Join(home, "../../cases/mancala/handout-sample.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(text, []byte("\n"))
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	name := "::error::x##[group]" // of a file or a folder; as a line of its own it is a command
	write("cases/"+name+".txtar", "# mancala: ::error::x ##[group]\n# tags: ::error::x ##[group]\n"+string(rest))
	write("wrong/"+name+".txtar", "# mancala: x\n# ::error::x ##[group]\nsubmit ::error::x\n")
	write("noise", command)
	cat := "#!/bin/sh\ncat '" + mustAbs(t, "noise") + "' >&2\n"
	write("compiler", cat+"exit 1\n")
	write("broken/mancala.cpp", "")
	write("noisy/mancala", cat+"cat '"+mustAbs(t, "noise")+"' >'"+name+"'\ncat '"+mustAbs(t, "noise")+"' >next_state.txt\nexit 3\n")
	write("silent/mancala", cat+"exit 3\n")
	write("made/Makefile", "run:\n\t:\nagent:\n\t@cat '"+mustAbs(t, "noise")+"'\n\t@echo '::stop-commands::x'; exit 1\n")
	write("agent/agent", "#!/bin/sh\ncat '"+mustAbs(t, "noise")+"' | tee /dev/stderr\n")
	write("list", "::error::ann: agent/agent\n##[group]ben: random\n::cy: made\n")
	write("class/::error::ann/mancala", "#!/bin/sh\n")
	write("class/##[group]ben/Makefile", "run:\n\t:\nagent:\n\t@cat '"+mustAbs(t, "noise")+"'; exit 1\n")
	write("a/"+name, command+"\n")
	write("b/"+name, "x\n"+command+"\n")
	write("course.yaml", "assignment: mancala\ntitle: \"::error::x ##[group]\"\ncases: [\"wrong/"+name+".txtar\"]\n")
	commands := [][]string{
		{"list", "mancala", "--cases", "cases"},
		{"list", "mancala", "--cases", "cases", "--format", "json"},
		{"list", "mancala", "--cases", "wrong"},
		{"list", command},
		{command},
		{"list", "--" + command},
		{"list", "mancala", "--cases", command},
		{"show", "mancala", name, "--cases", "cases"},
		{"show", "mancala", name, "--cases", "cases", "--format", "json"},
		{"diff", "a/" + name, "b/" + name},
		{"diff", "b/" + name, command},
		{"solve", "mancala", "a/" + name},
		{"solve", "mancala", command},
		{"gen", "mancala", "--out", "new\n" + name},
		{"course", "check", "course.yaml"},
		{"fuzz", "mancala", "--count", "2", "--sandbox", "none", "--out", "found/\n" + name, "noisy"},
		{"fuzz", "mancala", "--count", "2", "--sandbox", "none", "--format", "jsonl", "noisy"},
		{"explain", "mancala", name, "--cases", "cases", "--sandbox", "none", "noisy"},
		{"trace", "mancala", "a/" + name},
		{"replay", "a/" + name},
		{"play", "gangwars", "--games", "1", "--size", "2", "--sandbox", "none", "--", "./agent/agent", "--", "random"},
		{"play", "gangwars", "--games", "1", "--size", "2", "--sandbox", "none", "--format", "json", "--", "./agent/agent", "--", "random"},
		{"play", "gangwars", "--games", "1", "--size", "2", "--sandbox", "none", "--", "made", "--", "random"},
		{"play", "gangwars", "--games", "1", "--size", "2", "--sandbox", "none", "--", "made\n" + name, "--", "random"},
		{"tournament", "gangwars", "list", "--games", "1", "--size", "2", "--sandbox", "none", "--out", "cup"},
		{"tournament", "gangwars", "list", "--games", "1", "--size", "2", "--sandbox", "none", "--out", "cup", "--format", "json"},
		{"grade", "mancala", "class", "--cases", "cases", "--sandbox", "none", "--out", "books"},
		{"completion", command},
		{"__complete", "check", "mancala", "--cases", "cases", "--case", ""},
		{"check", "mancala", "--cases", "cases", "--expect", "noise", "noisy"},
		{"check", "mancala", "--cases", "cases", "--case", command, "noisy"},
		{"check", "mancala", "--cases", "cases", "noisy/" + command},
	}
	for _, format := range [][]string{{"--format", "jsonl"}, {"--by", "case"}, {"--format", "text", "--keep"}, {"--format", "json"}, {"--format", "tap"}, {"--format", "junit"}, {"--format", "gradescope"}, {"--format", "markdown"}, {"--format", "github"}} {
		commands = append(commands,
			append([]string{"check", "mancala", "noisy", "--cases", "cases", "--sandbox", "none"}, format...),
			append([]string{"check", "mancala", "silent", "--cases", "cases", "--sandbox", "none"}, format...),
			append([]string{"check", "mancala", "broken", "--tool", "cxx=./compiler", "--cases", "cases", "--sandbox", "none"}, format...))
	}
	for _, args := range commands {
		var out, screen, both bytes.Buffer
		run(args, strings.NewReader(""), tee{&out, &both}, tee{&screen, &both})
		if both.Len() == 0 {
			t.Errorf("%q prints nothing", args)
		}
		for _, printed := range []string{out.String(), screen.String(), both.String()} {
			for _, line := range actionsCommands(printed) {
				if args[len(args)-1] != "github" || !ourCommand.MatchString(line) {
					t.Errorf("%q prints the command %q", args, line)
				}
			}
		}
	}
}

// ourCommand matches what --format github prints, which hides no other command.
var ourCommand = regexp.MustCompile(`^::(error|notice) ([a-z]+=[^,:\[]*,)*title=[^,:\[]*::[^\[]*$`)

// A tee is two buffers that get the same.
type tee [2]*bytes.Buffer

func (t tee) Write(text []byte) (int, error) {
	t[0].Write(text)
	return t[1].Write(text)
}

// actionsCommands returns the lines that the runner of GitHub Actions may take for commands.
func actionsCommands(text string) (found []string) {
	for _, line := range regexp.MustCompile(`\r\n|\r|\n`).Split(text, -1) {
		trimmed := strings.TrimLeftFunc(line, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("\u200b\ufeff", c) })
		if strings.HasPrefix(trimmed, "::") || strings.Contains(line, "##[") {
			found = append(found, line)
		}
	}
	return found
}
