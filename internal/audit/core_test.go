package audit_test

import (
	"strconv"
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

// Three cases of the core kill each mutant, if enough cases do; mutants that these kill anyway require no
// other cases.
func TestCore(t *testing.T) {
	a, err := oracle.Lookup("reversi")
	must.Do(t, err)
	embedded, err := cases.Embedded(a)
	must.Do(t, err)
	m := &audit.Matrix{Assignment: a, Faults: []mutant.Fault{{ID: "a"}, {ID: "b"}, {ID: "c"}}}
	for i, kills := range []string{"a", "ab", "a", "ab", "ac", "a"} {
		c := *embedded[0] // for its input and its goldens
		c.Name = strconv.Itoa(i)
		m.Cases = append(m.Cases, &c)
		var killed []bool
		for _, fault := range m.Faults {
			killed = append(killed, strings.Contains(kills, fault.ID))
		}
		m.Killed = append(m.Killed, killed)
	}
	m.Shows = make([]homework.Seen, len(m.Cases))
	if diff := cmp.Diff([]int{1, 3, 4}, m.Core()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
