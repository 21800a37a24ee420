package gangwars

import "testing"

// tabled returns a fast search with a table on a small board.
func tabled(t *testing.T) *fast {
	t.Helper()
	in := parse(t, "3\nMINIMAX\nX\n5\n1 2 3\n4 5 6\n7 8 9\nX.O\n...\nO.X\n")
	r, root := newRules(in.N, in.Values), in.root()
	root.score = r.evaluate(&root)
	f := &fast{board: newBoard(r, &root), moves: make([][]fastMove, 6), bits: 8}
	f.table = make([]entry, 1<<f.bits)
	return f
}

// An entry decides a node if its bound proves the value for the window, at the same depth
// and for the same side; otherwise it only supplies the best move.
func TestTableDecides(t *testing.T) {
	const alpha, beta = 10, 20 // window of the search that stores
	for _, c := range []struct {
		name               string
		value              int32
		depth              int // depth of the look-up; the entry has depth 3
		side               uint8
		alpha, beta        int32
		decides, tellsMove bool
	}{
		{"exact", 15, 3, 0, 0, 1, true, false},
		{"exact, at a smaller depth", 15, 2, 0, 0, 1, false, true},
		{"exact, at a greater depth", 15, 4, 0, 0, 1, false, true},
		{"exact, for the other side", 15, 3, 1, 0, 1, false, false},
		{"at least 20, enough", 20, 3, 0, 19, 20, true, false},
		{"at least 20, and more is wanted", 20, 3, 0, 20, 21, false, true},
		{"at least 20, in a wide window", 20, 3, 0, 10, 30, false, true},
		{"at most 10, little enough", 10, 3, 0, 10, 11, true, false},
		{"at most 10, and less is wanted", 10, 3, 0, 9, 10, false, true},
		{"at most 10, in a wide window", 10, 3, 0, 0, 30, false, true},
		{"just above alpha is exact", 11, 3, 0, 0, 1, true, false},
		{"just below beta is exact", 19, 3, 0, 30, 40, true, false},
	} {
		f := tabled(t)
		slot, _, _, _ := f.lookUp(0, 3, alpha, beta)
		f.store(slot, 0, 3, c.value, 5, alpha, beta)
		_, value, move, done := f.lookUp(c.side, c.depth, c.alpha, c.beta)
		if done != c.decides || done && value != c.value || (move == 5) != c.tellsMove {
			t.Errorf("%s: value %d, move %d, decided %v; want %v", c.name, value, move, done, c.decides)
		}
	}
}

// An entry for another position in the same slot is ignored, and so is an empty slot.
func TestTableKnowsPositions(t *testing.T) {
	f := tabled(t)
	if _, _, move, done := f.lookUp(0, 3, 0, 1); done || move != 0 {
		t.Error("an empty table tells something")
	}
	f.hash = 0 // the key of an empty slot
	if _, _, move, done := f.lookUp(0, 3, 0, 1); done || move != 0 {
		t.Error("an empty slot tells something of the position whose key is 0")
	}
	slot, _, _, _ := f.lookUp(0, 3, 0, 1)
	f.store(slot, 0, 3, 7, 5, 0, 100)
	f.hash ^= 1 // another position, in the same slot
	if same, _, move, done := f.lookUp(0, 3, 0, 1); same != slot || done || move != 0 {
		t.Errorf("the slot of another position tells something: %v, %v", done, move)
	}
}

// A cancelled search stores nothing.
func TestTableAfterTheEnd(t *testing.T) {
	f := tabled(t)
	slot, _, _, _ := f.lookUp(0, 3, 0, 1)
	f.stop.Store(true)
	f.store(slot, 0, 3, 7, 5, 0, 100)
	if *slot != (entry{}) {
		t.Errorf("kept %+v", *slot)
	}
}

// topFree returns the two most valuable free squares.
func TestTopFree(t *testing.T) {
	f := tabled(t)
	for _, want := range []struct {
		square        int16
		value, second int32
	}{{7, 8, 6}, {5, 6, 5}, {4, 5, 4}, {3, 4, 2}, {1, 2, 0}} {
		value, square, second := f.topFree()
		if value != want.value || square != want.square || second != want.second {
			t.Fatalf("topFree %d on %d, then %d; want %+v", value, square, second, want)
		}
		var u played
		f.play(0, square, false, &u)
	}
	if value, _, second := f.topFree(); value != 0 || second != 0 {
		t.Errorf("on a full board %d and %d", value, second)
	}
}
