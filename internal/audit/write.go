package audit

import (
	"context"
	"io"
	"slices"
	"strconv"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/page"
)

// WriteCSV writes matrices as one table, with a row for each fault of each assignment: its
// description, and the number and names of the cases that kill it.
func WriteCSV(w io.Writer, matrices []*Matrix) error {
	rows := [][]string{{"assignment", "fault", "kind", "about", "rule", "equivalent", "beyond", "kills", "case"}}
	for _, m := range matrices {
		for f, fault := range m.Faults {
			row := []string{
				m.Assignment.Name, fault.ID, fault.Kind, fault.Title, fault.Rule.String(),
				fault.Equivalent, fault.Beyond, strconv.Itoa(m.Kills(f)),
			}
			for c := range m.Cases {
				if m.KillCounts(c, f) {
					row = append(row, m.Cases[c].Name)
				}
			}
			rows = append(rows, row)
		}
	}
	return page.WriteCSV(w, rows)
}

// Annotate writes, for the cases of a directory, which faults each one kills, and the profile core
// for the smallest sufficient set. It returns the paths of the files that changed. If check is
// set, it writes nothing and returns the paths of the files that would change.
func Annotate(ctx context.Context, m *Matrix, dir string, check bool) (changed []string, err error) {
	core := m.Core()
	lists := map[string]cases.Annotation{}
	for c, testCase := range m.Cases {
		kills := []string{}
		for f, killed := range m.Killed[c] {
			if killed {
				kills = append(kills, m.Faults[f].ID)
			}
		}
		lists[testCase.Name] = cases.Annotation{Kills: kills, Core: slices.Contains(core, c)}
	}
	var faults []string
	for _, fault := range m.Faults {
		faults = append(faults, fault.ID)
	}
	return cases.Annotate(ctx, dir, m.Assignment, faults, lists, check)
}
