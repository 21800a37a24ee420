package problem

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
)

// extract writes the package of a txtar archive in testdata/versions into a directory, and returns its path.
func extract(t *testing.T, name string) string {
	t.Helper()
	return lay(t, filesOf(t, filepath.Join("testdata", "versions", name+".txtar")))
}

// TestVersions verifies packages of each version of the format, with rules for cases, with links, and with
// programs in many languages. Each submission gets the verdict that its directory promises.
func TestVersions(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for name, warnings := range map[string][]string{
		"legacy-flags": {"submissions/accepted/README: "},
		"legacy-ini":   {"input_validators/number.ctd: this input validator does not run"},
		"draft-2023":   nil,
		"generated":    nil,
		"scripts":      nil,
		"links": {"data/sample/-odd.in: ignored; want a name", "data/sample/sp ace.in: ignored; want a name", "data/secret/-odd.in: ignored; want a name",
			"data/secret/sp ace.in: ignored; want a name", "data/sample/out.in: ignored a link", "data/secret/out.in: ignored a link", "submissions/accepted/loop: ignored a link to a directory above",
			"submissions/accepted/out.py: ignored a link"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := extract(t, name)
			switch {
			case name == "links":
				addLinks(t, dir)
			case name == "scripts" && !effort.All():
				for _, slow := range []string{".scala", ".hs"} { // to compile
					must.Do(t, os.Remove(filepath.Join(dir, "submissions/accepted/double"+slow)))
				}
			}
			p := read(t, dir)
			for _, want := range warnings {
				if !strings.Contains(strings.Join(p.warnings, "\n"), want) {
					t.Errorf("warnings %q, want %q", p.warnings, want)
				}
			}
			if len(p.warnings) != len(warnings) {
				t.Errorf("warnings %q, want %d", p.warnings, len(warnings))
			}
			if name == "links" { // TestArchivedLinks verifies it
				return
			}
			for wrong := range strings.Lines(verifiedIn(t, dir)) {
				if !strings.Contains(wrong, "on the PATH, found none") {
					t.Error(wrong)
				}
			}
		})
	}
}

// addLinks adds links to the package links: to files and directories of the package, in a cycle, and out of
// it.
func addLinks(t *testing.T, dir string) {
	for name, target := range map[string]string{
		"data/sample":                      "secret",
		"data/secret/3.in":                 "../../shared/answer.py",
		"data/secret/3.ans":                "3.in",
		"data/secret/out.in":               "/etc/passwd",
		"submissions/accepted/loop":        "..",
		"submissions/accepted/out.py":      "../../../out.py",
		"submissions/accepted/echo":        "../../elsewhere/echo",
		"submissions/accepted/cat.sh":      "../../elsewhere/cat.sh",
		"elsewhere/echo/answer.py":         "../../shared/answer.py",
		"submissions/wrong_answer/back.py": "../wrong_answer/reverse.py",
	} {
		if err := os.Symlink(target, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Skip(err)
		}
	}
}

// TestInclude builds a submission from outside the package. The package adds the main function.
func TestInclude(t *testing.T) {
	p, game := openGame(t, lay(t, sum(map[string]string{
		"include/cpp/grader.cpp": "int answer();\nint main() { return answer(); }\n",
	})))
	file := filepath.Join(t.TempDir(), "f.cpp")
	must.Do(t, os.WriteFile(file, []byte("int answer() { return 0; }\n"), 0o644))
	b := must.Get(program.FromPath(t.Context(), p.executor, game.Assignment, file))(t)
	must.Do(t, b.Close())
}

// TestArchivedLinks verifies the package links as a zip with links, which gives the same warnings as the
// directory. A link in place of the directory of the package does not lead out.
func TestArchivedLinks(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := extract(t, "links")
	addLinks(t, dir)
	file := zipLinks(t, dir, "links.zip", "links")
	var warnings [2]string
	for i, name := range []string{dir, file} {
		for _, w := range read(t, name).warnings {
			_, w, _ = strings.Cut(w, map[string]string{dir: dir + "/", file: "links/"}[name])
			warnings[i] += w + "\n"
		}
	}
	if warnings[0] != warnings[1] || warnings[0] == "" {
		t.Errorf("found the warnings %s\nwant %s", warnings[1], warnings[0])
	}
	for wrong := range strings.Lines(verifiedIn(t, file)) {
		if !strings.Contains(wrong, "on the PATH, found none") {
			t.Error(wrong)
		}
	}
	out := t.TempDir()
	must.Do(t, os.Symlink(dir, filepath.Join(out, "out")))
	if _, err := readPackage(t.Context(), zipLinks(t, out, "out.zip", ".")); err == nil || !strings.Contains(err.Error(), "found it in 0") {
		t.Errorf("error %v of a link to a package", err)
	}
}

// zipLinks packs a directory with its links into a zip, below a directory called top, and returns its path.
func zipLinks(t *testing.T, dir, name, top string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	must.Do(t, filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info := must.Get(e.Info())(t)
		below := must.Get(filepath.Rel(dir, file))(t)
		h := &zip.FileHeader{Name: path.Join(top, filepath.ToSlash(below))}
		h.SetMode(info.Mode())
		w := must.Get(z.CreateHeader(h))(t)
		text := []byte{}
		if e.Type()&fs.ModeSymlink != 0 {
			target := must.Get(os.Readlink(file))(t)
			text = []byte(target)
		} else if text, err = os.ReadFile(file); err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	}))
	must.Do(t, z.Close())
	file := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(file, b.Bytes(), 0o600))
	return file
}

// TestWrittenCase has a generator that writes an input and its answer to files, and a directory that includes
// another one by the name of its rule.
func TestWrittenCase(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p := open(t, extract(t, "generated"))
	found := map[string]string{}
	for _, c := range p.cases {
		found[c.name] = string(c.input) + "-> " + string(c.answer)
	}
	if got, want := found["secret/14-written"], "7 3\n-> 7\n"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	if got, want := found["secret/3-last/x"], "3\n-> "; got != want {
		t.Errorf("found %q in %q, want %q", got, found, want)
	}
}
