package audit_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/audit"
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
