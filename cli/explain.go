package cli

import (
	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/oracle"
)

// explainFlags are the flags of explain.
type explainFlags struct {
	fault string
	json  bool
}

func newExplain() *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:   "explain --fault NAME [ASSIGNMENT]",
		Short: "Explain a mistake that students make",
		Long: `With --fault it explains a mistake of "touchstone audit --list" by its name: what a
program with it does and what it should do, the rule that it breaks, and cases that
catch it. Several assignments may have a mistake of that name.`,
		Example: `  touchstone explain --fault strict-cut-at-max
  touchstone explain --fault sneak-conquers squirrel`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeAssignment,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.fault, "fault", "", "explain this mistake")
	cmd.RegisterFlagCompletionFunc("fault", completeFault)
	flags.BoolVar(&f.json, "json", false, "print one JSON document")
	return cmd
}

func (f *explainFlags) run(cmd *cobra.Command, args []string) error {
	if f.fault == "" {
		return usagef("want --fault NAME")
	}
	among := oracle.Assignments()
	if len(args) > 1 {
		return usagef("want --fault NAME with at most an assignment, found %d arguments", len(args))
	}
	if len(args) == 1 {
		a, err := oracle.Lookup(args[0])
		if err != nil {
			return usage(err)
		}
		among = []*oracle.Assignment{a}
	}
	return explainFault(cmd.OutOrStdout(), f.fault, among, f.json)
}
