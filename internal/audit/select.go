package audit

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Core gives the cases of a smallest set that still kills every mutant that all
// of them kill inside the envelope, found greedily: the case that kills most of the rest comes next,
// of equal ones the one with the smaller goldens. Cases that the others make
// superfluous are left out again.
func (m *Matrix) Core() []int {
	left := make([]bool, len(m.Faults))
	for f := range m.Faults {
		left[f] = m.inCore(f)
	}
	var core []int
	for slices.Contains(left, true) {
		best, most := -1, 0
		for c := range m.Cases {
			n := 0
			for f, open := range left {
				if open && m.counts(c, f) {
					n++
				}
			}
			if n > most || n == most && n > 0 && m.size(c) < m.size(best) {
				best, most = c, n
			}
		}
		core = append(core, best)
		for f := range left {
			left[f] = left[f] && !m.counts(best, f)
		}
	}
	for i := 0; i < len(core); {
		if rest := slices.Delete(slices.Clone(core), i, i+1); m.covers(rest) {
			core = rest
		} else {
			i++
		}
	}
	slices.Sort(core)
	return core
}

// inCore tells whether the core must kill a fault.
func (m *Matrix) inCore(f int) bool { return m.Faults[f].Beyond == "" && m.Kills(f) > 0 }

// covers tells whether a set of cases kills all that all cases kill.
func (m *Matrix) covers(set []int) bool {
	for f := range m.Faults {
		killed := slices.ContainsFunc(set, func(c int) bool { return m.counts(c, f) })
		if !killed && m.inCore(f) {
			return false
		}
	}
	return true
}

// size is the number of bytes of a case's goldens.
func (m *Matrix) size(c int) (n int64) {
	for _, g := range m.Cases[c].Index().Goldens {
		n += g.Bytes
	}
	return n
}

// Superfluous gives the cases without which every mutant would still be killed by
// two cases, or by as many as now, and every situation shown by two.
func (m *Matrix) Superfluous() (cases []int) {
	kills, shown := make([]int, len(m.Faults)), make([]int, len(m.Assignment.Situations))
	for f := range kills {
		kills[f] = m.Kills(f)
	}
	for i := range shown {
		shown[i] = m.Shown(i)
	}
	for c := range m.Cases {
		needed := m.beyond(c) // for the rules that it shows
		for f, fault := range m.Faults {
			needed = needed || fault.Equivalent == "" && m.counts(c, f) && kills[f] <= Enough
		}
		for i := range shown {
			needed = needed || m.shows(c, i) && shown[i] <= Enough
		}
		if !needed {
			cases = append(cases, c)
		}
	}
	return cases
}

// Witness searches for an input that kills a mutant and counts for it, among so many that the
// generator makes from a fixed seed. It gives nil if there is none.
func Witness(ctx context.Context, a *oracle.Assignment, fault mutant.Fault, tries int) (homework.Problem, error) {
	wish := gen.Wish{Assignment: a, Seed: 1, MaxLog: 64 << 10, Small: true, Beyond: fault.Beyond != ""}
	for i := range tries {
		made, err := wish.Make(ctx, i)
		if err != nil {
			return nil, err
		}
		right, err := solve(ctx, made.Problem)
		if err != nil {
			return nil, err
		}
		if Kills(a, fault, []byte(made.Problem.String()), right) {
			return made.Problem, nil
		}
	}
	return nil, nil
}
