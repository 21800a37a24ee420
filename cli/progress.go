package cli

import (
	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cli/internal/report"
)

// newProgress draws a bar of so many steps where somebody looks; more is as for report.NewBar.
func newProgress(cmd *cobra.Command, what string, steps int, more ...func() string) *report.Bar {
	if screen := cmd.ErrOrStderr(); canDraw(screen) {
		return report.NewBar(screen, what, steps, more...)
	}
	return nil
}
