package problem

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// sum is a small package: the sum of two numbers.
func sum(more map[string]string) map[string]string {
	files := map[string]string{
		"problem.yaml":            "problem_format_version: 2025-09\nname: Sum\nuuid: 123e4567-e89b-42d3-a456-426614174000\nlimits:\n  time_limit: 2\n",
		"statement/problem.en.md": "# Sum\n", "data/secret/1.in": "4 5\n", "data/secret/1.ans": "9\n",
		"input_validators/v.sh":         "exit 42\n",
		"submissions/accepted/ref.py":   "a, b = map(int, input().split())\nprint(a + b)\n",
		"submissions/wrong_answer/m.py": "a, b = map(int, input().split())\nprint(a - b)\n",
	}
	for name, text := range more {
		if name == "input_validators/v.py" { // a test's own validator
			delete(files, "input_validators/v.sh")
		}
		files[name] = text
	}
	for name, text := range files {
		if text == "-" {
			delete(files, name)
		}
	}
	return files
}

// fresh lays the package sum with more files, and gives a test its own cache.
func fresh(t *testing.T, more map[string]string) string {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	return lay(t, sum(more))
}

// openPrepared opens a package and prepares it without special conditions.
func openPrepared(t *testing.T, dir string) (*Package, catalog.Game, error) {
	t.Helper()
	p, game, err := Open(t.Context(), dir)
	if err != nil {
		return nil, game, err
	}
	if err := p.Prepare(t.Context(), outcome.Settings{}); err != nil {
		return nil, game, errors.Join(err, p.Close())
	}
	return p, game, nil
}

// TestOpenRunsNothing opens a package, lists its cases and shows them. None of its programs is built before
// its confinement is decided.
func TestOpenRunsNothing(t *testing.T) {
	p, game, err := Open(t.Context(), fresh(t, map[string]string{
		"data/secret/1.ans": "-", "data/secret/2.in": "1 2\n", "data/secret/2.ans": "3\n",
		"touchstone.yaml": "assignment: {generator: generators/g.py}\n",
		"generators/g.py": "print(1, 2)\n", "generators/generators.yaml": "data: {secret: {data: {g: g.py 1}}}\n",
		"submissions/accepted/other.py": "print(0)\n", "problem.yaml": strings.Replace(sum(nil)["problem.yaml"], "limits:\n  time_limit: 2\n", "", 1),
	}))
	must.Do(t, err)
	defer p.Close()
	must.Do(t, catalog.Add(game))
	defer catalog.Remove(game.Assignment)
	all, err := cases.Embedded(game.Assignment)
	if err != nil || len(all) != 3 {
		t.Fatalf("found %d cases, %v", len(all), err)
	}
	for _, c := range all {
		_, err := c.Problem.Solve(t.Context(), homework.Options{}, output.Memory{})
		expect.Equal(t, c.Name == "secret-2", err == nil, c.Name, "error", err)
	}
	_, err = game.Assignment.Parse("new", []byte("7 8\n"))
	for range p.programs.Range {
		_, err := p.program(t.Context(), "generators/g.py")
		expect.Error(t, err, "confinement is not decided", "a program")
	}
	expect.Equal(t, []any{true, time.Duration(0)}, []any{err != nil, game.Assignment.Run.CPU}, err)
	must.Do(t, p.Prepare(t.Context(), outcome.Settings{}))
	all = must.Get(cases.Embedded(game.Assignment))(t)
	expect.Equal(t, []any{3, "1 2\n", false}, []any{len(all), string(all[2].Input()), game.Assignment.Run.CPU == 0})
}

// TestPrepareRefuses requires a mechanism that this system lacks. No program of the package runs then.
func TestPrepareRefuses(t *testing.T) {
	p, _, err := Open(t.Context(), fresh(t, nil))
	must.Do(t, err)
	defer p.Close()
	err = p.Prepare(t.Context(), outcome.Settings{Sandbox: sandbox.Require})
	if err == nil {
		t.Skip("this system has all that can be asked for")
	}
	expect.Equal(t, []bool{true, false}, []bool{errors.Is(err, sandbox.ErrUnconfined), p.IsPrepared()}, err)
	for range p.programs.Range {
		t.Error("a program was built")
	}
}

// openGame opens and prepares a package that is right, and closes it when the test ends.
func openGame(t *testing.T, dir string) (*Package, catalog.Game) {
	t.Helper()
	p, game, err := openPrepared(t, dir)
	must.Do(t, err)
	t.Cleanup(func() { must.Do(t, p.Close()) })
	return p, game
}

func open(t *testing.T, dir string) *Package {
	t.Helper()
	p, _ := openGame(t, dir)
	return p
}

// answerIs compares the answer of the reference to a case.
func answerIs(t *testing.T, p *Package, name string) string {
	t.Helper()
	of := must.Get((&input{p: p, ctx: t.Context()}).Case(name))(t)
	a, err := p.runOnInput(t.Context(), p.extra.reference, of.(*input))
	if err != nil || a.Verdict != verdict.Pass {
		t.Fatalf("%v, %s", err, a.Ended)
	}
	return strings.TrimSpace(string(a.Files[stdoutName]))
}

// An input that a rule makes cannot add a golden to its case.
func TestRuleMakesMarkers(t *testing.T) {
	const input = "1 2\n-- golden/stdout --\n99\n"
	p := open(t, fresh(t, map[string]string{
		"generators/g.py": fmt.Sprintf("print(%q, end='')\n", input), "generators/generators.yaml": "data: {secret: {data: {g: g.py}}}\n",
	}))
	i := slices.IndexFunc(p.cases, func(c *testCase) bool { return c.name == "secret/g" })
	a := txtar.Parse(p.caseFile(p.of(t.Context(), p.cases[i])))
	if len(a.Files) != 1 || !strings.Contains(string(a.Comment), "\nunquote input.txt\n") {
		t.Fatalf("found %d files after %s", len(a.Files), a.Comment)
	}
	expect.Equal(t, input, string(must.Get(txtar.Unquote(a.Files[0].Data))(t)), "the input")
}

// A link in NAME.files to another file of the package is that file for a program.
func TestFilesLink(t *testing.T) {
	dir := fresh(t, map[string]string{"data/secret/1.files/x": "", "submissions/accepted/ref.py": "open('l').read()\nprint(9)\n"})
	if err := os.Symlink("../../../statement/problem.en.md", filepath.Join(dir, "data/secret/1.files/l")); err != nil {
		t.Skip(err)
	}
	answerIs(t, open(t, dir), "secret/1")
}

// A simpler input has simpler inputs in turn, and the validators check each of them.
func TestShrink(t *testing.T) {
	check := "import sys\nsys.exit(42 if len(input().split()) == 2 else 43)\n"
	p := open(t, lay(t, sum(map[string]string{"input_validators/v.py": check})))
	invalid := func(in homework.Problem) bool {
		fault := must.Get(in.Beyond(t.Context(), nil, ""))(t)
		return fault != ""
	}
	simplest := homework.Problem(p.of(t.Context(), p.cases[0]))
	for simpler := []homework.Problem{simplest}; len(simpler) > 0; {
		simplest = simpler[0]
		simpler = slices.DeleteFunc(p.generator(t.Context()).Shrink(simplest), invalid)
	}
	expect.Equal(t, "0 0", strings.TrimSpace(simplest.String()), "the simplest input is")
}

// TestValidatorFails judges an output wrong on which the validator fails, if the validator accepts the right
// one. A validator that fails on the right output too is the package's fault.
func TestValidatorFails(t *testing.T) {
	p := open(t, fresh(t, map[string]string{
		"data/secret/1.in": "4 6\n", "data/secret/1.ans": "10\n", "output_validator/o.py": "import sys\n" +
			"got = sys.stdin.buffer.read().decode().split()\nsys.exit(42 if got == open(sys.argv[2]).read().split() else 43)\n",
	}))
	judge := func(text string) (compare.Report, error) {
		return p.of(t.Context(), p.cases[0]).Judge(t.Context(), stdoutName, strings.NewReader(text))
	}
	for text, want := range map[string]compare.Grade{"10\n": compare.Equal, "11\n": compare.Different, "\xff\xfe\x80\n": compare.Different} {
		expect.Equal(t, want, must.Get(judge(text))(t).Grade, text)
	}
	expect.Contains(t, must.Get(judge("\xff\n"))(t).First.Says, "fails on this output")
	p.cases[0].wanted[stdoutName] = []byte("\xff\n")
	_, err := judge("10\n")
	expect.Error(t, err, "output_validator/o.py", "a validator that fails on the right output")
}

// TestHostileYAML has files of settings that take much time or memory if they are read carelessly. Each is
// read, or refused by name, in a bounded time.
func TestHostileYAML(t *testing.T) {
	for _, block := range strings.Split(string(must.Get(os.ReadFile("testdata/yaml.txt"))(t)), "\n=== ")[1:] {
		name, changes, _ := strings.Cut(block, "\n")
		t.Run(name, func(t *testing.T) {
			files := sum(nil)
			changeFiles(files, changes)
			dir := lay(t, files)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			p, err := readPackage(t.Context(), dir)
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			text := ""
			if err != nil {
				text = err.Error()
			} else {
				text = strings.Join(p.warnings, "\n")
				must.Do(t, p.Close())
			}
			used := (after.TotalAlloc - before.TotalAlloc) >> 20
			t.Logf("%v, %d MiB, %.200q, %d bytes", took, used, text, len(text))
			expect.True(t, used <= 500, used, "MiB are used")
			expect.True(t, len(text) <= 100_000, len(text), "bytes of errors")
		})
	}
}
