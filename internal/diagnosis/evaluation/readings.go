package evaluation

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A condition is where a change of the evaluation may show.
type condition struct {
	sort  string // of conditions of one sort that come to the same the first is told
	where string
	holds func(l *leaf) bool
}

// conditions lists them, the general one first.
var conditions = []condition{
	{"", "", func(*leaf) bool { return true }},
	{"mover", " where the opponent moves next", func(l *leaf) bool { return !l.max }},
	{"mover", " at odd depths", func(l *leaf) bool { return l.depth%2 == 1 }},
	{"own", " where the root player moves next", func(l *leaf) bool { return l.max }},
	{"own", " at even depths", func(l *leaf) bool { return l.depth%2 == 0 }},
	{"over", " where the game is over above the depth limit", func(l *leaf) bool { return l.over && !l.limit }},
	{"over", " where the game is over", func(l *leaf) bool { return l.over }},
	{"goes on", " where the game is not over", func(l *leaf) bool { return !l.over }},
	{"second", "", func(l *leaf) bool { return l.of.second != "" }},
}

// where says where a condition holds, given the leaves.
func (c *condition) words(leaves []*leaf) string {
	if c.sort != "second" {
		return c.where
	}
	for _, l := range leaves {
		if l.of.second != "" {
			return " where " + l.of.second + " moves at the root"
		}
	}
	return ""
}

// A change is another evaluation of all pieces at once.
type change struct {
	sort, does string // %s in does is where
	of         func(l *leaf) int64
}

// changes of sides, signs and counts.
func sideChanges() []change {
	return []change{
		{"negated", "evaluates a leaf%s from the other side: its value has the wrong sign",
			func(l *leaf) int64 { return -l.want }},
		{"own", "counts at a leaf%s what the root player has, and does not subtract what the opponent has",
			func(l *leaf) int64 { return l.own }},
		{"foe", "counts at a leaf%s what the opponent has alone, as a number below 0",
			func(l *leaf) int64 { return l.foe }},
		{"foe positive", "counts at a leaf%s what the opponent has, and not what the root player has",
			func(l *leaf) int64 { return -l.foe }},
		{"sum", "adds at a leaf%s what the opponent has, and does not subtract it",
			func(l *leaf) int64 { return l.own - l.foe }},
		{"pieces", "counts pieces at a leaf%s, whatever they are worth",
			func(l *leaf) int64 { return l.ownN - l.foeN }},
		{"zero", "gives a leaf%s the value 0", func(*leaf) int64 { return 0 }},
		{"magnitude", "drops the minus sign of the value of a leaf%s",
			func(l *leaf) int64 { return max(l.want, -l.want) }},
	}
}

// sides returns readings with another sign, or another share of a side, everywhere or where a condition
// holds.
func sides(leaves []*leaf) (all []reading) {
	changes := append(sideChanges(), ends(leaves)...)
	for _, on := range conditions {
		for _, c := range changes {
			all = append(all, reading{
				sort: c.sort + " " + on.sort, rank: 1, does: fmt.Sprintf(c.does, on.words(leaves)),
				of: func(l *leaf) (int64, bool) {
					if !on.holds(l) {
						return l.want, true
					}
					return c.of(l), l.sums() || c.sort == "zero" || c.sort == "negated"
				},
			})
		}
	}
	return all
}

// ends returns the changes that give a leaf an infinity, or as much as the program gives to the first wrong
// one.
func ends(leaves []*leaf) []change {
	much := max(leaves[0].got, -leaves[0].got)
	if much < 1000 {
		return nil
	}
	infinity := fmt.Sprint(much)
	if much == replay.Inf {
		infinity = "infinity"
	}
	return []change{
		{"won", "gives a leaf%s plus or minus " + infinity + " by who is ahead, not its value",
			func(l *leaf) int64 {
				return much * int64(cmp.Compare(l.want, 0))
			}},
		{"stuck", "gives a leaf%s minus " + infinity + " if the root player is to move, else plus " + infinity +
			", not its value", func(l *leaf) int64 {
			if l.max {
				return -much
			}
			return much
		}},
	}
}

// A term is something that a program may add to the evaluation, times a factor.
type term struct {
	sort, what string
	of         func(l *leaf) (v int64, ok bool)
}

// terms returns readings with one term more, whose factor the first wrong leaves tell.
func terms(leaves []*leaf) (all []reading) {
	plain := func(of func(l *leaf) int64) func(l *leaf) (int64, bool) {
		return func(l *leaf) (int64, bool) { return of(l), true }
	}
	for _, t := range []term{
		{"constant", "1", plain(func(*leaf) int64 { return 1 })},
		{"depth", "the leaf's depth", plain(func(l *leaf) int64 { return int64(l.depth) })},
		{"depth by mover", "the leaf's depth, for whoever moved last", plain(func(l *leaf) int64 {
			if l.max {
				return -int64(l.depth)
			}
			return int64(l.depth)
		})},
		{"pits", "the stones in the root player's pits less those in the opponent's",
			plain(func(l *leaf) int64 { return l.pits })},
		{"uncounted initial", "what the board at the root is worth",
			func(l *leaf) (int64, bool) { return l.of.worth(), true }},
		{"pieces", "the pieces of the root player less those of the opponent",
			plain(func(l *leaf) int64 { return l.ownN - l.foeN })},
		{"all", "the whole evaluation", plain(func(l *leaf) int64 { return l.want })},
		{"own", "what the root player has", plain(func(l *leaf) int64 { return l.own })},
		{"foe", "what the opponent has", plain(func(l *leaf) int64 { return l.foe })},
	} {
		factor, ok := t.factor(leaves)
		if !ok {
			continue
		}
		all = append(all, reading{
			sort: t.sort, rank: 2, does: t.words(factor),
			of: func(l *leaf) (int64, bool) {
				v, ok := t.of(l)
				return l.want + factor*v, ok
			},
		})
	}
	return all
}

// factor returns what the first wrong leaf tells of a factor.
func (t *term) factor(leaves []*leaf) (factor int64, ok bool) {
	v, ok := t.of(leaves[0])
	difference := leaves[0].got - leaves[0].want
	if !ok || v == 0 || difference%v != 0 {
		return 0, false
	}
	return difference / v, true
}

// words says that a term is added or subtracted, with its factor.
func (t *term) words(factor int64) string {
	what := t.what
	switch {
	case t.sort == "constant":
		what = fmt.Sprint(max(factor, -factor))
	case t.sort == "own" || t.sort == "foe" || t.sort == "all":
		return fmt.Sprintf("counts %s %d times", what, factor+1)
	case factor != 1 && factor != -1:
		what = fmt.Sprintf("%d times %s", max(factor, -factor), what)
	}
	if factor < 0 {
		return "subtracts " + what + " from the evaluation"
	}
	return "adds " + what + " to the evaluation"
}

// worth returns the evaluation of the root.
func (l *log) worth() (v int64) {
	for _, p := range l.root.Pieces {
		v += int64(p.Worth)
	}
	return v
}

// moves returns readings in which pieces count otherwise by how they came to lie where they lie.
func moves(leaves []*leaf) (all []reading) {
	taken := func(sort string, rank int, does string, of func(l *leaf) int64) {
		all = append(all, reading{sort: sort, rank: rank, does: does, of: func(l *leaf) (int64, bool) {
			return l.want - of(l), l.sums()
		}})
	}
	taken("last lost", 2, "values a leaf as if what the last move turned were nobody's",
		func(l *leaf) int64 { return l.taken })
	taken("last unturned", 2, "values a leaf as if the last move had turned nothing",
		func(l *leaf) int64 { return 2 * l.taken })
	taken("all once", 2, "counts what changes sides for its new owner, but does not take it from the old one",
		func(l *leaf) int64 { return l.takenAll })
	taken("all unturned", 2, "values a leaf as if no move of the search had turned anything",
		func(l *leaf) int64 { return 2 * l.takenAll })
	taken("own once", 2, "counts what the root player takes, but does not take it from the opponent",
		func(l *leaf) int64 { return l.takenOwn })
	if len(leaves) > 0 && len(leaves[0].of.Stage.Links) == 0 &&
		!slices.ContainsFunc(leaves[0].board.Pieces, isPit) {
		all = append(all, uncounted("last", "does not count the piece that the last move placed",
			func(l *leaf, place int) bool { return place == l.last }))
	}
	initial := func(l *leaf, place int) bool { return l.of.root.Pieces[place].Side != 0 }
	if !slices.ContainsFunc(leaves, func(l *leaf) bool { return slices.ContainsFunc(l.board.Pieces, isPit) }) {
		all = append(all,
			uncounted("initial", "does not count what lies on the board at the start", initial),
			uncounted("placed", "does not count what is placed in the search",
				func(l *leaf, place int) bool { return !initial(l, place) }))
	}
	return append(all, shifted(leaves)...)
}

// isPit reports whether a piece is a number of stones.
func isPit(p replay.Piece) bool { return p.Text != "" && p.Text[0] >= '0' && p.Text[0] <= '9' }

// uncounted is the reading in which some pieces do not count.
func uncounted(sort, does string, out func(l *leaf, place int) bool) reading {
	return reading{sort: "uncounted " + sort, rank: 2, does: does, of: func(l *leaf) (int64, bool) {
		v, _ := l.sum(func(place int, p replay.Piece) (int64, bool) {
			if out(l, place) {
				return 0, true
			}
			return int64(p.Side) * int64(p.Worth), true
		})
		return v, l.sums()
	}}
}

// shifted returns the reading in which all values of a log are off by the same number, another one in another
// log.
func shifted(leaves []*leaf) []reading {
	by := map[*log]int64{}
	depths := map[int]bool{}
	var first *leaf
	for _, l := range leaves {
		if _, known := by[l.of]; !known {
			by[l.of] = l.got - l.want
			if first == nil && l.wrong() {
				first = l
			}
		}
		depths[l.depth] = true
	}
	if first == nil || len(by) < 2 || len(depths) < 2 {
		return nil
	}
	return []reading{{
		sort: "shifted", rank: 3,
		does: fmt.Sprintf("has all values of an input off by the same number, in %s by %d", first.of.Case,
			by[first.of]),
		of: func(l *leaf) (int64, bool) { return l.want + by[l.of], true },
	}}
}
