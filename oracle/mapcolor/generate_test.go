package mapcolor_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) {
	gametest.Situations(t, &mapcolor.Assignment, showings())
}

// chart returns a map-colouring input from its colours, initial assignments and lines. Both
// players weigh the colours 1, 2, 3 and so on.
func chart(colours, initial string, lines ...string) string {
	var weights []string
	for i, c := range strings.Split(colours, ", ") {
		weights = append(weights, fmt.Sprintf("%s: %d", c, i+1))
	}
	w := strings.Join(weights, ", ")
	return strings.Join(append([]string{colours, initial, "1", w, w}, lines...), "\n") + "\n"
}

// ring returns the lines of n states in a circle.
func ring(n int) (lines []string) {
	name := func(i int) string { return fmt.Sprintf("S%02d", (i+n)%n) }
	for i := range n {
		lines = append(lines, name(i)+": "+name(i-1)+", "+name(i+1))
	}
	return lines
}

func showings() []gametest.Showing {
	path := []string{"A: B", "B: A, C", "C: B"}
	return []gametest.Showing{
		{"a path", chart("B, G, R", "A: B-1", path...), "one-initial last-by-player-1",
			"wiped-out-state editions-part move-leaves-none out-of-reach equal-weights negative-weights colours-unsorted case-order number-order " +
				"lines-unsorted one-sided-edge no-line isolated many-initial outside-map thirty-states six-colours"},
		{"a longer path, player 2", chart("B, G, R", "A: B-2", "A: B", "B: A, C", "C: B, D", "D: C"), "out-of-reach one-initial", "last-by-player-1"},
		{"two initial assignments", chart("B, G, R", "A: B-1, C: B-2", path...), "", "one-initial many-initial last-by-player-1"},
		{"three", chart("B, G, R", "A: B-1, C: B-2, S00: R-1", append(path, ring(9)...)...), "last-by-player-1", "one-initial many-initial"},
		{"four", chart("B, G, R", "A: B-1, C: B-2, S00: R-1, S05: R-1", append(path, ring(9)...)...), "many-initial", "one-initial thirty-states"},
		{"a state without a colour", chart("B, G", "A: B-1, C: G-2", "A: X, Y", "C: X", "X: A, C", "Y: A"), "wiped-out-state editions-part", "move-leaves-none"},
		{"a move takes the last colour", chart("B, G", "A: B-1", "A: X, Y", "X: A, Y", "Y: A, X"), "move-leaves-none wiped-out-state", "editions-part"},
		{"a move takes the last colour before a state without any", chart("B, G", "A: B-1, E: G-2", "A: X, Y, Z", "E: Z", "X: A, Y", "Y: A, X", "Z: A, E"), "move-leaves-none wiped-out-state", ""},
		{"equal weights", strings.Replace(chart("B, G, R", "A: B-1", path...), "G: 2", "G: 1", 1), "equal-weights", "negative-weights"},
		{"negative weights", strings.Replace(chart("B, G, R", "A: B-1", path...), "G: 2", "G: -1", 1), "negative-weights", "equal-weights"},
		{"a weight of 0", strings.Replace(chart("B, G, R", "A: B-1", path...), "G: 2", "G: 0", 1), "", "negative-weights equal-weights"},
		{"colours in another order", chart("G, B, R", "A: B-1", path...), "colours-unsorted", "lines-unsorted"},
		{"names of two cases", chart("B, G, R", "B: B-1", "B: a", "a: B"), "case-order", "number-order lines-unsorted"},
		{"names with numbers", chart("B, G, R", "S10: B-1", "S10: S9", "S9: S10"), "number-order", "case-order lines-unsorted"},
		{"lines in another order", chart("B, G, R", "A: B-1", "B: A", "A: B"), "lines-unsorted", "one-sided-edge"},
		{"an edge on one line", chart("B, G, R", "A: B-1", "A: B", "B: "), "one-sided-edge", "no-line isolated"},
		{"a state without a line", chart("B, G, R", "A: B-1", "A: B"), "no-line one-sided-edge", "isolated outside-map"},
		{"a state without neighbours", chart("B, G, R", "A: B-1", "A: B", "B: A", "C: "), "isolated", "no-line outside-map one-sided-edge"},
		{"an initial state that is not on the map", chart("B, G, R", "A: B-1, D: B-2", "A: B", "B: A"), "outside-map", "isolated no-line"},
		{"thirty states, six colours", chart("B, G, O, R, W, Y", "S00: B-1", ring(30)...), "thirty-states six-colours out-of-reach", "number-order"},
		{"29 states, five colours", chart("B, G, O, R, W", "S00: B-1", ring(29)...), "out-of-reach", "thirty-states six-colours"},
	}
}
