package newpackage_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// TestTemplate finds TODO in three files of a package to fill in, and nothing of the example. An example has
// no TODO.
func TestTemplate(t *testing.T) {
	for _, c := range []struct {
		start newpackage.Start
		want  []string
		title string
	}{
		{newpackage.Start{}, []string{"input_validators/validate.py", "statement/problem.en.md", "submissions/accepted/reference.py"}, "nim"},
		{newpackage.Start{Example: true}, nil, "The longest run"},
	} {
		files := must.Get(c.start.Files("nim"))(t)
		var todo []string
		for name, text := range files {
			if strings.Contains(string(text), "TODO") {
				todo = append(todo, name)
			}
			if !c.start.Example && regexp.MustCompile(`(?i)longest|forgets|TITLE`).Match(text) {
				t.Errorf("%s is not to be filled in:\n%s", name, text)
			}
		}
		slices.Sort(todo)
		expect.Equal(t, c.want, todo, "files with TODO of", c.start)
		m := must.Get(manifest.Parse("", files[manifest.File], func(err error) { t.Error(err) }))(t)
		expect.Equal(t, c.title, m.Title)
		expect.Equal(t, 2*time.Second, m.Programs.CPU)
		expect.Equal(t, 512<<20, m.Programs.Memory)
	}
}

// New writes a package with existing files and with those that are missing, or nothing: not over other files.
func TestNew(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must.WriteFiles(t, dir, map[string]string{"own.py": "print(1)\n", "own.in": "2\n", "full/x": "", "o p.py": ""})
	must.Do(t, os.Mkdir(at("empty"), 0o755))
	for _, c := range []struct{ name, reference, input, want string }{
		{"empty", "own.py", "own.in", ""}, {"new", "own.py", "own.in", ""}, {"full", "own.py", "own.in", "exists"}, {"a b", "own.py", "own.in", `for a package, found "a b"`},
		{"odd", "o p.py", "own.in", "o p.py: want a file whose name"}, {"gone", "own.py", "none", "none: no such file"}, {"bad", "own.py", "own.in", "no answer"},
	} {
		err := newpackage.New(at(c.name), newpackage.Start{Reference: at(c.reference), Input: at(c.input)}, func(string) (map[string][]byte, error) {
			if c.name == "bad" {
				return nil, errors.New("no answer")
			}
			return map[string][]byte{"data/secret/1.ans": []byte("3\n")}, nil
		})
		expect.True(t, (err == nil) == (c.want == "") && (err == nil || strings.Contains(err.Error(),
			c.want)), c.name, err, "want", c.want)
		_, err = os.Stat(at(c.name))
		expect.Equal(t, c.want == "" || c.name == "full", err == nil, c.name)
		for name, text := range map[string]string{"submissions/accepted/own.py": "print(1)\n", "data/secret/1.in": "2\n", "data/secret/1.ans": "3\n"} {
			if got, err := os.ReadFile(at(c.name + "/" + name)); c.want == "" && string(got) != text {
				t.Errorf("%s: %s is %q, %v", c.name, name, got, err)
			}
		}
	}
	extra := string(must.Get(os.ReadFile(at("new/" + newpackage.ExtraFile)))(t))
	expect.Contains(t, extra, "submissions/accepted/own.py\n")
}

// UnpackAnswer returns the files that PackAnswer packs, with and without newlines at their ends.
func TestAnswers(t *testing.T) {
	outputs := []string{"a", "b", "c", "e"}
	files := map[string][]byte{"a": []byte("1\n"), "b": []byte("2"), "c": {}, "d": []byte("not judged")}
	packed := newpackage.PackAnswer(outputs, files)
	delete(files, "d")
	expect.Equal(t, files, must.Get(newpackage.UnpackAnswer(outputs, packed))(t))
	expect.Equal(t, "chomp b\n-- a --\n1\n-- b --\n2\n-- c --\n", string(packed))
	stdout, only := []string{newpackage.Stdout}, map[string][]byte{newpackage.Stdout: []byte("-- x --")}
	expect.Equal(t, only, must.Get(newpackage.UnpackAnswer(stdout, newpackage.PackAnswer(stdout, only)))(t))
	for text, want := range map[string]string{"-- d --\n": "want the files a, b, c, e in the answer, found d", "": "as a txtar archive (-- a --), found none"} {
		_, err := newpackage.UnpackAnswer(outputs, []byte(text))
		expect.Error(t, err, want, text)
	}
}

// exported returns the files of a game's package, and its settings.
func exported(t *testing.T, a *oracle.Assignment) (map[string]string, *manifest.Manifest) {
	t.Helper()
	var archive bytes.Buffer
	must.Do(t, newpackage.ExportGame(t.Context(), a, homework.Run{CPU: 3 * time.Second, Memory: 64 << 20, Output: 5 << 20}, "pack", &archive))
	z := must.Get(zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len())))(t)
	files := map[string]string{}
	for _, f := range z.File {
		files[strings.TrimPrefix(f.Name, "pack/")] = string(must.Get(fs.ReadFile(z, f.Name))(t))
	}
	return files, must.Get(manifest.Parse("", []byte(files[manifest.File]), func(err error) { t.Error(err) }))(t)
}

// An exported game has its default cases with their answers, its points, and programs without other games.
func TestExportGame(t *testing.T) {
	for game, want := range map[string]string{
		"squirrel": "scoring true, [alpha-beta battle greedy minimax], bonus false", "gangwars": "scoring false, [], bonus true",
	} {
		a := gametest.Lookup(t, game)
		files, m := exported(t, a)
		var groups []string
		answers := 0
		for name, text := range files {
			if group, ok := strings.CutSuffix(name, "/test_group.yaml"); ok && group != "data" {
				groups = append(groups, strings.TrimPrefix(group, "data/secret/"))
			}
			if strings.HasSuffix(name, "_test.go") || strings.Contains(text, "touchstone-suite/touchstone/") || strings.Contains(name, "oracle/mancala") {
				t.Errorf("%s: %s is not for the package", game, name)
			}
			if input, ok := strings.CutSuffix(name, ".ans"); ok {
				right := must.Get(oracle.Solve(t.Context(), a, []byte(files[input+".in"]), oracle.Options{}))(t)
				got, err := newpackage.UnpackAnswer(slices.Collect(maps.Keys(right)), []byte(text))
				if answers++; err != nil || !cmp.Equal(right, got) || !strings.HasPrefix(files[input+".yaml"], "description: \"") {
					t.Errorf("%s: %s has another answer, %v", game, name, err)
				}
			}
		}
		slices.Sort(groups)
		extra := files[newpackage.ExtraFile]
		got := fmt.Sprintf("scoring %v, %v, bonus %v", m.Scoring, groups, strings.Contains(extra, "bonus: "))
		expect.True(t, got == want && answers >= 10 && m.Programs.CPU == 3*time.Second &&
			m.Programs.Memory == 64<<20 && m.Programs.Output >= 6<<20 && m.Title == a.Title, game, "found", got, "with", answers, "cases and", m, "want", want)
		for role, dir := range map[string]string{"reference": "submissions/accepted/oracle/", "validator": "input_validators/valid/", "generator": "generators/random/"} {
			if !strings.Contains(files[dir+"role.go"], `role = "`+role+`"`) || !strings.Contains(files[dir+"main.go"], "suite/oracle/"+game) || files[dir+"oracle/"+game+"/assignment.go"] == "" ||
				!regexp.MustCompile("^module suite\n\ngo 1.[0-9.]+\n$").MatchString(files[dir+"go.mod"]) {
				t.Errorf("%s: the %s is not complete", game, role)
			}
		}
		expect.True(t, strings.Contains(extra, "  outputs: [") && strings.Contains(extra,
			"    "+a.Situations[0].Name+": ") && files["statement/problem.en.md"] == a.Rules, game, extra)
	}
	a := gametest.Lookup(t, "squirrel")
	err := newpackage.ExportGame(t.Context(), a, homework.Run{}, "a b", io.Discard)
	expect.Error(t, err, `found "a b"`)
}
