package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/escape"
)

// leaveOut prints how faults are caught that the corpus does not know, and reports
// whether all targets are reached.
func leaveOut(out io.Writer, matrices []*audit.Matrix, asJSON bool) (good bool, err error) {
	var figures [][]audit.Figure
	for _, m := range matrices {
		figures = append(figures, m.LeaveOut())
	}
	all := slices.Concat(figures...)
	good = !slices.ContainsFunc(all, func(f audit.Figure) bool { return !f.Good() })
	if asJSON {
		return good, escape.Encode(out, all, "  ")
	}
	if err := audit.WriteFigures(out, matrices, figures); err != nil {
		return false, err
	}
	for _, f := range all {
		if !f.Good() {
			fmt.Fprintf(out, "%s: %s catches %d of %d faults that it does not know, want %.0f %%\n",
				f.Assignment, f.Profile, f.Caught, f.Faults, f.Target)
		}
		if len(f.Escapes) > 0 {
			fmt.Fprintf(out, "%s: escape %s, %s left out: %s\n", f.Assignment, f.Profile, f.LeftOut, strings.Join(f.Escapes, ", "))
		}
	}
	return good, nil
}
