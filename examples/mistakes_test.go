package examples_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/cli"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/testscript"
)

// runCommand in the environment makes the test's binary the command touchstone.
const runCommand = "TOUCHSTONE_EXAMPLES_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(runCommand) != "" {
		cli.Main()
	}
	if err := programtest.Direct(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// mistaken are the programs in the folder mistakes. Those of the sample are mended in CI, and all at
// night.
var mistaken = []struct {
	example
	sample bool
}{
	{example{"squirrel-python3", "squirrel", []string{"python3"}}, false},
	{example{"squirrel-cpp", "squirrel", []string{"g++"}}, false},
	{example{"gangwars-java", "gangwars", []string{"javac", "java"}}, false},
	{example{"gangwars-javascript", "gangwars", []string{"node"}}, false},
	{example{"reversi-cpp", "reversi", []string{"g++"}}, true},
	{example{"reversi-go", "reversi", []string{"go"}}, false},
	{example{"mancala-python3", "mancala", []string{"python3"}}, false},
	{example{"mancala-javascript", "mancala", []string{"node"}}, true},
	{example{"mapcolor-java", "mapcolor", []string{"javac", "java"}}, false},
	{example{"mapcolor-go", "mapcolor", []string{"go"}}, true},
}

// eachMistaken runs a test for each program of the folder mistakes whose tools are there: for all of them, or for the
// sample.
func eachMistaken(t *testing.T, all bool, test func(t *testing.T, e example)) {
	var folders []string
	for _, m := range mistaken {
		folders = append(folders, m.folder)
		t.Run(m.folder, func(t *testing.T) {
			t.Parallel()
			if every > 1 && !all && !m.sample {
				effort.NeedsNight(t, "takes long, and is not of the sample")
			}
			m.needTools(t)
			test(t, m.example)
		})
	}
	found, err := os.ReadDir("mistakes")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if f.IsDir() && !slices.Contains(folders, f.Name()) {
			t.Errorf("mistakes/%s is not tested", f.Name())
		}
	}
}

// What check says of programs with people's mistakes is kept: go test ./examples -update.
func TestMistakesTold(t *testing.T) {
	effort.NeedsAll(t, "compiles")
	told := goldie.New(t, goldie.WithFixtureDir("testdata/told"))
	eachMistaken(t, true, func(t *testing.T, e example) {
		told.Assert(t, e.folder, summary(t, e.assignment, filepath.Join("mistakes", e.folder)))
	})
}

// checked returns the report of a check that fails.
func checked(t *testing.T, assignment, folder string, flags ...string) []byte {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], append([]string{"check", assignment, folder, "--format", "json"}, flags...)...)
	command.Env = append(os.Environ(), runCommand+"=1")
	var out, complaints bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaints
	if err := command.Run(); command.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v, want exit status 1\n%s", err, complaints.Bytes())
	}
	return out.Bytes()
}

// summary returns the summary of a check, with lists that are long shortened.
func summary(t *testing.T, assignment, folder string) []byte {
	t.Helper()
	var report struct{ Summary map[string]any }
	read(t, checked(t, assignment, folder), &report)
	maps.DeleteFunc(report.Summary, func(key string, _ any) bool { return key == "seconds" || key == "notExpected" })
	text, err := json.MarshalIndent(shortened(report.Summary), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// shortened returns a JSON value in which lists of names have at most three, and a count of the rest, and
// the first difference of a cause, which is told elsewhere, is left out.
func shortened(value any) any {
	const most = 3
	switch v := value.(type) {
	case map[string]any:
		delete(v, "first")
		for key, part := range v {
			v[key] = shortened(part)
		}
	case []any:
		for i := range v {
			v[i] = shortened(v[i])
		}
		if _, names := append(v, nil)[0].(string); names && len(v) > most {
			return append(v[:most:most], fmt.Sprintf("and %d more", len(v)-most))
		}
	}
	return value
}

// A program with mistakes is right once all of them are mended, and wrong if any one is left. With one
// that is a fault of the second solver, it writes what that writes.
func TestMistakesMended(t *testing.T) {
	effort.NeedsAll(t, "compiles")
	eachMistaken(t, false, func(t *testing.T, e example) {
		mends := readMends(t, e.folder)
		if n := len(diagnosistest.Mistakes(mends)); n < 1 || n > 3 {
			t.Errorf("%d mistakes, want one to three", n)
		}
		for _, r := range e.judge(t, mended(t, e.folder, mends)) {
			if r.Verdict != testscript.Pass {
				complain(t, r)
			}
		}
		if !effort.All() {
			return
		}
		for i, mistake := range diagnosistest.Mistakes(mends) {
			if every > 1 && i > 0 {
				break
			}
			t.Run(mistake, func(t *testing.T) {
				results := e.judge(t, mended(t, e.folder, mends, mistake))
				if !slices.ContainsFunc(results, func(r testscript.Result) bool { return r.Verdict != testscript.Pass }) {
					t.Error("with this mistake alone the program is right")
				}
				if mistake != crash {
					compareWithFault(t, results, mistake)
				}
			})
		}
	})
}

// crash is the one mistake that is no fault of a second solver, which never crash.
const crash = "crash-at-max-cut"

// judge runs the cases of the profile core, or at night those of default.
func (e example) judge(t *testing.T, folder string) []testscript.Result {
	t.Helper()
	e.folder = folder
	return e.run(t, testscript.Options{Text: 1 << 20}, func(c *cases.Case) bool {
		return c.In(cases.ProfileCore) || every == 1 && c.In(cases.ProfileDefault)
	})
}

// compareWithFault fails the test where a program wrote something else than the second solver with a
// fault. Where the program crashed or the solver gave up, there is nothing to compare.
func compareWithFault(t *testing.T, results []testscript.Result, fault string) {
	t.Helper()
	for _, r := range results {
		if r.Verdict == testscript.Crash {
			continue
		}
		second := catalog.Second(r.Case.Assignment)
		faulty, err := second.Solve("", r.Case.Input(), fault)
		if errors.Is(err, mutant.ErrGaveUp) {
			continue
		}
		right, bad := second.Solve("", r.Case.Input())
		if err != nil || bad != nil {
			t.Fatal(err, bad)
		}
		for _, f := range r.Files {
			wrote := string(f.Text)
			if f.Verdict == testscript.Pass {
				wrote = right[f.Name]
			}
			if diff := cmp.Diff(faulty[f.Name], wrote); diff != "" {
				t.Errorf("%s: %s differs from that of the fault (- fault, + program):\n%.2000s", r.Case.Name, f.Name, diff)
				return
			}
		}
	}
}

// readMends reads the mends of a program. A mistake is called by the name of its fault.
func readMends(t *testing.T, name string) []diagnosistest.Mend {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "mends", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	mends, err := diagnosistest.Mends(archive.Files)
	if err != nil {
		t.Fatal(err)
	}
	return mends
}

// mended returns a folder with a program in which all mistakes are mended but those that are left.
func mended(t *testing.T, name string, mends []diagnosistest.Mend, left ...string) string {
	t.Helper()
	from, to := os.DirFS(filepath.Join("mistakes", name)), t.TempDir()
	sources, err := fs.Glob(from, "*")
	if err != nil || len(sources) != 1 {
		t.Fatalf("%q, %v, want one source", sources, err)
	}
	source, err := fs.ReadFile(from, sources[0])
	if err != nil {
		t.Fatal(err)
	}
	text, err := diagnosistest.Mended(string(source), mends, left...)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(to, sources[0]), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return to
}
