// Package examples holds submissions to try touchstone on. This test checks the right ones.
package examples_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/cli"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/mutant"
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

// handoutGreedy reports whether a case is the handout's own greedy input, which has a cut-off of 2.
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

// check runs cases of all profiles for grading: the cases that catch the known mistakes, the handout's, and
// some others. In short runs it leaves out the graded ones.
func (e example) check(t *testing.T, o testscript.Options) []testscript.Result {
	t.Helper()
	effort.NeedsTools(t, e.tools...)
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

// run runs the cases that are chosen.
func (e example) run(t *testing.T, o testscript.Options, choose func(c *cases.Case) bool) (results []testscript.Result) {
	t.Helper()
	a := gametest.Lookup(t, e.assignment)
	chosen := slices.DeleteFunc(gametest.Corpus(t, a), func(c *cases.Case) bool { return !choose(c) })
	runner := must.Get(testscript.NewRunner(o, testscript.DefaultJobs()))(t)
	program := must.Get(runner.Open(t.Context(), a, testscript.Path(e.dir)))(t)
	defer program.Close()
	program.RunAll(t.Context(), chosen, func(_ int, r testscript.Result) {
		results = append(results, r)
	})
	expect.True(t, len(results) > 0 && len(results) == len(chosen), len(results), "of", len(chosen), "cases ran")
	return results
}

// complain reports a case that should pass.
func complain(t *testing.T, r testscript.Result) {
	t.Helper()
	var text bytes.Buffer
	r.Explain(&text, compare.Style{Indent: "  "})
	t.Errorf("%s: %s: %s\n%s", r.Verdict, r.Case.Name, r.Case.Title, text.String())
}

// runCommand in the environment makes the test's binary the command touchstone.
const runCommand = "TOUCHSTONE_EXAMPLES_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(runCommand) != "" {
		cli.Main()
	}
	pagetest.Main(programtest.Tests(m))
}

// mistakesSample lists the programs in the directory mistakes that CI repairs. The nightly run repairs all of
// them.
var mistakesSample = []string{"reversi-cpp", "mancala-javascript", "mapcolor-go"}

// languageTools are the tools that programs need, by the language in their name.
var languageTools = map[string][]string{
	"python3": {"python3"}, "cpp": {"g++"}, "java": {"javac", "java"}, "javascript": {"node"}, "go": {"go"},
}

// readMistaken reads a program in the directory mistakes.
func readMistaken(t *testing.T, name string) *programtest.Program {
	t.Helper()
	p := must.Get(programtest.ReadProgram(filepath.Join("mistakes", name+".txtar")))(t)
	return p
}

// extract writes a program to a new directory, with all mistakes fixed except the given ones.
func extract(t *testing.T, p *programtest.Program, except ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	must.Do(t, p.Write(dir, except...))
	return dir
}

// extractMistaken writes a program in the directory mistakes, with all its mistakes, to a new directory.
func extractMistaken(t *testing.T, name string) (dir string) {
	t.Helper()
	p := readMistaken(t, name)
	return extract(t, p, p.Mistakes()...)
}

// eachMistaken runs a test for each program in the directory mistakes whose tools are installed, or for the
// programs of the sample. The example of the test has no directory.
func eachMistaken(t *testing.T, all bool, test func(t *testing.T, p *programtest.Program, e example)) {
	files, err := filepath.Glob("mistakes/*.txtar")
	if err != nil || len(files) < len(mistakesSample) {
		t.Fatalf("%q, %v", files, err)
	}
	for _, file := range files {
		p := readMistaken(t, strings.TrimSuffix(filepath.Base(file), ".txtar"))
		_, language, _ := strings.Cut(p.Name, "-")
		e := example{assignment: p.Assignment, tools: languageTools[language]}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			if every > 1 && !all && !slices.Contains(mistakesSample, p.Name) {
				effort.NeedsNight(t, "takes long, and is not of the sample")
			}
			effort.NeedsTools(t, e.tools...)
			test(t, p, e)
		})
	}
}

// The output of check about programs with real mistakes is stored: go test ./examples -update.
func TestMistakesTold(t *testing.T) {
	effort.NeedsAll(t, "compiles")
	told := goldie.New(t, goldie.WithFixtureDir("testdata/told"))
	eachMistaken(t, true, func(t *testing.T, p *programtest.Program, _ example) {
		told.Assert(t, p.Name, summary(t, p.Assignment, extract(t, p, p.Mistakes()...)))
	})
}

// checked returns the report of a check that fails.
func checked(t *testing.T, assignment, dir string, flags ...string) []byte {
	t.Helper()
	args := append([]string{"check", assignment, dir, "--format", "json"}, flags...)
	command := exec.CommandContext(t.Context(), os.Args[0], args...)
	command.Env = append(os.Environ(), runCommand+"=1")
	var out, complaints bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaints
	if err := command.Run(); command.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v, want exit status 1\n%s", err, complaints.Bytes())
	}
	return out.Bytes()
}

// summary returns the summary of a check, with lists that are long shortened.
func summary(t *testing.T, assignment, dir string) []byte {
	t.Helper()
	var report struct{ Summary map[string]any }
	read(t, checked(t, assignment, dir), &report)
	delete(report.Summary, "seconds")
	delete(report.Summary, "notExpected")
	text := must.Get(json.MarshalIndent(shortened(report.Summary), "", "  "))(t)
	return append(text, '\n')
}

// shortened returns a JSON value in which lists of names have at most three names and the number of the rest.
// It omits the first difference of a cause, which is stored elsewhere.
func shortened(value any) any {
	const maxItems = 3
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
		if _, names := append(v, nil)[0].(string); names && len(v) > maxItems {
			return append(v[:maxItems:maxItems], fmt.Sprintf("and %d more", len(v)-maxItems))
		}
	}
	return value
}

// A program with mistakes is right when all of them are fixed, and wrong if any one remains. If the remaining
// mistake is also one of the second solver's, both write the same output.
func TestMistakesCorrected(t *testing.T) {
	effort.NeedsAll(t, "compiles")
	eachMistaken(t, false, func(t *testing.T, p *programtest.Program, e example) {
		if n := len(p.Mistakes()); n < 1 || n > 3 {
			t.Errorf("%d mistakes, want one to three", n)
		}
		for _, r := range e.judge(t, extract(t, p)) {
			if r.Verdict != testscript.Pass {
				complain(t, r)
			}
		}
		if !effort.All() {
			return
		}
		for i, mistake := range p.Mistakes() {
			if every > 1 && i > 0 {
				break
			}
			t.Run(mistake, func(t *testing.T) {
				results := e.judge(t, extract(t, p, mistake))
				fails := func(r testscript.Result) bool { return r.Verdict != testscript.Pass }
				expect.True(t, slices.ContainsFunc(results, fails), "a case fails with this mistake alone")
				if mistake != crash {
					compareWithFault(t, results, mistake)
				}
			})
		}
	})
}

// crash is the one mistake that is no fault of a second solver, which never crash.
const crash = "crash-at-max-cut"

// judge runs the cases of the profile core, or of default in nightly runs.
func (e example) judge(t *testing.T, dir string) []testscript.Result {
	t.Helper()
	e.dir = dir
	return e.run(t, testscript.Options{Text: 1 << 20}, func(c *cases.Case) bool {
		return c.In(cases.ProfileCore) || every == 1 && c.In(cases.ProfileDefault)
	})
}

// compareWithFault fails the test if the output of a program differs from the output of the second solver with
// a fault. It skips cases in which the program crashed or the solver gave up.
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
