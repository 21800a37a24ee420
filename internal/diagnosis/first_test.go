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

// Of the causes of an unknown mistake the first is the one that says most. A board that is not the one after the
// program's own move comes before all other choices of a move, which may follow from it, and before the values of
// leaves. Where all pieces of wrong leaves count as they should at other leaves, the position is suspected and not
// its evaluation. A wrong evaluation is found although another mistake makes some leaves wrong. Where a move reaches
// its siblings, because it is not taken back or because they share a board, that is the reason.
func TestFirstCause(t *testing.T) {
	const shared = "an undo forgets one"
	const side = "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign"
	for _, c := range []struct{ assignment, faults, key, says string }{
		{"gangwars", "last-capture-only-taken-back", "change-added", ""},
		{"reversi", "flips-in-one-direction", "change-missing", ""},
		{"squirrel", "captures-not-taken-back", "leaf-position", shared},
		{"reversi", "evaluation-for-x-always flips-in-one-direction", "leaf-value", ""}, // pieces count otherwise where O moves
		{"mancala", "evaluation-for-side-to-move capture-needs-stones-across", "leaf-evaluation", side},
		{"mancala", "board-shared-by-moves", "leaf-position", shared},
		{"reversi", "captures-not-taken-back", "leaf-position", shared},
		{"mapcolor", "colours-not-taken-back", "leaf-position", shared},
	} {
		first := unnamed(t, c.assignment, strings.Fields(c.faults)...)[0]
		if first.Key != c.key || !strings.Contains(first.Does+"\n"+first.Right, c.says) {
			t.Errorf("%s %s: got %s: %s (%s), want %s: %q", c.assignment, c.faults, first.Key, first.Does, first.Right, c.key, c.says)
		}
		if strings.HasPrefix(c.key, "change-") && (first.First == nil || first.First.Theirs == nil) {
			t.Errorf("%s %s: got no board of the program", c.assignment, c.faults)
		}
	}
}

// The first cause of an unknown mistake names its rule. If no log shows the search, the choices of all cases narrow
// the mistake down. If logs are wrong from their first leaf on, all leaves have the mistake.
func TestRuleOfUnknownMistake(t *testing.T) {
	for _, c := range []struct{ assignment, fault, advice string }{
		{"gangwars", "window-negated-but-not-swapped", "all cases of minimax are right"},
		{"gangwars", "last-move-chosen", "the chosen move is the last of all moves"},
		{"gangwars", "first-move-chosen", "the chosen move is the first of all moves"},
		{"gangwars", "infinity-of-ten-thousand", "the chosen move is the first of all moves"}, // in two cases
		{"gangwars", "evaluation-own-squares-only", "look at the root, its moves and their evaluation"},
		{"gangwars", "x-maximises-below-root", "searches of one ply are right"},
		{"squirrel", "battle-searches-for-first-player", "all logs are right"},
		{"squirrel", "greedy-minimises", "all logs are right"},
		{"mancala", "mancalas-swapped-on-input", "wrong from their first leaf on"},
		{"mancala", "evaluation-less-depth", "wrong from their first leaf on"},
		{"mancala", "next-state-chain-takes-first-pits", ""}, // a case whose log is right shows more than one without a log
		{"mancala", "lap-home-never-captures", ""},
		{"mancala", "laps-home-always-capture", ""},
		{"mancala", "pit-number-of-one-character", ""},
		{"mancala", "evaluation-for-side-to-move", ""},
		{"mancala", "always-player-1", ""},
		{"reversi", "game-ends-on-full-board", ""},
		{"gangwars", "row-as-one-character", ""},
		{"gangwars", "kind-raid-beside-own-piece", ""},
		{"mapcolor", "weights-by-place", ""},
		{"squirrel", "greedy-takes-last-tie", ""},
		{"mapcolor", "colours-not-taken-back", ""},
		{"gangwars", "captures-count-once", ""},
	} {
		broken, _ := catalog.Second(lookup(t, c.assignment)).Lookup(c.fault)
		first := whole(unnamed(t, c.assignment, c.fault))[0]
		if !slices.Contains(first.First.Rules(), broken.Rule.String()) || !strings.Contains(first.Right, c.advice) {
			t.Errorf("%s %s: got %q with %s, want %q with %s", c.assignment, c.fault, first.Right, first.First.Rules(),
				c.advice, broken.Rule)
		}
	}
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
