package diagnosis_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Where no move is taken back at a cut all is right up to the first one.
func TestBeyondCut(t *testing.T) {
	a, err := oracle.Lookup("reversi")
	if err != nil {
		t.Fatal(err)
	}
	results := judgedBy(t, a, func(c *cases.Case) diagnosistest.Run {
		run := diagnosistest.Faulty(c)
		game := c.Problem.(homework.Replayer)
		lines := strings.Split(run.Files["output.txt"], "\n")
		at, cut, found := game.Stage().First-1, false, false
		err := game.Replay(t.Context(), homework.Options{}, func(s replay.Step) error {
			if cut && s.Kind == replay.Leaf && !found {
				found = true
				columns := strings.Split(lines[at], ",")
				columns[2] = fmt.Sprint(s.Value + 3)
				lines[at] = strings.Join(columns, ",")
			}
			cut = cut || s.Cut
			at++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		run.Files["output.txt"] = strings.Join(lines, "\n")
		return run
	})
	causes, _, err := diagnosis.Program(t.Context(), diagnosis.Question{Assignment: a, Results: results})
	if err != nil || len(causes) == 0 || !strings.Contains(causes[0].Right, "These logs are right until a node is cut") || strings.Contains(causes[0].Right, "beside it") {
		t.Errorf("told %s, %v", words(causes, nil), err)
	}
}

// Where a move reaches beyond its own branch of the tree the first leaves are right, and the next ones are not. What is wrong
// wherever it shows is wrong at the first leaf of some case.
func TestBeyondBranch(t *testing.T) {
	for _, c := range []struct {
		assignment, fault string
		want              int // the number of the cause that is told so
	}{
		{"mancala", "board-shared-by-moves", 1},
		{"reversi", "captures-not-taken-back", 1},
		{"mancala", "capture-needs-stones-across", 0},
		{"reversi", "diagonals-overlooked", 0},
		{"squirrel", "raid-conquers-nothing", 0},
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
		told := 0
		for i, cause := range causes {
			if strings.Contains(cause.Right, "the moves beside it") {
				told += i + 1
			}
		}
		if told != c.want {
			t.Errorf("%s, %s: that moves reach beyond their branch is told of cause %d, want %d: %s", c.assignment, c.fault, told, c.want, words(causes, nil))
		}
	}
}
