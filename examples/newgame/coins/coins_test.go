package coins_test

import (
	"log"
	"os"
	"os/exec"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"

	"example.org/newgame/coins"
)

func TestMain(m *testing.M) {
	if err := oracle.Add(&coins.Assignment); err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}

// The goldens are what the oracle answers.
func TestGoldens(t *testing.T) {
	changed, err := cases.UpdateFiles(t.Context(), "cases", true)
	if err != nil || len(changed) > 0 {
		t.Errorf("not what the oracle answers: %v, %v", changed, err)
	}
}

// A program that was written from RULES.md alone gives the same answers.
func TestSolver(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs python3")
	}
	testscript.Run(t, &coins.Assignment, testscript.Command("python3", "testdata/solver.py"), testscript.WithProfile(cases.ProfileDefault))
}
