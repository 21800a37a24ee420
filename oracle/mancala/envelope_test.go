package mancala_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
)

// Inputs at the edges of the envelope, and the handout's example, which lies inside.
func TestBeyond(t *testing.T) {
	gametest.Beyond(t, &mancala.Assignment, []gametest.Bound{
		{"the sample", mancalaInput, "", ""},
		{"410 stones", gametest.Edited(t, mancalaInput, "3 3 3", "410 3 3"), "", ""},
		{"411 stones", gametest.Edited(t, mancalaInput, "3 3 3", "411 3 3"), "", "more than 410 stones in a pit"},
		{"an empty side", gametest.Edited(t, mancalaInput, "3 3 3", "0 0 0"), "", "a start in which a side is empty"},
	})
}
