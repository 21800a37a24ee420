package audit

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/touchstone-suite/touchstone/cases"
)

// A Figure is how many faults a profile catches that did not know them: for each
// fault the corpus is grown anew, and the profile chosen anew, as if the fault had
// never been thought of, and then held against it.
//
// What is left of the corpus is its base, the cases that were made without a look at any
// fault, and so many of the others as the faults that are still known, and the
// situations, call for. Of others that do as well, those come first that miss the
// fault. So a case that is there for this one fault goes, and luck does not count.
type Figure struct {
	Assignment string   `json:"assignment"`
	Profile    string   `json:"profile"`
	LeftOut    string   `json:"left_out"` // what is left out at a time, of Units
	Caught     int      `json:"caught"`
	Faults     int      `json:"faults"` // that inputs inside the envelope show
	Target     float64  `json:"target"` // percent, or 0 for none
	Escapes    []string `json:"escapes"`
}

// The units are what can be left out at a time: one fault; all of one kind that break
// one rule; all of one kind; every fault that there is. The larger the unit, the fewer
// near relations of a fault vouch for it.
const (
	UnitFault = "fault"
	UnitRule  = "rule"
	UnitKind  = "kind"
	UnitAll   = "all"
)

// Units names all units.
var Units = []string{UnitFault, UnitRule, UnitKind, UnitAll}

// Targets are the percentages that each profile reaches when one fault is left out.
var Targets = map[string]float64{cases.ProfileDefault: 99, cases.ProfileCore: 97}

// Percent is the share of the faults that are caught, rounded down to a tenth.
func (f Figure) Percent() float64 {
	return float64(1000*f.Caught/max(f.Faults, 1)) / 10
}

// Good reports whether the target is reached.
func (f Figure) Good() bool { return 100*float64(f.Caught) >= f.Target*float64(f.Faults) }

// LeaveOut returns the figures of the profiles default and core for each unit.
func (m *Matrix) LeaveOut() (figures []Figure) {
	for _, unit := range Units {
		pair := []Figure{{Profile: cases.ProfileDefault}, {Profile: cases.ProfileCore}}
		for i := range pair {
			pair[i].Assignment, pair[i].LeftOut, pair[i].Escapes = m.Assignment.Name, unit, []string{}
			if unit == UnitFault {
				pair[i].Target = Targets[pair[i].Profile]
			}
		}
		for _, group := range m.groups(unit) {
			known := m.knowAll()
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

// count adds the faults that were left out, and whether the cases catch them.
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

// groups are the faults that are left out at a time, in the order of the table,
// without equivalent ones and those that only inputs outside the envelope show.
func (m *Matrix) groups(unit string) (groups [][]int) {
	places := map[string]int{}
	for f, fault := range m.Faults {
		if fault.Equivalent != "" || fault.Beyond != "" {
			continue
		}
		key := map[string]string{UnitFault: fault.ID, UnitRule: fault.Kind + " " + fault.Rule, UnitKind: fault.Kind, UnitAll: UnitAll}[unit]
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

// regrow returns the corpus as it would be if some faults were not known.
func (m *Matrix) regrow(known []bool) []int {
	var base, rest []int
	for _, c := range m.inside() {
		if m.Cases[c].Blind() {
			base = append(base, c)
		} else {
			rest = append(rest, c)
		}
	}
	unknown := make([]int, len(m.Cases)) // kills of faults that are not known
	var wants []want
	for f := range m.Faults {
		if known[f] {
			wants = append(wants, want{Enough, m.killers(f)})
			continue
		}
		for c := range m.Cases {
			if m.Counts(c, f) {
				unknown[c]++
			}
		}
	}
	for i := range m.Assignment.Situations {
		wants = append(wants, want{Enough, m.showers(i)})
	}
	grown := cover(base, rest, wants, func(a, b int) bool { return unknown[a] < unknown[b] })
	return append(base, grown...)
}

// WriteFigures writes a table of what matrices say of the profiles: the mutation
// score, and the figures for each unit that is left out.
func WriteFigures(w io.Writer, matrices []*Matrix, figures [][]Figure) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ASSIGNMENT\tPROFILE\tCASES\tALL KNOWN\tFAULT UNKNOWN\tRULE UNKNOWN\tKIND UNKNOWN\tALL UNKNOWN")
	for i, m := range matrices {
		killed, total := m.Score(false)
		for _, p := range []struct {
			name string
			size int
		}{{cases.ProfileDefault, len(m.inside())}, {cases.ProfileCore, len(m.Core())}} {
			fmt.Fprintf(table, "%s\t%s\t%d\t%.1f %%", m.Assignment.Name, p.name, p.size, Figure{Caught: killed, Faults: total}.Percent())
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
