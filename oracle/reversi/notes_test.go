package reversi

import (
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A copy follows the same edition and starts with no notes; Merge adds a copy's notes and
// never clears any.
func TestCopyAndMerge(t *testing.T) {
	wiped := position{pieces: [2]uint64{1 << 19, 0}} // a lone X
	for _, first := range []bool{false, true} {
		r := &rules{first: first, parted: true}
		quiet, loud := r.Copy().(*rules), r.Copy().(*rules)
		if quiet.parted || quiet == r {
			t.Errorf("first %v: a copy has noted something", first)
		}
		if moves := loud.Moves(nil, &wiped); (len(moves) == 0) != first {
			t.Errorf("first %v: a copy has the moves %v", first, moves)
		}
		for _, c := range []struct {
			own  bool
			from search.Sharable[position]
			want bool
		}{{false, quiet, false}, {false, loud, true}, {true, quiet, true}, {true, loud, true}} {
			r := &rules{first: first, parted: c.own}
			if r.Merge(c.from); r.parted != c.want {
				t.Errorf("first %v: noted %v after merging, want %v", first, r.parted, c.want)
			}
		}
	}
}
