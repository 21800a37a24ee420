package oracle_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// logTrees solves a problem and reads its log.
func logTrees(t fataler, p homework.Problem) []*tree {
	t.Helper()
	d, _, log, _ := logOf(p, answer(t, p, homework.Options{}))
	roots, err := readLog(d, log)
	if err != nil {
		t.Fatalf("%v, in the log of\n%s", err, p)
	}
	return roots
}

// turned maps square i of a board under one of its 8 symmetries.
func turned(symmetry, side, i int) int {
	x, y := i%side, i/side
	if symmetry&1 != 0 {
		x = side - 1 - x
	}
	if symmetry&2 != 0 {
		y = side - 1 - y
	}
	if symmetry&4 != 0 {
		x, y = y, x
	}
	return y*side + x
}

// Raids and evaluation do not depend on direction (squirrel rules 3 and 4): a board rotated
// or mirrored with its values has the same value.
func TestSquirrelSymmetry(t *testing.T) {
	property(t, func(t *rapid.T, r *random.Rand) {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		in.Players = in.Players[:1]
		in.Players[0].Algorithm = squirrel.AlphaBeta
		want := logTrees(t, in)[0].Value
		for symmetry := 1; symmetry < 8; symmetry++ {
			other := *in
			for i := range in.Board {
				place := turned(symmetry, 5, i)
				other.Board[place], other.Values[place] = in.Board[i], in.Values[i]
			}
			if got := logTrees(t, &other)[0].Value; got != want {
				t.Fatalf("symmetry %d: value %d, want %d, on the input\n%s", symmetry, got, want, in)
			}
		}
	})
}

// The same for reversi, whose weights are symmetric (reversi rules 2 and 3).
func TestReversiSymmetry(t *testing.T) {
	property(t, func(t *rapid.T, r *random.Rand) {
		in := reversi.Assignment.Generator.Small(r).(*reversi.Input)
		want := logTrees(t, in)[0].Value
		for symmetry := 1; symmetry < 8; symmetry++ {
			other := *in
			for i := range in.Board {
				other.Board[turned(symmetry, 8, i)] = in.Board[i]
			}
			if got := logTrees(t, &other)[0].Value; got != want {
				t.Fatalf("symmetry %d: value %d, want %d, on the input\n%s", symmetry, got, want, in)
			}
		}
	})
}

// The players' letters do not matter: with X and O exchanged, the answer is the same but
// for the letters (squirrel rule 4, gangwars rule 5, reversi rule 2).
func TestSignsExchanged(t *testing.T) {
	property(t, func(t *rapid.T, r *random.Rand) {
		for _, assignment := range []string{"squirrel", "gangwars", "reversi"} {
			p := small(t, assignment, r)
			want, got := map[string]string{}, map[string]string{}
			for name, file := range answer(t, p, homework.Options{}) {
				want[name] = exchange(string(file))
			}
			for name, file := range answer(t, parse(t, assignment, exchange(p.String())), homework.Options{}) {
				got[name] = string(file)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s (-want +got):\n%s\non the input\n%s", assignment, diff, p)
			}
		}
	})
}

// exchange swaps X and O on the lines that have no other letters.
func exchange(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.Trim(line, "XO*.") == "" {
			lines[i] = strings.NewReplacer("X", "O", "O", "X").Replace(line)
		}
	}
	return strings.Join(lines, "\n")
}

// The mancala board looks the same from both sides of the table (mancala rule 3): with the
// players exchanged and the board turned around, each pit gets the name of the pit
// opposite, and since both sides expand from left to right, each node's children come in
// reverse order. Values stay the same.
func TestMancalaSymmetry(t *testing.T) {
	property(t, func(t *rapid.T, r *random.Rand) {
		in := mancala.Assignment.Generator.Small(r).(*mancala.Input)
		if in.Task == mancala.Greedy {
			in.Task = mancala.Minimax
		}
		other := *in
		other.Player = 3 - in.Player
		for player := range 2 {
			other.Pits[player] = slices.Clone(in.Pits[1-player])
			slices.Reverse(other.Pits[player])
			other.Stores[player] = in.Stores[1-player]
		}
		want, got := logTrees(t, in), logTrees(t, &other)
		if want[0].Value != got[0].Value {
			t.Fatalf("value %d, want %d, on the input\n%s", got[0].Value, want[0].Value, in)
		}
		if in.Task == mancala.AlphaBeta || len(want) > 1 || len(got) > 1 {
			return // cuts depend on the order; some logs can be read in several ways
		}
		if turnRound(want[0], len(in.Pits[0])); !reflect.DeepEqual(want, got) { // cmp.Diff is slow on large trees
			t.Fatalf("(-want +got)\n%s\non the input\n%s", cmp.Diff(want, got), in)
		}
	})
}

// turnRound renames the nodes of a tree and reverses the order of children.
func turnRound(n *tree, pits int) {
	var row byte
	var column int
	if _, err := fmt.Sscanf(n.Name, "%c%d", &row, &column); err == nil {
		n.Name = fmt.Sprintf("%c%d", 'A'+'B'-row, pits+3-column)
	}
	for _, kid := range n.Kids {
		turnRound(kid, pits)
	}
	slices.Reverse(n.Kids)
}

// Only the order of names matters (mapcolor rule 3): other names in the same order produce
// the same log with those names. The order of the colours in line 1 does not matter at all,
// nor, in the edition revised, does that of the map's lines.
func TestMapcolorRenaming(t *testing.T) {
	property(t, func(t *rapid.T, r *random.Rand) {
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
		for _, place := range permutation(r, len(colours)) {
			other.Colours = append(other.Colours, colour(in.Colours[place]))
			for player := range 2 {
				other.Weights[player] = append(other.Weights[player], in.Weights[player][place])
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
		for _, line := range strings.Split(string(answer(t, in, how)["output.txt"]), "\n") {
			columns := strings.Split(line, ", ")
			columns[0], columns[1] = state(columns[0]), colour(columns[1])
			want = append(want, strings.Join(columns, ", "))
		}
		got := strings.Split(string(answer(t, other, how)["output.txt"]), "\n")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("edition %s (-want +got)\n%s\non the inputs\n%s\n%s", edition, diff, in, other)
		}
	})
}

// permutation returns the integers in [0, n) in random order.
func permutation(r *random.Rand, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	r.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
