package squirrel_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// Inputs that several tests share, most of them the handout's examples.
const (
	figure5       = "20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n"
	squirrelInput = "2\nX\n2\n" + figure5 + "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
	battleInput   = "4\nX\n1\n0\nO\n2\n2\n" + figure5 + "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
)

// Whole answers for small inputs.
func TestAnswers(t *testing.T) { gametest.Answers(t, &squirrel.Assignment) }

// The rules about a turn of a battle are the rules for the player's own algorithm.
func TestRulesOfTurn(t *testing.T) {
	parsed := must.Get(squirrel.Parse("input.txt", []byte("4\nX\n2\n2\nO\n1\n1\n"+strings.Repeat("1 2 3 4 5\n", 5)+strings.Repeat("*****\n", 5))))(t)
	battle := parsed.(*squirrel.Input)
	for line, want := range map[int]string{1: "[docs/rules/squirrel.md rule 8]", 6: "[docs/rules/squirrel.md rule 7 docs/rules/squirrel.md rule 8]"} {
		_, turn := battle.Turn(line, []string{"X****", "*****", "*****", "*****", "*****"})
		expect.Equal(t, want, fmt.Sprint(turn.Stage().Rules.About(replay.Choice)), "line", line)
	}
}

// A battle is a sequence of searches, each from the point of view of the player to move
// (docs/rules/README.md "Evaluation"): each turn goes as if that player had been asked
// alone (squirrel rule 8), until the board is full.
func TestBattle(t *testing.T) {
	r := random.New(12)
	for battles := 0; battles < effort.Of(40, 200, 200); {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		if !in.Battle() {
			continue
		}
		battles++
		want, alone := "", *in
		for i := 0; strings.Contains(string(alone.Board[:]), "*"); i ^= 1 {
			alone.Players = in.Players[i : i+1]
			state := string(gametest.Answer(t, &alone, homework.Options{})["next_state.txt"])
			copy(alone.Board[:], strings.ReplaceAll(state, "\n", ""))
			want += state
		}
		if got := string(gametest.Answer(t, in, homework.Options{})["trace_state.txt"]); got != want {
			t.Fatalf("(-want +got)\n%s\non the input\n%s", cmp.Diff(want, got), in)
		}
	}
}

// Each kind of invalid input.
func TestErrors(t *testing.T) {
	gametest.Errors(t, &squirrel.Assignment, squirrelInput, "errors.txt")      // rule 1
	gametest.Errors(t, &squirrel.Assignment, battleInput, "errors-battle.txt") // rule 1, task 4
}

// Inputs at the edges of the envelope, and the handout's example, which lies inside.
func TestBeyond(t *testing.T) {
	gametest.Beyond(t, &squirrel.Assignment, strings.Replace(squirrelInput, "2", "1", 1), "beyond.txt")
	battle := strings.Replace(battleInput, "X\n1\n0", "X\n1\n1", 1)
	gametest.Beyond(t, &squirrel.Assignment, battle, "beyond-battle.txt")
}

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) { gametest.Situations(t, &squirrel.Assignment) }

func TestSeed(t *testing.T) { gametest.Seed(t, &squirrel.Assignment, "21fb91948ac47f11") }

// The figures of graded sets ("Envelope" in docs/rules/squirrel.md).
func TestGraded(t *testing.T) {
	tasks := map[string]int{}
	y := gametest.Graded(t, &squirrel.Assignment, func(y *gametest.Tally, p homework.Problem) {
		in := p.(*squirrel.Input)
		tasks[p.Category()]++
		n := bytes.Count(in.Board[:], []byte{'*'})
		y.Within(p, "free squares", n, 8, 17)
		for _, v := range in.Values {
			y.Within(p, "value", int(v), 1, 100)
		}
		for _, player := range in.Players {
			name, minCutOff, maxCutOff := "cut-off", 2, 3
			switch {
			case player.Algorithm == squirrel.Greedy:
				name, minCutOff, maxCutOff = "greedy's cut-off", 1, 1
			case in.Battle():
				name, minCutOff = "cut-off in battles", 1
			case n <= 9:
				maxCutOff = 4
			}
			y.Within(p, name, player.CutOff, minCutOff, maxCutOff)
		}
	})
	y.Reached("free squares", 8, 17)
	y.Reached("value", 1, 100)
	total := tasks["greedy"] + tasks["minimax"] + tasks["alpha-beta"] + tasks["battle"]
	for category, share := range map[string]int{"greedy": 30, "minimax": 30, "alpha-beta": 30, "battle": 10} {
		expect.Equal(t, share*total, tasks[category]*100, "hundred times the cases of", category)
	}
	if !effort.All() {
		return
	}
	y.Reached("cut-off", 2, 4)
	y.Reached("cut-off in battles", 1, 3)
}

// Values are sums (squirrel rule 4).
func TestWeightsDoubled(t *testing.T) {
	weights := func(p homework.Problem) [][]int32 { return [][]int32{p.(*squirrel.Input).Values[:]} }
	gametest.DoubledWeights(t, &squirrel.Assignment, weights, func(file string, double func(int) int) string {
		return gametest.MapValues(file, ",", 2, double)
	})
}

// Raids and evaluation do not depend on direction (squirrel rules 3 and 4): a board rotated or mirrored with its
// values has the same value.
func TestSymmetry(t *testing.T) {
	draw := func(r *random.Rand) homework.Problem {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		in.Players = in.Players[:1]
		in.Players[0].Algorithm = squirrel.AlphaBeta
		return in
	}
	gametest.Symmetry(t, draw, func(p homework.Problem, place func(side, i int) int) homework.Problem {
		in := p.(*squirrel.Input)
		other := *in
		for i := range in.Board {
			to := place(5, i)
			other.Board[to], other.Values[to] = in.Board[i], in.Values[i]
		}
		return &other
	})
}

// Alpha-beta finds minimax's value and move, even if many moves have the same value.
func TestAlphaBetaIsMinimax(t *testing.T) {
	draw := func(r *random.Rand) homework.Problem {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		if r.Chance(2) {
			for i := range in.Values {
				in.Values[i] = int32(r.Between(1, 2))
			}
		}
		return in
	}
	gametest.AlphaBeta(t, 5000, draw, squirrel.Search)
}

// The parser never panics. It prints each accepted input (squirrel rule 1) as an input that parses to the same
// problem and prints the same.
func FuzzParse(f *testing.F) {
	gametest.Fuzz(f, &squirrel.Assignment,
		"2\nX\n2\n20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n**XX*\n**XOX\n***O*\n**OO*\n*****\n",                             // the handout's Figure 5
		"4\nX\n1\n2\nO\n2\n2\n20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n**XX*\n**XOX\n***O*\n**OO*\n*****\n",                 // battle
		"3\r\nO \r\n007\r\n20 16 1 32 30 \r\n20 12 2 11 8 \r\n28 48 9 1 1 \r\n20 12 10 6 2 \r\n25 30 23 21 10 \r\n**XX*\n**XOX\n***O*\n**OO*\n*****\n\n\n", // lenient
		"5\n", // wrong
	)
}
