package cases_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// write writes a file, creating its directory.
func write(t *testing.T, path, text string) string {
	t.Helper()
	must.WriteFile(t, path, text)
	return path
}

// load returns a case.
func load(t *testing.T, text string) *cases.Case {
	t.Helper()
	loaded := must.Get(cases.Load(write(t, filepath.Join(t.TempDir(), "a.txtar"), text)))(t)
	return loaded[0]
}

// updated returns a case after an update.
func updated(t *testing.T, text string) *cases.Case {
	t.Helper()
	path := write(t, filepath.Join(t.TempDir(), "a.txtar"), text)
	must.Get(cases.UpdateFiles(t.Context(), path, false))(t)
	loaded := must.Get(cases.Load(path))(t)
	return loaded[0]
}

// A golden of exactly MaxStored bytes is stored as text, one with a byte more as its digest.
func TestLargestStoredGolden(t *testing.T) {
	golden := func(name int) cases.Golden { // of a search that names this state once
		c := updated(t, "# mapcolor: a long name\nsubmit input.txt\ngolden output.txt\n-- input.txt --\n"+
			"G, R\nA: R-1\n1\nG: 1, R: 1\nG: 1, R: 1\nA: B, "+strings.Repeat("Y", name)+"\n")
		return must.Get(c.Golden("output.txt"))(t)
	}
	rest := int(golden(1).Bytes) - 1
	for size, stored := range map[int]bool{cases.MaxStored - 1: true, cases.MaxStored: true, cases.MaxStored + 1: false} {
		g := golden(size - rest)
		expect.Equal(t, int64(size), g.Bytes, "bytes")
		expect.Equal(t, stored, g.Text != nil, "stored as text of size", size)
	}
}

// The digest of a file covers all of it, even if its first lines become known last.
func TestDigestOfHead(t *testing.T) {
	c := updated(t, "# reversi: the first moves\nsubmit input.txt\ngolden output.txt\n-- input.txt --\n"+
		"X\n8\n********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n")
	text := gametest.Answer(t, c.Problem, homework.Options{})["output.txt"]
	want := cases.Sum{SHA256: fmt.Sprintf("%x", sha256.Sum256(text)), Bytes: int64(len(text)), Lines: int64(bytes.Count(text, []byte("\n")))}
	if !bytes.HasSuffix(text, []byte("\n")) {
		want.Lines++
	}
	expect.Equal(t, cases.Golden{Sum: want}, must.Get(c.Golden("output.txt"))(t))
	again := must.Get(load(t, string(c.Script())).Complete(t.Context()))(t)
	expect.Equal(t, cases.Golden{Sum: want}, must.Get(again.Golden("output.txt"))(t), "completed")
}

// A digest must be complete: one that is too short, too long or lacks a line would accept wrong files.
func TestDigests(t *testing.T) {
	whole := strings.Repeat("ab", 32)
	for text, ok := range map[string]bool{
		"sha256 " + whole + "\nbytes 5\nlines 1\n":     true,
		"sha256 " + whole[1:] + "\nbytes 5\nlines 1\n": false,
		"sha256 " + whole + "a\nbytes 5\nlines 1\n":    false,
		"sha256 ab\nbytes 5\nlines 1\n":                false,
		"sha256 " + whole + "\nbytes 5\n":              false,
		"sha256 " + whole + "\nlines 1\nbytes 5\n":     false,
		"sha1 " + whole[:40] + "\nbytes 5\nlines 1\n":  false,
		"": false,
		"sha256 " + whole + "\nbytes many\nlines some\n": false,
	} {
		g, err := load(t, small+"-- golden/next_state.txt.sum --\n"+text).Golden("next_state.txt")
		expect.True(t, (err == nil) == ok && (!ok || g.Bytes == 5 && g.Lines == 1 && g.Text == nil), text)
	}
}

// An unterminated last line counts as a line. An empty file has no lines.
func TestGoldenLines(t *testing.T) {
	for text, lines := range map[string]int64{"": 0, "a\n": 1, "a\nb\n": 2} {
		g := must.Get(load(t, small+"-- golden/next_state.txt --\n"+text).Golden("next_state.txt"))(t)
		expect.Equal(t, [2]int64{lines, int64(len(text))}, [2]int64{g.Lines, g.Bytes}, text)
	}
	reversi := "# reversi: no final line end\nsubmit input.txt\ngolden output.txt\n-- input.txt --\nX\n1\n" + strings.Repeat("********\n", 8)
	g := must.Get(updated(t, reversi).Golden("output.txt"))(t)
	expect.Equal(t, false, bytes.HasSuffix(g.Text, []byte("\n")), string(g.Text))
	expect.Equal(t, int64(bytes.Count(g.Text, []byte("\n")))+1, g.Lines, "lines")
}

// A rewritten case keeps its permissions, and no temporary file remains next to it. An input in a directory
// named testdata is not a case.
func TestUpdateRewrites(t *testing.T) {
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "a.txtar"), small)
	other := write(t, filepath.Join(dir, "testdata", "b.txtar"), "no case\n")
	deep := write(t, filepath.Join(dir, "tests", "0.txtar"), small)
	changed := must.Get(cases.UpdateFiles(t.Context(), dir, false))(t)
	expect.Equal(t, []cases.Changed{{path, true}, {deep, true}}, changed, "changed")
	info := must.Get(os.Stat(path))(t)
	expect.True(t, filepath.Separator != '/' || info.Mode().Perm() == 0o644, info.Mode())
	expect.Equal(t, 0, len(must.Get(cases.UpdateFiles(t.Context(), dir, false))(t)), "changed again")
	expect.Equal(t, "no case\n", string(must.Get(os.ReadFile(other))(t)))
	expect.Equal(t, []string{"a.txtar", "testdata", "tests"}, must.Names(t, dir))
	expect.Equal(t, []string{"0", "a"}, names(must.Get(cases.Load(dir))(t)), "cases in order")
}

// Errors in several cases are all reported at once, each with its line.
func TestAllThatIsWrong(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.txtar"), strings.Replace(small, "submit", "execute", 1))
	write(t, filepath.Join(dir, "b.txtar"), "# chess: mate\n")
	write(t, filepath.Join(dir, "c.txtar"), strings.Replace(small, "submit input.txt\ngolden next_state.txt", "golden next_state.txt\nsubmit input.txt", 1))
	write(t, filepath.Join(dir, "d.txtar"), strings.Replace(small, "submit input.txt\n", "submit input.txt\nsubmit input.txt\n", 1))
	write(t, filepath.Join(dir, "e.txtar"), strings.Replace(small, "golden next_state.txt\n", "", 1))
	write(t, filepath.Join(dir, "f.txtar"), strings.Replace(small, "submit input.txt", "crlf other.txt\nsubmit input.txt", 1))
	write(t, filepath.Join(dir, "g.txtar"), "# mancala: nothing\nsubmit input.txt\n")
	write(t, filepath.Join(dir, "h.txtar"), strings.Replace(small, "golden next_state.txt\n", "golden next_state.txt\ngolden next_state.txt\n", 1))
	write(t, filepath.Join(dir, "i.txtar"), strings.Replace(small, "submit", "unquote input.txt\nsubmit", 1))
	write(t, filepath.Join(dir, "j.txtar"), strings.Replace(small, "submit input.txt", "submit", 1))
	write(t, filepath.Join(dir, "k.txtar"), strings.Replace(small, ": a greedy move", "", 1))
	write(t, filepath.Join(dir, "l.txtar"), strings.Replace(small, "--\n1\n", "--\n9\n", 1))
	want := `a.txtar:2: want unquote, crlf, chomp, submit, golden, each with one file, found "execute input.txt"
b.txtar:1: want a first line such as "# reversi: what the case shows", found "# chess: mate"
c.txtar:2: want submit before golden
d.txtar: want one line "submit input.txt", found 2
e.txtar: want one line golden for each of next_state.txt, found 0 for 
f.txtar:2: want crlf input.txt, found "crlf other.txt"
g.txtar: want a file input.txt in the case, found none
h.txtar: want one line golden for each of next_state.txt, found 2 for next_state.txt, next_state.txt
i.txtar: want a ">" before each line of input.txt, which the script unquotes: `
	_, err := cases.Load(dir)
	expect.Error(t, err, want)
	expect.Contains(t, fmt.Sprint(err), `
j.txtar:2: want unquote, crlf, chomp, submit, golden, each with one file, found "submit"
k.txtar:1: want a first line such as "# reversi: what the case shows", found "# mancala"
l.txtar: input.txt:1: `)
	_, err = cases.Load(t.TempDir())
	expect.Error(t, err, ": want cases (*.txtar), found none")
}

// Annotations are written at the end of the header, replacing older ones; other profiles, tags and comments
// stay. The mistakes that cases kill are written to a separate file.
func TestAnnotate(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	header := "# mancala: a greedy move\n# a remark: it stays\n# profiles: core graded beyond\n# kills: old older\n# rules: 9\n# tags: own\n"
	rest, dir := strings.TrimPrefix(small, "# mancala: a greedy move\n"), t.TempDir()
	path, kills := write(t, filepath.Join(dir, "a.txtar"), header+rest), filepath.Join(dir, cases.KillsFile)
	write(t, filepath.Join(dir, "b.txtar"), header+rest) // nothing to annotate
	faults := []string{"another", "one", "none"}
	note := map[string]cases.Annotation{"a": {Kills: []string{"another", "one"}, Core: true}}
	for _, check := range []bool{true, false} {
		before, _ := os.ReadFile(path)
		changed := must.Get(cases.Annotate(t.Context(), dir, a, faults, note, check))(t)
		expect.Equal(t, []string{path, kills}, changed, "changed")
		after, _ := os.ReadFile(path)
		_, err := os.Stat(kills)
		same := [2]bool{string(before) == string(after), os.IsNotExist(err)}
		expect.Equal(t, [2]bool{check, check}, same, "check")
	}
	again := must.Get(cases.Annotate(t.Context(), dir, a, faults, note, true))(t)
	expect.Equal(t, 0, len(again), "changed the second time")
	text := must.Get(os.ReadFile(path))(t)
	want := "# mancala: a greedy move\n# a remark: it stays\n# rules: 9\n# tags: own\n# profiles: core graded beyond\n" + rest
	expect.Equal(t, want, string(text))
	text = must.Get(os.ReadFile(kills))(t)
	want = "# Which cases kill which mutants. Written by \"touchstone audit --update\".\ncase a\nfault another x\nfault one     x\nfault none    .\n"
	expect.Equal(t, want, string(text))
	loaded := must.Get(cases.Load(dir))(t)
	expect.Equal(t, 2, len(loaded), "cases")
	expect.Equal(t, [][]string{{"another", "one"}, nil}, [][]string{loaded[0].Kills, loaded[1].Kills})
	other := write(t, filepath.Join(filepath.Dir(path), "other", "a.txtar"), "# mapcolor: of the same name\nsubmit input.txt\ngolden output.txt\n-- input.txt --\nG, R\nA: R-1\n1\nG: 1, R: 1\nG: 1, R: 1\nA: B\n")
	again = must.Get(cases.Annotate(t.Context(), filepath.Dir(other), a, faults, note, true))(t)
	expect.Equal(t, 0, len(again), "changed cases of another assignment")
	note["a"] = cases.Annotation{}
	again = must.Get(cases.Annotate(t.Context(), dir, a, nil, note, false))(t)
	expect.Equal(t, []string{path, kills}, again, "changed")
	text = must.Get(os.ReadFile(path))(t)
	expect.Contains(t, string(text), "# profiles: graded beyond\n", "# rules: 9\n")
}

// Each directory of cases has a matrix of its own, with all of its cases.
func TestAnnotateDirs(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	dir, notes := t.TempDir(), map[string]cases.Annotation{}
	var want []string
	for _, name := range []string{"a", "b", "c"} {
		notes[name] = cases.Annotation{Kills: []string{"fault-of-" + name}}
		write(t, filepath.Join(dir, "of-"+name, name+".txtar"), small)
		write(t, filepath.Join(dir, "of-"+name, name+"-too.txtar"), small)
		notes[name+"-too"] = cases.Annotation{Kills: []string{"fault-of-a", "fault-of-" + name + "-too"}}
		want = append(want, filepath.Join(dir, "of-"+name, cases.KillsFile))
	}
	faults := []string{"fault-of-a", "fault-of-b", "fault-of-c", "fault-of-a-too", "fault-of-b-too", "fault-of-c-too"}
	expect.Equal(t, want, must.Get(cases.Annotate(t.Context(), dir, a, faults, notes, false))(t), "changed")
	loaded := must.Get(cases.Load(dir))(t)
	expect.Equal(t, 6, len(loaded), "cases")
	for _, c := range loaded {
		expect.Equal(t, notes[c.Name].Kills, c.Kills, c.Name, "kills")
	}
}

// An invalid matrix is reported with its line.
func TestKillsFile(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.txtar"), small)
	for text, line := range map[string]string{"case a\nfault one xx\n": "2", "case a b\n": "1", "# free words\n\nfault one o\n": "3", "case a\nfault one y\n": "2", "x\n": "1", "other a\n": "1", "case a\ncheat one x\n": "2", "case a\nfault one\n": "2"} {
		write(t, filepath.Join(dir, cases.KillsFile), text)
		_, err := cases.Load(dir)
		expect.Error(t, err, cases.KillsFile+":"+line+": want a case, or a fault", text)
	}
	write(t, filepath.Join(dir, "b", "b.txtar"), small)
	write(t, filepath.Join(dir, "b", cases.KillsFile), "x\n")
	_, err := cases.Load(dir)
	expect.Equal(t, 2, strings.Count(fmt.Sprint(err), cases.KillsFile+":"), "errors of two directories")
}

// A program gets each text that PackInput packs, byte for byte.
func TestPackInput(t *testing.T) {
	for _, text := range []string{"", "\n", "1", "1\n", "-- x --\n", "1\n-- x --", ">-- x --\n-- y --\n\n", "-- x --\r\n1\r\n"} {
		commands, file := cases.PackInput([]byte(text))
		chomps := strings.Contains(commands, cases.CmdChomp)
		expect.Equal(t, text != "" && !strings.HasSuffix(text, "\n"), chomps, text, "a newline is removed")
		comment := "# mancala: a\n" + commands + "submit input.txt\n"
		archive := txtar.Parse(txtar.Format(&txtar.Archive{Comment: []byte(comment), Files: []txtar.File{file}}))
		expect.Equal(t, 1, len(archive.Files), text, "number of files")
		given := archive.Files[0].Data
		if strings.Contains(commands, cases.CmdUnquote) {
			given = must.Get(txtar.Unquote(given))(t)
		}
		if chomps {
			given = cases.Rewrites[cases.CmdChomp](given)
		}
		expect.Equal(t, text, string(given))
	}
}

// A new case has the lines of its header, its input, and all goldens.
func TestMake(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	p := gametest.Parse(t, a, "2\n1\n2\n3 3 3\n3 3 3\n0\n0\n")
	for _, lines := range [][]string{nil, {"tags: new own", "rules: 3"}} {
		c := must.Get(cases.Make(t.Context(), a, p, "own", "a new case"))(t)
		if lines != nil {
			text := must.Get(cases.Compose(t.Context(), a, p, "a new case", lines...))(t)
			c = must.Get(cases.Parse("own", "own", text))(t)
			expect.Equal(t, "[new own] [3]", fmt.Sprint(c.Tags, c.Rules), "header")
		}
		expect.Equal(t, "own: a new case", c.Name+": "+c.Title)
		expect.Equal(t, p.String(), string(c.Given()), "input")
		expect.Equal(t, 2, len(c.Index().Goldens), "goldens")
	}
}
