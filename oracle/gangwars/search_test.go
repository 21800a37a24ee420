package gangwars_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// small draws an input; every other one has only the values 1 and 2, so that ties are
// frequent.
func small(r *random.Rand) *gangwars.Input {
	in := gangwars.Assignment.Generator.Small(r).(*gangwars.Input)
	if r.Chance(2) {
		for i := range in.Values {
			in.Values[i] = int32(r.Between(1, 2))
		}
	}
	return in
}

// Minimax and alpha-beta choose the same move, and both modes have the same answer (rule
// 6).
func TestAlphaBetaIsMinimax(t *testing.T) {
	n := 5000
	if !effort.All() {
		n = 1000
	}
	r := random.New(1)
	for range n {
		in := small(r)
		minimax, err := gangwars.Search(in, false)
		must.Do(t, err)
		alphaBeta, err := gangwars.Search(in, true)
		must.Do(t, err)
		if diff := cmp.Diff(minimax, alphaBeta); diff != "" {
			t.Fatalf("(- minimax, + alpha-beta)\n%s\non the input\n%s", diff, in)
		}
	}
	for range n / 10 {
		in := small(r)
		answers := map[gangwars.Mode]string{}
		for _, in.Mode = range []gangwars.Mode{gangwars.Minimax, gangwars.AlphaBeta} {
			files := output.Memory{}
			if _, err := in.Solve(context.Background(), homework.Options{}, files); err != nil {
				t.Fatal(err)
			}
			answers[in.Mode] = string(files["output.txt"])
		}
		if answers[gangwars.Minimax] != answers[gangwars.AlphaBeta] {
			t.Fatalf("answers %q on the input\n%s", answers, in)
		}
	}
}

// Tests try every n-th of the random inputs for the fast search.
var every = effort.Of(15, 5, 1)

// The fast search chooses the same move as the plain one, even among ties (rule 6).
func TestFastIsPlain(t *testing.T) {
	n := 50_000
	if !effort.All() {
		n = 5000
	}
	r := random.New(2)
	for i := range n {
		in := small(r)
		if in.N > 6 {
			in.Depth = min(in.Depth, 2)
		} else if r.Chance(10) {
			in.Depth += r.Between(1, 2)
		}
		if i%every > 0 {
			continue
		}
		plain, err := gangwars.Search(in, true)
		must.Do(t, err)
		fast, err := gangwars.Fast(in)
		if err != nil || fast != plain.Line[0] {
			t.Fatalf("move %d, want %d (%v), on the input\n%s", fast, plain.Line[0], err, in)
		}
	}
}

// Rules 2 to 5 are symmetric in rows and columns: a board rotated or mirrored together with its values has
// the same value.
func TestSymmetry(t *testing.T) {
	n := 1000
	if !effort.All() {
		n = 200
	}
	r := random.New(2)
	for range n {
		in := small(r)
		first, err := gangwars.Search(in, true)
		must.Do(t, err)
		for symmetry := range 8 {
			other := *in
			other.Values, other.Board = slices.Clone(in.Values), slices.Clone(in.Board)
			for i := range in.Board {
				x, y := i%in.N, i/in.N
				if symmetry&1 != 0 {
					x = in.N - 1 - x
				}
				if symmetry&2 != 0 {
					y = in.N - 1 - y
				}
				if symmetry&4 != 0 {
					x, y = y, x
				}
				other.Values[y*in.N+x], other.Board[y*in.N+x] = in.Values[i], in.Board[i]
			}
			got, err := gangwars.Search(&other, true)
			must.Do(t, err)
			if got.Value != first.Value {
				t.Fatalf("symmetry %d: value %d, want %d, on the input\n%s", symmetry, got.Value, first.Value, in)
			}
		}
	}
}

// BenchmarkSearch compares the fast search with the plain one, on a board of 8x8 with 25
// free squares at depth 5.
func BenchmarkSearch(b *testing.B) {
	r := random.New(1)
	in := &gangwars.Input{N: 8, Player: 'X', Depth: 5, Values: make([]int32, 64), Board: make([]byte, 64)}
	for i := range in.Board {
		in.Values[i], in.Board[i] = int32(r.Between(1, 99)), "XO"[r.Intn(2)]
		if i < 25 {
			in.Board[i] = '.'
		}
	}
	r.Shuffle(64, func(i, j int) { in.Board[i], in.Board[j] = in.Board[j], in.Board[i] })
	b.Run("fast", func(b *testing.B) {
		for b.Loop() {
			if _, err := gangwars.Fast(in); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			if _, err := gangwars.Search(in, true); err != nil {
				b.Fatal(err)
			}
		}
	})
}
