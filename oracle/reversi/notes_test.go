package reversi

import (
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Both editions note that a side is wiped out, and leave other notes unchanged. They evaluate it differently.
func TestNotes(t *testing.T) {
	const other = editionsDiffer << 1
	for _, c := range []struct {
		pieces [2]uint64
		want   search.Notes
	}{
		{[2]uint64{1 << 19, 0}, other | editionsDiffer},
		{[2]uint64{0, 1 << 19}, other | editionsDiffer},
		{[2]uint64{1 << 19, 1 << 20}, other},
	} {
		for _, first := range []bool{false, true} {
			p, notes := position{pieces: c.pieces}, other
			moves := (&rules{first: first}).Moves(nil, &p, &notes)
			if notes != c.want || (len(moves) == 0) != (first && c.want.Has(editionsDiffer)) {
				t.Errorf("first %v, pieces %x: noted %b, want %b; moves %v", first, c.pieces, notes, c.want, moves)
			}
		}
	}
}
