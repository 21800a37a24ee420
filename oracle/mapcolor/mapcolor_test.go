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
func TestAnswers(t *testing.T) { gametest.Answers(t, &mapcolor.Assignment) }

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
	gametest.Beyond(t, &mapcolor.Assignment, australia, "beyond.txt")
	input := gametest.Edited(t, australia, "V: SA, NSW", "V: SA, NSW, "+manyStates(994))
	got, err := gametest.Parse(t, &mapcolor.Assignment, input).Beyond(t.Context(), []byte(input), "")
	expect.Equal(t, []any{"a state without a line of its own", nil}, []any{got, err}, "1000 states")
}

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) { gametest.Situations(t, &mapcolor.Assignment) }

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
			expect.True(t, line.State != in.Initial[0].State || slices.Contains(line.Neighbours, in.Initial[1].State),
				"the initial states are no neighbours, of", p)
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
