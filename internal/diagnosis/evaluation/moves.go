package evaluation

import (
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// moves returns readings in which pieces count otherwise by how they came to lie where they lie.
func moves(leaves []*leaf) (all []reading) {
	taken := func(sort string, rank int, does string, of func(l *leaf) int64) {
		all = append(all, reading{sort: sort, rank: rank, does: does, of: func(l *leaf) (int64, bool) {
			return l.want - of(l), l.sums()
		}})
	}
	taken("last lost", 2, "values a leaf as if what the last move turned were nobody's", func(l *leaf) int64 { return l.taken })
	taken("last unturned", 2, "values a leaf as if the last move had turned nothing", func(l *leaf) int64 { return 2 * l.taken })
	taken("all once", 2, "counts what changes sides for its new owner, but does not take it from the old one", func(l *leaf) int64 { return l.takenAll })
	taken("all unturned", 2, "values a leaf as if no move of the search had turned anything", func(l *leaf) int64 { return 2 * l.takenAll })
	taken("own once", 2, "counts what the root player takes, but does not take it from the opponent", func(l *leaf) int64 { return l.takenOwn })
	if len(leaves) > 0 && len(leaves[0].of.Stage.Links) == 0 && !slices.ContainsFunc(leaves[0].board.Pieces, isPit) {
		all = append(all, uncounted("last", "does not count the piece that the last move placed", func(l *leaf, place int) bool { return place == l.last }))
	}
	initial := func(l *leaf, place int) bool { return l.of.root.Pieces[place].Side != 0 }
	if !slices.ContainsFunc(leaves, func(l *leaf) bool { return slices.ContainsFunc(l.board.Pieces, isPit) }) {
		all = append(all,
			uncounted("initial", "does not count what lies on the board at the start", initial),
			uncounted("placed", "does not count what is placed in the search", func(l *leaf, place int) bool { return !initial(l, place) }))
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

// shifted returns the reading in which all values of a log are off by the same number, another one in another log.
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
		does: fmt.Sprintf("has all values of an input off by the same number, in %s by %d", first.of.Case, by[first.of]),
		of:   func(l *leaf) (int64, bool) { return l.want + by[l.of], true },
	}}
}
