package catalog_test

import (
	"testing"
	"testing/fstest"

	"github.com/touchstone-suite/touchstone/catalog"
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
		if len(catalog.Faults(a)) == 0 {
			t.Errorf("%s has no faults", a.Name)
		}
	}
}

// An external game brings its second solver; an assignment that was not added has no second solver.
func TestAdd(t *testing.T) {
	chess := mancala.Assignment
	chess.Name, chess.Cases = "chess", fstest.MapFS{}
	second := mutant.New(mutant.Program[struct{}]{Name: "chess", Mutations: func() []mutant.Mutation[struct{}] {
		return []mutant.Mutation[struct{}]{{Fault: mutant.Fault{ID: "castles-through-check"}}}
	}})
	if catalog.Second(&chess) != nil || len(catalog.Faults(&chess)) > 0 {
		t.Error("chess has a second solver before it is added")
	}
	if err := catalog.Add(catalog.Game{Assignment: &chess, Second: second}); err != nil {
		t.Fatal(err)
	}
	if a, err := oracle.Lookup("chess"); err != nil || catalog.Second(a) != second || len(catalog.Faults(a)) != 1 {
		t.Errorf("chess is %v, %v, its second solver %v", a, err, catalog.Second(a))
	}
	if err := catalog.Add(catalog.Game{Assignment: &chess}); err == nil || catalog.Second(&chess) != second {
		t.Errorf("chess was added twice: %v, %v", err, catalog.Second(&chess))
	}
}
