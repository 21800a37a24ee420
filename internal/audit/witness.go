package audit

import (
	"context"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Witness searches for an input that kills a mutant and counts for it, among a number of
// inputs generated from a fixed seed. It returns nil if there is none.
func Witness(ctx context.Context, a *oracle.Assignment, fault mutant.Fault, tries int) (homework.Problem, error) {
	wish := gen.Wish{Assignment: a, Seed: 1, MaxLog: 64 << 10, Small: true, Beyond: fault.Beyond != ""}
	for i := range tries {
		made, err := wish.Make(ctx, i)
		if err != nil {
			return nil, err
		}
		right, err := solve(ctx, made.Problem)
		if err != nil {
			return nil, err
		}
		if Kills(a, fault, []byte(made.Problem.String()), right) {
			return made.Problem, nil
		}
	}
	return nil, nil
}
