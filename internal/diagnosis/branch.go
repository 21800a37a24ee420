package diagnosis

import (
	"math"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
)

// beyondChance is how likely it may be that no first leaf is wrong by chance.
const beyondChance = 0.01

// beyondBranch is what a program may do whose first leaves are right, and soon others are not.
const beyondBranch = ". The first leaf of each of these logs is right, and soon another one is not: what one move changes may reach the " +
	"moves beside it. Look at whether a copy of the position shares a part with it, or an undo forgets one"

// beyond says of located causes at leaves where moves may reach beyond their own branch of the tree: the leaf before which
// nothing was taken back is never the one that is wrong first. A mistake that shows by chance, at one leaf in so many, would show there, too.
func beyond(causes []Cause, explained map[string]*decision.Explanation) {
	for i := range causes {
		c := &causes[i]
		if c.Grade != Located || c.Ended != "" {
			continue
		}
		n, first, sum := 0, 0, 0
		for _, name := range c.Cases {
			if e := explained[name]; e != nil && e.Leaf > 0 {
				n++
				sum += e.Leaf
				if e.Leaf == 1 {
					first++
				}
			}
		}
		if first == 0 && n > 0 && math.Pow(1-float64(n)/float64(sum), float64(n)) < beyondChance {
			c.Right += beyondBranch
		}
	}
}
