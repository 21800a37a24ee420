package catalog_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
)

// Each assignment of the oracle's table has the second solver of its name.
func TestJoined(t *testing.T) {
	for _, a := range oracle.Assignments() {
		if second := catalog.Second(a); second == nil || second.Name != a.Name {
			t.Errorf("the second solver of %s is %+v", a.Name, second)
		}
		expect.Equal(t, false, len(catalog.Faults(a)) == 0, a.Name, "has no faults")
	}
}

// An external game brings its second solver; an assignment that was not added has no second solver.
func TestAdd(t *testing.T) {
	chess := mancala.Assignment
	chess.Name, chess.Cases = "chess", fstest.MapFS{}
	second := mutant.New(mutant.Program[struct{}]{Name: "chess", Mutations: func() []mutant.Mutation[struct{}] {
		return []mutant.Mutation[struct{}]{{Fault: mutant.Fault{ID: "castles-through-check"}}}
	}})
	expect.True(t, catalog.Second(&chess) == nil && len(catalog.Faults(&chess)) == 0,
		"chess has a second solver before it is added")
	must.Do(t, catalog.Add(catalog.Game{Assignment: &chess, Second: second}))
	if a, err := oracle.Lookup("chess"); err != nil || catalog.Second(a) != second || len(catalog.Faults(a)) != 1 {
		t.Errorf("chess is %v, %v, its second solver %v", a, err, catalog.Second(a))
	}
	if err := catalog.Add(catalog.Game{Assignment: &chess}); err == nil || catalog.Second(&chess) != second {
		t.Errorf("chess was added twice: %v, %v", err, catalog.Second(&chess))
	}
	const rule = "docs/rules/mancala.md rule 1"
	if added := catalog.Added(); !slices.Equal(added, []*oracle.Assignment{&chess}) || !strings.Contains(rules.Titled(rule), "touchstone rules chess 1") {
		t.Errorf("added are %v, and the rules %s", added, rules.Titled(rule))
	}
	catalog.Remove(&chess)
	if _, err := oracle.Lookup("chess"); err == nil || len(catalog.Added()) > 0 || catalog.Second(&chess) != nil || catalog.Second(&mancala.Assignment) == nil {
		t.Errorf("after its removal: %v, %v", catalog.Added(), err)
	}
}
