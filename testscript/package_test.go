//go:build unix

package testscript_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A user's package is an assignment in Go tests. A program gets the arguments and files of a case, and finds
// nothing else of the package.
func TestPackage(t *testing.T) {
	effort.NeedsTools(t, "python3")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := filepath.Join(t.TempDir(), "spied")
	must.Do(t, newpackage.New(dir, newpackage.Start{Example: true}, nil))
	const name = "data/secret/1-one-number"
	must.WriteFiles(t, dir, map[string]string{name + ".yaml": "args: [a b, c]\n", name + ".files/beside.txt": "x"})
	a := testscript.Package(t, dir)
	spy := must.Get(os.ReadFile("testdata/spy.py"))(t)
	paths := strings.NewReplacer("PACKAGE", dir, "STORE", os.Getenv("XDG_CACHE_HOME"))
	programs := t.TempDir()
	must.WriteFiles(t, programs, map[string]string{
		"spy.py": paths.Replace(string(spy)), "made/Makefile": "agent:\n\ttrue\nrun:\n\t@echo $(ARGS)\n",
	})
	c := gametest.Case(t, a, "secret-1-one-number")
	for path, want := range map[string]string{
		"spy.py": "['a b', 'c'] ['beside.txt', 'stdout'] ['1', '5']\n",
		"made":   "a b c\n", // in the variable ARGS
	} {
		r := open(t, a, testscript.Options{Text: 1 << 16}, testscript.Path(filepath.Join(programs, path))).Run(t.Context(), c)
		expect.Equal(t, want, string(r.Files[0].Text), path)
		expect.Equal(t, testscript.Wrong, r.Verdict, path, r.Err)
	}
	testscript.Run(t, a, testscript.Path(filepath.Join(dir, "submissions/accepted/reference.py")))
}

// Several tests may name the same package, one after the other. Each names its mistakes after the test's own
// context has ended, because Run looks them up then.
func TestPackageOfSeveralTests(t *testing.T) {
	effort.NeedsTools(t, "python3")
	dir := filepath.Join(t.TempDir(), "directory")
	must.Do(t, newpackage.New(dir, newpackage.Start{Example: true}, nil))
	var packed bytes.Buffer
	must.Do(t, problem.Export(t.Context(), dir, "archive", &packed))
	archive := filepath.Join(t.TempDir(), "archive.zip")
	must.Do(t, os.WriteFile(archive, packed.Bytes(), 0o644))
	wrong := filepath.Join(dir, "submissions/wrong_answer/forgets_the_last.py")
	paths := []string{archive, archive, dir, dir}
	for _, path := range paths[:effort.Of(2, 4, 4)] {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Setenv("XDG_CACHE_HOME", t.TempDir()) // nothing is known beforehand
			a := testscript.Package(t, path)
			all := gametest.Corpus(t, a)
			p := open(t, a, testscript.Options{Text: diagnosis.MaxOfFile}, testscript.Path(wrong))
			var results []testscript.Result
			for _, c := range all[:effort.Of(4, len(all), len(all))] {
				results = append(results, p.Run(t.Context(), c))
			}
			t.Cleanup(func() {
				causes, _, err := diagnosis.Program(context.Background(), diagnosis.Question{Assignment: a, Results: results})
				expect.Equal(t, false, err != nil || len(causes) != 1 || causes[0].Key != "forgets_the_last",
					causes, err, "want the mistake forgets_the_last alone")
			})
		})
	}
}
