package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
)

func newCases() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cases",
		Short: "Look after a folder of cases",
	}
	cmd.AddCommand(newCasesUpdate())
	return cmd
}

func newCasesUpdate() *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "update DIR",
		Short: "Make the goldens of a folder of cases anew",
		Long: `Update solves the input of every case (*.txtar) in DIR, a folder or one file, and
rewrites the case's goldens where they differ. Cases without goldens get them.
The comments, the script and the input stay as they are. What is wrong with a case
is told at the end, with status 2, and keeps none of the others from being updated.

With --check it writes nothing, names the first line of each case that it would
change, and exits with status 1 if there are any.`,
		Example: `  touchstone cases update my-cases
  touchstone cases update --check cases`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			changed, err := cases.UpdateFiles(cmd.Context(), args[0], check)
			for _, c := range changed {
				says := c.Path + ": updated"
				if check {
					says = c.String()
				}
				fmt.Fprintln(cmd.OutOrStdout(), escape.Line(says))
			}
			if err != nil {
				return usage(err)
			}
			if check && len(changed) > 0 {
				return exitStatus(exitFail)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "only say what would change")
	return cmd
}
