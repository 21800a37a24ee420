package gen_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// A tally collects figures of inputs, and reports those outside the range of the course's
// files ("Envelope" in docs/rules/ASSIGNMENT.md).
type tally struct {
	t    *testing.T
	seen map[string]map[int]int
}

// within checks that a figure lies in a range and records it.
func (y *tally) within(p homework.Problem, figure string, value, low, high int) {
	y.t.Helper()
	if value < low || value > high {
		y.t.Errorf("%s: %d, want %d to %d, of\n%s", figure, value, low, high, p)
	}
	if y.seen[figure] == nil {
		y.seen[figure] = map[int]int{}
	}
	y.seen[figure][value]++
}

// reached fails the test unless the figure came close to both ends of its range.
func (y *tally) reached(figure string, low, high int) {
	y.t.Helper()
	least, most := 1<<30, -1
	for value := range y.seen[figure] {
		least, most = min(least, value), max(most, value)
	}
	if least > low || most < high {
		y.t.Errorf("%s came from %d to %d, want %d to %d", figure, least, most, low, high)
	}
}

// gradedSets makes graded sets from several seeds.
func gradedSets(t *testing.T, assignment string, look func(*tally, homework.Problem)) *tally {
	t.Helper()
	a, err := oracle.Lookup(assignment)
	if err != nil {
		t.Fatal(err)
	}
	y := &tally{t, map[string]map[int]int{}}
	for i := range a.Generator.GradedSize {
		for seed := range uint64(max(1, many(400)/a.Generator.GradedSize)) {
			wish := gen.Wish{Assignment: a, Seed: seed, MaxLog: 256 << 10, Graded: true}
			made, err := wish.Make(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			look(y, made.Problem)
		}
	}
	return y
}

func free(board []byte, empty byte) int { return bytes.Count(board, []byte{empty}) }

func TestGradedSquirrel(t *testing.T) {
	tasks := map[string]int{}
	y := gradedSets(t, "squirrel", func(y *tally, p homework.Problem) {
		in := p.(*squirrel.Input)
		tasks[p.Category()]++
		n := free(in.Board[:], '*')
		y.within(p, "free squares", n, 8, 17)
		for _, v := range in.Values {
			y.within(p, "value", int(v), 1, 100)
		}
		for _, player := range in.Players {
			name, least, most := "cut-off", 2, 3
			switch {
			case player.Algorithm == squirrel.Greedy:
				name, least, most = "greedy's cut-off", 1, 1
			case in.Battle():
				name, least = "cut-off in battles", 1
			case n <= 9:
				most = 4
			}
			y.within(p, name, player.CutOff, least, most)
		}
	})
	y.reached("free squares", 8, 17)
	y.reached("value", 1, 100)
	total := tasks["greedy"] + tasks["minimax"] + tasks["alpha-beta"] + tasks["battle"]
	for category, share := range map[string]int{"greedy": 30, "minimax": 30, "alpha-beta": 30, "battle": 10} {
		if tasks[category]*100 != share*total {
			t.Errorf("%s: %d of %d cases, want %d of 100", category, tasks[category], total, share)
		}
	}
	if testing.Short() {
		return
	}
	y.reached("cut-off", 2, 4)
	y.reached("cut-off in battles", 1, 3)
}

func TestGradedGangwars(t *testing.T) {
	y := gradedSets(t, "gangwars", func(y *tally, p homework.Problem) {
		in := p.(*gangwars.Input)
		most, deepest := 15, 4
		if in.Mode == gangwars.Minimax {
			most = 6
		}
		if in.N > 7 {
			deepest = 2
		}
		y.within(p, fmt.Sprint("N of ", in.Mode), in.N, 2, most)
		y.within(p, "depth", in.Depth, 1, deepest)
		y.within(p, "free squares", free(in.Board, '.'), 1, 125)
		for _, v := range in.Values {
			y.within(p, "value", int(v), 1, 99)
		}
	})
	y.reached("N of MINIMAX", 2, 6)
	y.reached("N of ALPHABETA", 3, 14)
	y.reached("depth", 1, 4)
	y.reached("free squares", 4, 90)
}

func TestGradedReversi(t *testing.T) {
	y := gradedSets(t, "reversi", func(y *tally, p homework.Problem) {
		in := p.(*reversi.Input)
		y.within(p, "depth", in.Depth, 3, 3)
		y.within(p, "player", int(in.Player), 'X', 'X')
		y.within(p, "free squares", free(in.Board[:], '*'), 5, 62)
	})
	y.reached("free squares", 10, 59)
}

func TestGradedMancala(t *testing.T) {
	few, all := 0, 0
	y := gradedSets(t, "mancala", func(y *tally, p homework.Problem) {
		in := p.(*mancala.Input)
		y.within(p, "task", int(in.Task), 1, 3)
		y.within(p, "player", in.Player, 1, 2)
		y.within(p, "cut-off", in.CutOff, 1, 5)
		y.within(p, "pits", len(in.Pits[0]), 3, 7)
		for player := range in.Pits {
			y.within(p, "stones in a mancala", int(in.Stores[player]), 0, 4)
			for _, stones := range in.Pits[player] {
				y.within(p, "stones in a pit", int(stones), 0, 410)
				if all++; stones <= 8 {
					few++
				}
			}
		}
	})
	for figure, ends := range map[string][2]int{
		"task": {1, 3}, "player": {1, 2}, "cut-off": {1, 5}, "pits": {3, 7}, "stones in a mancala": {0, 4}, "stones in a pit": {0, 28},
	} {
		y.reached(figure, ends[0], ends[1])
	}
	if few*10 < all*8 {
		t.Errorf("%d of %d pits have few stones, want most", few, all)
	}
}

func TestGradedMapcolor(t *testing.T) {
	y := gradedSets(t, "mapcolor", func(y *tally, p homework.Problem) {
		in := p.(*mapcolor.Input)
		y.within(p, "states", len(in.Map), 6, 30)
		y.within(p, "colours", len(in.Colours), 3, 6)
		y.within(p, "depth", in.Depth, 2, 4)
		y.within(p, "initial assignments", len(in.Initial), 2, 2)
		for _, c := range in.Colours {
			y.within(p, "letters of a colour", len(c), 1, 1)
		}
		for _, w := range slices.Concat(in.Weights[:]...) {
			y.within(p, "weight", int(w), 0, 15)
		}
		for _, line := range in.Map {
			y.within(p, "letters of a state", len(line.State), 1, 6)
			if line.State == in.Initial[0].State && !slices.Contains(line.Neighbours, in.Initial[1].State) {
				t.Errorf("the initial states are no neighbours, of\n%s", p)
			}
		}
	})
	for figure, ends := range map[string][2]int{
		"states": {8, 29}, "colours": {3, 6}, "depth": {2, 4}, "weight": {0, 15}, "letters of a state": {1, 6},
	} {
		y.reached(figure, ends[0], ends[1])
	}
}
