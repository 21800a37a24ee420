package examples_test

import (
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
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Each problem package is as it says, its cases catch its eight mistakes, and a program with one of them is told that one.
func TestPackages(t *testing.T) {
	for _, tool := range []string{"python3", "g++", "node"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("needs " + tool)
		}
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, name := range []string{"weather", "queens", "change"} {
		if name != "weather" && !effort.All() {
			continue
		}
		dir := filepath.Join("packages", name)
		a := testscript.Package(t, dir)
		wrong, err := a.Verify(t.Context(), func() {})
		if len(wrong) > 0 || err != nil {
			t.Errorf("%s: %s, %v", name, strings.Join(wrong, "\n"), err)
		}
		all, err := cases.Embedded(a)
		if err != nil {
			t.Fatal(err)
		}
		m, err := audit.Run(t.Context(), a, all, testscript.DefaultJobs(), func() {})
		if err != nil {
			t.Fatal(err)
		}
		if killed, total := m.Score(false); killed != 8 || total != 8 {
			t.Errorf("%s: %d of %d mistakes are caught, want 8 of 8", name, killed, total)
		}
		for i, fault := range m.Faults {
			if i > 0 && !effort.All() {
				break
			}
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

// toldOf returns the keys of the causes of a program's failures.
func toldOf(t *testing.T, a *oracle.Assignment, all []*cases.Case, file string) (told []string) {
	t.Helper()
	o := testscript.Options{Text: diagnosis.MostOfFile}
	player, err := testscript.FindPlayer(t.Context(), a, file, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	runner, err := testscript.NewRunner(player, o)
	if err != nil {
		t.Fatal(err)
	}
	defer runner.Close()
	results := make([]testscript.Result, len(all))
	runner.RunAll(t.Context(), testscript.DefaultJobs(), all, func(i int, r testscript.Result) { results[i] = r })
	causes, _, err := diagnosis.Program(t.Context(), diagnosis.Question{Assignment: a, Results: results})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range causes {
		told = append(told, c.Key)
	}
	return told
}
