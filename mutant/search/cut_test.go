package search

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
)

// Several mistakes that omit cuts at some nodes can be combined, one after the other.
func TestNoCutComposed(t *testing.T) {
	h := &Hooks{MayCut: func(n Node) bool { return n.Depth != 1 }}
	NoCut(func(n Node) bool { return n.Depth == 2 })(h)
	NoCut(func(n Node) bool { return n.Depth == 3 })(h)
	for depth, want := range []bool{true, false, false, false, true} {
		expect.Equal(t, want, h.MayCut(Node{Depth: depth}), "at depth", depth, "it may cut")
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
			expect.Equal(t, (i < j), traits.columnBefore(a, b), a, "stands before", b)
		}
	}
	expect.Equal(t, false, traits.columnBefore("A1", "pass") || traits.columnBefore("pass", "A1"), "pass")
}
