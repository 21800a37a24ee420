package mapcolor_test

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// The figures of graded sets ("Envelope" in docs/rules/mapcolor.md).
func TestGraded(t *testing.T) {
	y := gametest.Graded(t, &mapcolor.Assignment, func(y *gametest.Tally, p homework.Problem) {
		in := p.(*mapcolor.Input)
		y.Within(p, "states", len(in.Map), 6, 30)
		y.Within(p, "colours", len(in.Colours), 3, 6)
		y.Within(p, "depth", in.Depth, 2, 4)
		y.Within(p, "initial assignments", len(in.Initial), 2, 2)
		for _, c := range in.Colours {
			y.Within(p, "letters of a colour", len(c), 1, 1)
		}
		for _, w := range slices.Concat(in.Weights[:]...) {
			y.Within(p, "weight", int(w), 0, 15)
		}
		for _, line := range in.Map {
			y.Within(p, "letters of a state", len(line.State), 1, 6)
			if line.State == in.Initial[0].State && !slices.Contains(line.Neighbours, in.Initial[1].State) {
				t.Errorf("the initial states are no neighbours, of\n%s", p)
			}
		}
	})
	for figure, ends := range map[string][2]int{
		"states": {8, 29}, "colours": {3, 6}, "depth": {2, 4}, "weight": {0, 15}, "letters of a state": {1, 6},
	} {
		y.Reached(figure, ends[0], ends[1])
	}
}
