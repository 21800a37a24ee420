package reversi_test

import (
	"bytes"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// The figures of graded sets ("Envelope" in docs/rules/reversi.md).
func TestGraded(t *testing.T) {
	y := gametest.Graded(t, &reversi.Assignment, func(y *gametest.Tally, p homework.Problem) {
		in := p.(*reversi.Input)
		y.Within(p, "depth", in.Depth, 3, 3)
		y.Within(p, "player", int(in.Player), 'X', 'X')
		y.Within(p, "free squares", bytes.Count(in.Board[:], []byte{'*'}), 5, 62)
	})
	y.Reached("free squares", 10, 59)
}
