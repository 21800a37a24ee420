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
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// makeBreadth writes an assignment's cases of breadth into a folder.
func makeBreadth(cmd *cobra.Command, a *oracle.Assignment, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return usage(err)
	}
	recipes := gen.Breadth(a.Name)
	progress := newProgress(cmd, "gen "+a.Name, len(recipes))
	defer progress.End()
	files := homework.NewFolder(dir)
	defer files.Abort()
	for _, recipe := range recipes {
		text, err := cook(cmd.Context(), a, recipe)
		if err != nil {
			return err
		}
		if err := homework.Whole(files, recipe.Name+".txtar", text); err != nil {
			return err
		}
		progress.Step()
	}
	if err := files.Commit(); err != nil {
		return err
	}
	progress.End()
	fmt.Fprintf(cmd.OutOrStdout(), "%d cases in %s\n", len(recipes), visible.Line(filepath.Clean(dir)))
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
