package audit

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
)

// Annotate writes into the cases of a folder what each kills, and the profile
// core for those that suffice. It gives the paths of the files that changed; with check it only
// names them.
func Annotate(ctx context.Context, m *Matrix, dir string, check bool) (changed []string, err error) {
	core := m.Core()
	lists := map[string]cases.Annotation{}
	for c, one := range m.Cases {
		var kills []string
		for f, fault := range m.Faults {
			if m.Killed[c][f] {
				kills = append(kills, fault.ID)
			}
		}
		lists[one.Name] = cases.Annotation{Kills: kills, Core: slices.Contains(core, c)}
	}
	return cases.Annotate(ctx, dir, m.Assignment, lists, check)
}
