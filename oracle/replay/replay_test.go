package replay_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A board of two sides has the root player's pieces and the opponent's, with what they are worth to the root player, and
// its rows read as what they were written from.
func TestSides(t *testing.T) {
	at := func(i int) (own, foe bool) { return i == 0 || i == 4, i == 2 || i == 5 }
	value := func(i int) int32 { return int32(i + 10) }
	for _, c := range []struct {
		piece    byte
		ownMoves bool
		mover    string
		own, foe string
		rows     []string
	}{
		{'X', true, "X", "X", "O", []string{"X*O", "*XO"}},
		{'X', false, "O", "X", "O", []string{"X*O", "*XO"}},
		{'O', true, "O", "O", "X", []string{"O*X", "*OX"}},
		{'O', false, "X", "O", "X", []string{"O*X", "*OX"}},
	} {
		got := replay.Sides(c.piece, c.ownMoves, 6, at, value)
		want := replay.Board{Mover: c.mover, Pieces: []replay.Piece{
			{Text: c.own, Side: 1, Worth: 10}, {}, {Text: c.foe, Side: -1, Worth: -12}, {}, {Text: c.own, Side: 1, Worth: 14}, {Text: c.foe, Side: -1, Worth: -15},
		}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%c, own moves %v (-want +got)\n%s", c.piece, c.ownMoves, diff)
		}
		rows := got.Rows(3, '*')
		if !slices.Equal(rows, c.rows) {
			t.Errorf("%c: rows %q, want %q", c.piece, rows, c.rows)
		}
		if texts := replay.Rows(rows, 3, 6, '*'); !slices.Equal(texts, []string{c.own, "", c.foe, "", c.own, c.foe}) {
			t.Errorf("%q are read as %q", rows, texts)
		}
	}
}

// What is no board of the size has no texts.
func TestRowsOfAnotherBoard(t *testing.T) {
	for _, lines := range [][]string{
		nil, {"X*O"}, {"X*O", "*XO", "***"}, {"X*O", "*X"}, {"X*O", "*XO*"}, {"X*", "O*", "XO"}, {"X*O", "*xO"}, {"X*O", ".XO"}, {"X*O*XO"},
	} {
		if texts := replay.Rows(lines, 3, 6, '*'); texts != nil {
			t.Errorf("%q are read as %q", lines, texts)
		}
	}
}

// Squares stand in rows, with their notes if there are any.
func TestSquares(t *testing.T) {
	name := func(i int) string { return string(rune('a' + i)) }
	want := []replay.Place{{Name: "a", X: 0, Y: 0}, {Name: "b", X: 1, Y: 0}, {Name: "c", X: 2, Y: 0}, {Name: "d", X: 0, Y: 1}, {Name: "e", X: 1, Y: 1}}
	if diff := cmp.Diff(want, replay.Squares(5, 3, name, nil)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for i := range want {
		want[i].Note = name(i + 1)
	}
	if diff := cmp.Diff(want, replay.Squares(5, 3, name, func(i int) string { return name(i + 1) })); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// The rules of an area are told in their order, each with its page, and other areas have none.
func TestAbout(t *testing.T) {
	r := replay.Rules{Page: "docs/rules/x.md", On: map[replay.Area][]int{replay.Moves: {4, 2}}}
	if got, want := r.About(replay.Moves), []string{"docs/rules/x.md rule 4", "docs/rules/x.md rule 2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := r.About(replay.End); got != nil {
		t.Errorf("%q about an area without rules", got)
	}
}
