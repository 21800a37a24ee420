// Package examples holds submissions to try touchstone on. This test checks the right ones.
package examples_test

import (
	"bytes"
	"os/exec"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// every selects the cases of the profiles default and graded to run, in addition to core and the handout's:
// every n-th. A program takes seconds for all cases, and one in Java half a minute. With 1, programs with
// mistakes run on all of default.
var every = effort.Of(96, 32, 1)

// An example is a submission in a directory here.
type example struct {
	dir, assignment string
	tools           []string // without which it cannot be checked
}

func TestRightExamples(t *testing.T) {
	for _, e := range []example{
		{"mancala-python3", "mancala", []string{"python3"}},
		{"reversi-javascript", "reversi", []string{"node"}},
		{"gangwars-cpp", "gangwars", []string{"g++"}},
		{"squirrel-java", "squirrel", []string{"javac", "java"}},
		{"mapcolor-go", "mapcolor", []string{"go"}},
	}[:effort.Of(3, 5, 5)] {
		t.Run(e.dir, func(t *testing.T) {
			t.Parallel()
			for _, r := range e.check(t, testscript.Options{}) {
				if r.Verdict != testscript.Pass {
					complain(t, r)
				}
			}
		})
	}
}

// The free examples use every freedom that a course left: in the form of their files, in their output and the
// files they leave, and on inputs that no course uses, such as a greedy player with a cut-off of 3. They lose
// no points, except in one example of the handout's own, which rule 7 of squirrel settles.
func TestFreeExamples(t *testing.T) {
	effort.NeedsAll(t, "compiles")
	for _, e := range []example{
		{"squirrel-free", "squirrel", []string{"g++"}},
		{"gangwars-free", "gangwars", []string{"go"}},
		{"reversi-free", "reversi", []string{"javac", "java"}},
		{"mancala-free", "mancala", []string{"node"}},
		{"mapcolor-free", "mapcolor", []string{"python3"}},
	} {
		t.Run(e.dir, func(t *testing.T) {
			t.Parallel()
			for _, r := range e.check(t, testscript.Options{Course: true}) {
				switch lost := handoutGreedy(r.Case); {
				case lost && r.Verdict != testscript.Wrong:
					t.Errorf("%s: %s, want it wrong: the program no longer uses its freedom", r.Verdict, r.Case.Name)
				case !lost && r.Verdict != testscript.Pass:
					complain(t, r)
				case !lost && !free(r):
					t.Errorf("%s: %s is right to the byte: the program no longer uses its freedom", r.Verdict, r.Case.Name)
				}
			}
		})
	}
}

// handoutGreedy reports whether a case is the handout's own greedy input, which has a
// cut-off of 2.
func handoutGreedy(c *cases.Case) bool {
	in, ok := c.Problem.(*squirrel.Input)
	return ok && slices.Contains(c.Tags, "handout") && in.Players[0].Algorithm == squirrel.Greedy && in.Players[0].CutOff == 2
}

// free reports whether a file has a form of its own.
func free(r testscript.Result) bool {
	for _, f := range r.Files {
		if f.Report.Grade == compare.SameForm {
			return true
		}
	}
	return false
}

// check runs cases of all profiles that a course may grade with: the cases that catch the known mistakes, the
// handout's, and some of the others, in short runs none of graded.
func (e example) check(t *testing.T, o testscript.Options) []testscript.Result {
	t.Helper()
	e.needTools(t)
	core, others := 0, 0
	return e.run(t, o, func(c *cases.Case) bool {
		if slices.Contains(c.Tags, "handout") {
			return true
		}
		if c.In(cases.ProfileCore) {
			core++
			return core%effort.Of(20, 1, 1) == 0
		}
		if c.In(cases.ProfileDefault) || c.In(cases.ProfileGraded) && effort.All() {
			others++
			return others%every == 0
		}
		return false
	})
}

// needTools skips the test if the program cannot be built or run.
func (e example) needTools(t *testing.T) {
	t.Helper()
	for _, tool := range e.tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: %s is not checked, since %s is not installed", e.dir, tool)
		}
	}
}

// run runs the cases that are chosen.
func (e example) run(t *testing.T, o testscript.Options, choose func(c *cases.Case) bool) (results []testscript.Result) {
	t.Helper()
	a := gametest.Lookup(t, e.assignment)
	chosen := slices.DeleteFunc(gametest.Corpus(t, a), func(c *cases.Case) bool { return !choose(c) })
	runner, err := testscript.NewRunner(o, testscript.DefaultJobs())
	must.Do(t, err)
	program, err := runner.Open(t.Context(), a, testscript.Path(e.dir))
	must.Do(t, err)
	defer program.Close()
	program.RunAll(t.Context(), chosen, func(_ int, r testscript.Result) {
		results = append(results, r)
	})
	if len(results) == 0 || len(results) != len(chosen) {
		t.Errorf("%d of %d cases ran", len(results), len(chosen))
	}
	return results
}

// complain reports a case that should pass.
func complain(t *testing.T, r testscript.Result) {
	t.Helper()
	var text bytes.Buffer
	r.Explain(&text, compare.Style{Indent: "  "})
	t.Errorf("%s: %s: %s\n%s", r.Verdict, r.Case.Name, r.Case.Title, text.String())
}
