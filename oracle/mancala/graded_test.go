package mancala_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
)

// The figures of graded sets ("Envelope" in docs/rules/mancala.md).
func TestGraded(t *testing.T) {
	few, all := 0, 0
	tasks := map[string]int{}
	y := gametest.Graded(t, &mancala.Assignment, func(y *gametest.Tally, p homework.Problem) {
		in := p.(*mancala.Input)
		tasks[p.Category()]++
		y.Within(p, "task", int(in.Task), 1, 3)
		y.Within(p, "player", in.Player, 1, 2)
		y.Within(p, "cut-off", in.CutOff, 1, 5)
		y.Within(p, "pits", len(in.Pits[0]), 3, 7)
		for player := range in.Pits {
			y.Within(p, "stones in a mancala", int(in.Stores[player]), 0, 4)
			for _, stones := range in.Pits[player] {
				y.Within(p, "stones in a pit", int(stones), 0, 410)
				if all++; stones <= 8 {
					few++
				}
			}
		}
	})
	for figure, ends := range map[string][2]int{
		"task": {1, 3}, "player": {1, 2}, "cut-off": {1, 5}, "pits": {3, 7}, "stones in a mancala": {0, 4}, "stones in a pit": {0, 28},
	} {
		y.Reached(figure, ends[0], ends[1])
	}
	if few*10 < all*8 {
		t.Errorf("%d of %d pits have few stones, want most", few, all)
	}
	if tasks["greedy"] != tasks["minimax"] || tasks["greedy"] != tasks["alpha-beta"] {
		t.Errorf("tasks %v, want as many of each", tasks)
	}
}
