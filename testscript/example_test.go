package testscript_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript"
)

func ExampleRun() {
	_ = func(t *testing.T) { // func TestReversi(t *testing.T)
		testscript.Run(t, &reversi.Assignment, testscript.Path("mysolver"),
			testscript.WithProfile(cases.ProfileGraded),
			testscript.WithOptions(testscript.Options{CPU: 30 * time.Second}))
	}
}

// A function of the package under test, as a program: the test starts itself, and its TestMain calls the function.
func ExampleCommand() {
	_ = func(m *testing.M) { // func TestMain(m *testing.M)
		if len(os.Args) > 1 && os.Args[1] == "solve" {
			solve() // reads input.txt, writes output.txt
			os.Exit(0)
		}
		os.Exit(m.Run())
	}
	_ = func(t *testing.T) { // func TestSolve(t *testing.T)
		testscript.Run(t, &reversi.Assignment, testscript.Command(os.Args[0], "solve"),
			testscript.WithOptions(testscript.Options{Sandbox: testscript.SandboxNone}))
	}
}

func solve() {}

func ExampleRunner() {
	ctx := context.Background()
	runner, err := testscript.NewRunner(testscript.Options{Course: true}, testscript.DefaultJobs())
	if err != nil {
		log.Fatal(err)
	}
	program, err := runner.Open(ctx, &reversi.Assignment, testscript.Command("python3", "solver.py"))
	if err != nil {
		log.Fatal(err)
	}
	defer program.Close()
	all, err := cases.Embedded(&reversi.Assignment)
	if err != nil {
		log.Fatal(err)
	}
	program.RunAll(ctx, all, func(_ int, r testscript.Result) {
		fmt.Println(r.Verdict, r.Case.Name)
	})
}
