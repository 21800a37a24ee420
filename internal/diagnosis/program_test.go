package diagnosis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

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
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Every n-th fault is tried.
var every = effort.Of(240, 120, 1)

// judged returns the results of a program with some faults on the default profile.
func judged(t *testing.T, a *oracle.Assignment, faults ...string) []verdict.Result {
	t.Helper()
	return judgedBy(t, a, func(c *cases.Case) diagnosistest.Run { return diagnosistest.Faulty(c, faults...) })
}

// slowCases have small answers, but the second solver needs most of its time for them.
var slowCases = []string{"big-board", "handout-example-3", "four-plies-of-minimax",
	"alpha-beta-on-eight-by-eight", "alpha-beta-on-six-by-six", "far-corner-of-26-columns",
	"minimax-many-stones", "minimax-on-ten-pits", "minimax-against-minimax", "ties-by-column", "opening-at-depth-4"}

// isQuick selects the cases that are tried for each change: all but the few that take most of the time.
func isQuick(c *cases.Case) bool {
	return effort.All() || c.AnswerSize() <= 20_000 && !slices.Contains(slowCases, c.Name)
}

// judgedBy returns the results of a program on the default profile. For each change these are the quick cases
// with answers of at most 6000 bytes.
func judgedBy(t *testing.T, a *oracle.Assignment, program func(c *cases.Case) diagnosistest.Run) []verdict.Result {
	t.Helper()
	results, err := diagnosistest.JudgeOn(t.Context(), a, func(c *cases.Case) bool {
		return effort.All() || isQuick(c) && c.AnswerSize() <= 6_000
	}, program)
	must.Do(t, err)
	return results
}

// The diagnosis names a known mistake and explains the first case that shows it. It locates an unknown
// mistake. It ignores cases that are expected to fail, and internal failures.
func TestProgram(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	deeper := func(c *cases.Case) diagnosistest.Run { // in the line after the root's first
		files := map[string]string{}
		for name, text := range diagnosistest.Faulty(c).Files {
			lines := strings.SplitAfter(text, "\n")
			for i, line := range lines {
				if strings.HasPrefix(line, "root,0,") && i+1 < len(lines) {
					lines[i+1] = strings.Replace(lines[i+1], ",1,", ",7,", 1)
					break
				}
			}
			files[name] = strings.Join(lines, "")
		}
		return diagnosistest.Run{Files: files}
	}
	for _, c := range []struct {
		name    string
		results []verdict.Result
		grade   diagnosis.Grade
		key     string
	}{
		{"known", judged(t, a, "no-cuts"), diagnosis.Equals, "no-cuts"},
		{"unknown", judgedBy(t, a, deeper), diagnosis.Located, "depth"},
	} {
		causes, unexplained := causesOf(t, diagnosis.Question{Assignment: a, Results: c.results})
		causes = whole(causes)
		if len(causes) != 1 || causes[0].Key != c.key || causes[0].Grade != c.grade {
			t.Errorf("%s: %s", c.name, words(causes, unexplained))
			continue
		}
		cause, failed := causes[0], 0
		expected := map[string]bool{}
		for _, r := range c.results {
			if r.Verdict != verdict.Pass {
				expected[r.Case.Name] = true
				if slices.ContainsFunc(r.Files, func(f verdict.File) bool { return f.Verdict == verdict.Missing }) {
					continue // the second solver gave up
				}
				failed++
				expect.Equal(t, c.grade == diagnosis.Equals, cause.Explains(a, "", r), c.name, "explains", r.Case.Name)
			}
		}
		shown := cause.First != nil && cause.First.Line != 0 && cause.First.Decision != nil
		expect.True(t, len(cause.Cases) == failed && shown, c.name, cause.Cases, "of", failed, cause.First)
		located := c.grade == diagnosis.Located
		expect.True(t, len(unexplained) > 0 == located && (!located || cause.First.Decision.Key == c.key), c.name, unexplained)
		causes, _ = causesOf(t, diagnosis.Question{Assignment: a, Results: c.results, Expected: expected})
		expect.Equal(t, nil, keys(causes), c.name, "where all failures are expected")
		for i := range c.results {
			if c.results[i].Verdict != verdict.Pass {
				c.results[i].Verdict = verdict.Internal
			}
		}
		causes, _ = causesOf(t, diagnosis.Question{Assignment: a, Results: c.results})
		expect.Equal(t, nil, keys(causes), c.name, "where touchstone failed")
	}
}

// A single mistake is named, alone or with a twin, and explains all bytes of all failing cases.
func TestSingle(t *testing.T) {
	effort.NeedsAll(t, "takes half a minute")
	for _, a := range oracle.Assignments() {
		twins := 0
		for i, f := range catalog.Faults(a) {
			if i%every != 0 || f.Equivalent != "" || f.Beyond != "" {
				continue
			}
			causes, unexplained := named(t, diagnosis.Question{Assignment: a, Results: judged(t, a, f.ID)})
			if len(causes) != 1 || causes[0].Grade != diagnosis.Equals ||
				!slices.ContainsFunc(causes[0].Faults, func(named diagnosis.Fault) bool { return named.Name == f.ID }) {
				t.Errorf("%s %s: %s", a.Name, f.ID, words(causes, unexplained))
				continue
			}
			if len(causes[0].Faults) > 1 {
				twins++
				t.Logf("%s %s: %s", a.Name, f.ID, words(causes, unexplained))
			}
		}
		t.Logf("%s: %d with a twin", a.Name, twins)
	}
}

// Of two mistakes in one program no other mistake is named: where they act in the same place, where only both at
// once explain a case, and where another mistake would do for a few cases. At least one of the two is named if
// it alone explains three quarters of the cases in which it matters.
func TestTwo(t *testing.T) {
	effort.NeedsAll(t, "takes half a minute")
	for i, c := range []struct {
		assignment, one, other string
		named                  bool
	}{
		{"gangwars", "raid-chains", "raid-vacates-base", false},
		{"mancala", "sweep-of-movers-pits-only", "extra-turn-deepens", true},
		{"mancala", "min-nodes-maximise", "board-shared-by-moves", false},
		{"gangwars", "ties-by-column", "moves-sorted-by-square-value", true},
		{"squirrel", "column-by-column", "raid-vacates-base", false},
		{"mapcolor", "no-cuts-at-min", "root-minimises", true},
	} {
		if i%2 > 0 && every > 1 {
			continue // a few seconds each
		}
		a := gametest.Lookup(t, c.assignment)
		causes, unexplained := named(t, diagnosis.Question{Assignment: a, Results: judged(t, a, c.one, c.other)})
		found := names(causes)
		strange := slices.ContainsFunc(found, func(name string) bool { return name != c.one && name != c.other })
		expect.True(t, len(found) > 0 == c.named && !strange, c.one, c.other, words(causes, unexplained))
	}
}

// The log of a program that one known mistake explains completely is not normalized, although a part of it may
// look like another format.
func TestWhollyKnown(t *testing.T) {
	for _, c := range []struct{ assignment, fault string }{
		{"reversi", "board-missing"}, {"reversi", "board-below-log"}, {"reversi", "blank-line-below-board"}, // no header is due there
		{"reversi", "no-pass"}, {"mancala", "entry-shows-evaluation"}, // the root's value is no infinity
		{"mancala", "infinity-as-number"}, // which is less than minus infinity by one
		{"mapcolor", "names-in-upper-case"}, {"squirrel", "battle-last-board-missing"},
	} {
		a := gametest.Lookup(t, c.assignment)
		causes, unexplained := named(t, diagnosis.Question{Assignment: a, Results: judged(t, a, c.fault)})
		got := strings.Join(names(causes), " ")
		expect.True(t, got == c.fault && len(unexplained) == 0 && len(causes) <= 1, "named", got)
	}
}

// The diagnosis names the known mistakes of a program that also has an unknown mistake or a mistake of form.
// It names no other mistakes. The fewer cases a mistake reproduces in full, the more evidence each case
// needs.
func TestBesideUnknown(t *testing.T) {
	for _, c := range []struct{ assignment, unknown, known, want string }{
		{"mapcolor", "strict-cut-at-max", "window-updated-before-cut-line-at-max", ""},                                   // all of 5 cases of 31
		{"mancala", "last-place-by-formula", "", ""},                                                                     // lap-home-never-captures is equal in 3 of 8
		{"mapcolor", "only-beside-initial-states", "decimal-values", "number-spelling"},                                  // most logs are wrong before a decimal
		{"mancala", "capture-from-mirrored-pit", "window-columns-swapped", "columns-order"},                              // most logs have no window
		{"squirrel", "minimax-runs-alpha-beta", "entry-always-minus-infinity", ""},                                       // the header belongs to the log
		{"gangwars", "depth-one-too-deep", "last-tie-at-root", ""},                                                       // raids-before-stakes is equal in 12 of 18
		{"squirrel", "no-line-for-a-cut-at-max", "battle-second-player-moves-first", "battle-second-player-moves-first"}, // all the moves of battles
		{"squirrel", "window-negated-but-not-swapped", "board-not-updated", ""},                                          // the log is right, the board is not
		{"gangwars", "raids-before-stakes", "", ""},                                                                      // ties-prefer-raid plays the same in 16 of 18
		{"mancala", "stuck-player-passes", "", ""},                                                                       // next-state-not-swept shows the same in 4 of 27
	}[:effort.Of(6, 10, 10)] {
		a := gametest.Lookup(t, c.assignment)
		unknown, _ := catalog.Second(a).Lookup(c.unknown)
		causes, unexplained := named(t, diagnosis.Question{
			Assignment: a, Results: judged(t, a, c.unknown, c.known),
			Unknown: func(f mutant.Fault) bool { return f.ID == c.unknown || f.ID != c.known && f.Rule == unknown.Rule },
		})
		causes = whole(causes)
		expect.Equal(t, c.want, strings.Join(keys(causes), " "), c.assignment, c.unknown, c.known, words(causes, unexplained))
	}
}

// A mistake is named by the lines that are there, and not by an end that may have been cut off.
func TestWritten(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	all := judged(t, a, "no-cuts")
	failed := slices.IndexFunc(all, func(r verdict.Result) bool { return r.Verdict == verdict.Wrong })
	for what, c := range map[string]struct {
		change func(f *verdict.File)
		named  bool
	}{
		"as it is":                   {func(f *verdict.File) {}, true},
		"cut":                        {func(f *verdict.File) { f.Cut = true }, true},
		"cut off while it was right": {func(f *verdict.File) { f.Cut, f.Text = true, f.Text[:200] }, false},
		"not kept":                   {func(f *verdict.File) { f.Text = nil }, false},
		"empty":                      {func(f *verdict.File) { f.Text = []byte{} }, false},
		"missing":                    {func(f *verdict.File) { *f = verdict.File{Name: f.Name, Verdict: verdict.Missing} }, false},
	} {
		r := all[failed]
		r.Files = slices.Clone(r.Files)
		c.change(&r.Files[0])
		faults, _, err := diagnosis.Case(t.Context(), a, "", r)
		expect.True(t, err == nil && len(faults) > 0 == c.named, what, "faults", faults, "error", err)
		_, unexplained, err := diagnosis.Named(t.Context(), diagnosis.Question{Assignment: a, Results: []verdict.Result{r}})
		expect.True(t, err == nil && len(unexplained) > 0 == (what == "cut"), what)
	}
}

// names returns the first names of the causes that have one.
func names(causes []diagnosis.Cause) (all []string) {
	for _, c := range causes {
		if len(c.Faults) > 0 {
			all = append(all, c.Faults[0].Name)
		}
	}
	return all
}

// whole removes the causes of runs that did not end by themselves, where the second solver gives up.
func whole(causes []diagnosis.Cause) []diagnosis.Cause {
	return slices.DeleteFunc(causes, func(c diagnosis.Cause) bool { return c.Ended != "" })
}

// keys returns the keys of causes.
func keys(causes []diagnosis.Cause) (all []string) {
	for _, c := range causes {
		all = append(all, c.Key)
	}
	return all
}

// words describes the causes found.
func words(causes []diagnosis.Cause, unexplained []string) string {
	var text []string
	for _, c := range causes {
		text = append(text, fmt.Sprintf("%s %s (%d)", c.Brief(), c.Grade, len(c.Cases)))
	}
	slices.Sort(text)
	return fmt.Sprintf("%d unexplained: %s", len(unexplained), strings.Join(text, "; "))
}

// A fault that a passing case shows is not named, nor any in a game without a second solver.
func TestRefuted(t *testing.T) {
	a := gametest.Lookup(t, "mapcolor")
	results := judged(t, a, "no-cuts")
	first := slices.IndexFunc(results, func(r verdict.Result) bool { return r.Verdict != verdict.Pass })
	results = results[first:]
	for i := range results {
		own := *results[i].Case
		own.Kills = nil
		results[i].Case = &own
	}
	named := func(a *oracle.Assignment, edition string) int {
		causes, _ := named(t, diagnosis.Question{Assignment: a, Edition: edition, Results: results})
		return len(slices.DeleteFunc(causes, func(c diagnosis.Cause) bool { return len(c.Faults) == 0 }))
	}
	expect.Equal(t, 1, named(a, ""), "names")
	results[0].Verdict = verdict.Pass
	results[0].Case.Kills = []string{"another"} // the headers of cases are for the default edition
	n, other := named(a, ""), named(a, a.Editions[1].Name)
	expect.True(t, n == 1 && other == 0, n, "names with a case that is said to pass, want 1", other)
	results[0].Case.Kills = nil
	expect.Equal(t, 0, named(a, ""), "names with a case that passes")
	without := *a // which the catalog does not know
	results[1].Files = []verdict.File{{Name: "other.txt", Verdict: verdict.Pass}, {Name: "output.txt", Verdict: verdict.Wrong, Text: []byte{}}}
	expect.Equal(t, 0, named(&without, ""), "names without a second solver")
	causes, _ := causesOf(t, diagnosis.Question{Assignment: &without, Results: judged(t, a, "decimal-values")})
	expect.Equal(t, []string{"number-spelling"}, keys(whole(causes)), "without a second solver")
}

// A program whose failing answers are all right in another edition has no other cause.
func TestOtherEdition(t *testing.T) {
	a := gametest.Lookup(t, "mapcolor")
	results, last := judged(t, a, "no-cuts"), -1
	for i := range results {
		if results[i].Verdict != verdict.Pass {
			results[i].Edition, last = "handout", i
		}
	}
	causes, _ := causesOf(t, diagnosis.Question{Assignment: a, Results: results})
	expect.Equal(t, []string{"edition"}, keys(causes))
	expect.Equal(t, "follows the edition handout", causes[0].Brief())
	expect.True(t, strings.HasPrefix(causes[0].Right, "the edition is revised: "), "right:", causes[0].Right)
	results[last].Edition = ""
	causes, _ = causesOf(t, diagnosis.Question{Assignment: a, Results: results})
	expect.Equal(t, []string{"no-cuts"}, keys(causes), "with one that is not right there either")
}

// causesOf returns the causes of a program.
func causesOf(t *testing.T, q diagnosis.Question) (causes []diagnosis.Cause, unexplained []string) {
	t.Helper()
	causes, unexplained, err := diagnosis.Program(t.Context(), q)
	must.Do(t, err)
	return causes, unexplained
}

// named returns the causes that are known mistakes.
func named(t *testing.T, q diagnosis.Question) (causes []diagnosis.Cause, unexplained []string) {
	t.Helper()
	causes, unexplained, err := diagnosis.Named(t.Context(), q)
	must.Do(t, err)
	return causes, unexplained
}
