package gangwars_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// Inputs that several tests share, most of them the handout's examples.
const (
	figure5       = "20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n"
	gangwarsInput = "5\nMINIMAX\nX\n1\n" + figure5 + "..XX.\n..XOX\n...O.\n..OO.\n.....\n"
)

// Whole answers for small inputs.
func TestAnswers(t *testing.T) { gametest.Answers(t, &gangwars.Assignment) }

// Each kind of invalid input.
func TestErrors(t *testing.T) {
	gametest.Errors(t, &gangwars.Assignment, gangwarsInput, "errors.txt") // rules 1 and 7
	gametest.Errors(t, &gangwars.Assignment, strings.Replace(gangwarsInput, "MINIMAX\nX\n1\n", "COMPETITION\nX\n299.5\n", 1), "errors-competition.txt")
}

// Inputs at the edges of the envelope, and the handout's example, which lies inside.
func TestBeyond(t *testing.T) {
	const example1 = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n"
	gametest.Beyond(t, &gangwars.Assignment, example1, "beyond.txt")
}

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) { gametest.Situations(t, &gangwars.Assignment) }

func TestSeed(t *testing.T) { gametest.Seed(t, &gangwars.Assignment, "ce497c5fbc0dd93e") }

// The figures of graded sets ("Envelope" in docs/rules/gangwars.md).
func TestGraded(t *testing.T) {
	y := gametest.Graded(t, &gangwars.Assignment, func(y *gametest.Tally, p homework.Problem) {
		in := p.(*gangwars.Input)
		maxN, maxDepth := 15, 4
		if in.Mode == gangwars.Minimax {
			maxN = 6
		}
		if in.N > 7 {
			maxDepth = 2
		}
		y.Within(p, fmt.Sprint("N of ", in.Mode), in.N, 2, maxN)
		y.Within(p, "depth", in.Depth, 1, maxDepth)
		y.Within(p, "free squares", bytes.Count(in.Board, []byte{'.'}), 1, 125)
		for _, v := range in.Values {
			y.Within(p, "value", int(v), 1, 99)
		}
	})
	y.Reached("N of MINIMAX", 2, 6)
	y.Reached("N of ALPHABETA", 3, 14)
	y.Reached("depth", 1, 4)
	y.Reached("free squares", 4, 90)
}

// The parser never panics. It prints each accepted input (gangwars rule 1) as an input that parses to the same
// problem and prints the same.
func FuzzParse(f *testing.F) {
	gametest.Fuzz(f, &gangwars.Assignment,
		"3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n", // the handout's example 1
		"2\nCOMPETITION\nX\n299.5\n1 2\n3 4\nX.\n.O",                  // competition
		"1\nALPHABETA\nX\n1\n1\nX\n",                                  // full board
	)
}

// An input of the competition has no right answer.
func TestNoAnswer(t *testing.T) {
	p := gametest.Parse(t, &gangwars.Assignment, "1\nCOMPETITION\nX\n1\n1\n.\n")
	_, err := homework.Answer(t.Context(), p, homework.Options{})
	expect.Error(t, err, "mode COMPETITION has no single right answer")
}

// judged returns a position with the values 1 to 9, B1 of X and A2 of O, X to move.
func judged(t *testing.T) homework.Position {
	t.Helper()
	p := must.Get(gangwars.Parse("input.txt", []byte("3\nCOMPETITION\nX\n1\n1 2 3\n4 5 6\n7 8 9\n.X.\nO..\n...\n")))(t)
	return gangwars.Contender(p.(*gangwars.Input))
}

// Each way to break a rule has its kind. Line ends and blanks at the ends of lines are free, as in inputs.
func TestJudge(t *testing.T) {
	rows := 0
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/judge.txt"))(t))) {
		var answer, kind string
		if n, _ := fmt.Sscanf(line, "%q %s", &answer, &kind); n < 2 {
			continue // a comment
		}
		turn, err := judged(t).Judge(map[string][]byte{"output.txt": []byte(answer)})
		found := "right"
		if foul := new(homework.Foul); errors.As(err, &foul) {
			found = fmt.Sprintf("%s: %s", foul.Kind, foul.Text)
		}
		expect.Equal(t, line, fmt.Sprintf("%q %s\n", answer, found))
		first, _, _ := strings.Cut(answer, "\n")
		expect.True(t, kind != "right" || err == nil && slices.Equal(turn, []string{strings.TrimSpace(first)}), line,
			turn, err)
		rows++
	}
	expect.Equal(t, 29, rows, "rows of the table")
}

// Half of the start positions are empty; on the others the sides have equally many pieces, of nearly equal
// worth. The side that moves first changes nothing else.
func TestStart(t *testing.T) {
	c := gangwars.Assignment.Contest
	for _, size := range []int{c.Sizes.Min, 3, c.Sizes.Usual, c.Sizes.Max} {
		empty := 0
		for seed := range uint64(100) {
			p, q := c.Start(random.New(seed), size, 0), c.Start(random.New(seed), size, 1)
			if p.Mover() != 0 || q.Mover() != 1 || p.Points() != q.Points() {
				t.Fatalf("size %d, seed %d: movers %d and %d, points %v and %v", size, seed, p.Mover(), q.Mover(), p.Points(), q.Points())
			}
			pieces := [3]int{}
			for _, piece := range p.Board().Pieces {
				pieces[piece.Side+1]++
			}
			if pieces[0] != pieces[2] || pieces[1] == 0 {
				t.Fatalf("size %d, seed %d: %d pieces of X, %d of O", size, seed, pieces[2], pieces[0])
			}
			if pieces[0] == 0 {
				empty++
			}
			if ahead := p.Points()[0] - p.Points()[1]; size > 3 && max(ahead, -ahead) > 20 {
				t.Errorf("size %d, seed %d: X is ahead by %d", size, seed, ahead)
			}
		}
		expect.True(t, empty >= 30 && empty <= 70, "size", size, empty, "of 100 boards are empty")
	}
}

// small draws an input; every other one has only the values 1 and 2, so that ties are frequent.
func small(r *random.Rand) homework.Problem {
	in := gangwars.Assignment.Generator.Small(r).(*gangwars.Input)
	if r.Chance(2) {
		for i := range in.Values {
			in.Values[i] = int32(r.Between(1, 2))
		}
	}
	return in
}

// Tests try every n-th of the random inputs for the fast search.
var every = effort.Of(15, 5, 1)

// The fast search chooses the same move as the plain one, even among ties (rule 6).
func TestFastIsPlain(t *testing.T) {
	r := random.New(2)
	for i := range effort.Of(5000, 50_000, 50_000) {
		in := small(r).(*gangwars.Input)
		if in.N > 6 {
			in.Depth = min(in.Depth, 2)
		} else if r.Chance(10) {
			in.Depth += r.Between(1, 2)
		}
		if i%every > 0 {
			continue
		}
		plain := must.Get(gangwars.Search(in, true))(t)
		fast, err := gangwars.Fast(in)
		if err != nil || fast != plain.Line[0] {
			t.Fatalf("move %d, want %d (%v), on the input\n%s", fast, plain.Line[0], err, in)
		}
	}
}

// Minimax and alpha-beta choose the same move (rule 6).
func TestAlphaBetaIsMinimax(t *testing.T) {
	gametest.AlphaBeta(t, 5000, small, gangwars.Search)
}

// Both modes have the same answer (rule 6).
func TestModesAgree(t *testing.T) {
	r := random.New(1)
	for range effort.Of(100, 500, 500) {
		in := small(r).(*gangwars.Input)
		in.Mode = gangwars.Minimax
		want := gametest.Answer(t, in, homework.Options{})
		in.Mode = gangwars.AlphaBeta
		expect.Equal(t, want, gametest.Answer(t, in, homework.Options{}), "alpha-beta on the input", in)
	}
}

// Rules 2 to 5 are symmetric in rows and columns: a board rotated or mirrored together with its values has
// the same value.
func TestSymmetry(t *testing.T) {
	gametest.Symmetry(t, small, func(p homework.Problem, place func(side, i int) int) homework.Problem {
		in := p.(*gangwars.Input)
		other := *in
		other.Values, other.Board = slices.Clone(in.Values), slices.Clone(in.Board)
		for i := range in.Board {
			to := place(in.N, i)
			other.Values[to], other.Board[to] = in.Values[i], in.Board[i]
		}
		return &other
	})
}

// Values are sums (gangwars rule 5).
func TestWeightsDoubled(t *testing.T) {
	weights := func(p homework.Problem) [][]int32 { return [][]int32{p.(*gangwars.Input).Values} }
	gametest.DoubledWeights(t, &gangwars.Assignment, weights, func(file string, double func(int) int) string {
		return file // there is no log
	})
}
