//go:build unix

package testscript_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

// The kept answer is that of the edition that the program was told to follow.
func TestKeptAnswerOfEdition(t *testing.T) {
	a, err := oracle.Lookup("mapcolor")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	c := all[slices.IndexFunc(all, func(c *cases.Case) bool { return c.Name == "handout-australia" })]
	t.Setenv("TMPDIR", tier.TempDir(t))
	player, err := testscript.NewPlayer(t.Context(), submission(t), "submission", "silent")
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	answers := map[string]bool{}
	for _, edition := range a.EditionNames() {
		runner, err := testscript.NewRunner(player, testscript.Options{Edition: edition, Keep: true, Answers: true, Sandbox: sandbox.None})
		if err != nil {
			t.Fatal(err)
		}
		result := runner.Run(t.Context(), c)
		if err := errors.Join(runner.KeepAnswers(t.Context(), []testscript.Result{result}), runner.Close()); err != nil {
			t.Fatal(err)
		}
		want := output.Memory{}
		if _, err := c.Problem.Solve(t.Context(), homework.Options{Edition: edition}, want); err != nil {
			t.Fatal(err)
		}
		for name := range want {
			text, err := os.ReadFile(filepath.Join(result.Answer, name))
			if err != nil || string(text) != string(want[name]) {
				t.Errorf("%s: %s is not the answer of that edition: %v\n%s", edition, name, err, text)
			}
			answers[name+string(text)] = true
		}
	}
	if len(answers) < 2 {
		t.Error("the case does not tell the editions apart")
	}
}

// The run that finds out what was refused is nobody's, and not kept.
func TestTracedRunIsNotKept(t *testing.T) {
	confinedFiles(t)
	t.Setenv("TMPDIR", tier.TempDir(t))
	player, err := testscript.NewPlayer(t.Context(), submission(t), "submission", "silent")
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	runner, err := testscript.NewRunner(player, testscript.Options{Keep: true, Sandbox: sandbox.Auto})
	if err != nil {
		t.Fatal(err)
	}
	result := runner.Run(t.Context(), handoutCase(t))
	if err := runner.Close(); err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob(filepath.Join(filepath.Dir(result.Folder), "*-"+result.Case.Name))
	if err != nil || !slices.Equal(kept, []string{result.Folder}) {
		t.Errorf("kept are %q, %v, want %q", kept, err, result.Folder)
	}
}
