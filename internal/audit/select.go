package audit

import (
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
)

// A want requires n cases with a property, or all of them if there are fewer.
type want struct {
	n   int
	has []bool // by case or candidate
}

// coreKills is the number of cases of the profile core that kill each mutant, if there are that many.
const coreKills = 3

// Core returns a small set of cases that catches more than the known mistakes. Three of its
// cases kill each mutant, including one of each category of the grading rule that can, and
// one shows each situation.
func (m *Matrix) Core() []int { return m.core(m.inside(), m.knowAll()) }

// core chooses the profile core from some cases, knowing some faults.
func (m *Matrix) core(from []int, known []bool) []int {
	var wants []want
	for f := range m.Faults {
		if !known[f] {
			continue
		}
		wants = append(wants, want{coreKills, m.killers(f)})
		byCategory := map[string][]bool{}
		for _, c := range from {
			if m.Counts(c, f) {
				category := m.Cases[c].Problem.Category()
				if byCategory[category] == nil {
					byCategory[category] = make([]bool, len(m.Cases))
				}
				byCategory[category][c] = true
			}
		}
		for _, has := range byCategory {
			wants = append(wants, want{1, has})
		}
	}
	for i := range m.Assignment.Situations {
		wants = append(wants, want{1, m.showers(i)})
	}
	sizes := make([]int64, len(m.Cases))
	for c := range m.Cases {
		sizes[c] = m.size(c)
	}
	smaller := func(a, b int) bool { return sizes[a] < sizes[b] }
	return thin(cover(nil, from, wants, smaller), wants)
}

// cover greedily chooses cases until, together with a base, they satisfy all wants. The case
// that contributes most comes next, among equals the better one. It returns the choice in
// order, without the base.
func cover(base, from []int, wants []want, better func(a, b int) bool) (chosen []int) {
	left := make([]int, len(wants))
	for i, w := range wants {
		left[i] = min(w.n, w.in(base)+w.in(from)) - w.in(base)
	}
	from = slices.Clone(from)
	for {
		gain := func(i int) (n int) {
			for j, w := range wants {
				if left[j] > 0 && w.has[from[i]] {
					n++
				}
			}
			return n
		}
		best := gen.Best(len(from), gain, func(a, b int) bool { return better(from[a], from[b]) })
		if best < 0 {
			return chosen
		}
		for i, w := range wants {
			if w.has[from[best]] {
				left[i]--
			}
		}
		chosen = append(chosen, from[best])
		from = slices.Delete(from, best, best+1)
	}
}

// thin removes the cases that others make superfluous, in the order of the choice, and sorts
// the rest.
func thin(chosen []int, wants []want) []int {
	for i := 0; i < len(chosen); {
		needed := slices.ContainsFunc(wants, func(w want) bool { return w.has[chosen[i]] && w.in(chosen) <= w.n })
		if needed {
			i++
		} else {
			chosen = slices.Delete(chosen, i, i+1)
		}
	}
	slices.Sort(chosen)
	return chosen
}

// in counts the cases of a set that have the property.
func (w want) in(set []int) (n int) {
	for _, c := range set {
		if w.has[c] {
			n++
		}
	}
	return n
}

func (m *Matrix) killers(f int) []bool {
	has := make([]bool, len(m.Cases))
	for c := range m.Cases {
		has[c] = m.Counts(c, f)
	}
	return has
}

func (m *Matrix) showers(situation int) []bool {
	has := make([]bool, len(m.Cases))
	for c := range m.Cases {
		has[c] = m.shows(c, situation)
	}
	return has
}

// inside returns the cases inside the envelope, which are those of the profile default.
func (m *Matrix) inside() (cases []int) {
	for c := range m.Cases {
		if !m.beyond(c) {
			cases = append(cases, c)
		}
	}
	return cases
}

// knowAll returns a list in which all faults are known.
func (m *Matrix) knowAll() []bool { return slices.Repeat([]bool{true}, len(m.Faults)) }

// size returns the number of bytes of a case's goldens.
func (m *Matrix) size(c int) (n int64) {
	for _, g := range m.Cases[c].Index().Goldens {
		n += g.Bytes
	}
	return n
}

// Superfluous returns the cases without which every mutant would still be killed by two
// cases, or by as many as now, and every situation shown by two. Cases of breadth are not
// superfluous: a recipe makes each of them, whichever faults it kills.
func (m *Matrix) Superfluous() (all []int) {
	kills, shown := make([]int, len(m.Faults)), make([]int, len(m.Assignment.Situations))
	for f := range kills {
		kills[f] = m.Kills(f)
	}
	for i := range shown {
		shown[i] = m.Shown(i)
	}
	for c := range m.Cases {
		needed := m.beyond(c) || slices.Contains(m.Cases[c].Tags, cases.TagBreadth) // or it shows a rule
		for f, fault := range m.Faults {
			needed = needed || fault.Equivalent == "" && m.Counts(c, f) && kills[f] <= Enough
		}
		for i := range shown {
			needed = needed || m.shows(c, i) && shown[i] <= Enough
		}
		if !needed {
			all = append(all, c)
		}
	}
	return all
}
