package gangwars

import (
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// topFree returns the two most valuable free squares.
func TestTopFree(t *testing.T) {
	in := parse(t, "3\nMINIMAX\nX\n5\n1 2 3\n4 5 6\n7 8 9\nX.O\n...\nO.X\n")
	r, root := in.start()
	b := newBoard(r, &root, noTempo)
	for _, want := range []struct {
		square        int16
		value, second int32
	}{{7, 8, 6}, {5, 6, 5}, {4, 5, 4}, {3, 4, 2}, {1, 2, 0}} {
		value, square, second := b.topFree()
		if value != want.value || square != want.square || second != want.second {
			t.Fatalf("topFree %d on %d, then %d; want %+v", value, square, second, want)
		}
		b.Play(search.Move(square))
	}
	if value, _, second := b.topFree(); value != 0 || second != 0 {
		t.Errorf("on a full board %d and %d", value, second)
	}
}
