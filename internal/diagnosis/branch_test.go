package diagnosis_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Where no move is taken back at a cut all is right up to the first one.
func TestBeyondCut(t *testing.T) {
	a := lookup(t, "reversi")
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
// wherever it shows is wrong at the first leaf of some case. At night that is so of each fault that there is.
func TestBeyondBranch(t *testing.T) {
	beyond := map[string]bool{
		"mancala board-shared-by-moves": true, "squirrel board-shared-by-moves": true, "reversi board-shared-by-moves": true,
		"reversi captures-not-taken-back": true, "mapcolor colours-not-taken-back": true, "mapcolor cutting-move-not-taken-back": true,
	}
	by := map[string][]string{
		"mancala": {"board-shared-by-moves", "capture-needs-stones-across"}, "reversi": {"captures-not-taken-back", "diagonals-overlooked"},
		"squirrel": {"raid-conquers-nothing"}, "mapcolor": {"cutting-move-not-taken-back"},
	}
	for assignment, faults := range by {
		a := lookup(t, assignment)
		if effort.Night() {
			faults = nil
			for _, f := range catalog.Second(a).Faults() {
				faults = append(faults, f.ID)
			}
		}
		for _, fault := range faults {
			results := judgedBy(t, a, func(of *cases.Case) diagnosistest.Run { return diagnosistest.Faulty(of, fault) })
			causes, _, err := diagnosis.Program(t.Context(), diagnosis.Question{Assignment: a, Results: results, Unknown: func(mutant.Fault) bool { return true }})
			if err != nil {
				t.Fatalf("%s: %v", fault, err)
			}
			told := 0
			for _, cause := range causes {
				if strings.Contains(cause.Right, "the moves beside it") || strings.Contains(cause.Right, "left by a cut") {
					told++
				}
			}
			if name := assignment + " " + fault; told > 1 || (told == 1) != beyond[name] {
				t.Errorf("%s: that moves reach beyond their branch is told %d times: %s", name, told, words(causes, nil))
			}
		}
	}
}
