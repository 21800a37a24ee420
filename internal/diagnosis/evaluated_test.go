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
	"squirrel evaluation-from-opponents-side":    "evaluates a leaf from the other side: its value has the wrong sign",
	"squirrel evaluation-for-side-to-move":       "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign",
	"squirrel evaluation-less-depth":             "subtracts the leaf's depth from the evaluation",
	"squirrel game-end-counts-infinite":          "gives a leaf where the game is over plus or minus infinity by who is ahead, not its value",
	"squirrel game-over-is-no-leaf":              "gives a leaf where the game is over minus infinity if the root player is to move, else plus infinity, not its value",
	"squirrel evaluation-for-x-always":           "evaluates a leaf where O moves at the root from the other side: its value has the wrong sign",
	"squirrel evaluation-own-squares-only":       "counts at a leaf what the root player has, and does not subtract what the opponent has",
	"squirrel evaluation-counts-pieces":          "counts pieces at a leaf, whatever they are worth",
	"squirrel captures-count-once":               "counts what changes sides for its new owner, but does not take it from the old one",
	"squirrel raid-conquers-nothing":             "values a leaf as if no move of the search had turned anything",
	"reversi evaluation-from-opponents-side":     "evaluates a leaf from the other side: its value has the wrong sign",
	"reversi evaluation-for-side-to-move":        "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign",
	"reversi evaluation-less-depth":              "subtracts the leaf's depth from the evaluation",
	"reversi game-end-counts-infinite":           "gives a leaf where the game is over plus or minus infinity by who is ahead, not its value",
	"reversi game-over-is-no-leaf":               "gives a leaf where the game is over minus infinity if the root player is to move, else plus infinity, not its value",
	"reversi evaluation-for-x-always":            "evaluates a leaf where O moves at the root from the other side: its value has the wrong sign",
	"reversi evaluation-own-squares-only":        "counts at a leaf what the root player has, and does not subtract what the opponent has",
	"reversi evaluation-counts-pieces":           "counts pieces at a leaf, whatever they are worth",
	"reversi weights-of-rows-not-mirrored":       "repeats the weights of the upper rows in the lower ones, and does not mirror them",
	"reversi weights-of-columns-not-mirrored":    "repeats the weights of the left columns in the right ones, and does not mirror them",
	"reversi weight-signs-lost":                  "values squares without the minus signs of their weights",
	"reversi corner-weight-one-digit":            "values a1, h1, a8 and h8 at 9, want 99",
	"reversi piece-difference-at-game-end":       "counts pieces at a leaf where the game is over, whatever they are worth",
	"mancala evaluation-from-opponents-side":     "evaluates a leaf from the other side: its value has the wrong sign",
	"mancala evaluation-for-side-to-move":        "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign",
	"mancala evaluation-less-depth":              "subtracts the leaf's depth from the evaluation",
	"mancala game-end-counts-infinite":           "gives a leaf where the game is over plus or minus infinity by who is ahead, not its value",
	"mancala evaluation-for-player-1":            "evaluates a leaf where player 2 moves at the root from the other side: its value has the wrong sign",
	"mancala evaluation-counts-pits":             "adds the stones in the root player's pits less those in the opponent's to the evaluation",
	"mancala evaluation-of-own-mancala-only":     "counts at a leaf what the root player has, and does not subtract what the opponent has",
	"mancala evaluation-counts-gains-only":       "subtracts what the board at the root is worth from the evaluation",
	"mancala mancalas-swapped-on-input":          "subtracts 2 times what the board at the root is worth from the evaluation",
	"mancala mancalas-start-empty":               "subtracts what the board at the root is worth from the evaluation",
	"mapcolor evaluation-from-opponents-side":    "evaluates a leaf from the other side: its value has the wrong sign",
	"mapcolor evaluation-for-side-to-move":       "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign",
	"mapcolor evaluation-less-depth":             "subtracts the leaf's depth from the evaluation",
	"mapcolor game-end-counts-infinite":          "gives a leaf where the game is over plus or minus infinity by who is ahead, not its value",
	"mapcolor only-two-initial-assignments-read": "has all values of an input off by the same number, in five-initial-assignments-on-a-large-map by -3",
	"mapcolor dead-end-loses":                    "gives a leaf where the game is over minus infinity if the root player is to move, else plus infinity, not its value",
	"mapcolor dead-end-scores-0":                 "gives a leaf where the game is over the value 0",
	"mapcolor initial-assignments-not-scored":    "does not count what lies on the board at the start",
	"mapcolor initial-assignments-all-player-1s": "counts what lies on the board at the start for the root player, whoever's it is",
	"mapcolor initial-players-alternate":         "has all values of an input off by the same number, in one-move-and-no-reply by 3",
	"mapcolor opponents-weights-added":           "adds at a leaf what the opponent has, and does not subtract it",
	"mapcolor player-1s-weights-only":            "counts at a leaf what the root player has, and does not subtract what the opponent has",
	"mapcolor weights-swapped":                   "values what each player has by the other one's weights",
	"mapcolor weights-of-player-1-for-both":      "values what both players have by player 1's weights",
	"squirrel neighbour-above-overlooked":        "turns pieces otherwise: leaves are worth as if a move did not see what lies above it",
	"squirrel neighbour-below-overlooked":        "turns pieces otherwise: leaves are worth as if a move did not see what lies below it",
	"squirrel neighbour-left-overlooked":         "turns pieces otherwise: leaves are worth as if a move did not see what lies to its left",
	"squirrel neighbour-right-overlooked":        "turns pieces otherwise: leaves are worth as if a move did not see what lies to its right",
	"squirrel raid-turns-one-only":               "turns pieces otherwise: leaves are worth as if a move turned one piece only",
	"reversi direction-up-left-overlooked":       "turns pieces otherwise: leaves are worth as if a move turned nothing above it to the left",
	"reversi direction-up-overlooked":            "turns pieces otherwise: leaves are worth as if a move turned nothing above it",
	"reversi direction-up-right-overlooked":      "turns pieces otherwise: leaves are worth as if a move turned nothing above it to the right",
	"reversi direction-left-overlooked":          "turns pieces otherwise: leaves are worth as if a move turned nothing to its left",
	"reversi direction-right-overlooked":         "turns pieces otherwise: leaves are worth as if a move turned nothing to its right",
	"reversi direction-down-left-overlooked":     "turns pieces otherwise: leaves are worth as if a move turned nothing below it to the left",
	"reversi direction-down-overlooked":          "turns pieces otherwise: leaves are worth as if a move turned nothing below it",
	"reversi direction-down-right-overlooked":    "turns pieces otherwise: leaves are worth as if a move turned nothing below it to the right",
	"reversi diagonals-overlooked":               "turns pieces otherwise: leaves are worth as if a move turned nothing in slanting lines",
	"reversi flips-in-one-direction":             "turns pieces otherwise: leaves are worth as if a move turned pieces in one direction only",
	"reversi flips-one-piece-a-line":             "turns pieces otherwise: leaves are worth as if a move turned the nearest piece in each direction only",
}

// always are those that are told in every run of the tests.
var always = []string{"reversi corner-weight-one-digit", "reversi direction-up-left-overlooked"}

// What a program evaluates is told where all leaves agree on it, and else nothing is.
func TestEvaluations(t *testing.T) {
	solved, silent := 0, 0
	for _, a := range oracle.Assignments() {
		for i, f := range catalog.Faults(a) {
			subject := a.Name + " " + f.ID
			want, known := evaluations[subject]
			ofKind := f.Kind == "evaluation" && (effort.All() || i%9 == 0)
			if f.Kind == "form" || !ofKind && !effort.Night() && !slices.Contains(always, subject) {
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

// Two mistakes are told apart where leaves show one without the other.
func TestEvaluationBesideTurning(t *testing.T) {
	a := lookup(t, "reversi")
	said := evaluationTold(t, a, func(c *cases.Case) diagnosistest.Run {
		return diagnosistest.Faulty(c, "flips-in-one-direction", "weight-signs-lost")
	})
	for _, want := range []string{"in one direction only", "without the minus signs of their weights"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q, want %q in it", said, want)
		}
	}
}

// Where the program's line is of another node, nothing is said of the leaf that is due, though its value is known.
func TestEvaluationOfOtherNode(t *testing.T) {
	a := lookup(t, "reversi")
	said := evaluationTold(t, a, func(c *cases.Case) diagnosistest.Run {
		return diagnosistest.Faulty(c, "legal-beside-any-enemy", "weights-of-rows-not-mirrored")
	})
	if want := evaluations["reversi weights-of-rows-not-mirrored"]; said != want {
		t.Errorf("%q, want %q", said, want)
	}
}

// alone are sentences of which one leaf is enough.
var alone = []string{
	"evaluates a leaf from the other side", "counts one side alone at a leaf", "adds what the opponent has at a leaf",
	"counts pieces or stones at a leaf, whatever they are worth", "gives an infinite value to a leaf",
}

// evaluationTold returns what is said of all leaves of a program, if no fault is known.
func evaluationTold(t *testing.T, a *oracle.Assignment, program func(c *cases.Case) diagnosistest.Run) string {
	t.Helper()
	results, err := diagnosistest.Judge(t.Context(), a, program)
	if err != nil {
		t.Fatal(err)
	}
	causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Results: results, Unknown: func(f mutant.Fault) bool { return !f.Form }})
	var said []string
	for _, c := range causes {
		if c.First == nil || c.First.Node == nil || c.First.Node.Kind != "leaf" {
			continue
		}
		atLeaf := strings.HasPrefix(c.Key, "leaf-value") || c.Key == "leaf-position" || c.Key == "leaf-infinite"
		general := strings.HasPrefix(c.Does, "has a value") || strings.HasPrefix(c.Does, "has another value") || slices.Contains(alone, c.Does)
		if atLeaf && !general {
			said = append(said, c.Does)
		}
	}
	return strings.Join(said, "; ")
}
