package gangwars_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// The figures of graded sets ("Envelope" in docs/rules/gangwars.md).
func TestGraded(t *testing.T) {
	y := gametest.Graded(t, &gangwars.Assignment, func(y *gametest.Tally, p homework.Problem) {
		in := p.(*gangwars.Input)
		maxN, maxDepth := 15, 4
		if in.Mode == gangwars.Minimax {
			maxN = 6
		}
		if in.N > 7 {
			maxDepth = 2
		}
		y.Within(p, fmt.Sprint("N of ", in.Mode), in.N, 2, maxN)
		y.Within(p, "depth", in.Depth, 1, maxDepth)
		y.Within(p, "free squares", bytes.Count(in.Board, []byte{'.'}), 1, 125)
		for _, v := range in.Values {
			y.Within(p, "value", int(v), 1, 99)
		}
	})
	y.Reached("N of MINIMAX", 2, 6)
	y.Reached("N of ALPHABETA", 3, 14)
	y.Reached("depth", 1, 4)
	y.Reached("free squares", 4, 90)
}
