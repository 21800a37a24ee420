package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/touchstone-suite/touchstone/internal/course/coursetest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// hostile holds characters that control a terminal or deceive a reader.
const hostile = "\x1b[2J\x07\x7f\u009b31m\u202e\u200b\u2066\ufeff\u3164\xff"

// No text in a case or a submission, and no name of a file, makes a command print control characters or
// invisible characters.
func TestHostileText(t *testing.T) {
	effort.NeedsAll(t, "grades a class")
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such names, and no sh")
	}
	t.Setenv("TMPDIR", t.TempDir()) // for the directories of --keep
	t.Chdir(t.TempDir())
	text := must.Get(os.ReadFile(filepath.Join(home, "../../cases/mancala/handout-sample.txtar")))(t)
	_, rest, _ := bytes.Cut(text, []byte("\n"))
	name := strings.NewReplacer("\xff", "").Replace(hostile) // file systems differ on bytes that are no text
	write := func(path, text string) {
		t.Helper()
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, []byte(text), 0o777))
	}
	write("cases/"+name+".txtar", "# mancala: "+hostile+"\n# tags: "+hostile+"\n# kills: "+hostile+"\n"+string(rest))
	write("wrong/"+name+".txtar", "# mancala: x\n# tags: x\n# "+hostile+"\nsubmit "+hostile+"\n")
	write("other/"+name+".txtar", "# "+hostile+"\n")
	cat := "#!/bin/sh\ncat '" + mustAbs(t, "noise") + "' >&2\n"
	write("broken/mancala.cpp", "")
	write("compiler", cat+"exit 1\n")
	write("noisy/mancala", cat+">'"+name+"'\nexit 3\n")
	write("list", "ann: greedy\nben: random\n")
	write("class/ann/mancala", "#!/bin/sh\n")
	write("noise", hostile+"\n"+hostile)
	write("a/"+name, hostile+"\n")
	write("b/"+name, "x"+hostile+"\n")
	commands := [][]string{
		{"list", "mancala", "--cases", "cases"},
		{"list", "mancala", "--cases", "cases", "--format", "json"},
		{"list", "mancala", "--cases", "wrong"},
		{"list", "mancala", "--cases", "other"},
		{"list", "mancala", "--cases", name},
		{"list", "mancala", "--cases", "cases", "--cases", "cases"},
		{"list", name},
		{name},
		{"list", "--" + name},
		{"cases", "update", "wrong"},
		{"cases", "update", "cases/" + name + ".txtar"},
		{"audit", "mancala", "--cases", "cases", "--tries", "0", "--update", "cases", "--check"},
		{"audit", "mancala", "--cases", "cases", "--tries", "0", "--out", "m.csv"},
		{"diff", "a/" + name, "b/" + name},
		{"diff", "a/" + name, "a/" + name},
		{"solve", "mancala", "a/" + name},
		{"gen", "mancala", "--out", "new/" + name},
		{"fuzz", "mancala", "--count", "2", "--sandbox", "none", "--out", "found/" + name, "noisy"},
		{"fuzz", "mancala", "--count", "2", "--sandbox", "none", "--format", "jsonl", "noisy"},
		{"fuzz", "mancala", "--count", "2", "--sandbox", "none", "--tool", "cxx=./compiler", "broken"},
		{"check", "mancala", "--cases", "cases", "--expect", "noise", "noisy"},
		{"grade", "mancala", "class", "--case", "handout-sample", "--sandbox", "none", "--out", "books/\n" + name},
		{"grade", "mancala", "class", "--case", "handout-sample", "--shard", "1/2", "--sandbox", "none", "--out", "shard\n" + name},
		{"tournament", "gangwars", "list", "--games", "1", "--size", "2", "--nodes", "9", "--out", "cups/\n" + name},
		{"tournament", "gangwars", "list", "--games", "1", "--size", "2", "--nodes", "9", "--shard", "1/2", "--out", "cups/shard\n" + name},
		{"trace", "mancala", "handout-sample", "--out", "\n" + name},
		{"check", "mancala", "--cases", "cases", "--case", name, "noisy/" + name},
	}
	for _, format := range [][]string{{"--format", "jsonl"}, {"--format", "text", "--keep"}, {"--format", "json"}, {"--format", "junit"}, {"--format", "gradescope"}} {
		commands = append(commands,
			append([]string{"check", "mancala", "noisy", "--cases", "cases", "--sandbox", "none"}, format...),
			append([]string{"check", "mancala", "broken", "--tool", "cxx=./compiler", "--cases", "cases", "--sandbox", "none"}, format...))
	}
	for _, args := range commands {
		var out, screen bytes.Buffer
		runCommand(args, strings.NewReader(""), &out, &screen)
		if out.Len()+screen.Len() == 0 && args[0] != "cases" {
			t.Errorf("%q prints nothing", args)
		}
		expectVisible(t, args, out.Bytes())
		expectVisible(t, args, screen.Bytes())
	}
	text = must.Get(os.ReadFile("m.csv"))(t)
	expectVisible(t, []string{"m.csv"}, bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
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

// home is where the tests are, whatever directory one of them goes to.
var home, _ = os.Getwd()

func mustAbs(t *testing.T, path string) string {
	t.Helper()
	path = must.Get(filepath.Abs(path))(t)
	return path
}

// No text in a course file and no name of a student makes a command write invisible characters, HTML or a
// formula.
func TestHostileCourse(t *testing.T) {
	effort.NeedsAll(t, "grades a class")
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such names, and no sh")
	}
	const text = "=<b>x|\u200d\u00a0\u00ad\ufe0f\u3164"
	t.Setenv("TMPDIR", t.TempDir())
	t.Chdir(t.TempDir())
	must.Do(t, os.MkdirAll(filepath.Join("class", text), 0o777))
	must.Do(t, os.WriteFile(filepath.Join("class", text, "mancala"), []byte("#!/bin/sh\n"), 0o777))
	graded := 0
	for i, p := range coursetest.Places(t) {
		src, _ := p.File(t, text)
		write(t, ".", "course.yaml", src)
		books := fmt.Sprintf("books%d", i)
		for _, args := range [][]string{
			{"course", "check", "course.yaml"},
			{"check", "--course", "course.yaml", "--case", "handout-sample", "--sandbox", "none", "--score", "class/" + text},
			{"grade", "--course", "course.yaml", "--case", "handout-sample", "--sandbox", "none", "--out", books, "class"},
		} {
			var out, screen bytes.Buffer
			runCommand(args, strings.NewReader(""), &out, &screen)
			expectVisible(t, append(args, p.String()), out.Bytes())
			expectVisible(t, append(args, p.String()), screen.Bytes())
		}
		files, _ := filepath.Glob(books + "/*.*")
		for _, name := range files {
			if strings.HasSuffix(name, "journal.jsonl") { // which is for the next run alone
				continue
			}
			text := must.Get(os.ReadFile(name))(t)
			graded++
			expectVisible(t, []string{p.String(), name}, bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
			if strings.HasSuffix(name, ".html") && bytes.Contains(text, []byte("=<b>")) || strings.HasSuffix(name, ".csv") && regexp.MustCompile(`(?m)(^|,)"?=`).Match(text) {
				t.Errorf("%s: %s holds HTML or a formula", p, name)
			}
		}
	}
	if graded < 10 {
		t.Errorf("found only %d books", graded)
	}
}
