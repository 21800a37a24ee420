package gametest

import (
	"testing"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Tally collects figures of inputs, and reports those outside the range of the course's
// files ("Envelope" in docs/rules/ASSIGNMENT.md).
type Tally struct {
	t    *testing.T
	seen map[string]map[int]int
}

// Within checks that a figure lies in a range and records it.
func (y *Tally) Within(p homework.Problem, figure string, value, low, high int) {
	y.t.Helper()
	if value < low || value > high {
		y.t.Errorf("%s: %d, want %d to %d, of\n%s", figure, value, low, high, p)
	}
	if y.seen[figure] == nil {
		y.seen[figure] = map[int]int{}
	}
	y.seen[figure][value]++
}

// Reached fails the test unless the figure came close to both ends of its range.
func (y *Tally) Reached(figure string, low, high int) {
	y.t.Helper()
	least, most := 1<<30, -1
	for value := range y.seen[figure] {
		least, most = min(least, value), max(most, value)
	}
	if least > low || most < high {
		y.t.Errorf("%s came from %d to %d, want %d to %d", figure, least, most, low, high)
	}
}

// Graded makes graded sets from several seeds, of which look collects figures.
func Graded(t *testing.T, a *oracle.Assignment, look func(*Tally, homework.Problem)) *Tally {
	t.Helper()
	y := &Tally{t, map[string]map[int]int{}}
	inputs := 400
	if !effort.All() {
		inputs /= 10
	}
	for i := range a.Generator.GradedSize {
		for seed := range uint64(max(1, inputs/a.Generator.GradedSize)) {
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
