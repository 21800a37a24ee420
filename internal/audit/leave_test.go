package audit_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// byHand returns a matrix of cases with their tags and of faults with their kind and rule.
// Cases and faults are letters.
func byHand(t *testing.T, tags map[string]string, faults []string, kills map[string]string) *audit.Matrix {
	t.Helper()
	a, err := oracle.Lookup("reversi")
	must.Do(t, err)
	embedded, err := cases.Embedded(a)
	must.Do(t, err)
	m := &audit.Matrix{Assignment: a}
	for _, name := range slices.Sorted(maps.Keys(tags)) {
		c := *embedded[0] // for its input and its goldens
		c.Name, c.Tags = name, []string{tags[name]}
		m.Cases = append(m.Cases, &c)
	}
	for _, words := range faults {
		var fault mutant.Fault
		n, err := fmt.Sscan(words+" .", &fault.ID, &fault.Kind, &fault.Rule.Heading, &fault.Equivalent)
		if err != nil {
			t.Fatalf("%q: %v after %d words, want a name, a kind and a rule", words, err, n)
		}
		fault.Equivalent = strings.TrimSuffix(fault.Equivalent, ".")
		m.Faults = append(m.Faults, fault)
	}
	m.Shows = make([]homework.Seen, len(m.Cases))
	for _, c := range m.Cases {
		killed := make([]bool, len(m.Faults))
		for f, fault := range m.Faults {
			killed[f] = strings.Contains(kills[c.Name], fault.ID)
		}
		m.Killed = append(m.Killed, killed)
	}
	return m
}

// escapes returns the faults that a profile misses.
func escapes(t *testing.T, m *audit.Matrix, unit, profile string) []string {
	t.Helper()
	for _, f := range m.LeaveOut() {
		if f.LeftOut == unit && f.Profile == profile {
			if f.Caught+len(f.Escapes) != f.Faults {
				t.Errorf("%d faults, but %d caught and %d not", f.Faults, f.Caught, len(f.Escapes))
			}
			return f.Escapes
		}
	}
	t.Fatalf("no figure of %s for %s", profile, unit)
	return nil
}

// A case that exists for one fault alone does not catch that fault when it is left out. A
// case that another fault requires does, unless both are left out together.
func TestLeaveOut(t *testing.T) {
	m := byHand(t,
		map[string]string{"base": "handout", "for-b": "x", "for-b-and-c": "x"},
		[]string{"a cut 1", "b order 1", "c order 2", "d order 2", "e cut 1 equivalent"},
		map[string]string{"base": "a", "for-b": "b", "for-b-and-c": "cd"})
	for unit, want := range map[string][]string{
		audit.UnitFault: {"b"},           // for-b goes; for-b-and-c stays, because d needs it if c is left out
		audit.UnitRule:  {"b", "c", "d"}, // c and d have the same kind and rule
		audit.UnitKind:  {"b", "c", "d"},
		audit.UnitAll:   {"b", "c", "d"}, // only the base remains
	} {
		if diff := cmp.Diff(want, escapes(t, m, unit, cases.ProfileDefault)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", unit, diff)
		}
	}
}

// Among cases that are equally good without a fault, those that miss it come first.
func TestLeaveOutByNoLuck(t *testing.T) {
	m := byHand(t,
		map[string]string{"1-lucky": "x", "2-other": "x", "3-third": "x"},
		[]string{"a cut 1", "b cut 2"},
		map[string]string{"1-lucky": "ab", "2-other": "a", "3-third": "a"})
	if diff := cmp.Diff([]string{"b"}, escapes(t, m, audit.UnitFault, cases.ProfileDefault)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Three cases of the core kill each mutant, if enough cases do; mutants that these kill anyway require no
// other cases.
func TestCore(t *testing.T) {
	m := byHand(t,
		map[string]string{"1": "x", "2": "x", "3": "x", "4": "x", "5": "x", "6": "x"},
		[]string{"a cut 1", "b cut 2", "c cut 3"},
		map[string]string{"1": "a", "2": "ab", "3": "a", "4": "ab", "5": "ac", "6": "a"})
	if diff := cmp.Diff([]int{1, 3, 4}, m.Core()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// The core is chosen again too: it may miss mistakes that default catches.
func TestLeaveOutCore(t *testing.T) {
	m := byHand(t,
		map[string]string{"1": "handout", "2": "handout", "3": "handout", "4": "handout"},
		[]string{"a cut 1", "b cut 2"},
		map[string]string{"1": "a", "2": "a", "3": "a", "4": "b"})
	if got := escapes(t, m, audit.UnitFault, cases.ProfileDefault); len(got) > 0 {
		t.Errorf("default misses %v", got)
	}
	if diff := cmp.Diff([]string{"a", "b"}, escapes(t, m, audit.UnitFault, cases.ProfileCore)); diff != "" {
		t.Errorf("core (-want +got)\n%s", diff)
	}
}

// A percentage is never rounded up, and either reaches its target or does not.
func TestFigure(t *testing.T) {
	for _, c := range []struct {
		figure  audit.Figure
		percent float64
		good    bool
	}{
		{audit.Figure{Caught: 98, Faults: 99, Target: 99}, 98.9, false},
		{audit.Figure{Caught: 99, Faults: 100, Target: 99}, 99, true},
		{audit.Figure{Caught: 9999, Faults: 10000, Target: 100}, 99.9, false},
		{audit.Figure{Caught: 0, Faults: 5}, 0, true},
		{audit.Figure{Target: 99}, 0, true},
	} {
		if c.figure.Percent() != c.percent || c.figure.Good() != c.good {
			t.Errorf("%+v: %v %%, good %v", c.figure, c.figure.Percent(), c.figure.Good())
		}
	}
}

// The table in docs/cases.md agrees with the headers of the cases, which "audit --update --check" compares
// with the mistakes that the cases kill. Each target is reached.
func TestDocumentTellsTheFigures(t *testing.T) {
	effort.NeedsAll(t, "leaves out each fault of all assignments")
	var matrices []*audit.Matrix
	var figures [][]audit.Figure
	for _, a := range oracle.Assignments() {
		corpus, err := cases.Embedded(a)
		must.Do(t, err)
		corpus = slices.DeleteFunc(corpus, func(c *cases.Case) bool { return c.In(cases.ProfileGraded) })
		m, err := audit.Annotated(t.Context(), a, corpus)
		must.Do(t, err)
		matrices, figures = append(matrices, m), append(figures, m.LeaveOut())
	}
	for _, f := range slices.Concat(figures...) {
		if !f.Good() {
			t.Errorf("%s: %s catches %d of %d unknown faults, want %v %%; %v escape", f.Assignment, f.Profile, f.Caught, f.Faults, f.Target, f.Escapes)
		}
	}
	var table strings.Builder
	must.Do(t, audit.WriteFigures(&table, matrices, figures))
	text, err := os.ReadFile("../../docs/cases.md")
	must.Do(t, err)
	if !strings.Contains(strings.ReplaceAll(string(text), "\r\n", "\n"), table.String()) {
		t.Errorf("docs/cases.md: want the table that \"touchstone audit --leave-one-out\" prints:\n%s", table.String())
	}
}
