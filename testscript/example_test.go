package testscript_test

import (
	"context"
	"fmt"
	"log"
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

func ExampleRunner() {
	ctx := context.Background()
	player, err := testscript.NewPlayer(ctx, "python3", "solver.py")
	if err != nil {
		log.Fatal(err)
	}
	defer player.Close()
	runner, err := testscript.NewRunner(player, testscript.Options{Course: true})
	if err != nil {
		log.Fatal(err)
	}
	defer runner.Close()
	all, err := cases.Embedded(&reversi.Assignment)
	if err != nil {
		log.Fatal(err)
	}
	runner.RunAll(ctx, testscript.DefaultJobs(), all, func(_ int, r testscript.Result) {
		fmt.Println(r.Verdict, r.Case.Name)
	})
}
