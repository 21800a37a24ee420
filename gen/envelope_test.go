package gen_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/oracle"
)

// many returns the number of inputs of each kind that a test makes.
func many(n int) int {
	if !effort.All() {
		return n / 10
	}
	return n
}

// Tests try every n-th seed of the inputs inside the envelope and outside.
var every = effort.Of(3, 3, 1)

// Inputs lie inside the envelope or, if asked for, outside it, whatever else is asked for.
func TestInside(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for name, request := range map[string]gen.Request{
			"mixed":  {},
			"small":  {Small: true},
			"course": {Course: true},
			"graded": {Graded: true},
			"cover":  {Cover: []string{a.Situations[0].Name}},
			"beyond": {Beyond: true},
		} {
			t.Run(a.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				request.Assignment, request.MaxLog = a, 16<<10
				for seed := 0; seed < many(400); seed += every {
					request.Seed = uint64(seed)
					made, err := request.Make(t.Context(), seed%a.Generator.GradedSize)
					if err != nil {
						t.Fatal(err)
					}
					beyond, err := made.Problem.Beyond(t.Context(), []byte(made.Problem.String()), "")
					if err != nil || request.Beyond != (beyond != "") {
						t.Fatalf("seed %d: outside the envelope: %q, error %v, of\n%s", seed, beyond, err, made.Problem)
					}
					for i, s := range a.Situations {
						if s.Beyond && !request.Beyond && made.Shows.Has(i) {
							t.Fatalf("seed %d: %s is said to show outside the envelope alone, but not so in\n%s", seed, s.Name, made.Problem)
						}
					}
				}
			})
		}
	}
}
