package parallel_test

import (
	"fmt"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/search/parallel"
)

// A noting game is wide. Each bit is noted in one position of some hundreds.
type noting struct{ wide }

func (g noting) Moves(dst []search.Move, s *uint32, notes *search.Notes) []search.Move {
	if hash := *s * 2246822519 >> 20; hash < 8 {
		notes.Add(1 << hash)
	}
	return g.wide.Moves(dst, s, notes)
}

// A search by several goroutines records all notes of the plain search, whichever goroutine reaches the
// position, and no notes from positions that only an estimate, a forecast or a canceled unit has reached.
func TestNotes(t *testing.T) {
	bits, maxBits := 0, 0
	for root := range uint32(effort.Of(12, 40, 40)) {
		p := search.Params{Limit: 5, Prune: root%2 == 1}
		root = root*40503 + 1
		want, _ := run(t, noting{newWide()}, root, p, homework.Options{Sequential: true})
		for bit := range 8 {
			maxBits++
			if want.Notes.Has(1 << bit) {
				bits++
			}
		}
		for _, workers := range []int{0, 1, 3} {
			t.Run("", func(t *testing.T) {
				parallel.Share(t, workers, 20, 500)
				if got, _ := run(t, noting{newWide()}, root, p, homework.Options{}); got.Notes != want.Notes {
					t.Errorf("root %d, %d workers: noted %b, want the %b of the plain search", root, workers, got.Notes, want.Notes)
				}
			})
		}
	}
	if bits < maxBits/10 || bits > maxBits-maxBits/10 {
		t.Errorf("%d of %d bits are noted: too few or too many to tell", bits, maxBits)
	}
}

// A difference between the editions of a game is noted even if only a goroutine that searches a unit has
// reached such a state: here the top of the tree, which has two plies, has no such state.
func TestEditionsDifferInUnits(t *testing.T) {
	const (
		reversi = "X\n%d\n" + "********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n"
		// Y has four neighbours, one of which is coloured, for four colours.
		mapcolor = "R, G, B, W\nA: R-1\n%d\n" + "R: 10, G: 5, B: 3, W: 7\nR: 0, G: 2, B: 8, W: 7\n" +
			"A: X, Y, D\nB: X, Y\nC: X, Y\nD: A, Y\nX: A, B, C\nY: A, B, C, D\n"
	)
	for _, c := range []struct {
		assignment, input string
		depth             int
	}{{"reversi", reversi, 10}, {"mapcolor", mapcolor, 5}} {
		a, err := oracle.Lookup(c.assignment)
		must.Do(t, err)
		parted := func(depth int) bool {
			p, err := a.Parse("input.txt", fmt.Appendf(nil, c.input, depth))
			must.Do(t, err)
			_, notes := solve(t, p, homework.Options{})
			return notes.EditionsDiffer
		}
		if parted(3) { // which lists the moves of nodes down to depth 2
			t.Errorf("%s: the editions part in the top of the tree", c.assignment)
		}
		for _, workers := range []int{0, 1, 3} {
			t.Run("", func(t *testing.T) {
				parallel.Share(t, workers, 1e9, 4000)
				if !parted(c.depth) {
					t.Errorf("%s, %d workers: it is not told that the editions part", c.assignment, workers)
				}
			})
		}
	}
}
