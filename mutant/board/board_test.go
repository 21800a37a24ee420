package board_test

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/mutant/board"
)

func TestSquareOf(t *testing.T) {
	for move, want := range map[string]board.Square{
		"A1": {0, 0}, "c2": {1, 2}, "F22": {21, 5}, "B3 Raid": {2, 1},
	} {
		if s, ok := board.SquareOf(move); !ok || s != want {
			t.Errorf("%q: %v, %v, want %v", move, s, ok, want)
		}
	}
	for _, move := range []string{"", "A", "root", "pass", " A1"} {
		if s, ok := board.SquareOf(move); ok {
			t.Errorf("%q: %v, want no square", move, s)
		}
	}
}

// A name on the board is that of the square, whatever the move says is done to it.
func TestName(t *testing.T) {
	h := board.Right(false)
	g := h.Grid('.', 'X')
	for _, move := range []string{"A1", "c2", "B3 Raid", "pass", "root"} {
		if got := g.Name(move); got != move {
			t.Errorf("%q is called %q", move, got)
		}
	}
	for _, s := range []board.Square{{0, 0}, {9, 25}} {
		for _, name := range []string{board.Upper(s), board.Lower(s)} {
			if got, ok := board.SquareOf(name); !ok || got != s {
				t.Errorf("%v is called %q, which is %v", s, name, got)
			}
		}
	}
}

// A raid turns the enemy's pieces beside its target, one step away, and leaves the board it is made
// on as it was.
func TestTake(t *testing.T) {
	h := board.Right(false)
	g := h.Grid('.', 'X')
	g.Rows = [][]byte{[]byte("XO."), []byte(".OO"), []byte("...")}
	target := board.Square{Row: 1, Column: 0}
	if !g.BesideOwn(target) || g.BesideOwn(board.Square{Row: 2, Column: 1}) {
		t.Error("the wrong squares lie beside a piece of X")
	}
	raid, sneak := g.Take(target, true), g.Take(target, false)
	for _, test := range []struct {
		name      string
		got, want []string
	}{
		{"a raid", raid.Lines(), []string{"XO.", "XXO", "..."}},
		{"a sneak", sneak.Lines(), []string{"XO.", "XOO", "..."}},
		{"the board before", g.Lines(), []string{"XO.", ".OO", "..."}},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, test.got, test.want)
		}
	}
	if raid.Mover != 'O' || raid.Maximising() || !g.Maximising() {
		t.Error("after a move of X it is not the turn of O")
	}
}

// Only a game that raids has the mistakes in raids, and only one whose squares have values those in them.
func TestMutations(t *testing.T) {
	count := func(t board.Traits) int { return len(board.Mutations(t)) }
	plain := count(board.Traits{})
	if n := count(board.Traits{Raids: true}) - plain; n != 10 {
		t.Errorf("%d mistakes in raids, want 10", n)
	}
	if n := count(board.Traits{Valued: true}) - plain; n != 1 {
		t.Errorf("%d mistakes in values, want 1", n)
	}
}
