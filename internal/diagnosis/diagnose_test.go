package diagnosis_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Of all faults, every so many-th is tried.
var every = effort.Of(240, 120, 1)

// judged returns what a program with some faults answers to the default profile.
func judged(t *testing.T, a *oracle.Assignment, faults ...string) []diagnosis.Answer {
	t.Helper()
	corpus, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	var answers []diagnosis.Answer
	for _, c := range corpus {
		if !c.In(cases.ProfileDefault) {
			continue
		}
		right := output.Memory{}
		if _, err := c.Problem.Solve(context.Background(), homework.Options{}, right); err != nil {
			t.Fatal(err)
		}
		files, err := catalog.Second(a).Solve("", c.Input(), faults...)
		one := diagnosis.Answer{Case: c, Passed: err == nil, Files: map[string][]byte{}}
		for name, text := range right {
			one.Passed = one.Passed && files[name] == string(text)
			if got, ok := files[name]; ok {
				one.Files[name] = []byte(got)
			}
		}
		answers = append(answers, one)
	}
	return answers
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
			found, err := diagnosis.Program(t.Context(), a, "", judged(t, a, f.ID))
			if err != nil {
				t.Fatal(err)
			}
			if len(found.Causes) != 1 || found.Causes[0].Grade != diagnosis.Equals ||
				!slices.ContainsFunc(found.Causes[0].Faults, func(named mutant.Fault) bool { return named.ID == f.ID }) {
				t.Errorf("%s %s: %s", a.Name, f.ID, told(found))
				continue
			}
			if len(found.Causes[0].Faults) > 1 {
				twins++
				t.Logf("%s %s: %s", a.Name, f.ID, told(found))
			}
		}
		t.Logf("%s: %d with a twin", a.Name, twins)
	}
}

// Of two mistakes in one program both are named: where they act in the same place, where only both at
// once explain a case, and where another mistake would do for a few cases.
func TestTwo(t *testing.T) {
	effort.NeedsAll(t, "takes half a minute")
	for i, c := range []struct{ assignment, one, other string }{
		{"gangwars", "raid-chains", "raid-vacates-base"},
		{"mancala", "sweep-of-movers-pits-only", "extra-turn-deepens"},
		{"mancala", "min-nodes-maximise", "board-shared-by-moves"},
		{"gangwars", "ties-by-column", "moves-sorted-by-square-value"},
		{"squirrel", "column-by-column", "raid-vacates-base"},
		{"mapcolor", "no-cuts-at-min", "root-minimises"},
	} {
		if i%2 > 0 && every > 1 {
			continue // a few seconds each
		}
		a, err := oracle.Lookup(c.assignment)
		if err != nil {
			t.Fatal(err)
		}
		found, err := diagnosis.Program(t.Context(), a, "", judged(t, a, c.one, c.other))
		if err != nil {
			t.Fatal(err)
		}
		var named []string
		for _, cause := range found.Causes {
			if len(cause.Faults) > 0 {
				named = append(named, cause.Faults[0].ID)
			}
		}
		slices.Sort(named)
		want := []string{c.one, c.other}
		if slices.Sort(want); !slices.Equal(named, want) {
			t.Errorf("%s %s and %s: %s", c.assignment, c.one, c.other, told(found))
		}
	}
}

// Of a file that is not right all is known that was kept: an empty one is one that was written.
func TestRead(t *testing.T) {
	one := diagnosis.Read(testscript.Result{Verdict: testscript.Wrong, Files: []testscript.FileResult{
		{Name: "right", Verdict: testscript.Pass},
		{Name: "empty", Verdict: testscript.Wrong, Text: []byte{}},
		{Name: "wrong", Verdict: testscript.Wrong, Text: []byte("1234")},
		{Name: "long", Verdict: testscript.Wrong, Text: []byte("12345")},
		{Name: "none", Verdict: testscript.Missing},
	}}, 5)
	if names := slices.Sorted(maps.Keys(one.Files)); one.Passed || !slices.Equal(one.Right, []string{"right"}) || !slices.Equal(names, []string{"empty", "wrong"}) {
		t.Errorf("%+v", one)
	}
}

func told(f diagnosis.Finding) string {
	var text []string
	for _, c := range f.Causes {
		var names []string
		for _, fault := range c.Faults {
			names = append(names, fault.ID)
		}
		text = append(text, fmt.Sprintf("%s %s (%d)", strings.Join(names, "|"), c.Grade, len(c.Cases)))
	}
	slices.Sort(text)
	return fmt.Sprintf("%d failed, %d unknown, %d mute: %s", f.Failed, len(f.Unknown), len(f.Mute), strings.Join(text, "; "))
}

// A fault that a passing case shows is not named, whether the case says so itself or not; and a game
// without a second solver has no names.
func TestRefuted(t *testing.T) {
	a, err := oracle.Lookup("mapcolor")
	if err != nil {
		t.Fatal(err)
	}
	answers := judged(t, a, "infinity-in-capitals")
	for i := range answers {
		own := *answers[i].Case
		own.Kills = nil
		answers[i].Case = &own
	}
	named := func(a *oracle.Assignment, edition string) int {
		found, err := diagnosis.Program(t.Context(), a, edition, answers)
		if err != nil {
			t.Fatal(err)
		}
		return len(found.Causes)
	}
	if n := named(a, ""); n != 1 {
		t.Errorf("%d causes, want 1", n)
	}
	answers[0].Passed = true
	if n := named(a, ""); n != 0 {
		t.Errorf("%d causes with a case that passes, want none", n)
	}
	without := *a // which the catalog does not know
	answers[1].Right, answers[1].Files = []string{"other.txt"}, map[string][]byte{"output.txt": nil}
	if n := named(&without, ""); n != 0 {
		t.Errorf("%d causes without a second solver, want none", n)
	}
}
