package diagnosis_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Where a move reaches beyond its own branch of the tree the first leaves are right, and the next ones are not. What is wrong
// wherever it shows is wrong at the first leaf of some case.
func TestBeyondBranch(t *testing.T) {
	for _, c := range []struct {
		assignment, fault string
		want              bool
	}{
		{"mancala", "board-shared-by-moves", true},
		{"reversi", "captures-not-taken-back", true},
		{"mancala", "capture-needs-stones-across", false},
		{"reversi", "diagonals-overlooked", false},
		{"squirrel", "raid-conquers-nothing", false},
	} {
		a, err := oracle.Lookup(c.assignment)
		if err != nil {
			t.Fatal(err)
		}
		results := judgedBy(t, a, func(of *cases.Case) diagnosistest.Run { return diagnosistest.Faulty(of, c.fault) })
		causes, _, err := diagnosis.Program(t.Context(), diagnosis.Question{Assignment: a, Results: results, Unknown: func(mutant.Fault) bool { return true }})
		if err != nil || len(causes) == 0 {
			t.Fatalf("%s: %v, %v", c.fault, causes, err)
		}
		told := false
		for _, cause := range causes {
			told = told || strings.Contains(cause.Right, "reach the moves beside it")
		}
		if told != c.want {
			t.Errorf("%s, %s: that moves reach beyond their branch is told: %v, want %v: %s", c.assignment, c.fault, told, c.want, words(causes, nil))
		}
	}
}
