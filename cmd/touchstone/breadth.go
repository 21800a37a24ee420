package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/visible"
	"github.com/touchstone-suite/touchstone/oracle"
)

// makeBreadth writes an assignment's cases of breadth.
func (f *genFlags) makeBreadth(cmd *cobra.Command, a *oracle.Assignment) error {
	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return usage(err)
	}
	recipes := gen.Breadth(a.Name)
	progress := newProgress(cmd, "gen "+a.Name, len(recipes))
	defer progress.End()
	for _, recipe := range recipes {
		text, err := cook(cmd.Context(), a, recipe)
		if err != nil {
			return err
		}
		if err := f.save(recipe.Name, text); err != nil {
			return err
		}
		progress.Step()
	}
	progress.End()
	fmt.Fprintf(cmd.OutOrStdout(), "%d cases in %s\n", len(recipes), visible.Line(filepath.Clean(f.out)))
	return nil
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
