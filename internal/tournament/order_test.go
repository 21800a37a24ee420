package tournament

import (
	"slices"
	"testing"
)

// Matches stand in the order of the standings: those of the first first, each in the order of the others.
// In a knockout that is so within each round, and the bracket leads to the same matches.
func TestMatchesInOrderOfStandings(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		dir := t.TempDir()
		if _, err := run(t.Context(), t, dir, &fake{plan: planOf(t, mode, 3, "ann", "ben", "cy", "dan", "eve", "fay", "gus")}, 2); err != nil {
			t.Fatal(err)
		}
		book := read(t, dir)
		place := map[string]int{}
		for i, s := range book.Standings {
			place[s.Name] = i
		}
		if mode == All && slices.IsSortedFunc(book.Standings, func(x, y *Standing) int { return x.entrant - y.entrant }) {
			t.Error("want standings that are not in the order of the names")
		}
		var order [][4]int
		for _, m := range book.Matches {
			x, y := place[m.Names[0]], place[m.Names[1]]
			last := 0
			if m.Playoff {
				last = 1
			}
			order = append(order, [4]int{last, m.Round, min(x, y), max(x, y)})
		}
		if !slices.IsSortedFunc(order, func(x, y [4]int) int { return slices.Compare(x[:], y[:]) }) {
			t.Errorf("%s: the matches are in the order %v", mode, order)
		}
		for _, p := range slices.Concat(book.Bracket...) {
			if p.Match >= 0 && sortedNames(book.Matches[p.Match].Names) != sortedNames(p.Names) {
				t.Errorf("the place of %v leads to the match of %v", p.Names, book.Matches[p.Match].Names)
			}
		}
	}
}

// sortedNames returns two names in the order of letters.
func sortedNames(names [2]string) [2]string {
	slices.Sort(names[:])
	return names
}
