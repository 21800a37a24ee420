package examples_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
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
	effort.NeedsTools(t, "python3", "g++", "node")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, name := range []string{"weather", "queens", "change"}[:effort.Of(1, 2, 3)] {
		dir := filepath.Join("packages", name)
		a := testscript.Package(t, dir)
		if !effort.All() { // it can be read
			continue
		}
		wrong, err := a.Verify(t.Context(), func() {})
		expect.True(t, len(wrong) == 0 && err == nil, name, strings.Join(wrong, "\n"), err)
		all := gametest.Corpus(t, a)
		m := must.Get(audit.Run(t.Context(), a, all, testscript.DefaultJobs(), func() {}))(t)
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
	effort.NeedsAll(t, "compiles the oracle")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, name := range []string{
		"squirrel-python3", "reversi-cpp", "gangwars-javascript", "mancala-python3", "mapcolor-java",
	}[:effort.Of(2, 2, 5)] {
		file := extractMistaken(t, name)
		game, _, _ := strings.Cut(name, "-")
		a := gametest.Lookup(t, game)
		zip := filepath.Join(t.TempDir(), "exported-"+game+".zip")
		to := must.Get(os.Create(zip))(t)
		limits := homework.Run{CPU: testscript.DefaultCPU, Memory: testscript.DefaultMemory, Output: testscript.SpareOutput}
		must.Do(t, errors.Join(newpackage.ExportGame(t.Context(), a, limits, "exported-"+game, to), to.Close()))
		p := testscript.Package(t, zip)
		want, got := verdictsOf(t, a, file), verdictsOf(t, p, file)
		if a.Grading.Bonus > 0 {
			delete(got, "points") // the course file in the package has the bonus
		}
		expect.Equal(t, want, got, game, "exported")
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
	all := slices.DeleteFunc(gametest.Corpus(t, a), func(c *cases.Case) bool { return !c.In(cases.ProfileDefault) })
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
	runner := must.Get(testscript.NewRunner(o, testscript.DefaultJobs()))(t)
	program := must.Get(runner.Open(t.Context(), a, testscript.Path(file)))(t)
	defer program.Close()
	results := make([]testscript.Result, len(all))
	program.RunAll(t.Context(), all, func(i int, r testscript.Result) { results[i] = r })
	return results
}

// The smallest game is one file of 120 lines, which docs/new-game.md promises, with all that a game has that can be replayed.
func TestNim(t *testing.T) {
	effort.NeedsAll(t, "links touchstone")
	source := must.Get(os.ReadFile("nim/main.go"))(t)
	if n := bytes.Count(source, []byte("\n")); n > 120 {
		t.Errorf("it has %d lines, want at most 120", n)
	}
	dir := t.TempDir()
	nim := filepath.Join(dir, "nim.exe")
	if out, err := exec.Command("go", "build", "-o", nim, "./nim").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program := filepath.Join(dir, "first.go") // takes a stone, and logs nothing
	must.Do(t, os.WriteFile(program, []byte("package main\n\nimport \"os\"\n\nfunc main() {\n\tos.WriteFile(\"move.txt\", []byte(\"1\\n\"), 0o666)\n\tos.WriteFile(\"log.txt\", []byte(\"Node,Depth,Value,Alpha,Beta\\n\"), 0o666)\n}\n"), 0o666))
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"list", 0, "nim: who takes the last stone wins: alpha-beta\n    1 case, run as: PROGRAM\n"},
		{"cases update --check nim/cases", 0, ""},
		{"show nim five-stones", 0, "1,5,1,-Infinity,Infinity"},
		{"explain nim five-stones", 0, "1             1  heap 4  <- the right move"},
		{"explain nim five-stones --line 4", 0, "entered: a max node starts at -Infinity"},
		{"trace nim five-stones --out " + filepath.Join(dir, "nim.html"), 0, "nim.html: "},
		{"check nim --sandbox none " + program, 1, "ends its log too soon"},
		{"fuzz nim --sandbox none --seed 1 --count 20 " + program, 1, "1 failure"},
		{"gen nim --count 2 --seed 1 --out " + filepath.Join(dir, "cases"), 0, "2 cases"},
		{"audit nim --tries 10", 1, "nim: no faults are known to try on 1 case\n"},
	} {
		run := exec.Command(nim, strings.Fields(c.args)...)
		out, _ := run.CombinedOutput()
		if status := run.ProcessState.ExitCode(); status != c.status || !strings.Contains(string(out), c.want) {
			t.Errorf("nim %s: status %d, want %d and %q:\n%s", c.args, status, c.status, c.want, out)
		}
	}
}
