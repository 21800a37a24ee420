package gametest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// Differ fails the test if a fault of an assignment has the same answers as another one, so that a
// wrong answer can be attributed to a single name. Faults before the one called first, which the
// assignment shares with others, may have the same.
func Differ(t *testing.T, a *oracle.Assignment, first string) {
	t.Helper()
	inputs := someInputs(t, a)
	named := map[string]string{answers(t, a, inputs): ""}
	own := false
	for _, f := range a.Faults() {
		own = own || f.ID == first
		answers := answers(t, a, inputs, f.ID)
		if other, twice := named[answers]; twice && own {
			t.Errorf("%q answers like %q", f.ID, other)
		}
		named[answers] = f.ID
	}
	if !own {
		t.Errorf("%s has no fault %q", a.Name, first)
	}
}

// someInputs returns cases of the corpus that take little time, and strange inputs, of which the
// corpus has few.
func someInputs(t *testing.T, a *oracle.Assignment) (inputs [][]byte) {
	t.Helper()
	corpus, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range corpus {
		files, err := a.Second.Solve("", c.Input())
		if err != nil {
			t.Fatal(err)
		}
		long := func(text string) bool { return len(text) >= 8<<10 }
		if !slices.ContainsFunc(slices.Collect(maps.Values(files)), long) {
			inputs = append(inputs, c.Input())
		}
	}
	r := random.New(3)
	for range 80 {
		inputs = append(inputs, []byte(a.Generator.Small(r).String()))
	}
	return inputs
}

// answers returns a digest of the answers to inputs. Giving up counts as an answer, a panic does
// not.
func answers(t *testing.T, a *oracle.Assignment, inputs [][]byte, faults ...string) string {
	t.Helper()
	digest := sha256.New()
	for _, input := range inputs {
		files, err := a.Second.Solve("", input, faults...)
		if err != nil && !errors.Is(err, mutant.ErrGaveUp) {
			t.Fatalf("%v, on the input\n%s", err, input)
		}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			fmt.Fprintf(digest, "%s:\n%s\n", name, files[name])
		}
		fmt.Fprintln(digest, err != nil)
	}
	return string(digest.Sum(nil))
}
