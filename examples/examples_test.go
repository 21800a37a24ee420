// Package examples holds submissions to try touchstone on. This test checks those
// that are right.
package examples_test

import (
	"bytes"
	"os/exec"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

func TestRightExamples(t *testing.T) {
	for _, c := range []struct {
		folder, assignment string
		tools              []string // without which it cannot be checked
	}{
		{"mancala-python3", "mancala", []string{"python3"}},
		{"gangwars-cpp", "gangwars", []string{"g++"}},
		{"squirrel-java", "squirrel", []string{"javac", "java"}},
		{"reversi-javascript", "reversi", []string{"node"}},
		{"mapcolor-go", "mapcolor", []string{"go"}},
	} {
		t.Run(c.folder, func(t *testing.T) {
			for _, tool := range c.tools {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skipf("SKIPPED: %s is not checked, since %s is not installed", c.folder, tool)
				}
			}
			a, err := oracle.Lookup(c.assignment)
			if err != nil {
				t.Fatal(err)
			}
			check(t, a, c.folder)
		})
	}
}

// check runs all cases of the profiles default and graded; the second are many and
// are left out of short runs.
func check(t *testing.T, a *oracle.Assignment, folder string) {
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	var chosen []*cases.Case
	for _, c := range all {
		if c.In(cases.ProfileDefault) || c.In(cases.ProfileGraded) && !testing.Short() {
			chosen = append(chosen, c)
		}
	}
	player, err := testscript.FindPlayer(t.Context(), a, folder, nil, testscript.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	runner, err := testscript.NewRunner(player, testscript.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer runner.Close()
	passed := 0
	runner.RunAll(t.Context(), testscript.DefaultJobs(), chosen, func(_ int, r testscript.Result) {
		if r.Verdict == testscript.Pass {
			passed++
			return
		}
		var text bytes.Buffer
		r.Explain(&text, compare.Style{Indent: "  "})
		t.Errorf("%s: %s: %s\n%s", r.Verdict, r.Case.Name, r.Case.Title, text.String())
	})
	if passed == 0 || passed != len(chosen) {
		t.Errorf("%d of %d cases pass", passed, len(chosen))
	}
}
