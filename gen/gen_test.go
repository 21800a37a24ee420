package gen_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// The numbers of SplitMix64 equal the published ones, so a seed means the same everywhere.
func TestSplitMix64(t *testing.T) {
	for seed, want := range map[uint64][]uint64{
		0:       {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec},
		1234567: {6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821},
	} {
		r := random.New(seed)
		got := make([]uint64, len(want))
		for i := range got {
			got[i] = r.Uint64()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}

// Numbers stay in range and reach both ends of it; a shuffle keeps all elements and moves
// each of them to every place.
func TestRanges(t *testing.T) {
	r := random.New(1)
	seen := map[int]int{}
	for range 6000 {
		seen[r.Between(-2, 3)]++
	}
	for v := -2; v <= 3; v++ {
		if seen[v] < 800 || seen[v] > 1200 {
			t.Errorf("%d came %d times in 6000 draws of six numbers", v, seen[v])
		}
	}
	if len(seen) != 6 {
		t.Errorf("draws from -2 to 3: %v", seen)
	}
	places := map[[2]int]bool{}
	for range 200 {
		things := []int{0, 1, 2, 3}
		r.Shuffle(len(things), func(i, j int) { things[i], things[j] = things[j], things[i] })
		for place, thing := range things {
			places[[2]int{thing, place}] = true
		}
		if slices.Sort(things); !slices.Equal(things, []int{0, 1, 2, 3}) {
			t.Fatalf("a shuffle of four made %v", things)
		}
	}
	if len(places) != 16 {
		t.Errorf("shuffles moved four things to %d of 16 places", len(places))
	}
}

// Each input is valid, parses to itself, and is the same for the same seed. Other seeds
// make other inputs, of every category.
func TestSmall(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			r, again := random.New(7), random.New(7)
			categories, texts := map[string]int{}, map[string]bool{}
			const n = 2000
			for range n {
				p := a.Generator.Small(r)
				text := p.String()
				if other := a.Generator.Small(again).String(); other != text {
					t.Fatalf("one seed gave\n%s\nand\n%s", text, other)
				}
				got, err := a.Parse("input.txt", []byte(text))
				if err != nil {
					t.Fatalf("%v, in\n%s", err, text)
				}
				if diff := cmp.Diff(p, got); diff != "" {
					t.Fatalf("(- made, + parsed)\n%s\nfrom\n%s", diff, text)
				}
				categories[p.Category()]++
				texts[text] = true
			}
			if len(texts) < n*9/10 {
				t.Errorf("only %d of %d inputs are different", len(texts), n)
			}
			want := map[string][]string{
				"squirrel": {"alpha-beta", "battle", "greedy", "minimax"}, "gangwars": {"alpha-beta", "minimax"},
				"reversi": {"alpha-beta"}, "mancala": {"alpha-beta", "greedy", "minimax"}, "mapcolor": {"alpha-beta"},
			}[a.Name]
			for _, c := range want {
				if categories[c] < n/10 {
					t.Errorf("%d of %d inputs are of the category %s", categories[c], n, c)
				}
			}
			if len(categories) != len(want) {
				t.Errorf("categories %v, want %v", categories, want)
			}
		})
	}
}

// The inputs reach the edges described by the rules: full boards, cut-off 0, O to move.
func TestEdges(t *testing.T) {
	r := random.New(8)
	seen := map[string]int{}
	for range 2000 {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		if !slices.Contains(in.Board[:], '*') {
			seen["squirrel: full board"]++
		}
		if in.Players[0].CutOff == 0 {
			seen["squirrel: cut-off 0"]++
		}
		if in.Players[0].Piece == 'O' {
			seen["squirrel: O to move"]++
		}
		other := reversi.Assignment.Generator.Small(r).(*reversi.Input)
		if other.Depth == 0 {
			seen["reversi: depth 0"]++
		}
		if !slices.Contains(other.Board[:], 'X') || !slices.Contains(other.Board[:], 'O') {
			seen["reversi: a side without pieces"]++
		}
	}
	for _, edge := range []string{"squirrel: full board", "squirrel: cut-off 0", "squirrel: O to move", "reversi: depth 0", "reversi: a side without pieces"} {
		if seen[edge] < 10 {
			t.Errorf("%s: %d of 2000 inputs", edge, seen[edge])
		}
	}
}
