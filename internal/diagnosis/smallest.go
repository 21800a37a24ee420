package diagnosis

import (
	"cmp"
	"math"
	"math/bits"
	"strconv"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
)

// smallerEvidence orders explanations by how easily they are understood: a short path and few pieces on the board. A ply more
// weighs as much as four times the pieces, so that thousands of stones are no example where a few will do.
func smallerEvidence(x, y *decision.Explanation) int {
	pieces, plies := evidenceSize(x)
	otherPieces, otherPlies := evidenceSize(y)
	weight := func(pieces, plies int) int { return min(plies, math.MaxInt/4)*2 + bits.Len(uint(pieces)) }
	return cmp.Or(cmp.Compare(weight(pieces, plies), weight(otherPieces, otherPlies)), cmp.Compare(plies, otherPlies), cmp.Compare(pieces, otherPieces))
}

// evidenceSize returns the pieces, or stones, on the board of an explanation, and the length of the path. What cannot be
// shown on a board is larger than all that can.
func evidenceSize(e *decision.Explanation) (pieces, plies int) {
	if e == nil || e.Board == nil {
		return math.MaxInt, math.MaxInt
	}
	for _, s := range e.Board.Squares {
		switch n, err := strconv.Atoi(s.Text); {
		case err == nil:
			pieces += n
		case s.Text != "":
			pieces++
		}
	}
	if e.Node != nil {
		plies = len(e.Node.Path)
	}
	return pieces, plies
}
