package reversi_test

import (
	"bytes"
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
func TestAnswers(t *testing.T) { gametest.Answers(t, &reversi.Assignment) }

// Each kind of invalid input.
func TestErrors(t *testing.T) {
	gametest.Errors(t, &reversi.Assignment, reversiInput, "errors.txt") // rule 1
}

// Inputs at the edges of the envelope, and the handout's example, which lies inside.
func TestBeyond(t *testing.T) {
	gametest.Beyond(t, &reversi.Assignment, reversiInput, "beyond.txt")
}

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) { gametest.Situations(t, &reversi.Assignment) }

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
