package mutant

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// sort puts states and colours into expansion order: by name, in ASCII order, wherever the input
// has them (docs/rules/mapcolor.md rule 3).
func (m *mapGame) sort() {
	m.states = slices.Sorted(slices.Values(m.met))
	slices.Sort(m.colours)
	switch {
	case m.flaw.is("colours-in-order-of-line-1"):
		m.colours = slices.Clone(m.lineOne)
	case m.flaw.is("states-in-order-of-lines"):
		slices.SortStableFunc(m.states, func(a, b string) int { return cmp.Compare(m.lineOf(a), m.lineOf(b)) })
	case m.flaw.is("states-in-order-of-mention"):
		m.states = slices.Clone(m.met)
	case m.flaw.is("order-ignores-case"):
		sortBy(m.states, strings.ToLower)
		sortBy(m.colours, strings.ToLower)
	case m.flaw.is("numbers-ordered-by-value"):
		sortBy(m.states, padded)
	case m.flaw.is("short-names-first"):
		slices.SortStableFunc(m.states, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	}
}

// sortBy sorts names by a key; those with the same key keep their order.
func sortBy(names []string, key func(string) string) {
	slices.SortStableFunc(names, func(a, b string) int { return strings.Compare(key(a), key(b)) })
}

var digits = regexp.MustCompile("[0-9]+")

// padded pads the numbers in a name with leading zeros, so that text order is numerical
// order.
func padded(name string) string {
	return digits.ReplaceAllStringFunc(name, func(number string) string {
		return strings.Repeat("0", max(0, 20-len(number))) + number
	})
}

// lineOf returns the place of a state's line; states without a line come last.
func (m *mapGame) lineOf(state string) int {
	if i := slices.Index(m.lines, state); i >= 0 {
		return i
	}
	return len(m.lines)
}

// listed reports whether a state has its own line.
func (m *mapGame) listed(state string) bool { return slices.Contains(m.lines, state) }

// onMap reports whether a state is on the map, and not only in line 2.
func (m *mapGame) onMap(state string) bool { return m.listed(state) || len(m.neighbours[state]) > 0 }

// misread changes the input to what a program with a fault in its input takes it for. It is
// called after the input has been checked; the input is valid.
func (m *mapGame) misread() {
	switch {
	case m.flaw.is("only-two-initial-assignments-read"):
		m.initial = m.initial[:min(2, len(m.initial))]
	case m.flaw.is("weights-swapped"):
		m.weights[1], m.weights[2] = m.weights[2], m.weights[1]
	case m.flaw.is("weights-of-player-1-for-both"):
		m.weights[2] = m.weights[1]
	}
	for player := 1; player <= 2; player++ {
		for i, colour := range m.lineOne {
			weight := m.weights[player][colour]
			switch {
			case m.flaw.is("weights-by-place"):
				m.weights[player][colour] = m.places[player][i]
			case m.flaw.is("weights-without-sign") && weight < 0:
				m.weights[player][colour] = -weight
			}
		}
	}
}
