package squirrel

import (
	"math/rand/v2"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/oracle/engine/enginetest"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// The pictures of rule 3: a raid turns the adjacent enemies and no others, a sneak turns none.
func TestRaidAndSneak(t *testing.T) {
	for _, c := range []struct {
		name, player string
		board, want  [5]string
		move         string
	}{
		{"raid", "X", [5]string{"**XX*", "**XOX", "***O*", "**OO*", "*****"},
			[5]string{"**XX*", "**XOX", "**XX*", "**XO*", "*****"}, "C3"},
		{"sneak", "X", [5]string{"**XX*", "**XOX", "***O*", "**OO*", "*****"},
			[5]string{"**XX*", "**XOX", "*X*O*", "**OO*", "*****"}, "B3"},
		{"a piece across a corner is no neighbour", "X", [5]string{"X****", "**O**", "*****", "*****", "*****"},
			[5]string{"X****", "*XO**", "*****", "*****", "*****"}, "B2"},
		{"a turned piece turns nothing", "O", [5]string{"O*XX*", "***X*", "*****", "*****", "*****"},
			[5]string{"OOOX*", "***X*", "*****", "*****", "*****"}, "B1"},
		{"all four sides", "O", [5]string{"*****", "**X**", "*O*X*", "**X**", "*****"},
			[5]string{"*****", "**O**", "*OOO*", "**O**", "*****"}, "C3"},
		{"no neighbour across an edge", "X", [5]string{"****O", "*O***", "X****", "*****", "*****"},
			[5]string{"****O", "XX***", "X****", "*****", "*****"}, "A2"},
	} {
		var p position
		for i := range squares {
			if sign := c.board[i/side][i%side]; sign == c.player[0] {
				p.pieces[0] |= 1 << i
			} else if sign != '*' {
				p.pieces[1] |= 1 << i
			}
		}
		var after position
		m := search.Move(c.move[0]-'A') + side*search.Move(c.move[1]-'1')
		rules{values: new([squares]int32)}.Play(&after, &p, m)
		for i := range squares {
			sign := byte('*')
			if after.pieces[0]>>i&1 != 0 {
				sign = c.player[0]
			} else if after.pieces[1]>>i&1 != 0 {
				sign = 'X' + 'O' - c.player[0]
			}
			expect.Equal(t, c.want[i/side][i%side], sign, c.name, string(appendName(nil, search.Move(i))))
		}
	}
}

// The score that Play updates equals the one counted from the pieces (rule 4), and the
// moves are the free squares in row-major order (rule 2).
func TestScoreIsKept(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var values [squares]int32
		for i := range values {
			values[i] = 1 + random.Int32N(maxValue)
		}
		r := rules{values: &values}
		var p position
		for free := squares; free > 0; free-- {
			moves := r.Moves(nil, &p, nil)
			if len(moves) != free {
				t.Fatalf("%d moves with %d free squares", len(moves), free)
			}
			for i, m := range moves {
				if i > 0 && m <= moves[i-1] {
					t.Fatalf("moves %v are out of order", moves)
				}
			}
			before := p
			r.Play(&p, &before, moves[random.IntN(free)])
			if want := r.evaluate(&p); p.score != want {
				t.Fatalf("score %d, want %d", p.score, want)
			}
		}
	}
}

// The engine finds the value of minimax, and its board follows the rules.
func TestEngine(t *testing.T) {
	r := random.New(1)
	for range 200 {
		in := small(r).(*Input)
		rules, root := rules{values: &in.Values}, in.root()
		if len(rules.Moves(nil, &root, nil)) <= 10 {
			enginetest.Minimax(t, rules, &root, 4)
		}
		enginetest.Playout(t, rules, &root, r, true)
	}
}

// The right to move is worth half of the gain of the best move, and nothing when the game is over.
func TestTempo(t *testing.T) {
	values := new([squares]int32)
	for i := range values {
		values[i] = int32(i)
	}
	r := rules{values: values}
	for _, c := range []struct {
		p    position
		want int32
	}{
		{position{score: 10}, 10 + 24/2},
		{position{pieces: [2]uint32{1 << 24, 1 << 23}, score: 1}, 1 + 22/2}, // or 18, between the two, which may turn a piece
		{position{pieces: [2]uint32{full, 0}, score: 300}, 300},
	} {
		expect.Equal(t, c.want, r.Board(&c.p).Value(), c.p)
	}
	b := r.Board(&position{score: 10})
	b.Play(24)
	expect.Equal(t, -34+23/2, b.Value(), "the value after a move")
}
