package command

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// makeBreadth writes an assignment's cases of breadth. A recipe that makes nothing does not keep
// the others from it: the error names all such recipes.
func (f *genFlags) makeBreadth(cmd *cobra.Command, a *oracle.Assignment) error {
	recipes := a.Generator.Breadth
	progress := newProgress(cmd, "gen "+a.Name, len(recipes))
	defer progress.End()
	var failed []error
	for _, recipe := range recipes {
		text, err := cook(cmd.Context(), a, recipe)
		switch {
		case cmd.Context().Err() != nil:
			return err
		case err != nil:
			failed = append(failed, fmt.Errorf("recipe %w", err))
		default:
			if err := saveCase(f.out, recipe.Name, text, f.force); err != nil {
				return err
			}
		}
		progress.Step()
	}
	progress.End()
	fmt.Fprintf(cmd.OutOrStdout(), "%d cases in %s\n", len(recipes)-len(failed), escape.Line(filepath.Clean(f.out)))
	return errors.Join(failed...)
}

// cook makes the case of a recipe.
func cook(ctx context.Context, a *oracle.Assignment, recipe homework.Recipe) ([]byte, error) {
	made, err := gen.FromRecipe(ctx, a, recipe)
	if err != nil {
		return nil, err
	}
	tags := append([]string{cases.TagBreadth, made.Problem.Category()}, made.Shows.Names(a.Situations)...)
	return cases.Compose(ctx, a, made.Problem, recipe.Title, "tags: "+strings.Join(tags, " "))
}
