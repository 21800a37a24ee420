package reversi_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// Inputs at the edges of the envelope, and the handout's example, which lies inside.
func TestBeyond(t *testing.T) {
	const loneX = "X\n3\n********\n********\n***X****\n********\n********\n********\n********\n********\n"
	gametest.Beyond(t, &reversi.Assignment, []gametest.Bound{
		{"the handout's example", reversiInput, "", ""},
		{"O, depth 9, late", "O\n9\n" + strings.Repeat("XXXXOOOO\n", 7) + "XXXXOO**\n", "", ""},
		{"blank lines", "X\n\n2\n\n" + startBoard, "", ""},
		{"depth 0", "X\n0\n" + startBoard, "final", "depth 0"},
		{"a lone piece", loneX, "", "a search in which a side loses all its pieces: the editions differ there, and none was asked for"},
		{"a lone piece, by edition", loneX, "final", ""},
	})
}
