package problem

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// Runs that differ in anything that a program can see have different keys.
func TestKeys(t *testing.T) {
	known := map[string]int{}
	for i, j := range []job{
		{}, {args: []string{""}}, {args: []string{"", ""}}, {args: []string{"a b"}}, {args: []string{"a", "b"}}, {stdin: []byte("a")}, {input: "a"},
		{outputs: []string{"a"}}, {outputs: []string{"b"}}, {limits: sandbox.Limits{CPU: 1}},
		{limits: sandbox.Limits{Memory: 1}}, {limits: sandbox.Limits{Output: 1}},
	} {
		for k, key := range []string{j.key("p", nil), j.key("q", nil), j.key("p", [][]byte{nil}), j.key("p", [][]byte{[]byte("a")})} {
			other, ok := known[key]
			expect.Equal(t, false, ok, "run", 10*i+k, "has the key of run", other)
			known[key] = 10*i + k
		}
	}
	digests := map[string]string{}
	for _, name := range []string{"a", "b", "x/a", "y/a"} {
		dir := t.TempDir()
		must.WriteFile(t, filepath.Join(dir, filepath.FromSlash(name)), "")
		root := must.Get(os.OpenRoot(dir))(t)
		defer root.Close()
		p := &Package{root: root, files: []string{name}}
		// A journal does not continue with the results of a package in which a file had another name.
		for _, sum := range []string{must.Get(p.digestOf("."))(t), must.Get(p.digest())(t)} {
			expect.Equal(t, "", digests[sum], "the case with the digest of", name)
			digests[sum] = name
		}
	}
}

// A stored result is reused for the same program and the same files. After a change the program runs once more.
func TestStoredRuns(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p := read(t, lay(t, filesOf(t, "testdata/kinds/code.txtar")))
	p.executor = executor.Confined(outcome.Settings{})
	const sub, other = "submissions/wrong_answer/digits.sh", "submissions/wrong_answer/one_too_many.sh"
	const check, valid = "output_validator/judge.sh", "input_validators/command.sh"
	runs, sources := 0, sub
	slow, accepts := sandbox.Outcome{Exit: -1, Stopped: sandbox.StoppedCPU}, sandbox.Outcome{Exit: exitRight}
	for name, end := range map[string]sandbox.Outcome{sub: slow, other: slow, check: accepts, valid: accepts} {
		fake(t, p, name, func(executor.Task) (sandbox.Outcome, string) {
			runs++
			return end, ""
		})
	}
	c, m, s := p.cases[0], p.manifest, p.submissionOf(sub)
	right, got, file := "1", "1", ""
	programs := map[string]func() error{
		"submission": func() error { _, err := p.runOnInput(t.Context(), sources, p.of(t.Context(), c)); return err },
		"check": func() error {
			_, _, _, err := p.runValidators(t.Context(), p.of(t.Context(), c), file, []byte(right), []byte(got))
			return err
		},
		"validator": func() error { _, _, err := p.valid(t.Context(), c); return err },
	}
	changed := func(name string) func() {
		return func() { p.digests.Store(name, func() (string, error) { return "another", nil }) }
	}
	for _, change := range []struct {
		program, of string
		make        func()
	}{
		{"submission", "nothing", func() {}},
		{"submission", "the answer", func() { c.answer = []byte("7\n") }},
		{"submission", "the input", func() { c.input = []byte("encode 7\n") }},
		{"submission", "the files of the case", changed("data/secret/1.files")},
		{"submission", "its arguments", func() { c.args = []string{"a"} }},
		{"submission", "its limits", func() { m.Programs.Memory++ }},
		{"submission", "its files", changed("submissions/wrong_answer")},
		{"submission", "its entrypoint", func() { s.entrypoint = "x" }},
		{"submission", "its language", func() { s.language = "x" }},
		{"submission", "its name", func() { sources = other }},
		{"submission", "the passes", func() { m.ValidationPasses++ }},
		{"submission", "the validator", changed("output_validator")},
		{"submission", "the limits of the validator", func() { m.Checks.CPU++ }},
		{"submission", "the arguments of the validator", func() { c.outputArgs = []string{"a"} }},
		{"submission", "the arguments for all cases", func() { m.OutputArgs = []string{"b"} }},
		{"check", "nothing", func() {}},
		{"check", "the input", func() { c.input = []byte("encode 8\n") }},
		{"check", "the right answer", func() { right = "2" }},
		{"check", "the answer", func() { got = "2" }},
		{"check", "several files", func() { p.extra.outputs = []string{"a", "b"} }},
		{"check", "the file", func() { file = "b" }},
		{"check", "the arguments for all cases", func() { m.OutputArgs = nil }},
		{"check", "its limits", func() { m.Checks.Memory++ }},
		{"validator", "nothing", func() {}},
		{"validator", "the input", func() { c.input = []byte("encode 9\n") }},
		{"validator", "the arguments of the case", func() { c.args = []string{"b"} }},
		{"validator", "its arguments", func() { c.inputArgs = []string{"b"} }},
		{"validator", "its limits", func() { m.Checks.Output++ }},
	} {
		runs = 0
		change.make()
		must.Do(t, errors.Join(programs[change.program](), programs[change.program]()))
		expect.Equal(t, 1, runs, "runs of the", change.program, "after a change of", change.of)
	}
}

// Where all answers are known, no program is built, not even to find the reference and the limit of time.
func TestBuildsNothing(t *testing.T) {
	dir := fresh(t, map[string]string{"data/secret/1.ans": "-", "submissions/accepted/other.py": "a, b = map(int, input().split())\nprint(a + b)\n",
		"touchstone.yaml": "assignment: {reference: submissions/accepted/ref.py}\n"})
	for _, want := range []int{1, 0} {
		p, n := open(t, dir), 0
		answerIs(t, p, "secret/1")
		for range p.programs.Range {
			n++
		}
		expect.Equal(t, want, n, "programs built")
		expect.Equal(t, 2*time.Second, p.limit)
	}
}

// An answer of a program that was changed while its package was read is kept under no name.
func TestChanged(t *testing.T) {
	dir := fresh(t, nil)
	p := open(t, dir)
	const ref = "submissions/accepted/ref.py"
	must.Get(p.digestOf(p.sources(ref)))(t)
	must.Do(t, os.WriteFile(filepath.Join(dir, ref), []byte("print(666)\n"), 0o600))
	_, err := p.runOnInput(t.Context(), ref, p.of(t.Context(), p.cases[0]))
	expect.Error(t, err, "want files that stay as they are, found them changed")
}

// exported returns the archive to which the package in a directory is exported.
func exported(t *testing.T, dir string) *zip.Reader {
	t.Helper()
	var archive bytes.Buffer
	must.Do(t, Export(t.Context(), dir, "run", &archive))
	return must.Get(zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len())))(t)
}

// The cases of a package catch most mutants of a solution. A gap in the cases is a survivor with its line.
func TestMutants(t *testing.T) {
	const ref = "a, b = map(int, input().split())\nif a < 10:\n    print(a + b)\nelse:\n    print(a + b)\n"
	p := open(t, fresh(t, map[string]string{"submissions/accepted/ref.py": ref}))
	steps := 0
	r := must.Get(p.Mutants(t.Context(), 20, func() { steps++ }))(t)
	slices.Sort(r.Survivors)
	want := []string{"accepted/ref.py:2: 11 for 10", "accepted/ref.py:2: <= for <", "accepted/ref.py:5: - for +"}
	expect.Equal(t, Mutants{Program: "accepted/ref.py", Tried: 4, Killed: 1, Survivors: want}, r)
	expect.Equal(t, []int{4, 1}, []int{steps, must.Get(p.Mutants(t.Context(), 1, func() {}))(t).Tried}, "tried")
}

// Mutants skips solutions in unsupported languages, and mutants that do not compile.
func TestMutantsOfLanguages(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	files := sum(map[string]string{
		"submissions/accepted/ref.py": "-",
		"submissions/accepted/a/run":  "#!/bin/sh\nread a b\necho $((a + b))\n",
	})
	r := must.Get(open(t, lay(t, files)).Mutants(t.Context(), 5, func() {}))(t)
	expect.Equal(t, Mutants{Survivors: []string{}}, r)
	delete(files, "submissions/accepted/a/run")
	files["submissions/accepted/ref.cpp"] = "#include <cstdio>\nint main() { char a[1]; int x, y; scanf(\"%d%d\", &x, &y); static_assert(sizeof a == 1, \"\"); printf(\"%d\\n\", x + y); }\n"
	r = must.Get(open(t, lay(t, files)).Mutants(t.Context(), 9, func() {}))(t)
	expect.Equal(t, Mutants{Program: "accepted/ref.cpp", Tried: 1, Killed: 1, Survivors: []string{}}, r)
}

// A package that is opened again runs as before. A failure of a validator is stored until the package is closed, and that of a
// submission for longer.
func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sum.zip")
	must.WriteFile(t, path, string(must.Zip(t, sum(nil))))
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p, runs, hides := read(t, path), map[string]int{}, false
	p.executor = executor.Confined(outcome.Settings{})
	for range 2 {
		for _, name := range []string{"input_validators/v.sh", "submissions/wrong_answer/m.py"} {
			fake(t, p, name, func(executor.Task) (sandbox.Outcome, string) {
				runs[name]++
				return sandbox.Outcome{Exit: -1, Stopped: sandbox.StoppedCPU}, ""
			})
			for range 2 {
				must.Get(p.runOnce(t.Context(), name, job{optional: true}))(t)
			}
		}
		b := must.Get(p.program(t.Context(), "submissions/accepted/ref.py"))(t)
		must.Get(os.Stat(b.Argv[len(b.Argv)-1]))(t)
		policy := must.Get(answers.Guard(sandbox.Policy{}, answers.Need{}))(t)
		expect.Equal(t, []any{"sum", true}, []any{p.Name, !hides || slices.Contains(policy.Hide, p.dir)})
		hides = true // read does not hide it
		must.Do(t, errors.Join(p.Close(), p.Reopen(t.Context())))
	}
	expect.Equal(t, map[string]int{"input_validators/v.sh": 2, "submissions/wrong_answer/m.py": 1}, runs)
	expect.Equal(t, "9", answerIs(t, p, "secret/1"))
}

// An assignment has the name of its package, with an ending if others have it.
func TestAssignmentNames(t *testing.T) {
	dir := fresh(t, nil)
	for _, want := range []string{"run", "run-package", "run-package2", "run-package3"} {
		p, game, err := Open(t.Context(), dir)
		must.Do(t, errors.Join(err, catalog.Add(game)))
		defer p.Close()
		defer catalog.Remove(game.Assignment)
		expect.Equal(t, want, game.Assignment.Name)
	}
}

// The missing files are the inputs of rules and the answers of the reference. An export has them and all others, with their
// modes, but for hidden ones.
func TestMissing(t *testing.T) {
	dir := fresh(t, map[string]string{
		"data/secret/2.in": "1 2\n", "generators/g.py": "print(3, 4)\n", "touchstone.yaml": "assignment: {outputs: [stdout]}\n", ".hidden": "",
		"generators/generators.yaml": "data: {secret: {data: {g: g.py, m: {in: '5 6'}, n: {in: '7 8', ans: '0'}, 1: }}}\n",
	})
	missing := map[string]string{"data/secret/2.ans": "3\n", "data/secret/g.in": "3 4\n", "data/secret/g.ans": "7\n",
		"data/secret/m.in": "5 6\n", "data/secret/m.ans": "11\n", "data/secret/n.in": "7 8\n", "data/secret/n.ans": "0\n"}
	got, modes := map[string]string{}, map[string]fs.FileMode{}
	for name, text := range must.Get(Missing(t.Context(), dir))(t) {
		got[name] = string(text)
	}
	expect.Equal(t, missing, got)
	must.Do(t, os.Chmod(filepath.Join(dir, "data/secret/1.in"), 0o644))
	for _, f := range exported(t, dir).File {
		modes[strings.TrimPrefix(f.Name, "run/")] = f.Mode().Perm()
	}
	expect.Equal(t, []fs.FileMode{0o755, 0o644, 0o644}, []fs.FileMode{modes["generators/g.py"], modes["data/secret/1.in"], modes["data/secret/g.in"]})
	_, hidden := modes[".hidden"]
	expect.Equal(t, false, hidden, "a hidden file is there")
}
