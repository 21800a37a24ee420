package audit

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A Figure reports the number of unknown mistakes that a profile catches. For each mistake, the corpus is
// grown again and the profile chosen again, both without this mistake. The result is then tested with the
// mistake.
//
// The remaining corpus consists of the base, which is the cases made without regard to any mistake, and of as
// many of the others as the remaining mistakes and the situations require. Among equally good cases, those
// that miss the mistake come first. So a case that exists only for this mistake is removed, and chance hits
// do not count.
type Figure struct {
	Assignment string   `json:"assignment"`
	Profile    string   `json:"profile"`
	LeftOut    string   `json:"left_out"` // the amount left out at a time, one of the units
	Caught     int      `json:"caught"`
	Faults     int      `json:"faults"` // those that inputs inside the envelope can show
	Target     float64  `json:"target"` // in percent, or 0 for none
	Escapes    []string `json:"escapes"`
}

// The units are the amounts that can be left out at a time: one mistake; all mistakes of one kind that break
// one rule; all of one kind; all mistakes. The larger the unit, the fewer similar mistakes can replace one.
const (
	UnitFault = "fault"
	UnitRule  = "rule"
	UnitKind  = "kind"
	UnitAll   = "all"
)

// units lists all units.
var units = []string{UnitFault, UnitRule, UnitKind, UnitAll}

// targets are the percentages that each profile must reach when one fault is left out.
var targets = map[string]float64{cases.ProfileDefault: 99, cases.ProfileCore: 97}

// Percent returns the percentage of faults caught, rounded down to a tenth.
func (f Figure) Percent() float64 {
	return float64(1000*f.Caught/max(f.Faults, 1)) / 10
}

// Good reports whether the target is reached.
func (f Figure) Good() bool { return 100*float64(f.Caught) >= f.Target*float64(f.Faults) }

// LeaveOut returns the figures of the profiles default and core for each unit.
func (m *Matrix) LeaveOut() (figures []Figure) {
	for _, unit := range units {
		pair := []Figure{{Profile: cases.ProfileDefault}, {Profile: cases.ProfileCore}}
		for i := range pair {
			pair[i].Assignment, pair[i].LeftOut, pair[i].Escapes = m.Assignment.Name, unit, []string{}
			if unit == UnitFault {
				pair[i].Target = targets[pair[i].Profile]
			}
		}
		for _, group := range m.groups(unit) {
			known := m.allKnown()
			for _, f := range group {
				known[f] = false
			}
			regrown := m.regrow(known)
			pair[0].count(m, group, regrown)
			pair[1].count(m, group, m.core(regrown, known))
		}
		figures = append(figures, pair...)
	}
	return figures
}

// count adds the faults that were left out, and how many of them the cases in set catch.
func (f *Figure) count(m *Matrix, group, set []int) {
	for _, left := range group {
		f.Faults++
		if slices.ContainsFunc(set, func(c int) bool { return m.Killed[c][left] }) {
			f.Caught++
		} else {
			f.Escapes = append(f.Escapes, m.Faults[left].ID)
		}
	}
}

// groups returns the groups of faults to leave out at a time, in table order, without
// equivalent faults and those that only inputs outside the envelope can show.
func (m *Matrix) groups(unit string) (groups [][]int) {
	places := map[string]int{}
	for f, fault := range m.Faults {
		if fault.Equivalent != "" || fault.Beyond != "" {
			continue
		}
		key := map[string]string{
			UnitFault: fault.ID, UnitRule: fault.Kind + " " + fault.Rule.String(),
			UnitKind: fault.Kind, UnitAll: UnitAll,
		}[unit]
		place, ok := places[key]
		if !ok {
			place = len(groups)
			places[key] = place
			groups = append(groups, nil)
		}
		groups[place] = append(groups[place], f)
	}
	return groups
}

// regrow returns the corpus as it would be if only some faults were known.
func (m *Matrix) regrow(known []bool) []int {
	var base, rest []int
	for _, c := range m.insideEnvelope() {
		if m.Cases[c].MadeBlind() {
			base = append(base, c)
		} else {
			rest = append(rest, c)
		}
	}
	unknown := make([]int, len(m.Cases)) // kills of unknown faults
	var wants []requirement
	for f := range m.Faults {
		if known[f] {
			wants = append(wants, requirement{Enough, m.casesKilling(f)})
			continue
		}
		for c := range m.Cases {
			if m.KillCounts(c, f) {
				unknown[c]++
			}
		}
	}
	for i := range m.Assignment.Situations {
		wants = append(wants, requirement{Enough, m.casesShowing(i)})
	}
	grown := cover(base, rest, wants, func(a, b int) bool { return unknown[a] < unknown[b] })
	return append(base, grown...)
}

// WriteFigures writes a table for the profiles of matrices: the mutation score, and the
// figures for each unit that is left out.
func WriteFigures(w io.Writer, matrices []*Matrix, figures [][]Figure) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ASSIGNMENT\tPROFILE\tCASES\tALL KNOWN\t"+
		"FAULT UNKNOWN\tRULE UNKNOWN\tKIND UNKNOWN\tALL UNKNOWN")
	for i, m := range matrices {
		killed, total := m.Score(false)
		for _, p := range []struct {
			name string
			size int
		}{{cases.ProfileDefault, len(m.insideEnvelope())}, {cases.ProfileCore, len(m.Core())}} {
			known := Figure{Caught: killed, Faults: total}.Percent()
			fmt.Fprintf(table, "%s\t%s\t%d\t%.1f %%", m.Assignment.Name, p.name, p.size, known)
			for _, f := range figures[i] {
				if f.Profile == p.name {
					fmt.Fprintf(table, "\t%.1f %%", f.Percent())
				}
			}
			fmt.Fprintln(table)
		}
	}
	return table.Flush()
}

// WriteCSV writes matrices as one table, with a row for each fault of each assignment: its
// description, and the number and names of the cases that kill it.
func WriteCSV(w io.Writer, matrices []*Matrix) error {
	rows := [][]string{{"assignment", "fault", "kind", "about", "rule", "equivalent", "beyond", "kills", "case"}}
	for _, m := range matrices {
		for f, fault := range m.Faults {
			row := []string{
				m.Assignment.Name, fault.ID, fault.Kind, fault.About, fault.Rule.String(),
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
	for c, one := range m.Cases {
		kills := []string{}
		for f, killed := range m.Killed[c] {
			if killed {
				kills = append(kills, m.Faults[f].ID)
			}
		}
		note := cases.Annotation{Kills: kills, Core: slices.Contains(core, c)}
		if slices.Contains(one.Tags, cases.TagBreadth) { // a recipe made it, without rules
			note.Rules = m.brokenRules(func(f int) bool { return m.Killed[c][f] })
		}
		lists[one.Name] = note
	}
	var faults []string
	for _, fault := range m.Faults {
		faults = append(faults, fault.ID)
	}
	return cases.Annotate(ctx, dir, m.Assignment, faults, lists, check)
}

// Annotated returns the matrix that Annotate stored with an assignment's cases.
func Annotated(ctx context.Context, a *oracle.Assignment, corpus []*cases.Case) (*Matrix, error) {
	m := newMatrix(a, corpus)
	for i, c := range corpus {
		for f, fault := range m.Faults {
			m.Killed[i][f] = slices.Contains(c.Kills, fault.ID)
		}
	}
	return m, m.show(ctx)
}
