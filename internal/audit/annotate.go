package audit

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Annotate writes, for the cases of a folder, what each one kills, and the profile core for
// the smallest sufficient set. It returns the paths of the files that changed; if check is
// set it writes nothing and returns those that would.
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
		note := cases.Annotation{Kills: kills, Core: slices.Contains(core, c)}
		if slices.Contains(one.Tags, cases.TagBreadth) { // its rules were not typed
			note.Rules = m.broken(func(f int) bool { return m.Killed[c][f] })
		}
		lists[one.Name] = note
	}
	var faults []string
	for _, fault := range m.Faults {
		faults = append(faults, fault.ID)
	}
	return cases.Annotate(ctx, dir, m.Assignment, faults, lists, check)
}

// Annotated returns the matrix stored beside an assignment's cases by Annotate.
func Annotated(ctx context.Context, a *oracle.Assignment, corpus []*cases.Case) (*Matrix, error) {
	m := &Matrix{Assignment: a, Cases: corpus, Faults: catalog.Faults(a)}
	for _, c := range corpus {
		killed := make([]bool, len(m.Faults))
		for f, fault := range m.Faults {
			killed[f] = slices.Contains(c.Kills, fault.ID)
		}
		seen, err := c.Problem.Situations(ctx)
		if err != nil {
			return nil, err
		}
		m.Killed, m.Shows = append(m.Killed, killed), append(m.Shows, seen)
	}
	return m, nil
}
