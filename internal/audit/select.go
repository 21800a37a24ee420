package audit

import "slices"

// A want asks of a choice of cases that n of them have something, or all that
// have it if there are fewer.
type want struct {
	n   int
	has []bool // by case
}

// Of the profile core so many cases kill each mutant, as far as there are so many.
const coreKills = 3

// Core returns the cases of a small set that catches more than the mistakes that are
// known. Three of its cases kill each mutant, among them one of each category of
// the grading rule that can, and each situation is shown by one.
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

// cover chooses from some cases, greedily, until together with a base they have
// all that is wanted: the case that brings most comes next, of equal ones the
// better one. It gives what it has chosen, without the base.
func cover(base, from []int, wants []want, better func(a, b int) bool) (chosen []int) {
	left := make([]int, len(wants))
	for i, w := range wants {
		left[i] = min(w.n, w.in(base)+w.in(from)) - w.in(base)
	}
	from = slices.Clone(from)
	for {
		brings := func(i int) (n int) {
			for j, w := range wants {
				if left[j] > 0 && w.has[from[i]] {
					n++
				}
			}
			return n
		}
		best := choose(len(from), brings, func(a, b int) bool { return better(from[a], from[b]) })
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

// choose returns the one of n things that brings most, of equal ones the better, or -1 if
// none brings anything.
func choose(n int, brings func(i int) int, better func(a, b int) bool) int {
	best, most := -1, 0
	for i := range n {
		if k := brings(i); k > most || k == most && k > 0 && better(i, best) {
			best, most = i, k
		}
	}
	return best
}

// thin leaves out the chosen cases that the others make superfluous, those first
// that were chosen first, and sorts the rest.
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

// in counts the cases of a set that have what is wanted.
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

// knowAll knows all faults.
func (m *Matrix) knowAll() []bool { return slices.Repeat([]bool{true}, len(m.Faults)) }

// size is the number of bytes of a case's goldens.
func (m *Matrix) size(c int) (n int64) {
	for _, g := range m.Cases[c].Index().Goldens {
		n += g.Bytes
	}
	return n
}

// Superfluous returns the cases without which every mutant would still be killed by
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
			needed = needed || fault.Equivalent == "" && m.Counts(c, f) && kills[f] <= Enough
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
