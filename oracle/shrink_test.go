package oracle_test

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// measures are the measures that the comments of the shrinkers define: lists of numbers of at least 0,
// compared by the first difference.
var measures = map[string]func(homework.Problem) []int{
	"squirrel": func(p homework.Problem) []int {
		in := p.(*squirrel.Input)
		algorithms, cutOffs := 0, 0
		for _, p := range in.Players {
			algorithms += int(p.Algorithm)
			cutOffs += p.CutOff
		}
		return []int{algorithms, cutOffs, pieces(in.Board[:], '*'), isO(in.Players[0].Piece), sum(in.Values[:]), pieces(in.Board[:], 'O')}
	},
	"gangwars": func(p homework.Problem) []int {
		in := p.(*gangwars.Input)
		return []int{in.N, in.Depth, pieces(in.Board, '.'), int(in.Mode), isO(in.Player), sum(in.Values), pieces(in.Board, 'O')}
	},
	"reversi": func(p homework.Problem) []int {
		in := p.(*reversi.Input)
		return []int{in.Depth, pieces(in.Board[:], 'X') + pieces(in.Board[:], 'O'), isO(in.Player), pieces(in.Board[:], 'O')}
	},
	"mancala": func(p homework.Problem) []int {
		in := p.(*mancala.Input)
		return []int{int(in.Task), len(in.Pits[0]), in.CutOff, sum(in.Pits[0]) + sum(in.Pits[1]) + sum(in.Stores[:]), in.Player}
	},
	"mapcolor": func(p homework.Problem) []int {
		in := p.(*mapcolor.Input)
		edges, letters, names := 0, 0, map[string]bool{}
		for _, a := range in.Initial {
			names[a.State] = true
		}
		for _, line := range in.Map {
			edges += len(line.Neighbours)
			for _, name := range append([]string{line.State}, line.Neighbours...) {
				names[name] = true
			}
		}
		for name := range names {
			letters += len(name)
		}
		weights := 0
		for _, w := range slices.Concat(in.Weights[:]...) {
			weights += max(0, int(w))
		}
		return []int{len(names), len(in.Colours), len(in.Initial), edges, in.Depth, weights, letters}
	},
}

func pieces(board []byte, piece byte) int { return bytes.Count(board, []byte{piece}) }

func isO(piece byte) int {
	if piece == 'O' {
		return 1
	}
	return 0
}

func sum(list []int32) (n int) {
	for _, v := range list {
		n += int(v)
	}
	return n
}

// Every input of a shrinker is valid, in the form in which it is read, and smaller than the problem. If the
// problem is inside the envelope, most of them are.
func TestShrink(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			measure, r := measures[a.Name], random.New(1)
			candidates, inside := 0, 0
			for i := range 60 {
				p := a.Generator.Small(r)
				if i%12 == 0 {
					p = a.Generator.Course(r)
				}
				text, within := p.String(), isInside(t, p)
				for _, c := range a.Generator.Shrink(p) {
					if read := parse(t, a.Name, c.String()); !reflect.DeepEqual(c, read) {
						t.Fatalf("made and read (-made +read)\n%s\n%s", cmp.Diff(c, read), c)
					}
					if slices.Compare(measure(c), measure(p)) >= 0 || slices.Min(measure(c)) < 0 {
						t.Fatalf("measured %v, want less than %v:\n%s\nof\n%s", measure(c), measure(p), c, p)
					}
					if within {
						candidates++
					}
					if within && isInside(t, c) {
						inside++
					}
				}
				if p.String() != text {
					t.Fatalf("the problem itself became\n%s, it was\n%s", p, text)
				}
			}
			expect.True(t, 2*inside >= candidates, inside, "of", candidates,
				"candidates lie inside the envelope, want half")
		})
	}
}

// Each edge of a map can be left out alone, also one that the later of its states lists and the earlier does
// not.
func TestShrinkEdges(t *testing.T) {
	p := parse(t, "mapcolor", "R, G\nA: R-1\n1\nR: 1, G: 1\nR: 1, G: 1\nA: B\nB: C\nC: A\n")
	for _, edge := range []string{"A: B", "B: C", "C: A"} {
		want := strings.Replace(p.String(), "\n"+edge+"\n", "\n"+edge[:2]+"\n", 1)
		expect.True(t, slices.ContainsFunc(mapcolor.Assignment.Generator.Shrink(p),
			func(c homework.Problem) bool { return c.String() == want }), "want the edge", edge, "left out of", p)
	}
}

func isInside(t *testing.T, p homework.Problem) bool {
	t.Helper()
	beyond := must.Get(p.Beyond(t.Context(), nil, "any"))(t)
	return beyond == ""
}

// Shrunk as far as the envelope allows, an input of any size measures no more than this.
func TestShrinkEnds(t *testing.T) {
	smallest := map[string][]int{
		"squirrel": {2, 2, 1, 0, 25, 0}, // a battle has two players
		"gangwars": {1, 1, 1, 0, 0, 1, 0},
		"reversi":  {1, 0, 0, 0},
		"mancala":  {1, 3, 1, 2, 1},
		"mapcolor": {2, 2, 1, 2, 1, 0, 2},
	}
	for _, a := range oracle.Assignments() {
		r := random.New(2)
		for range 20 {
			p := a.Generator.Course(r)
			for {
				all := a.Generator.Shrink(p)
				i := slices.IndexFunc(all, func(p homework.Problem) bool { return isInside(t, p) })
				if i < 0 {
					break
				}
				p = all[i]
			}
			if got := measures[a.Name](p); slices.Compare(got, smallest[a.Name]) > 0 {
				t.Errorf("measured %v, want at most %v:\n%s", got, smallest[a.Name], p)
			}
		}
	}
}
