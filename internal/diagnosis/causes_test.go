package diagnosis_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// unnamed returns the causes of a program with mistakes that the catalogue lacks, as it lacks all others.
func unnamed(t *testing.T, assignment string, faults ...string) []diagnosis.Cause {
	t.Helper()
	a := gametest.Lookup(t, assignment)
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

// The first cause of an unknown mistake is the most informative one. A board that is not the one after the
// program's own move comes before all other choices of a move, which may follow from it, and before the values
// of leaves. If all pieces of wrong leaves have the right values at other leaves, the cause is the position and
// not its evaluation. A wrong evaluation is found although another mistake makes some leaves wrong. If a move
// reaches its siblings, because it is not taken back or because they share a board, that is the cause.
func TestFirstCause(t *testing.T) {
	const shared = "an undo forgets one"
	const side = "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign"
	for _, c := range []struct{ assignment, faults, key, says string }{
		{"gangwars", "last-capture-only-taken-back", "change-added", ""},
		{"reversi", "flips-in-one-direction", "change-missing", ""},
		{"squirrel", "captures-not-taken-back", "leaf-position", shared},
		{"reversi", "evaluation-for-x-always flips-in-one-direction", "leaf-value", ""}, // pieces have another weight where O moves
		{"mancala", "evaluation-for-side-to-move capture-needs-stones-across", "leaf-evaluation", side},
		{"mancala", "board-shared-by-moves", "leaf-position", shared},
		{"reversi", "captures-not-taken-back", "leaf-position", shared},
		{"mapcolor", "colours-not-taken-back", "leaf-position", shared},
	} {
		first := unnamed(t, c.assignment, strings.Fields(c.faults)...)[0]
		// The other mistake makes the first wrong value of half the cases.
		expect.True(t, c.key != "leaf-evaluation" || len(first.Cases) <= 40, c.assignment, c.faults)
		expect.True(t, first.Key == c.key && strings.Contains(first.Behaviour+"\n"+first.Right, c.says),
			c.assignment, c.faults, "got", first.Key, first.Behaviour, first.Right, "want", c.key, c.says)
		drawn := first.First != nil && first.First.Written != nil
		expect.True(t, drawn || !strings.HasPrefix(c.key, "change-"), c.faults, "has the program's board")
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
		{"mancala", "lap-home-never-captures", ""}, {"mancala", "laps-home-always-capture", ""},
		{"mancala", "pit-number-of-one-character", ""}, {"mancala", "evaluation-for-side-to-move", ""},
		{"mancala", "always-player-1", ""}, {"reversi", "game-ends-on-full-board", ""},
		{"gangwars", "row-as-one-character", ""}, {"gangwars", "kind-raid-beside-own-piece", ""},
		{"mapcolor", "weights-by-place", ""}, {"squirrel", "greedy-takes-last-tie", ""},
		{"mapcolor", "colours-not-taken-back", ""}, {"gangwars", "captures-count-once", ""},
	} {
		broken, _ := catalog.Second(gametest.Lookup(t, c.assignment)).Lookup(c.fault)
		first := whole(unnamed(t, c.assignment, c.fault))[0]
		named := slices.Contains(first.First.Rules(), broken.Rule.String())
		expect.True(t, named, c.assignment, c.fault, first.First.Rules(), "want", broken.Rule)
		expect.Contains(t, first.Right, c.advice)
	}
}

// A cause of form is shown by a case that has nothing else wrong.
func TestFormIsShown(t *testing.T) {
	const fault = "flips-in-one-direction"
	a := gametest.Lookup(t, "reversi")
	causes := changed(t, "reversi", fault, func(_ *cases.Case, _, text string) string {
		return strings.ReplaceAll(strings.ReplaceAll(text, "Infinity", "inf"), "\n", " \n")
	})
	expect.True(t, causes[0].Form && causes[0].Formed != 0, "got", words(causes, nil), "want one of form")
	shown := judgedBy(t, a, func(c *cases.Case) diagnosistest.Run { return diagnosistest.Faulty(c, fault) })
	i := slices.IndexFunc(shown, func(r verdict.Result) bool { return r.Case.Name == causes[0].Cases[0] })
	expect.Equal(t, verdict.Pass, shown[i].Verdict, shown[i].Case.Name, "has more wrong than its form")
}

// A program that takes too long on a small case, and not on larger ones, has a loop without an end.
func TestEndless(t *testing.T) {
	for _, c := range []struct {
		name, want string
		stops      func(c *cases.Case) bool
	}{
		{"one", "does not end", func(c *cases.Case) bool { return c.Name == "handout-sample" }},
		{"all", "takes too long", func(c *cases.Case) bool { return true }},
		{"greedy", "takes too long", func(c *cases.Case) bool { return c.Problem.Category() == "greedy" }},
	} {
		causes := causesBy(t, "mancala", func(of *cases.Case) diagnosistest.Run {
			if c.stops(of) {
				return diagnosistest.Run{Ended: verdict.Timeout}
			}
			return diagnosistest.Faulty(of)
		})
		expect.True(t, len(causes) == 1 && causes[0].Behaviour == c.want, c.name, "got", words(causes, nil))
	}
}

// The whole reports on some programs are in testdata: programs with several mistakes, with unknown ones, and
// programs that do not end normally. The first differences are tested in package decision.
func TestTold(t *testing.T) {
	n := 0 // the number of cases so far
	selects := func(*cases.Case) bool {
		n++
		return n%4 == 2
	}
	ended := func(how verdict.Verdict, every int, faults ...string) func(c *cases.Case) diagnosistest.Run {
		return func(c *cases.Case) diagnosistest.Run {
			run := diagnosistest.Faulty(c, faults...)
			if n%every == 0 {
				run.Ended, run.CrashLine, run.Errors = how, "main.py:12", "Traceback\nIndexError: list index out of range\n"
				for name, text := range run.Files {
					run.Files[name] = text[:len(text)/2]
				}
			}
			return run
		}
	}
	faulty := func(faults ...string) func(c *cases.Case) diagnosistest.Run { return ended("", 1<<20, faults...) }
	unknown := func(mutant.Fault) bool { return true }
	for _, c := range []struct {
		name, assignment string
		program          func(c *cases.Case) diagnosistest.Run
		unknown          func(mutant.Fault) bool
	}{
		{"two", "squirrel", faulty("entry-lines-of-inner-max-nodes-missing", "search-for-x-always"), nil},
		{"three", "mancala", faulty("captured-stones-stay", "moves-reversed", "final-newline-missing"), nil},
		{"unknown", "reversi", faulty("strict-cuts", "corner-weight-one-digit"), unknown},
		{"crash", "squirrel", ended(verdict.Crash, 3, "evaluation-counts-pieces"), nil},
		{"one-crash", "squirrel", ended(verdict.Crash, 50), nil},
		{"timeout", "mapcolor", ended(verdict.Timeout, 2, "dead-end-scores-0"), nil},
		{"unknown-and-form", "mancala", faulty("captured-stones-stay", "blanks-after-commas"), unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := gametest.Lookup(t, c.assignment)
			n = 0
			results := must.Get(diagnosistest.JudgeOn(t.Context(), a, selects, c.program))(t)
			causes, unexplained := causesOf(t, diagnosis.Question{Assignment: a, Results: results, Unknown: c.unknown})
			var out bytes.Buffer
			printer := diagnosis.CausePrinter{Out: &out, Failed: results, Reported: new(verdict.ReportedErrors)}
			for _, cause := range causes {
				printer.Print(cause)
				printer.Colour = c.unknown != nil // from the second cause on
				if e := cause.First; e != nil && e.Decision != nil {
					fmt.Fprintf(&out, "  %s:%d %s: %q\n", e.File, e.Line, e.Decision.Key, e.Errors)
				}
				cause.First = nil
				text := must.Get(json.MarshalIndent(cause, "", " "))(t)
				fmt.Fprintf(&out, "%s\n\n", text)
			}
			slices.Sort(unexplained)
			fmt.Fprintf(&out, "unexplained %q\n", unexplained)
			goldie.New(t, goldie.WithFixtureDir("testdata/told")).Assert(t, c.name, out.Bytes())
		})
	}
}

// always holds the evaluations that every run of the tests tries.
var always = []string{
	"reversi evaluation-for-x-always", "reversi evaluation-counts-pieces", "mapcolor opponents-weights-added",
}

// A wrong evaluation is described if all leaves agree with it, and not in other cases. testdata/evaluations.txt
// has the statements about all leaves of programs with a fault, by assignment and fault, if no fault is known.
// The other faults show in no log, or in other places than leaves.
func TestEvaluations(t *testing.T) {
	text, evaluations := must.Get(os.ReadFile("testdata/evaluations.txt"))(t), map[string]string{}
	for line := range strings.Lines(string(text)) {
		subject, says, _ := strings.Cut(strings.TrimSpace(line), ": ")
		evaluations[subject] = says
	}
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
			expect.Equal(t, want, said, subject)
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
		general := strings.HasPrefix(c.Behaviour, "has a value") || strings.HasPrefix(c.Behaviour,
			"has another value") || c.Behaviour == "evaluates a leaf from the other side" // one leaf is enough
		if atLeaf && !general {
			said = append(said, c.Behaviour)
		}
	}
	return strings.Join(said, "; ")
}

// A second run can be compared with the first if the program ended in time with wrong output.
func TestRepeatable(t *testing.T) {
	again := []verdict.Verdict{verdict.Format, verdict.Wrong, verdict.Missing, verdict.Crash}
	for _, v := range verdict.Verdicts {
		got := verdict.IsRepeatable(verdict.Result{Verdict: v})
		expect.Equal(t, slices.Contains(again, v), got, "after", v)
	}
	for name, r := range map[string]verdict.Result{
		"slow": {Verdict: verdict.Crash, Outcome: outcome.Outcome{Wall: time.Second}},
		"cut":  {Verdict: verdict.Crash, Files: []verdict.File{{Name: "log", Text: []byte("a\n"), Cut: true}}},
	} {
		expect.Equal(t, false, verdict.IsRepeatable(r), name, "it can be compared")
	}
}

// A program with another answer in its second run gets that cause first, and located causes are less certain. A
// program with the same wrong answer does not.
func TestUnsteady(t *testing.T) {
	a := gametest.Lookup(t, "squirrel")
	program := func(add string) []verdict.Result {
		return judgedChanged(t, a, "", in("traverse_log.txt", replacingFirst("root,0,", "root,0"+add+",")))
	}
	results := program("1")
	crashed := slices.Clone(results)
	for i := range crashed {
		crashed[i].Verdict = verdict.Crash
	}
	again := map[string]int{}
	for _, r := range verdict.SelectRepeats(results) {
		again[r.Case.Problem.Category()]++
	}
	if want := map[string]int{"minimax": 5, "alpha-beta": 5}; !maps.Equal(want, again) {
		t.Fatalf("want cases to run again in categories %v, got %v", want, again)
	}
	for _, c := range []struct {
		name   string
		second []verdict.Result
		how    string
	}{
		{"the same", results, ""}, {"another line", program("2"), `line 2 of traverse_log.txt is "root,01,`},
		{"a crash", crashed, "it crashes in one run and not in the other"},
		{"right", judged(t, a), "traverse_log.txt is right in one run and not in the other"},
		{"nothing", nil, ""},
	} {
		results := slices.Clone(results)
		for _, r := range verdict.SelectRepeats(results) {
			for _, second := range c.second {
				if second.Case.Name == r.Case.Name {
					r.SecondRun = verdict.DescribeChange(*r, second)
				}
			}
		}
		causes, _, err := diagnosis.Program(t.Context(), diagnosis.Question{Assignment: a, Results: results})
		if err != nil || len(causes) == 0 {
			t.Fatalf("%s: %v, %v", c.name, words(causes, nil), err)
		}
		told := causes[0].Key == "unsteady"
		expect.True(t, told == (c.how != "") && strings.Contains(causes[0].Right, c.how), c.name)
		expect.Equal(t, false, told && len(causes[0].Cases) != 10, c.name, words(causes, nil))
	}
}
