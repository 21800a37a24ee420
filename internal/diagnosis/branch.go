package diagnosis

import (
	"math"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
)

// beyondChance is how likely it may be that none of some leaves is wrong by chance.
const beyondChance = 0.01

// What a program may do whose first leaves are right, or all before a cut, and soon others are not.
const (
	beyondBranch = ". The first leaf of each of these logs is right, and what is behind it soon is not: what one move changes may reach " +
		"the moves beside it. Look at whether a copy of the position shares a part with it, or an undo forgets one"
	beyondCut = ". These logs are right until a node is cut, and soon behind that they are not: look at whether a move is taken back, too, " +
		"where the node is left by a cut"
)

// leaves counts logs that are wrong first at a leaf: their leaves up to that, of which those that are wrong were the first, or
// stand before any cut, and how many are up to the first cut.
type leaves struct{ logs, first, before, all, uncut int }

// add counts a log by its first difference.
func (l *leaves) add(e *decision.Explanation) {
	if e == nil || !e.AtLeaf {
		return
	}
	l.logs++
	l.all += e.Leaves
	l.uncut += e.Uncut
	if e.Leaves == 1 {
		l.first++
	}
	if e.Uncut == 0 {
		l.before++
	}
}

// beyond says how moves may reach beyond their own branch of the tree, or returns "": no leaf is wrong before something was taken
// back, or before a node was cut. A mistake that shows at one leaf in so many, by chance, would show there, too.
func (l leaves) beyond() string {
	chance := func(right int) float64 { return math.Pow(1-float64(l.logs)/float64(l.all), float64(right)) }
	switch {
	case l.logs == 0:
	case l.before == 0 && chance(l.uncut) < beyondChance:
		return beyondCut
	case l.first == 0 && chance(l.logs) < beyondChance:
		return beyondBranch
	}
	return ""
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
	says := all.beyond()
	for i := range causes {
		switch {
		case says == "":
			causes[i].Right += own[i].beyond()
		case i == first:
			causes[i].Right += says
		}
	}
}
