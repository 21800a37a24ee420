package search

import "testing"

// Several mistakes that omit cuts at some nodes can be combined, one after the other.
func TestNoCutComposed(t *testing.T) {
	h := &Hooks{MayCut: func(n Node) bool { return n.Depth != 1 }}
	NoCut(func(n Node) bool { return n.Depth == 2 })(h)
	NoCut(func(n Node) bool { return n.Depth == 3 })(h)
	for depth, want := range []bool{true, false, false, false, true} {
		if got := h.MayCut(Node{Depth: depth}); got != want {
			t.Errorf("at depth %d it may cut: %v, want %v", depth, got, want)
		}
	}
}

// Column by column the square of the higher row comes first, and no square before itself.
func TestColumnBefore(t *testing.T) {
	traits := Traits{Square: func(move string) (row, column int, ok bool) {
		return int(move[1] - '1'), int(move[0] - 'A'), move != "pass"
	}}
	order := []string{"A1", "A2", "B1", "B3"}
	for i, a := range order {
		for j, b := range order {
			if got := traits.columnBefore(a, b); got != (i < j) {
				t.Errorf("%s stands before %s: %v", a, b, got)
			}
		}
	}
	if traits.columnBefore("A1", "pass") || traits.columnBefore("pass", "A1") {
		t.Error("a pass has a place")
	}
}
