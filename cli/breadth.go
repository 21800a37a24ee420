package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// makeBreadth writes an assignment's cases of breadth.
func (f *genFlags) makeBreadth(cmd *cobra.Command, a *oracle.Assignment) error {
	recipes := a.Generator.Breadth
	return f.makeAll(cmd, a, len(recipes), func(i int) (name string, text []byte, err error) {
		text, err = cook(cmd.Context(), a, recipes[i])
		return recipes[i].Name, text, err
	})
}

// cook makes the case of a recipe.
func cook(ctx context.Context, a *oracle.Assignment, recipe homework.Recipe) ([]byte, error) {
	made, err := gen.Cook(ctx, a, recipe)
	if err != nil {
		return nil, err
	}
	tags := append([]string{cases.TagBreadth, made.Problem.Category()}, made.Shows.Names(a.Situations)...)
	return cases.Compose(ctx, a, made.Problem, recipe.Title, "tags: "+strings.Join(tags, " "))
}
