package examples_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Each problem package can be read. With TOUCHSTONE_TESTS=all it is valid, its cases catch its eight mistakes, and
// check names the mistake of a program that has one.
func TestPackages(t *testing.T) {
	for _, tool := range []string{"python3", "g++", "node"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("needs " + tool)
		}
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, name := range []string{"weather", "queens", "change"}[:effort.Of(1, 2, 3)] {
		dir := filepath.Join("packages", name)
		a := testscript.Package(t, dir)
		if !effort.All() { // it can be read
			continue
		}
		wrong, err := a.Verify(t.Context(), func() {})
		if len(wrong) > 0 || err != nil {
			t.Errorf("%s: %s, %v", name, strings.Join(wrong, "\n"), err)
		}
		all, err := cases.Embedded(a)
		must.Do(t, err)
		m, err := audit.Run(t.Context(), a, all, testscript.DefaultJobs(), func() {})
		must.Do(t, err)
		if killed, total := m.Score(false); killed != 8 || total != 8 {
			t.Errorf("%s: %d of %d mistakes are caught, want 8 of 8", name, killed, total)
		}
		for _, fault := range m.Faults {
			found, err := filepath.Glob(filepath.Join(dir, "submissions", "wrong_answer", fault.ID+".*"))
			if err != nil || len(found) != 1 {
				t.Fatalf("%s: %s: %q, %v", name, fault.ID, found, err)
			}
			if told := toldOf(t, a, all, found[0]); !slices.Equal(told, []string{fault.ID}) {
				t.Errorf("%s: told of %s is %q", name, path.Base(found[0]), told)
			}
		}
	}
}

// Programs get the same verdicts and points from an exported game as from the game, and its programs behave
// as the package declares.
func TestExportedGames(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, name := range []string{
		"squirrel-python3", "reversi-cpp", "gangwars-javascript", "mancala-python3", "mapcolor-java",
	}[:effort.Of(1, 2, 5)] {
		file := extractMistaken(t, name)
		game, _, _ := strings.Cut(name, "-")
		a, err := oracle.Lookup(game)
		must.Do(t, err)
		zip := filepath.Join(t.TempDir(), "exported-"+game+".zip")
		to, err := os.Create(zip)
		must.Do(t, err)
		limits := homework.Run{CPU: testscript.DefaultCPU, Memory: testscript.DefaultMemory, Output: testscript.SpareOutput}
		must.Do(t, errors.Join(newpackage.ExportGame(t.Context(), a, limits, "exported-"+game, to), to.Close()))
		p := testscript.Package(t, zip)
		want, got := verdictsOf(t, a, file), verdictsOf(t, p, file)
		if a.Grading.Bonus > 0 {
			delete(got, "points") // the course file in the package has the bonus
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: verdicts on the exported one (-game +package):\n%s", game, diff)
		}
		if effort.All() {
			if wrong, err := p.Verify(t.Context(), func() {}); len(wrong) > 0 || err != nil {
				t.Errorf("%s: %s, %v", game, strings.Join(wrong, "\n"), err)
			}
		}
	}
}

// verdictsOf returns a program's results on some default cases: the verdicts by the cases' titles, and the
// points.
func verdictsOf(t *testing.T, a *oracle.Assignment, file string) map[string]string {
	t.Helper()
	all, err := cases.Embedded(a)
	must.Do(t, err)
	all = slices.DeleteFunc(all, func(c *cases.Case) bool { return !c.In(cases.ProfileDefault) })
	slices.SortFunc(all, func(a, b *cases.Case) int { return strings.Compare(a.Title, b.Title) })
	all = all[:effort.Of(8, len(all), len(all))]
	words := map[string]string{}
	results := resultsOf(t, a, all, file)
	for _, r := range results {
		words[r.Case.Title] = string(r.Verdict)
		for _, f := range r.Files {
			words[r.Case.Title+": "+f.Name] = string(f.Verdict)
		}
	}
	if a.Grading.Bonus == 0 && effort.All() { // on all cases
		words["points"] = fmt.Sprintf("%.4f", verdict.NewScore(a, results).Points)
	}
	return words
}

// toldOf returns the keys of the causes of a program's failures.
func toldOf(t *testing.T, a *oracle.Assignment, all []*cases.Case, file string) (told []string) {
	t.Helper()
	causes, _, err := diagnosis.Program(t.Context(), diagnosis.Question{Assignment: a, Results: resultsOf(t, a, all, file)})
	must.Do(t, err)
	for _, c := range causes {
		told = append(told, c.Key)
	}
	return told
}

// resultsOf returns the results of a program on cases.
func resultsOf(t *testing.T, a *oracle.Assignment, all []*cases.Case, file string) []testscript.Result {
	t.Helper()
	o := testscript.Options{Text: diagnosis.MaxOfFile}
	runner, err := testscript.NewRunner(o, testscript.DefaultJobs())
	must.Do(t, err)
	program, err := runner.Open(t.Context(), a, testscript.Path(file))
	must.Do(t, err)
	defer program.Close()
	results := make([]testscript.Result, len(all))
	program.RunAll(t.Context(), all, func(i int, r testscript.Result) { results[i] = r })
	return results
}
