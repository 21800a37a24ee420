package diagnosis

import (
	"math"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
)

// beyondChance is how likely it may be that no first leaf is wrong by chance.
const beyondChance = 0.01

// beyondBranch is what a program may do whose first leaves are right, and soon others are not.
const beyondBranch = ". The first leaf of each of these logs is right, and what is behind it soon is not: what one move changes may reach " +
	"the moves beside it. Look at whether a copy of the position shares a part with it, or an undo forgets one"

// leaves counts logs that are wrong first at a leaf, and their leaves up to that.
type leaves struct{ logs, first, all int }

// add counts a log by its first difference.
func (l *leaves) add(e *decision.Explanation) {
	if e != nil && e.AtLeaf {
		l.logs++
		l.all += e.Leaves
		if e.Leaves == 1 {
			l.first++
		}
	}
}

// beyond reports whether moves may reach beyond their own branch of the tree: the leaf before which nothing was taken back is
// never the one that is wrong. A mistake that shows at one leaf in so many, by chance, would show there, too.
func (l leaves) beyond() bool {
	return l.logs > 0 && l.first == 0 && math.Pow(1-float64(l.logs)/float64(l.all), float64(l.logs)) < beyondChance
}

// beyond says of located causes where moves may reach beyond their own branch: of the first of them all if it holds of all
// leaves, and otherwise of those at whose own leaves it does.
func beyond(causes []Cause, explained map[string]*decision.Explanation) {
	var all leaves
	var own []leaves
	first := -1 // of positions, and behind a leaf throughout
	for i, c := range causes {
		var of leaves
		located, behind := c.Grade == Located && c.Ended == "" && !c.Form, true
		for _, name := range c.Cases {
			if e := explained[name]; located && e != nil && e.Decision != nil {
				of.add(e)
				all.add(e)
				behind = behind && (e.AtLeaf || e.Decision.OfMoves()) && (e.Node == nil || e.Leaves > 0)
			}
		}
		if own = append(own, of); located && behind && first < 0 {
			first = i
		}
	}
	for i := range causes {
		if all.beyond() && i == first || !all.beyond() && own[i].beyond() {
			causes[i].Right += beyondBranch
		}
	}
}
