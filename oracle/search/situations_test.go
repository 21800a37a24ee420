package search_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// The common situations, each on a small handmade tree: the situations that it shows, and so those that it
// does not.
func TestSituations(t *testing.T) {
	const inf = 1_000_000 // of no leaf that is looked at
	for _, c := range []struct {
		name  string
		moves map[string]string
		value map[string]int32
		limit int
		plain bool // minimax
		want  []string
	}{
		{name: "nothing", moves: map[string]string{"": "a b"}, value: map[string]int32{"a": 1, "b": 2}, limit: 1},
		{name: "a tie at the root", moves: map[string]string{"": "a b"}, value: map[string]int32{"a": 2, "b": 2}, limit: 1,
			want: []string{"tie-at-root"}},
		{name: "a tie that a better move breaks", moves: map[string]string{"": "a b c"}, value: map[string]int32{"a": 2, "b": 2, "c": 3}, limit: 1},
		{name: "a tie before a worse move", moves: map[string]string{"": "a b c"}, value: map[string]int32{"a": 2, "b": 2, "c": 1}, limit: 1,
			want: []string{"tie-at-root"}},
		{name: "a tie after a worse move", moves: map[string]string{"": "a b c"}, value: map[string]int32{"a": 2, "b": 1, "c": 2}, limit: 1,
			want: []string{"tie-at-root"}},
		{name: "two worse moves alike", moves: map[string]string{"": "a b c"}, value: map[string]int32{"a": 2, "b": 1, "c": 1}, limit: 1},
		{name: "a negative value", moves: map[string]string{"": "a b"}, value: map[string]int32{"a": -2, "b": -1}, limit: 1,
			want: []string{"negative-best"}},
		{name: "a value of 0 is not negative", moves: map[string]string{"": "a b"}, value: map[string]int32{"a": -2, "b": 0}, limit: 1},
		{name: "one move", moves: map[string]string{"": "a"}, value: map[string]int32{"a": 1}, limit: 1,
			want: []string{"one-move-at-root"}},
		{name: "one move below", moves: map[string]string{"": "a b", "a": "a", "b": "a b"}, value: map[string]int32{"aa": 1, "ba": 3, "bb": 2}, limit: 2,
			want: []string{"one-move-below"}},
		{name: "the game ends before the cut-off", moves: map[string]string{"": "a b", "b": "a b"}, value: map[string]int32{"a": 1, "ba": 3, "bb": 2}, limit: 2,
			want: []string{"game-over-before-cut-off"}},
		{name: "the game ends at the cut-off", moves: map[string]string{"": "a b"}, value: map[string]int32{"a": 1, "b": 3}, limit: 1},
		{name: "the game is over at the root", value: map[string]int32{"": 1}, limit: 1},
		{name: "a min node is cut below alpha", moves: map[string]string{"": "a b", "a": "a b", "b": "a b"}, value: map[string]int32{"aa": 3, "ab": 4, "ba": 2, "bb": inf}, limit: 2,
			want: []string{"cut-at-min"}},
		{name: "a min node is cut at alpha", moves: map[string]string{"": "a b", "a": "a b", "b": "a b"}, value: map[string]int32{"aa": 3, "ab": 4, "ba": 3, "bb": inf}, limit: 2,
			want: []string{"cut-on-equality-at-min", "tie-at-root"}},
		{name: "a min node is cut with no move left", moves: map[string]string{"": "a b", "a": "a b", "b": "a b"}, value: map[string]int32{"aa": 3, "ab": 4, "ba": 5, "bb": 2}, limit: 2},
		{name: "no cut in minimax", moves: map[string]string{"": "a b", "a": "a b", "b": "a b"}, value: map[string]int32{"aa": 3, "ab": 4, "ba": 2, "bb": 5}, limit: 2, plain: true},
		{name: "a tie below", moves: map[string]string{"": "a b", "a": "a b", "b": "a b"}, value: map[string]int32{"aa": 3, "ab": 3, "ba": 4, "bb": 5}, limit: 2,
			want: []string{"tie-below"}},
		{name: "a max node is cut above beta", limit: 3,
			moves: map[string]string{"": "a b", "a": "a b", "b": "a b", "aa": "a b", "ab": "a b", "ba": "a b", "bb": "a b"},
			value: map[string]int32{"aaa": 1, "aab": 2, "aba": 5, "abb": inf, "baa": 3, "bab": 4, "bba": 3, "bbb": 2},
			want:  []string{"cut-at-max"}},
		{name: "a max node is cut at beta", limit: 3,
			moves: map[string]string{"": "a b", "a": "a b", "b": "a b", "aa": "a b", "ab": "a b", "ba": "a b", "bb": "a b"},
			value: map[string]int32{"aaa": 1, "aab": 2, "aba": 2, "abb": inf, "baa": 3, "bab": 4, "bba": 3, "bbb": 2},
			want:  []string{"cut-on-equality-at-max", "tie-below"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := ""
			o := search.Catalogue[any, string, int](nil).Observer(c.limit, func(search.Node[string], search.Move, *string, search.Turn) int { return 0 })
			params := search.Params{Limit: c.limit, Prune: !c.plain, Log: trace.Discard()}
			if _, err := search.Watch(context.Background(), toy{c.moves, c.value}, &root, params, o); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, o.Seen(nil).Names(search.Situations[:])); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
