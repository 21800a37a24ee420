// Package outside is a separate module that uses what touchstone exports.
package outside

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// example returns one of touchstone's example submissions.
func example(name string) string { return filepath.Join(os.Getenv("EXAMPLES"), name) }

func TestRight(t *testing.T) {
	testscript.Run(t, &mapcolor.Assignment, testscript.Path(example("mapcolor-go")),
		testscript.WithOptions(testscript.Options{Edition: mapcolor.Revised, Course: true, CPU: time.Minute, Memory: 1 << 30, Sandbox: testscript.SandboxAuto}))
}

func TestWrong(t *testing.T) {
	testscript.Run(t, &squirrel.Assignment, testscript.Path(example("squirrel-eager-window")), // failures are reported here
		testscript.WithMaxLines(3), testscript.WithCauses(true), testscript.WithProfile(cases.ProfileDefault), testscript.WithCases(os.DirFS("cases")))
}

func TestNoCases(t *testing.T) {
	testscript.Run(t, &mancala.Assignment, testscript.Path(example("mancala-python3")), testscript.WithCases(os.DirFS("cases")))
}

func TestNoProgram(t *testing.T) {
	testscript.Run(t, &mancala.Assignment, testscript.Command("no-such-program"))
}

// Every type in an exported signature can be named outside.
func TestNames(t *testing.T) {
	request := gen.Request{Assignment: &mancala.Assignment, Seed: 1, MaxLog: 1 << 20}
	made, err := request.Make(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	var problem homework.Problem = made.Problem
	if _, err := oracle.Solve(t.Context(), &mancala.Assignment, []byte(problem.String()), oracle.Options{}); err != nil {
		t.Fatal(err)
	}
	runner, err := testscript.NewRunner(testscript.Options{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	program, err := runner.Open(t.Context(), nil, testscript.Command("go", "version"))
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	all, err := cases.Embedded(&mancala.Assignment)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	var how outcome.Outcome
	var mechanisms testscript.Mechanisms = program.Enforced()
	var report compare.Report
	result := program.Run(t.Context(), all[0])
	how = result.Outcome
	if len(result.Files) > 0 {
		report = result.Files[0].Report
	}
	var style compare.Style
	var mode testscript.SandboxMode = testscript.SandboxNone
	result.Explain(&text, style)
	verdict.ExplainFile(&text, "a file", "a reason", report, style)
	score := verdict.NewScore(&mancala.Assignment, []testscript.Result{result})
	t.Logf("%s: %v %v %v %v\n%s", result.Verdict, how.Exit, mechanisms.Missing(), mode, score, &text)
	if result.Verdict == testscript.Pass || score.Points != 0 {
		t.Error("it passes")
	}
}

// check returns the results of the default cases, and the mistakes of the program.
func check(ctx context.Context, path string) (results []testscript.Result, why string, err error) {
	a := &mancala.Assignment
	all, err := cases.Embedded(a) // also cases of other profiles, which check skips
	if err != nil {
		return nil, "", err
	}
	all = slices.DeleteFunc(all, func(c *cases.Case) bool { return !c.In(cases.ProfileDefault) })
	o := testscript.Options{Text: testscript.MaxText}
	runner, err := testscript.NewRunner(o, testscript.DefaultJobs())
	if err != nil {
		return nil, "", err
	}
	program, err := runner.Open(ctx, a, testscript.Path(path)) // which builds it
	if err != nil {
		return nil, "", err
	}
	defer program.Close()
	results = make([]testscript.Result, len(all))
	program.RunAll(ctx, all, func(i int, r testscript.Result) { results[i] = r })
	why, err = testscript.Why(ctx, a, o, results)
	return results, why, err
}

// The example of docs/go.md does what that says.
func TestCheck(t *testing.T) {
	program, err := os.ReadFile(example("mancala-python3/mancala3.py"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "mancala3.py")
	wrong := bytes.Replace(program, []byte("pits[own] += 1"), []byte("pits[own] = 1"), 1) // a capture
	if err := os.WriteFile(path, wrong, 0o666); err != nil {
		t.Fatal(err)
	}
	results, why, err := check(t.Context(), path)
	if err != nil || len(results) < 50 || !strings.HasPrefix(why, "1. ") {
		t.Errorf("%d results, %v:\n%s", len(results), err, why)
	}
}
