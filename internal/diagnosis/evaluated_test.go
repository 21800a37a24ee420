package diagnosis_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
)

// evaluations are what is said of all leaves of programs with a fault, by assignment and fault, when no fault is known. Of
// all others nothing is said: they show in no log, or elsewhere than in leaves.
var evaluations = map[string]string{
	"squirrel evaluation-from-opponents-side": "evaluates a leaf from the other side: its value has the wrong sign",
	"squirrel evaluation-for-side-to-move":    "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign",
	"squirrel evaluation-for-x-always":        "evaluates a leaf where O moves at the root from the other side: its value has the wrong sign",
	"squirrel evaluation-own-squares-only":    "counts at a leaf what the root player has, and does not subtract what the opponent has",
	"squirrel evaluation-counts-pieces":       "counts pieces at a leaf, whatever they are worth",
	"reversi evaluation-from-opponents-side":  "evaluates a leaf from the other side: its value has the wrong sign",
	"reversi evaluation-for-side-to-move":     "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign",
	"reversi evaluation-for-x-always":         "evaluates a leaf where O moves at the root from the other side: its value has the wrong sign",
	"reversi evaluation-own-squares-only":     "counts at a leaf what the root player has, and does not subtract what the opponent has",
	"reversi evaluation-counts-pieces":        "counts pieces at a leaf, whatever they are worth",
	"reversi piece-difference-at-game-end":    "counts pieces at a leaf where the game is over, whatever they are worth",
	"mancala evaluation-from-opponents-side":  "evaluates a leaf from the other side: its value has the wrong sign",
	"mancala evaluation-for-side-to-move":     "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign",
	"mancala evaluation-for-player-1":         "evaluates a leaf where player 2 moves at the root from the other side: its value has the wrong sign",
	"mancala evaluation-of-own-mancala-only":  "counts at a leaf what the root player has, and does not subtract what the opponent has",
	"mapcolor evaluation-from-opponents-side": "evaluates a leaf from the other side: its value has the wrong sign",
	"mapcolor evaluation-for-side-to-move":    "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign",
	"mapcolor dead-end-scores-0":              "gives a leaf where the game is over the value 0",
	"mapcolor opponents-weights-added":        "adds at a leaf what the opponent has, and does not subtract it",
	"mapcolor player-1s-weights-only":         "counts at a leaf what the root player has, and does not subtract what the opponent has",
}

// always holds the evaluations that every run of the tests tries.
var always = []string{"reversi evaluation-for-x-always", "mapcolor opponents-weights-added"}

// A wrong evaluation is described if all leaves agree with it, and otherwise not.
func TestEvaluations(t *testing.T) {
	solved, silent := 0, 0
	for _, a := range oracle.Assignments() {
		for i, f := range catalog.Faults(a) {
			subject := a.Name + " " + f.ID
			want, known := evaluations[subject]
			ofKind := f.Kind == "evaluation" && (effort.All() || i%9 == 0)
			if f.Form || !ofKind && !effort.Night() && !slices.Contains(always, subject) {
				continue
			}
			said := evaluationTold(t, a, func(c *cases.Case) diagnosistest.Run { return diagnosistest.Faulty(c, f.ID) })
			if said != want {
				t.Errorf("%s: %q, want %q", subject, said, want)
			}
			switch {
			case known:
				solved++
			case f.Kind == "evaluation":
				silent++
			}
			if f.Kind == "evaluation" {
				t.Logf("%s: %s", subject, said)
			}
		}
	}
	t.Logf("%d solved for, of %d faults of the evaluation nothing is said", solved, silent)
}

// evaluationTold returns the statement about all leaves of a program, if no fault is known.
func evaluationTold(t *testing.T, a *oracle.Assignment, program func(c *cases.Case) diagnosistest.Run) string {
	t.Helper()
	results := judgedBy(t, a, program)
	causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Results: results, Unknown: func(f mutant.Fault) bool { return !f.Form }})
	var said []string
	for _, c := range causes {
		if c.First == nil || c.First.Node == nil || c.First.Node.Kind != "leaf" {
			continue
		}
		atLeaf := strings.HasPrefix(c.Key, "leaf-value") || c.Key == "leaf-evaluation"
		general := strings.HasPrefix(c.Does, "has a value") || strings.HasPrefix(c.Does, "has another value") || c.Does == "evaluates a leaf from the other side" // one leaf is enough
		if atLeaf && !general {
			said = append(said, c.Does)
		}
	}
	return strings.Join(said, "; ")
}
