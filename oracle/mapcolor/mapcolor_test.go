package mapcolor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Inputs that several tests share, most of them the handout's examples.
const (
	australia = "R, G, B\nWA: R-1, SA: G-2\n3\nR: 10, G: 5, B: 0\nR: 0, G: 2, B: 8\n" +
		"SA: WA, NT, Q, NSW, V\nNT: WA, SA, Q\nNSW: Q, V, SA\nWA: SA, NT\nQ: NT, SA, NSW\nV: SA, NSW\n"
)

// Whole answers for small inputs.
func TestAnswers(t *testing.T) {
	gametest.Answers(t, &mapcolor.Assignment, []gametest.Example{
		{"rule 9: depth 0", "", strings.Replace(australia, "\n3\n", "\n0\n", 1),
			map[string]string{"output.txt": "SA, G, 0, 8, -inf, inf\nSA, G, 8"}},
		{"rule 9: no move at the root", "", "B, A\na: A-2, b: B-1\n5\nA: 7, B: -1\nA: 4, B: 9\na: b\nT:\n",
			map[string]string{"output.txt": "b, B, 0, -5, -inf, inf\nb, B, -5"}},
		{"rule 2: the game goes on around a state whose colours are used up", "", "A, B\na: A-1, b: B-1\n1\nA: 1, B: 1\nA: 1, B: 1\nx: a, b\na: x\nb: x, y\ny: b\n",
			map[string]string{"output.txt": "b, B, 0, -inf, -inf, inf\ny, A, 1, 3, -inf, inf\nb, B, 0, 3, 3, inf\ny, A, 3"}},
	})
}

// Each kind of invalid input.
func TestErrors(t *testing.T) {
	gametest.Errors(t, &mapcolor.Assignment, australia, "errors.txt") // rule 1
	many := strings.Replace(australia, "\nV: ", "\nV: "+manyStates(995)+", ", 1)
	_, err := mapcolor.Assignment.Parse("input.txt", []byte(many))
	expect.Error(t, err, "input.txt:11: want at most 1000 states, found s994 as one more")
}

// manyStates returns a list of n names.
func manyStates(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("s", i)
	}
	return strings.Join(names, ", ")
}

// Inputs at the edges of the envelope, and the handout's example, which lies inside.
func TestBeyond(t *testing.T) {
	gametest.Beyond(t, &mapcolor.Assignment, []gametest.Bound{
		{"Australia", australia, "", ""},
		{"blanks at line ends", strings.ReplaceAll(australia, "\n", " \n"), "", ""},
		{"a blank before a comma", gametest.Edited(t, australia, "WA, NT", "WA , NT"), "", "the blanks of line 6"},
		{"no blank behind a comma", gametest.Edited(t, australia, "R, G, B", "R,G, B"), "", "the blanks of line 1"},
		{"a blank in an assignment", gametest.Edited(t, australia, "R-1", "R -1"), "", "the blanks of line 2"},
		{"a blank before a line", gametest.Edited(t, australia, "\nNSW", "\n NSW"), "", "the blanks of line 8"},
		{"long colours", strings.ReplaceAll(australia, "R", "Red"), "", ""},
		{"weights in another order", gametest.Edited(t, australia, "R: 10, G: 5", "G: 5, R: 10"), "", ""},
		{"one initial assignment", gametest.Edited(t, australia, "WA: R-1, SA", "SA"), "", ""},
		{"three initial assignments", gametest.Edited(t, australia, "SA: G-2", "SA: G-2, V: R-1"), "", ""},
		{"a start in two places", gametest.Edited(t, australia, "SA: G-2", "V: G-2"), "", "an initial assignment to a state that is no neighbour of those before"},
		{"neighbours out of order", gametest.Edited(t, australia, "SA: G-2", "V: R-2, SA: G-2"), "", "an initial assignment to a state that is no neighbour of those before"},
		{"a weight of a million", gametest.Edited(t, australia, "R: 10", "R: 1000000"), "", ""},
		{"a negative weight", gametest.Edited(t, australia, "R: 10", "R: -1"), "", "a negative weight"},
		{"a negative weight of player 2", gametest.Edited(t, australia, "B: 8", "B: -1"), "", "a negative weight"},
		{"one side of an edge", gametest.Edited(t, australia, "WA: SA, NT", "WA: SA"), "", "an edge that only one of its states lists"},
		{"a state without a line", gametest.Edited(t, australia, "V: SA, NSW\n", ""), "", "a state without a line of its own"},
		{"1000 states", gametest.Edited(t, australia, "V: SA, NSW", "V: SA, NSW, "+manyStates(994)), "", "a state without a line of its own"},
		{"a neighbour twice", gametest.Edited(t, australia, "WA: SA, NT", "WA: SA, NT, SA"), "", "a neighbour listed twice"},
		{"an isolated state", australia + "T:\n", "", "a state without neighbours"},
		{"an initial state outside the map", gametest.Edited(t, australia, "WA: R-1", "T: R-1"), "", "an initial assignment to a state without a line or neighbours"},
		{"other initial neighbours", gametest.Edited(t, australia, "WA: R-1", "V: R-1"), "", ""},
		{"depth 0", gametest.Edited(t, australia, "\n3\n", "\n0\n"), "", "depth 0"},
		{"no move", "R, G\nA: R-1, B: G-2\n2\nR: 1, G: 1\nR: 1, G: 1\nA: B\nB: A\n", "", "no move at the root"},
	})
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

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) {
	path := []string{"A: B", "B: A, C", "C: B"}
	gametest.Situations(t, &mapcolor.Assignment, []gametest.Showing{
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
	})
}

func TestSeed(t *testing.T) { gametest.Seed(t, &mapcolor.Assignment, "12e5e4faa9ab29e3") }

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

// The parser never panics. It prints each accepted input (mapcolor rule 1) as an input that parses to the same
// problem and prints the same.
func FuzzParse(f *testing.F) {
	gametest.Fuzz(f, &mapcolor.Assignment,
		"R, G, B\nWA: R-1, SA: G-2\n3\nR: 10, G: 5, B: 0\nR: 0, G: 2, B: 8\nSA: WA, NT, Q, NSW, V\nNT: WA, SA, Q\nNSW: Q, V, SA\nWA: SA, NT\nQ: NT, SA, NSW\nV: SA, NSW\n", // the handout's example
		"R ,r\r\n a :R-2,b: r - 1 \n0\nr:-3,R :-0\nR:1,r:2\na:x ,y\nT:", // blanks
	)
}

// Alpha-beta finds minimax's value and move in both editions.
func TestAlphaBetaIsMinimax(t *testing.T) {
	for _, edition := range []string{mapcolor.Revised, mapcolor.Handout} {
		run := func(p homework.Problem, prune bool) (search.Result, error) { return mapcolor.Search(p, edition, prune) }
		gametest.AlphaBeta(t, 2000, mapcolor.Assignment.Generator.Small, run)
	}
}

// Only the order of names matters (mapcolor rule 3): other names in the same order produce the same log with
// those names. The order of the colours in line 1 does not matter at all, nor, in the edition revised, does
// the order of the map's lines.
func TestRenaming(t *testing.T) {
	gametest.Property(t, func(t *rapid.T, r *random.Rand) {
		in := mapcolor.Assignment.Generator.Small(r).(*mapcolor.Input)
		edition := []string{mapcolor.Revised, mapcolor.Handout}[r.Intn(2)]
		states, colours := []string{}, slices.Sorted(slices.Values(in.Colours))
		for _, line := range in.Map {
			states = append(append(states, line.State), line.Neighbours...)
		}
		for _, a := range in.Initial {
			states = append(states, a.State)
		}
		slices.Sort(states)
		states = slices.Compact(states)
		state := func(old string) string {
			place, _ := slices.BinarySearch(states, old)
			return fmt.Sprintf("s%03d", place)
		}
		colour := func(old string) string {
			place, _ := slices.BinarySearch(colours, old)
			return strings.Repeat("z", place+1)
		}

		other := &mapcolor.Input{Depth: in.Depth, Map: slices.Clone(in.Map)}
		for i, c := range in.Colours {
			at := r.Intn(i + 1) // so that their order is random
			other.Colours = slices.Insert(other.Colours, at, colour(c))
			for player := range 2 {
				other.Weights[player] = slices.Insert(other.Weights[player], at, in.Weights[player][i])
			}
		}
		for _, a := range in.Initial {
			other.Initial = append(other.Initial, mapcolor.Colouring{State: state(a.State), Colour: colour(a.Colour), Player: a.Player})
		}
		if edition == mapcolor.Revised {
			r.Shuffle(len(other.Map), func(i, j int) { other.Map[i], other.Map[j] = other.Map[j], other.Map[i] })
		}
		for i, line := range other.Map {
			renamed := mapcolor.Line{State: state(line.State)}
			for _, n := range line.Neighbours {
				renamed.Neighbours = append(renamed.Neighbours, state(n))
			}
			other.Map[i] = renamed
		}

		how := homework.Options{Edition: edition}
		var want []string
		for _, line := range strings.Split(string(gametest.Answer(t, in, how)["output.txt"]), "\n") {
			columns := strings.Split(line, ", ")
			columns[0], columns[1] = state(columns[0]), colour(columns[1])
			want = append(want, strings.Join(columns, ", "))
		}
		got := strings.Split(string(gametest.Answer(t, other, how)["output.txt"]), "\n")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("edition %s (-want +got)\n%s\non the inputs\n%s\n%s", edition, diff, in, other)
		}
		if want, got := gametest.Search(t, in).Value, gametest.Search(t, other).Value; got != want {
			t.Fatalf("value %d, want %d, on the inputs\n%s\n%s", got, want, in, other)
		}
	})
}

// Values are sums (mapcolor rule 5).
func TestWeightsDoubled(t *testing.T) {
	weights := func(p homework.Problem) [][]int32 { return p.(*mapcolor.Input).Weights[:] }
	gametest.DoubledWeights(t, &mapcolor.Assignment, weights, func(file string, double func(int) int) string {
		last := strings.LastIndex(file, "\n") + 1 // the last line has no depth
		return gametest.MapValues(file[:last], ", ", 3, double) + gametest.MapValues(file[last:], ", ", 2, double)
	})
}

// The editions agree on the example map searched to depth one. At depth three, states run out of colours.
func TestEditionsDiffer(t *testing.T) {
	for depth, want := range map[string]bool{"1": false, "3": true} {
		p := gametest.Parse(t, &mapcolor.Assignment, gametest.Edited(t, australia, "\n3\n", "\n"+depth+"\n"))
		notes, err := p.Solve(t.Context(), homework.Options{}, output.Memory{})
		expect.True(t, err == nil && notes.EditionsDiffer == want, "depth", depth, "editions differ",
			notes.EditionsDiffer, err, "want", want)
	}
}
