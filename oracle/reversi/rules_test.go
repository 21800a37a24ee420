package reversi

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/engine/enginetest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

const start = `
********
********
********
***OX***
***XO***
********
********
********`

// place parses a drawn board as a root position of X.
func place(t *testing.T, drawing string) position {
	t.Helper()
	p := must.Get(Parse("board", []byte("X\n1\n"+drawing)))(t)
	return p.(*Input).root()
}

// The legal moves of reversi rule 3: perft from the start position has the published values for Othello.
func TestPerft(t *testing.T) {
	root := place(t, start)
	for i, want := range []int{4, 12, 56, 244, 1396, 8200, 55092, 390216} {
		depth := i + 1
		if depth == 8 && !effort.All() {
			t.Skip("depth 8 takes a moment")
		}
		expect.Equal(t, want, search.Perft(new(rules), &root, depth), "depth", depth)
	}
}

// On random boards, the moves and flips equal the results of a second implementation of rule 3, which visits
// the squares one by one and uses no bitboards.
func TestWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		free := r.Uint64() & r.Uint64()
		own := r.Uint64() &^ free
		foe := ^(free | own)
		if r.IntN(2) == 0 { // a sparse board
			mask := r.Uint64() & r.Uint64()
			own, foe = own&mask, foe&mask
		}
		legal := targets(own, foe)
		for square := range squares {
			want := uint64(0)
			if (own|foe)>>square&1 == 0 {
				want = walk(own, foe, square)
			}
			if got := legal>>square&1 != 0; got != (want != 0) {
				t.Fatalf("own %x, foe %x, square %d: legal is %v", own, foe, square, got)
			}
			if want == 0 {
				continue
			}
			if got := flips(own, foe, search.Move(square)); got != want {
				t.Fatalf("own %x, foe %x, square %d: flips %x, want %x", own, foe, square, got, want)
			}
		}
	}
}

func walk(own, foe uint64, square int) (flipped uint64) {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			var between uint64
			for x, y := square%side+dx, square/side+dy; (dx != 0 || dy != 0) && 0 <= x && x < side && 0 <= y && y < side; x, y = x+dx, y+dy {
				bit := uint64(1) << (y*side + x)
				if own&bit != 0 {
					flipped |= between
				}
				if foe&bit == 0 {
					break
				}
				between |= bit
			}
		}
	}
	return flipped
}

// A side without a move has a pass as its only child; a move resets the number of passes to
// 0, and two passes end the game (rules 3 and 4).
func TestPasses(t *testing.T) {
	p := position{pieces: [2]uint64{1 << 19, 0}} // a lone X on d3
	r := new(rules)
	for passes := range 2 {
		expect.Equal(t, []search.Move{pass}, r.Moves(nil, &p, nil), "moves after", passes, "passes")
		before := p
		r.Play(&p, &before, pass)
	}
	expect.True(t, p == position{pieces: [2]uint64{1 << 19, 0}, passes: 2}, "after two passes", p)
	expect.Equal(t, nil, r.Moves(nil, &p, nil), "moves after two passes")

	root := place(t, start)
	root.passes = 1
	var after position
	r.Play(&after, &root, r.Moves(nil, &root, nil)[0])
	expect.Equal(t, 0, after.passes, "passes after a pass and a move")
}

// The weights equal the weights of rule 2, and have all eight symmetries of the board.
func TestWeights(t *testing.T) {
	table := [4][4]int32{ // a1 to d4; the mirror images are the same
		{99, -8, 8, 6},
		{-8, -24, -4, -3},
		{8, -4, 7, 4},
		{6, -3, 4, 0},
	}
	for square := range squares {
		x, y := square%side, square/side
		x, y = min(x, side-1-x), min(y, side-1-y)
		got := weight(1 << square)
		expect.True(t, got == table[y][x] && got == table[x][y], appendName(nil, search.Move(square)),
			"weighs", got, "want", table[y][x])
	}
}

// Both editions note that a side is wiped out, and leave other notes unchanged. They evaluate it differently.
func TestNotes(t *testing.T) {
	const other = editionsDiffer << 1
	for _, c := range []struct {
		pieces [2]uint64
		want   search.Notes
	}{
		{[2]uint64{1 << 19, 0}, other | editionsDiffer},
		{[2]uint64{0, 1 << 19}, other | editionsDiffer},
		{[2]uint64{1 << 19, 1 << 20}, other},
	} {
		for _, first := range []bool{false, true} {
			p, notes := position{pieces: c.pieces}, other
			moves := (&rules{first: first}).Moves(nil, &p, &notes)
			expect.True(t, notes == c.want && (len(moves) == 0) == (first && c.want.Has(editionsDiffer)),
				"first", first, "pieces", c.pieces, "noted", notes, "want", c.want, "moves", moves)
		}
	}
}

// The engine finds the value of minimax, and its board follows the rules.
func TestEngine(t *testing.T) {
	r := random.New(1)
	for range 200 {
		in := small(r).(*Input)
		rules, root := new(rules), in.root()
		enginetest.Minimax(t, rules, &root, 3)
		enginetest.Playout(t, rules, &root, r, true)
		// The next position of a contest equals the position of its input.
		var after position
		rules.Play(&after, &root, rules.Moves(nil, &root, nil)[0])
		next := view{&root, in.Player}.Next(nil, &after).(view)
		parsed := must.Get(Parse("input", []byte(next.Ask(homework.Allowance{}))))(t).(*Input).root()
		parsed.passes = after.passes
		expect.True(t, parsed == *next.root, "the input of", *next.root, "after", root, "has", parsed)
	}
}

// The engine evaluates weights and moves, and at the end of the game only pieces.
func TestWorth(t *testing.T) {
	for _, c := range []struct {
		first  string // row of a board
		passes uint8
		want   int32
	}{
		{"XO******", 0, 99 + 8 + 5}, {"XO******", 1, 99 + 8 + 5}, {"XO******", 2, 0}, {"OX******", 0, -99 - 8 - 5},
		{"XXO*****", 2, 10_000}, {"XXO*OO**", 2, -10_000},
	} {
		p := place(t, c.first+strings.Repeat("\n********", 7))
		p.passes = c.passes
		expect.Equal(t, c.want, new(rules).worth(&p), c.first, "after", c.passes, "passes")
	}
	full := place(t, "XXXXXXXO"+strings.Repeat("\nXXXXOOOO", 7))
	expect.Equal(t, 60_000, new(rules).worth(&full), "a full board")
}
