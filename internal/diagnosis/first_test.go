package diagnosis_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// unnamed returns the causes of a program with mistakes that the catalogue lacks, as it lacks all others.
func unnamed(t *testing.T, assignment string, faults ...string) []diagnosis.Cause {
	t.Helper()
	a := lookup(t, assignment)
	results, err := diagnosistest.JudgeOn(t.Context(), a, isQuick, // which cause is first depends on the cases
		func(c *cases.Case) diagnosistest.Run { return diagnosistest.Faulty(c, faults...) })
	must.Do(t, err)
	causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Results: results,
		Unknown: func(f mutant.Fault) bool { return true }})
	if len(causes) == 0 {
		t.Fatalf("%s %s: got no cause", assignment, faults)
	}
	return causes
}

// A board that is not the one after the program's own move comes before all other choices of a move, which
// may follow from it.
func TestBoardBeforeChoice(t *testing.T) {
	first := unnamed(t, "gangwars", "last-capture-only-taken-back")[0]
	if !strings.HasPrefix(first.Key, "change-") || first.First == nil || first.First.Theirs == nil {
		t.Errorf("got %s, want a board that is not the one after the move", first.Brief())
	}
}

// A board that is not the one after the program's own move says more than the values of leaves.
func TestBoardBeforeLeaf(t *testing.T) {
	if first := unnamed(t, "reversi", "flips-in-one-direction")[0]; first.Key != "change-missing" {
		t.Errorf("got %s, want a board without all changes", first.Brief())
	}
}

// If no log shows the search, the choices of all cases narrow the mistake down, and its rule is reported.
func TestChoicesWithoutLog(t *testing.T) {
	for _, c := range []struct{ assignment, fault, advice string }{
		{"gangwars", "window-negated-but-not-swapped", "all cases of minimax are right"},
		{"gangwars", "last-move-chosen", "the chosen move is the last of all moves"},
		{"gangwars", "first-move-chosen", "the chosen move is the first of all moves"},
		{"gangwars", "infinity-of-ten-thousand", "the chosen move is the first of all moves"}, // in two cases
		{"gangwars", "evaluation-own-squares-only", "look at the root, its moves and their evaluation"},
		{"gangwars", "x-maximises-below-root", "searches of one ply are right"},
		{"squirrel", "battle-searches-for-first-player", "all logs are right"},
		{"squirrel", "greedy-minimises", "all logs are right"},
	} {
		wantRule(t, c.assignment, c.fault, c.advice)
	}
}

// wantRule fails the test unless the first cause of a program with an unknown fault has the fault's rule and
// some advice.
func wantRule(t *testing.T, assignment, fault, advice string) {
	t.Helper()
	broken, _ := catalog.Second(lookup(t, assignment)).Lookup(fault)
	causes := unnamed(t, assignment, fault)
	// where the second solver gives up
	causes = slices.DeleteFunc(causes, func(c diagnosis.Cause) bool { return c.Ended != "" })
	first := causes[0]
	if !slices.Contains(first.First.Rules(), broken.Rule.String()) || !strings.Contains(first.Right, advice) {
		t.Errorf("%s %s: got %q with %s, want %q with %s", assignment, fault, first.Right, first.First.Rules(), advice,
			broken.Rule)
	}
}

// If logs are wrong from their first leaf on, all leaves have the mistake.
func TestLeavesAtOnce(t *testing.T) {
	const advice = "wrong from their first leaf on"
	wantRule(t, "mancala", "mancalas-swapped-on-input", advice)
	wantRule(t, "mancala", "evaluation-less-depth", advice)
}

// A case whose log is right shows more than a case without a log.
func TestRightLogBeforeChoice(t *testing.T) {
	wantRule(t, "mancala", "next-state-chain-takes-first-pits", "")
}

// A cause of form is shown by a case that has nothing else wrong.
func TestFormIsShown(t *testing.T) {
	const fault = "flips-in-one-direction"
	a := lookup(t, "reversi")
	causes := changed(t, "reversi", fault, func(_ *cases.Case, _, text string) string {
		return strings.ReplaceAll(strings.ReplaceAll(text, "Infinity", "inf"), "\n", " \n")
	})
	if !causes[0].Form || causes[0].Formed == 0 {
		t.Fatalf("got %s, want one of form", words(causes, nil))
	}
	shown := judgedBy(t, a, func(c *cases.Case) diagnosistest.Run { return diagnosistest.Faulty(c, fault) })
	i := slices.IndexFunc(shown, func(r verdict.Result) bool { return r.Case.Name == causes[0].Cases[0] })
	if shown[i].Verdict != verdict.Pass {
		t.Errorf("%s has more wrong than its form", shown[i].Case.Name)
	}
}

// Commas for blanks are a mistake of form, and the rows of a board with them are no stray lines.
func TestCommasOnBoard(t *testing.T) {
	causes := changed(t, "mancala", "", func(_ *cases.Case, name, text string) string {
		if name == "next_state.txt" {
			return strings.ReplaceAll(text, " ", ",")
		}
		return text
	})
	onlyForm(t, causes, "blanks", "commas")
}

// A program that takes too long on a small case, and not on larger ones, has a loop without an end.
func TestEndless(t *testing.T) {
	a := lookup(t, "mancala")
	for _, c := range []struct {
		name, want string
		stops      func(c *cases.Case) bool
	}{
		{"one", "does not end", func(c *cases.Case) bool { return c.Name == "handout-sample" }},
		{"all", "takes too long", func(c *cases.Case) bool { return true }},
	} {
		results := judgedBy(t, a, func(of *cases.Case) diagnosistest.Run {
			if c.stops(of) {
				return diagnosistest.Run{Ended: verdict.Timeout}
			}
			return diagnosistest.Faulty(of)
		})
		causes, unexplained := causesOf(t, diagnosis.Question{Assignment: a, Results: results})
		if len(causes) != 1 || causes[0].Does != c.want {
			t.Errorf("%s: got %s, want %q", c.name, words(causes, unexplained), c.want)
		}
	}
}

// Where all pieces of wrong leaves count as they should at other leaves, the position is suspected and not
// its evaluation. A value that the position or its evaluation may have is no second cause.
func TestLeafPosition(t *testing.T) {
	first := unnamed(t, "squirrel", "captures-not-taken-back")[0]
	if first.Key != "leaf-position" {
		t.Errorf("got %s", first.Brief())
	}
	first = unnamed(t, "reversi", "evaluation-for-x-always", "flips-in-one-direction")[0]
	if first.Key == "leaf-position" { // the pieces count otherwise where O moves at the root
		t.Errorf("got %s", first.Brief())
	}
}

// The diagnosis finds a mistake in the evaluation although another mistake makes some leaves wrong.
func TestEvaluationAmongOthers(t *testing.T) {
	const want = "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign"
	first := unnamed(t, "mancala", "evaluation-for-side-to-move", "capture-needs-stones-across")[0]
	if first.Key != "leaf-evaluation" || first.Does != want {
		t.Errorf("got %s", first.Brief())
	}
}
