package search

import "testing"

// Faults that do not cut some nodes leave what was not cut before, one behind the other.
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
