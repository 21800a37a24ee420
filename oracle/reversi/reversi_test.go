package reversi_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// Inputs that several tests share, most of them the handout's examples.
const (
	startBoard   = "********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n"
	reversiInput = "X\n2\n" + startBoard
)

// Whole answers for small inputs.
func TestAnswers(t *testing.T) {
	const (
		ab   = "Node,Depth,Value,Alpha,Beta\n"
		lone = "********\n********\n***X****\n********\n********\n********\n********\n********\n"
		full = "XXXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXXX\nOOOOOOOO\nOOOOOOOO\nOOOOOOOO\nOOOOOOOO\n"
		gone = "********\n********\n********\n********\n********\n********\n********\n********\n"
	)
	gametest.Answers(t, &reversi.Assignment, []gametest.Example{
		{"rule 4: the game is over at the root", "", "X\n3\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,Infinity,-Infinity,Infinity\n" +
				"pass,2,4,-Infinity,Infinity\npass,1,4,-Infinity,4\nroot,0,4,4,Infinity"}},
		{"edition first: so it is a leaf", "first", "X\n3\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,4,-Infinity,Infinity"}},
		{"rule 4: only as far as the depth reaches", "", "O\n1\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,-4,-Infinity,Infinity\nroot,0,-4,-4,Infinity"}},
		{"rule 4: a full board gets two passes", "first", "X\n9\n" + full,
			map[string]string{"output.txt": full + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,Infinity,-Infinity,Infinity\n" +
				"pass,2,0,-Infinity,Infinity\npass,1,0,-Infinity,0\nroot,0,0,0,Infinity"}},
		{"rule 4: so does an empty one", "", "X\n2\n" + gone,
			map[string]string{"output.txt": gone + ab + "root,0,-Infinity,-Infinity,Infinity\npass,1,Infinity,-Infinity,Infinity\n" +
				"pass,2,0,-Infinity,Infinity\npass,1,0,-Infinity,0\nroot,0,0,0,Infinity"}},
		{"rule 7: depth 0", "", "X\n0\n" + lone,
			map[string]string{"output.txt": lone + ab + "root,0,4,-Infinity,Infinity"}},
	})
}

// Each kind of invalid input.
func TestErrors(t *testing.T) {
	gametest.Errors(t, &reversi.Assignment, reversiInput, "errors.txt") // rule 1
}

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

// board returns a board of 8x8 that is empty except for the given rows, starting at row at.
func board(at int, rows ...string) string {
	lines := slices.Repeat([]string{"********"}, 8)
	copy(lines[at:], rows)
	return strings.Join(lines, "\n") + "\n"
}

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) {
	gametest.Situations(t, &reversi.Assignment, []gametest.Showing{
		{"the start", "X\n1\n" + board(3, "***OX***", "***XO***"), "flip-east flip-west flip-south flip-north tie-at-root",
			"pass pass-at-root white-to-move many-lines long-line wiped-out full-board wrap-tempts flip-south-east flip-south-west flip-north-east flip-north-west"},
		{"O moves", "O\n2\n" + board(3, "***OX***", "***XO***"), "white-to-move", "pass"},
		{"a line of four", "X\n1\n" + board(0, "XOOOO***"), "flip-west one-move-at-root", "long-line many-lines flip-east flip-south flip-north"},
		{"a line of five", "X\n1\n" + board(0, "XOOOOO**"), "flip-west long-line", "many-lines"},
		{"two lines", "X\n1\n" + board(0, "XO******", "**O*****", "**X*****"), "flip-west flip-south", "flip-north many-lines"},
		{"three lines", "X\n1\n" + board(0, "XO*OX***", "**O*****", "**X*****"), "flip-west flip-east flip-south many-lines", "long-line"},
		{"diagonals", "X\n1\n" + board(2, "*X***X**", "**O*O***", "********", "**O*O***", "*X***X**"),
			"flip-south-east flip-south-west flip-north-east flip-north-west many-lines", "flip-east flip-north"},
		{"a pass at the root", "X\n1\n" + board(0, "OX******"), "pass-at-root", "pass double-pass pass-after-reply"},
		{"two passes", "X\n2\n" + board(0, "X*O*****"), "pass-at-root pass double-pass", "pass-after-reply wiped-out game-over-before-cut-off"},
		{"the game is over below two passes", "X\n3\n" + board(0, "X*O*****"), "double-pass game-over-before-cut-off", "wiped-out"},
		{"passes that are not neighbours", "X\n3\n" + board(0, "O*******", "X*******"), "pass-at-root pass pass-after-reply", "double-pass"},
		{"a side without a piece", "X\n2\n" + board(0, "X*******"), "wiped-out double-pass", "full-board"},
		{"wiped out by the last move", "X\n1\n" + board(0, "XO******"), "", "wiped-out pass"},
		{"a full board", "X\n2\n" + strings.Repeat("XXXXOOOO\n", 8), "full-board double-pass", "wiped-out"},
		{"a line round the edge", "X\n1\n" + board(0, "******XO"), "wrap-tempts pass-at-root", "flip-west"},
	})
}

func TestSeed(t *testing.T) { gametest.Seed(t, &reversi.Assignment, "25798f02c25872f0") }

// The figures of graded sets ("Envelope" in docs/rules/reversi.md).
func TestGraded(t *testing.T) {
	y := gametest.Graded(t, &reversi.Assignment, func(y *gametest.Tally, p homework.Problem) {
		in := p.(*reversi.Input)
		y.Within(p, "depth", in.Depth, 3, 3)
		y.Within(p, "player", int(in.Player), 'X', 'X')
		y.Within(p, "free squares", bytes.Count(in.Board[:], []byte{'*'}), 5, 62)
	})
	y.Reached("free squares", 10, 59)
}

// Alpha-beta finds minimax's value and move: a root move whose search was cut never counts as better.
func TestAlphaBetaIsMinimax(t *testing.T) {
	gametest.AlphaBeta(t, 10_000, reversi.Assignment.Generator.Small, reversi.Search)
}

// Moves and weights do not depend on direction (reversi rules 2 and 3): a board rotated or mirrored has the same
// value.
func TestSymmetry(t *testing.T) {
	turn := func(p homework.Problem, place func(side, i int) int) homework.Problem {
		in := p.(*reversi.Input)
		other := *in
		for i := range in.Board {
			other.Board[place(8, i)] = in.Board[i]
		}
		return &other
	}
	gametest.Symmetry(t, reversi.Assignment.Generator.Small, turn)
}

// The parser never panics. It prints each accepted input (reversi rule 1) as an input that parses to the same
// problem and prints the same.
func FuzzParse(f *testing.F) {
	gametest.Fuzz(f, &reversi.Assignment,
		"X\n2\n********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n",              // the handout's example
		"O\r\n\r\n0\r\n \r\n********\n\n********\n********\n***OX***\n***XO***\n********\n********\n********", // blank lines
	)
}
