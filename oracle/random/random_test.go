package random_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/oracle/random"
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
		expect.Equal(t, want, got, "seed", seed)
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
		expect.True(t, seen[v] >= 800 && seen[v] <= 1200, v, "came", seen[v], "times in 6000 draws of six numbers")
	}
	expect.Equal(t, 6, len(seen), "draws from -2 to 3", seen)
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
	expect.Equal(t, 16, len(places), "places of four things in shuffles")
}

// The choices of a seed are the same in all versions.
func TestChoicesOfSeed(t *testing.T) {
	r := random.Derived(1, 2, 3)
	values, board := make([]int32, 6), make([]byte, 12)
	random.Fill(r, values, -9, 9)
	random.Scatter(r, board, '*', 5)
	var tops []int
	chances := 0
	for range 200 {
		if top := random.TopValue(r, 99); !slices.Contains(tops, top) {
			tops = append(tops, top)
		}
		if r.Chance(10) {
			chances++
		}
	}
	got := fmt.Sprint(values, string(board), tops, chances, random.Pick(r, "a", "b", "c"))
	expect.Equal(t, "[6 -4 -5 -3 4 -7]X**OOX**O*XX[4 99 1000000 2 1] 32c", got)
}
