package parallel_test

import (
	"testing"

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

// A search by several goroutines notes all that the plain one does, whoever met it, and
// nothing that only an estimate, a forecast or a unit that was canceled has met.
func TestNotes(t *testing.T) {
	bits, most := 0, 0
	for root := range uint32(40) {
		p := search.Params{Limit: 5, Prune: root%2 == 1}
		root = root*40503 + 1
		want, _ := run(t, noting{newWide()}, root, p, homework.Options{Sequential: true})
		for bit := range 8 {
			most++
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
	if bits < most/10 || bits > most-most/10 {
		t.Errorf("%d of %d bits are noted: too few or too many to tell", bits, most)
	}
}
