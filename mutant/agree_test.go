package mutant_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// inputs is how many random inputs there are for each assignment.
var inputs = effort.Of(200, 600, 20_000)

// Two programs that share no code agree, in every edition.
func TestAgreesWithOracle(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			r := random.New(1)
			for range inputs {
				p := a.Generator.Small(r)
				for _, edition := range a.EditionNames() {
					compare(t, a, edition, p)
				}
			}
		})
	}
}

// compare fails the test if the two solvers differ on an input.
func compare(t *testing.T, a *oracle.Assignment, edition string, p homework.Problem) {
	t.Helper()
	files := output.Memory{}
	if _, err := p.Solve(context.Background(), homework.Options{Edition: edition}, files); err != nil {
		t.Fatalf("%v, on the input\n%s", err, p)
	}
	if len(a.Editions) == 1 {
		edition = ""
	}
	second, err := catalog.Second(a).Solve(edition, []byte(p.String()))
	if err != nil {
		t.Fatalf("%v, on the input\n%s", err, p)
	}
	first := map[string]string{}
	for name, text := range files {
		first[name] = string(text)
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Fatalf("edition %q (- oracle, + second solver):\n%s\non the input\n%s", edition, diff, p)
	}
}

// The second solver agrees with the corpus.
func TestAgreesOnCorpus(t *testing.T) {
	for _, a := range oracle.Assignments() {
		corpus, err := cases.Embedded(a)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range corpus {
			for _, edition := range a.EditionNames() {
				compare(t, a, edition, c.Problem)
			}
		}
	}
}
