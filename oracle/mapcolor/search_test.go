package mapcolor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

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
		if err != nil || notes.EditionsDiffer != want {
			t.Errorf("depth %s: editions differ %v, %v, want %v", depth, notes.EditionsDiffer, err, want)
		}
	}
}
