package squirrel_test

import (
	"bytes"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// The figures of graded sets ("Envelope" in docs/rules/squirrel.md).
func TestGraded(t *testing.T) {
	tasks := map[string]int{}
	y := gametest.Graded(t, &squirrel.Assignment, func(y *gametest.Tally, p homework.Problem) {
		in := p.(*squirrel.Input)
		tasks[p.Category()]++
		n := bytes.Count(in.Board[:], []byte{'*'})
		y.Within(p, "free squares", n, 8, 17)
		for _, v := range in.Values {
			y.Within(p, "value", int(v), 1, 100)
		}
		for _, player := range in.Players {
			name, minCutOff, maxCutOff := "cut-off", 2, 3
			switch {
			case player.Algorithm == squirrel.Greedy:
				name, minCutOff, maxCutOff = "greedy's cut-off", 1, 1
			case in.Battle():
				name, minCutOff = "cut-off in battles", 1
			case n <= 9:
				maxCutOff = 4
			}
			y.Within(p, name, player.CutOff, minCutOff, maxCutOff)
		}
	})
	y.Reached("free squares", 8, 17)
	y.Reached("value", 1, 100)
	total := tasks["greedy"] + tasks["minimax"] + tasks["alpha-beta"] + tasks["battle"]
	for category, share := range map[string]int{"greedy": 30, "minimax": 30, "alpha-beta": 30, "battle": 10} {
		if tasks[category]*100 != share*total {
			t.Errorf("%s: %d of %d cases, want %d of 100", category, tasks[category], total, share)
		}
	}
	if !effort.All() {
		return
	}
	y.Reached("cut-off", 2, 4)
	y.Reached("cut-off in battles", 1, 3)
}
