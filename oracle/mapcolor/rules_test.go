package mapcolor

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/engine/enginetest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// game returns the input, rules and root position of a text.
func game(t *testing.T, text string) (in *Input, r *rules, root position) {
	t.Helper()
	p := must.Get(Parse("input.txt", []byte(text)))(t)
	in = p.(*Input)
	r, root = in.start(in.states(), slices.Sorted(slices.Values(in.Colours)))
	return in, r, root
}

// moves names the moves at the root.
func moves(in *Input, r *rules, root *position, notes *search.Notes) string {
	names, colours := in.states(), slices.Sorted(slices.Values(in.Colours))
	var out []string
	for _, m := range r.Moves(nil, root, notes) {
		state, colour := r.assignment(m)
		out = append(out, names[state]+"="+colours[colour])
	}
	return strings.Join(out, " ")
}

// The moves at the root in both editions: rules 2 and 3, and "Editions".
func TestMoves(t *testing.T) {
	const (
		rgb    = "3\nR: 1, G: 1, B: 1\nR: 1, G: 1, B: 1\n"
		sample = "SA: WA, NT, Q, NSW, V\nNT: WA, SA, Q\nNSW: Q, V, SA\nWA: SA, NT\nQ: NT, SA, NSW\nV: SA, NSW\n"
	)
	for _, c := range []struct{ name, input, revised, handout string }{
		{"the example map", "R, G, B\nWA: R-1, SA: G-2\n" + rgb + sample,
			"NSW=B NSW=R NT=B Q=B Q=R V=B V=R", ""},
		{"line 1 does not order the colours", "B, R, G\nWA: R-1, SA: G-2\n" + rgb + sample,
			"NSW=B NSW=R NT=B Q=B Q=R V=B V=R", ""},
		{"ASCII order of states: digits, upper case, lower case", "R, G, B\ns: R-1\n" + rgb + "s: b, a1, A, a, B2, 9, aB\n9: s\nA: s\nB2: s\na: s\na1: s\naB: s\nb: s\n",
			"9=B 9=G A=B A=G B2=B B2=G a=B a=G a1=B a1=G aB=B aB=G b=B b=G", ""},
		{"the other editions' example: Q takes B, SA takes G, R is left", "R, G, B\nWA: R-1, SA: G-2, Q: B-2\n" + rgb + sample,
			"NSW=R V=B V=R", "NSW=R NT=R V=B V=R"},
		{"the first neighbours on the line come too late", "R, G, B\na: R-1, b: G-1, c: B-1\n" + rgb + "a: x\nb: x\nc: x\nx: c, b, a\n",
			"", "x=B"},
		{"an edge on the other line only", "R, G, B\na: R-1\n" + rgb + "a: x\n", "x=B x=G", "-"},
		{"such an edge, and states after it whose edges are on both lines", "R, G, B\na: R-1\n" + rgb + "a: x\ny: z\nz: y\n",
			"x=B x=G", "-"},
		{"an edge on the own line only", "R, G, B\na: R-1\n" + rgb + "x: a\n", "x=B x=G", ""},
		{"one neighbour on each line", "R, G, B\na: R-1, b: G-1\n" + rgb + "x: a\nb: x\n",
			"x=B", "x=B x=G"},
		{"a neighbour twice", "R, G, B\na: R-1\n" + rgb + "x: a, a\na: x, x\n", "x=B x=G", ""},
		{"no coloured neighbour", "R, G, B\na: R-1\n" + rgb + "x: y\ny: x\nT:\n", "", ""},
		{"one colour", "R\na: R-1\n1\nR: 1\nR: 1\na: x\nx: a\n", "", "x=R"},
	} {
		want := []string{c.revised, c.handout}
		switch c.handout {
		case "": // the same
			want[1] = c.revised
		case "-": // none
			want[1] = ""
		}
		for i, edition := range []string{Revised, Handout} {
			in, r, root := game(t, c.input)
			r.handout = edition == Handout
			var notes search.Notes
			expect.Equal(t, want[i], moves(in, r, &root, &notes), c.name, "edition", edition)
			expect.Equal(t, want[0] != want[1], notes.Has(editionsDiffer), c.name, "edition", edition, "notes a difference")
		}
	}
}

// Initial assignments score for the player named with them, later ones for the player to
// move, each by the player's own table (rules 4 and 5).
func TestScore(t *testing.T) {
	_, r, root := game(t, "R, G\na: G-2, b: R-1, c: R-2\n2\nR: 10, G: 100\nR: 1, G: -7\na: x, y\nx: a\ny: a\n")
	expect.Equal(t, 10+7-1, r.Eval(&root), "the start is worth")
	var first, second position
	r.Play(&first, &root, r.Moves(nil, &root, nil)[0]) // x=R by player 1
	r.Play(&second, &first, r.Moves(nil, &first, nil)[0])
	expect.Equal(t, root.score+10, first.score, "after player 1's R")
	expect.Equal(t, first.score-1, second.score, "after player 2's R")
}

// randomMap returns the rules of a symmetric map in which a state has about two neighbours,
// and a position with some states coloured, as an input may have them.
func randomMap(random *rand.Rand, states, colours int) (*rules, position) {
	var weights [2][]int32
	for player := range weights {
		for range colours {
			weights[player] = append(weights[player], random.Int32N(20)-5)
		}
	}
	r := newRules(states, weights)
	for range states {
		a, b := random.IntN(states), random.IntN(states)
		r.neighbours[a] = append(r.neighbours[a], uint32(b))
		r.neighbours[b] = append(r.neighbours[b], uint32(a))
	}
	for i, all := range r.neighbours {
		slices.Sort(all)
		r.neighbours[i] = slices.Compact(all)
	}
	r.written = r.neighbours
	p := r.blank()
	p.mover = uint8(random.IntN(2))
	for range 1 + states/8 {
		if m := search.Move(random.IntN(states * colours)); p.colours[int(m)/colours] == 0 {
			r.colour(&p, m)
		}
	}
	return r, p
}

// plainMoves returns the moves of rules 2 and 3 by looking at each neighbour of each state, and whether a state has
// coloured neighbours but no colour left.
func plainMoves(r *rules, p *position) (moves []search.Move, usedUp bool) {
	for state, colour := range p.colours {
		var taken []uint32
		for _, n := range r.neighbours[state] {
			if c := p.colours[n]; c != 0 {
				taken = append(taken, c)
			}
		}
		if colour != 0 || len(taken) == 0 {
			continue
		}
		before := len(moves)
		for c := range r.count {
			if !slices.Contains(taken, uint32(c)+1) {
				moves = append(moves, search.Move(state*r.count+c))
			}
		}
		usedUp = usedUp || len(moves) == before
	}
	return moves, usedUp
}

// The sets of colours that a position keeps for each state lead to the moves of the rules, in games on random maps.
func TestMovesArePlain(t *testing.T) {
	const maps = 2000
	random := rand.New(rand.NewPCG(7, 8))
	plays, partings := 0, 0
	for i := range maps {
		colours := 1 + random.IntN(8)
		if i%20 == 0 {
			colours = 60 + random.IntN(80)
		}
		r, p := randomMap(random, 1+random.IntN(70), colours)
		parted := false
		for {
			var noted search.Notes
			moves := r.Moves(nil, &p, &noted)
			want, usedUp := plainMoves(r, &p)
			if !slices.Equal(moves, want) || noted.Has(editionsDiffer) != usedUp {
				t.Fatalf("%v: noted %b, want %v; moves (-want +got):\n%s", p, noted, usedUp, cmp.Diff(want, moves))
			}
			parted = parted || usedUp
			if len(moves) == 0 {
				break
			}
			m, before := moves[random.IntN(len(moves))], p
			p = position{}
			r.Play(&p, &before, m)
			if after, _ := r.ValueAfter(&before, m); after != r.Eval(&p) {
				t.Fatalf("%v, move %d: worth %d, foreseen %d", before, m, r.Eval(&p), after)
			}
			plays++
		}
		if parted {
			partings++
		}
	}
	expect.True(t, plays >= 10*maps && partings >= maps/20 && partings <= maps/2, plays,
		"plays, the editions part in", partings, "games of", maps)
}

// The engine finds the value of minimax, and its board follows the rules.
func TestEngine(t *testing.T) {
	r := random.New(1)
	for range 200 {
		in := small(r).(*Input)
		rules, _, g := in.game(homework.Options{})
		if len(rules.Moves(nil, g.Root, nil)) <= 12 {
			enginetest.Minimax(t, rules, g.Root, 3)
		}
		enginetest.Playout(t, rules, g.Root, r, true)
		// In the next position of a contest the players are exchanged.
		next := view{in, 0}.Next([]string{"S, C"}, nil).(view)
		expect.Equal(t, [2][]int32{in.Weights[1], in.Weights[0]}, next.Weights)
		expect.Equal(t, Colouring{State: "S", Colour: "C", Player: 2}, next.Initial[len(in.Initial)])
		expect.Equal(t, 3-in.Initial[0].Player, next.Initial[0].Player)
	}
}
