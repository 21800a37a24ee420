package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/oracle"
)

// makeBreadth writes an assignment's cases of breadth.
func (f *genFlags) makeBreadth(cmd *cobra.Command, a *oracle.Assignment) error {
	recipes := gen.Breadth(a.Name)
	return f.makeAll(cmd, a, len(recipes), func(i int) (name string, text []byte, err error) {
		text, err = cook(cmd.Context(), a, recipes[i])
		return recipes[i].Name, text, err
	})
}

// cook makes the case of a recipe.
func cook(ctx context.Context, a *oracle.Assignment, recipe gen.Recipe) ([]byte, error) {
	made, err := recipe.Make(ctx, a)
	if err != nil {
		return nil, err
	}
	tags := append([]string{cases.TagBreadth, made.Problem.Category()}, made.Shows.Names(a.Situations)...)
	return cases.Compose(ctx, a, made.Problem, recipe.Title, "tags: "+strings.Join(tags, " "))
}
