package problem

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// verified opens a package of some files and verifies it. It returns all that is wrong, or the error.
func verified(t *testing.T, files map[string]string) string {
	t.Helper()
	return verifiedIn(t, lay(t, files))
}

// verifiedIn verifies the package in a directory.
func verifiedIn(t *testing.T, dir string) string {
	t.Helper()
	effort.NeedsTools(t, "python3")
	p, game, err := openPrepared(t, dir)
	if err != nil {
		return err.Error()
	}
	defer func() {
		must.Do(t, p.Close())
	}()
	wrong, err := game.Assignment.Verify(t.Context(), func() {})
	if err != nil {
		wrong = append(wrong, err.Error())
	}
	return strings.Join(wrong, "\n")
}

// A package is compared with its own claims: every difference is reported, and nothing else.
func TestVerify(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // other packages need not have the answers of this one
	whole := base(t)
	whole["submissions/submissions.yaml"] = "wrong_answer/*.py: {message: 'want \"3\", found \"1\"'}\n" // on the second case
	expect.Equal(t, "", verified(t, whole))
	for i, block := range strings.Split(string(must.Get(os.ReadFile("testdata/verify.txt"))(t)), "\n=== ")[1:] {
		if i > 8 && !effort.All() { // these wait for limits
			break
		}
		name, changes, _ := strings.Cut(block, "\n")
		files := base(t)
		wants := changeFiles(files, changes+"\n")
		if i > 1 && i < 8 { // two cases are enough
			maps.DeleteFunc(files, func(name, _ string) bool {
				return strings.HasPrefix(name, "data/secret/") && !strings.HasPrefix(name, "data/secret/1")
			})
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wrong := verified(t, files)
			expect.Equal(t, false, wants == nil && wrong != "", wrong)
			expect.Contains(t, wrong, wants...)
		})
	}
}

// Rules make the cases that are not there, with the answers of the reference; those that are there are held
// against their rules.
func TestRules(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	files := base(t)
	without(files, "data/secret")
	files["data/secret/by-hand.in"], files["data/secret/by-hand.ans"] = "1\n5\n", "1\n"
	files[rulesFile] = "random_salt: x\ndata:\n  sample: {data: {1: }}\n  secret:\n    data:\n      by-hand: runs.py 1 1\n" +
		"      large: {data: {a: 'runs.py {seed} 9', b: {generate: '/generators/runs.py {seed:2} 9'}}}\n"
	dir := lay(t, files)
	const want = "data/secret/by-hand.in: want the input of its rule in generators/generators.yaml, found another input"
	wrong := verified(t, files)
	expect.True(t, strings.HasSuffix(wrong, want) && !strings.Contains(wrong, "\n"), wrong)
	z := exported(t, dir)
	texts := map[string]string{}
	for _, name := range []string{"a.in", "b.in", "a.ans", "b.ans"} {
		text := must.Get(fs.ReadFile(z, "run/data/secret/large/"+name))(t)
		expect.Equal(t, "", texts[string(text)], "the file like", name)
		if strings.HasSuffix(name, ".in") {
			texts[string(text)] = name
		}
	}
	files[rulesFile] = "data: {secret: {data: {a: runs.py 1 x}}}\n"
	expect.Contains(t, verified(t, files), "generators.yaml: secret/a: ", "runs.py 1 x: want an input of the generator, found none: exit status 1")
}

// The reference has as much time as any program may have. A submission has what it takes to see that it is too slow. A
// run has the settings of the package.
func TestLimitsOfPrograms(t *testing.T) {
	p := read(t, lay(t, sum(files{"data/secret/1.files/x": "123", "data/secret/1.files/y": "45"})))
	p.manifest.LimitToTLE, p.manifest.Programs.Memory, p.manifest.Programs.Output = 3, 100, 7
	in := p.of(t.Context(), p.cases[0])
	for _, c := range []struct {
		limit  time.Duration
		judged bool
		cpu    time.Duration
	}{{2, true, 6}, {2, false, 10}, {0, true, 10}, {20, false, 20}, {20, true, 60}} {
		p.manifest.Programs.CPU, c.cpu = c.limit*time.Second, c.cpu*time.Second
		want := sandbox.Limits{CPU: c.cpu, Wall: 2*c.cpu + manifest.Patience, Memory: 100, Output: 7}
		expect.Equal(t, want, in.job(c.judged).limits, c)
	}
	for outputs, optional := range map[string]bool{"stdout": false, "a": false, "stdout a": true} {
		p.extra.outputs, p.extra.input = strings.Fields(outputs), "in.txt"
		j := in.job(true)
		expect.Equal(t, []any{strings.Contains(outputs, "a"), optional}, []any{slices.Equal(j.outputs, []string{"a"}), j.optional}, outputs)
		expect.Equal(t, []any{"4 5\n", "in.txt", int64(5), true}, []any{string(j.stdin), j.input, j.extraSize, j.run == nil})
	}
}

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
		"legacy-ini":   {"input_validators/number.ctd: this input validator does not run"}, "draft-2023": nil,
		"generated": nil, "scripts": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := extract(t, name)
			if name == "scripts" && !effort.All() {
				for _, slow := range []string{".scala", ".hs"} { // to compile
					must.Do(t, os.Remove(filepath.Join(dir, "submissions/accepted/double"+slow)))
				}
			}
			p := read(t, dir)
			expect.Contains(t, strings.Join(p.warnings, "\n"), warnings...)
			expect.Equal(t, len(warnings), len(p.warnings), p.warnings)
			for wrong := range strings.Lines(verifiedIn(t, dir)) {
				expect.Contains(t, wrong, "on the PATH, found none")
			}
		})
	}
}

// addLinks adds links to the package links: to files and directories of the package, in a cycle, and out of
// it.
func addLinks(t *testing.T, dir string) {
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/versions/links.txt"))(t))) {
		name, target, _ := strings.Cut(strings.TrimSpace(line), " ")
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
	goldie.New(t).Assert(t, "links", []byte(warnings[0]))
	expect.Equal(t, warnings[0], warnings[1], "warnings")
	for wrong := range strings.Lines(verifiedIn(t, file)) {
		expect.Contains(t, wrong, "on the PATH, found none")
	}
	out := t.TempDir()
	must.Do(t, os.Symlink(dir, filepath.Join(out, "out")))
	_, err := readPackage(t.Context(), zipLinks(t, out, "out.zip", "."))
	expect.Error(t, err, "found it in 0", "a link to a package")
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
	for name, want := range map[string]string{"secret/14-written": "7 3\n-> 7\n", "secret/3-last/x": "3\n-> "} {
		expect.Equal(t, want, found[name], name, found)
	}
}
