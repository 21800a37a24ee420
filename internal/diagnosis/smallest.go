package diagnosis

import (
	"cmp"
	"math"
	"strconv"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
)

// smallerEvidence orders explanations by how easily they are understood: a short path, then few pieces on the board.
func smallerEvidence(x, y *decision.Explanation) int {
	pieces, plies := evidenceSize(x)
	otherPieces, otherPlies := evidenceSize(y)
	return cmp.Or(cmp.Compare(plies, otherPlies), cmp.Compare(pieces, otherPieces))
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
