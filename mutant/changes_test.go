package mutant_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

var update = flag.Bool("update", false, "write what faults change again")

// After an intended change, run "go test ./mutant -run TestChanges -update" and read the difference.
func TestChanges(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			gametest.Changes(t, a, filepath.Join("testdata", a.Name+".txt"), *update)
		})
	}
}

// No mistake panics on any n-th input.
var every = effort.Of(24, 8, 1)

// A wrong answer identifies a single mistake of a game: no two mistakes have the same answers.
func TestDiffer(t *testing.T) {
	effort.NeedsAll(t, "takes seconds")
	for name, first := range map[string]string{"mancala": "sowing-clockwise", "mapcolor": "forward-checking"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			differ(t, gametest.Lookup(t, name), first)
		})
	}
}

// differ fails the test if two mistakes of an assignment have the same answers. Mistakes before the one called
// first, which the assignment shares with others, may have the same answers. All mistakes answer every n-th
// input; the other inputs are answered only by mistakes that are not yet distinguished from each other.
func differ(t *testing.T, a *oracle.Assignment, first string) {
	t.Helper()
	groups := [][]string{{""}} // faults with equal answers so far; "" is the right program
	var shared []string
	for i, f := range catalog.Faults(a) {
		if f.ID == first {
			for _, g := range catalog.Faults(a)[:i] {
				shared = append(shared, g.ID)
			}
		}
		groups[0] = append(groups[0], f.ID)
	}
	expect.True(t, slices.Contains(groups[0], first), a.Name, "has no fault", first)
	told := func(same []string) bool { return len(same) == 1 }
	for i, input := range someInputs(t, a) {
		var next [][]string
		for _, same := range groups {
			if told(same) && i%every > 0 {
				next = append(next, same)
				continue
			}
			byAnswer := map[string]int{} // places in next
			for _, fault := range same {
				text := answer(t, a, input, fault)
				at, ok := byAnswer[text]
				if !ok {
					at = len(next)
					byAnswer[text], next = at, append(next, nil)
				}
				next[at] = append(next[at], fault)
			}
		}
		groups = next
	}
	for _, same := range slices.DeleteFunc(groups, told) {
		if i := slices.IndexFunc(same[1:], func(fault string) bool { return !slices.Contains(shared, fault) }); i >= 0 {
			t.Errorf("%q answers like %q", same[1+i], same[0])
		}
	}
}

// someInputs returns cases of the corpus that take little time, and strange inputs, which the corpus rarely
// has.
func someInputs(t *testing.T, a *oracle.Assignment) (inputs [][]byte) {
	t.Helper()
	for _, c := range gametest.Corpus(t, a) {
		files := must.Get(catalog.Second(a).Solve("", c.Input()))(t)
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

// answer returns the answer to an input as one text. Giving up counts as an answer, a panic does not.
func answer(t *testing.T, a *oracle.Assignment, input []byte, fault string) string {
	t.Helper()
	files, err := catalog.Second(a).Solve("", input, fault)
	if err != nil && !errors.Is(err, mutant.ErrGaveUp) {
		t.Fatalf("%v, on the input\n%s", err, input)
	}
	return fmt.Sprintf("%q %v", files, err != nil)
}
