package evaluation

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A change is another evaluation of all pieces at once.
type change struct {
	sort, does string // %s in does is the condition
	value      func(l *leaf) int64
}

// changes returns the changes of sides, signs and counts.
func changes() []change {
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

// sides returns the candidates that change a sign or the share of a side, everywhere or where a condition
// holds.
func sides(leaves []*leaf, first *leaf) (all []candidate) {
	changes := append(changes(), infinities(first)...)
	for _, on := range conditions(leaves) {
		for _, c := range changes {
			all = append(all, candidate{
				sort: c.sort + " " + on.sort, does: fmt.Sprintf(c.does, on.where),
				value: func(l *leaf) (int64, bool) {
					if !on.holds(l) {
						return l.want, true
					}
					return c.value(l), l.sums() || c.sort == "zero" || c.sort == "negated"
				},
			})
		}
	}
	return all
}

// infinities returns the changes that give a leaf the value by which the program ends a game: the magnitude
// of its first wrong value, if that is large.
func infinities(first *leaf) []change {
	magnitude := max(first.got, -first.got)
	if magnitude < 1000 {
		return nil
	}
	infinity := fmt.Sprint(magnitude)
	if magnitude == replay.Inf {
		infinity = "infinity"
	}
	return []change{
		{"won", "gives a leaf%s plus or minus " + infinity + " by who is ahead, not its value",
			func(l *leaf) int64 { return magnitude * int64(cmp.Compare(l.want, 0)) }},
		{"stuck", "gives a leaf%s minus " + infinity + " if the root player is to move, else plus " + infinity +
			", not its value", func(l *leaf) int64 {
			if l.max {
				return -magnitude
			}
			return magnitude
		}},
	}
}

// weights returns the candidates in which one place has another weight. The first wrong leaf gives it, if the
// place has the same weight in all logs. If the weights differ between logs, the place is not counted.
func weights(leaves []*leaf, first *leaf) (all []candidate) {
	places := first.of.Stage.Places
	for _, l := range leaves {
		if !l.sums() || len(l.board.Pieces) != len(places) {
			return nil
		}
	}
	if len(first.of.Stage.Links) > 0 || hasPits(first) {
		return nil
	}
	table := tableOf(leaves)
	for place, p := range first.board.Pieces {
		if p.Side == 0 {
			continue
		}
		name := places[place].Name
		if table == nil {
			all = append(all, candidate{sort: name, does: "does not count " + name,
				value: func(l *leaf) (int64, bool) { return l.want - int64(l.board.Pieces[place].Worth), true }})
			continue
		}
		more := int64(p.Side) * (first.got - first.want)
		want := table[place]
		all = append(all, candidate{
			sort: name, does: fmt.Sprintf("values %s at %d, want %d", name, want+more, want),
			value: func(l *leaf) (int64, bool) { return l.want + int64(l.board.Pieces[place].Side)*more, true },
		})
	}
	return all
}

// hasPits reports whether the pieces of a leaf are numbers of stones.
func hasPits(l *leaf) bool {
	for _, p := range l.board.Pieces {
		if p.Text != "" && strings.Contains("0123456789", p.Text[:1]) {
			return true
		}
	}
	return false
}

// tableOf returns the weight of each place that has pieces, or nil if it differs between leaves. The leaves
// must be from three logs at least.
func tableOf(leaves []*leaf) map[int]int64 {
	table := map[int]int64{}
	logs := map[*log]bool{}
	for _, l := range leaves {
		logs[l.of] = true
		for place, p := range l.board.Pieces {
			if p.Side == 0 {
				continue
			}
			worth := int64(p.Side) * int64(p.Worth)
			if known, ok := table[place]; ok && known != worth {
				return nil
			}
			table[place] = worth
		}
	}
	if len(logs) < 3 {
		return nil
	}
	return table
}
