package mancala

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/engine/enginetest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// One move each, with the board drawn as in an input: player 2's pits, player 1's pits,
// player 2's mancala, player 1's mancala.
func TestPlay(t *testing.T) {
	for _, c := range []struct {
		name   string
		player int
		board  string
		move   string
		want   string
		turn   search.Turn
		next   int // the player who moves next
	}{
		{"rule 3: player 1 sows to the right", 1, "3 3 3\n3 3 3\n0\n0\n", "B3", "3 3 4\n3 0 4\n0\n1\n", search.Next, 2},
		{"rule 3: player 2 sows to the left", 2, "3 3 3\n3 3 3\n0\n0\n", "A3", "4 0 3\n4 3 3\n1\n0\n", search.Next, 1},
		{"rule 3: the other mancala is passed over", 1, "3 3 3\n3 3 5\n0\n0\n", "B4", "4 4 4\n4 3 0\n0\n1\n", search.Next, 2},
		{"rule 3: the other mancala, for player 2", 2, "5 3 3\n3 3 3\n0\n0\n", "A2", "0 3 4\n4 4 4\n1\n0\n", search.Next, 1},
		{"rule 4: extra turn", 1, "3 3 3\n3 3 3\n0\n0\n", "B2", "3 3 3\n0 4 4\n0\n1\n", search.Again, 1},
		{"rule 4: extra turn of player 2", 2, "3 3 3\n3 3 3\n0\n0\n", "A4", "4 4 0\n3 3 3\n1\n0\n", search.Again, 2},
		{"rule 4: none at the other mancala", 1, "3 3 3\n3 3 4\n0\n0\n", "B4", "4 4 4\n3 3 0\n0\n1\n", search.Next, 2},
		{"rule 5: capture", 1, "2 5 1\n1 0 3\n0\n0\n", "B2", "2 0 1\n0 0 3\n0\n6\n", search.Next, 2},
		{"rule 5: capture by player 2", 2, "0 1 1\n4 2 3\n0\n0\n", "A3", "0 0 1\n0 2 3\n5\n0\n", search.Next, 1},
		{"rule 5: capture of nothing", 1, "2 0 1\n1 0 3\n0\n0\n", "B2", "2 0 1\n0 0 3\n0\n1\n", search.Next, 2},
		{"rule 5: none in the opponent's pits", 1, "2 0 0\n1 2 3\n0\n0\n", "B4", "2 1 1\n1 2 0\n0\n1\n", search.Next, 2},
		{"rule 5: one lap", 1, "2 2 2\n7 0 0\n0\n0\n", "B2", "0 3 3\n0 1 1\n0\n5\n", search.Next, 2},
		{"rule 5: two laps", 1, "2 2 2\n14 0 0\n0\n0\n", "B2", "4 4 4\n2 2 2\n0\n2\n", search.Next, 2},
		{"rule 6: sweep, the extra turn is void", 1, "1 2 0\n0 0 1\n0\n0\n", "B4", "0 0 0\n0 0 0\n3\n1\n", search.Next, 2},
		{"rule 6: the opponent's side is empty", 1, "0 4 0\n1 0 3\n0\n0\n", "B2", "0 0 0\n0 0 0\n0\n8\n", search.Next, 2},
		{"rule 6: both sides at once", 1, "0 0 1\n0 0 1\n0\n0\n", "B4", "0 0 0\n0 0 0\n1\n1\n", search.Next, 2},
		{"rule 15: stones sown over to an empty side", 1, "0 0 0\n1 0 2\n0\n0\n", "B4", "0 0 1\n1 0 0\n0\n1\n", search.Next, 2},
	} {
		p, err := Parse("input.txt", []byte("1\n"+string(rune('0'+c.player))+"\n0\n"+c.board))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		in := p.(*Input)
		r := rules{n: len(in.Pits[0]), root: uint8(c.player - 1)}
		m := search.Move(c.move[1] - '2')
		if c.move[0] == 'A' {
			m += search.Move(r.n)
		}
		var after position
		root := in.root(r)
		turn := r.Play(&after, &root, m)
		expect.Equal(t, c.want, string(output.Text(r.lines(texts(r.show(&after))))), c.name)
		expect.Equal(t, c.turn, turn, c.name)
		expect.Equal(t, c.next, int(after.mover)+1, c.name)
		expect.Equal(t, c.move, string(r.appendName(nil, m)), c.name)
	}
}

// Sowing many laps at once equals sowing stone by stone (rule 3), on boards of every width.
func TestSowStoneByStone(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		r := rules{n: minPits + random.IntN(maxPits-minPits+1)}
		p := position{mover: uint8(random.IntN(2))}
		for i := range 2*r.n + 2 {
			p.ring[i] = random.Int32N(5)
		}
		start := r.first(p.mover) + random.IntN(r.n)
		p.ring[start] = 1 + random.Int32N(100)

		want, last := p, start
		want.ring[start] = 0
		for range p.ring[start] {
			last = (last + 1) % (2*r.n + 2)
			if last == r.store(p.mover^1) {
				last = (last + 1) % (2*r.n + 2)
			}
			want.ring[last]++
		}
		got := p
		if place := r.sow(&got, start); place != last || got != want {
			t.Fatalf("%d pits, %v from %d: ends at %d with %v, want %d with %v", r.n, p, start, place, got, last, want)
		}
	}
}

// No move creates or destroys a stone, and both sides have a stone in a pit while the game goes on (rule 6).
func TestStonesAreKept(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	sum := func(pits []int32) (n int32) {
		for _, stones := range pits {
			n += stones
		}
		return n
	}
	for range 1000 {
		r := rules{n: minPits + random.IntN(maxPits-minPits+1)}
		var p position
		for i := range 2*r.n + 2 {
			p.ring[i] = random.Int32N(5)
		}
		total := p.stones()
		for moves := r.Moves(nil, &p, nil); len(moves) > 0; moves = r.Moves(moves[:0], &p, nil) {
			before := p
			turn := r.Play(&p, &before, moves[random.IntN(len(moves))])
			if got := p.stones(); got != total {
				t.Fatalf("%d stones after %v, want %d", got, before, total)
			}
			if (turn == search.Again) != (p.mover == before.mover) {
				t.Fatalf("turn %v, but player %d moves after player %d", turn, p.mover+1, before.mover+1)
			}
			first, second := sum(p.ring[:r.n]), sum(p.ring[r.n+1:][:r.n])
			if (first == 0) != (second == 0) || first == 0 && turn == search.Again {
				t.Fatalf("after %v: %d and %d stones are left, turn %v", before, first, second, turn)
			}
		}
	}
}

func (p *position) stones() (n int32) {
	for _, stones := range p.ring {
		n += stones
	}
	return n
}

// The fast rules agree with the plain ones move by move: moves, positions, turns and
// values, on boards of every width with up to as many stones as fit in a byte.
func TestFastIsPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const boards = 5000
	plays, ends, laps := 0, 0, 0
	for range boards {
		r := rules{n: minPits + random.IntN(fastPits-minPits+1), root: uint8(random.IntN(2))}
		p := position{mover: uint8(random.IntN(2))}
		left := random.Int32N(fastStones + 1)
		for places := 2*r.n + 2; left > 0; {
			stones := min(left, 1+random.Int32N(2*left/int32(places)+1))
			p.ring[random.IntN(places)] += stones
			left -= stones
		}
		fast, root, ok := r.fastForm(&p)
		if !ok {
			t.Fatalf("%v of %d pits is not fast", p, r.n)
		}
		for {
			moves, again := r.Moves(nil, &p, nil), fast.Moves(nil, &root, nil)
			if !slices.Equal(moves, again) {
				t.Fatalf("%v of %d pits: moves %v, fast %v", p, r.n, moves, again)
			}
			if len(moves) == 0 {
				ends++
				break
			}
			m, before, from := moves[random.IntN(len(moves))], p, root
			if p.ring[r.pit(m)] > int32(2*r.n+1) {
				laps++
			}
			turn, second := r.Play(&p, &before, m), fast.Play(&root, &from, m)
			if after, ok := fast.ValueAfter(&from, m); ok != (turn == search.Next) || ok && after != r.Eval(&p) {
				t.Fatalf("%v of %d pits, move %d: foreseen %d, %v, want %d after turn %v", before, r.n, m, after, ok, r.Eval(&p), turn)
			}
			if turn != second || r.pack(&p) != root || r.Eval(&p) != fast.Eval(&root) {
				t.Fatalf("%v of %d pits, move %d: %v worth %d, turn %v; fast %x worth %d, turn %v",
					before, r.n, m, p, r.Eval(&p), turn, root, fast.Eval(&root), second)
			}
			plays++
		}
	}
	expect.True(t, ends == boards && laps >= boards/20, plays, "plays", ends, "games ended", laps, "sowings of more than a lap")
}

// A byte holds up to 255 stones, and eight bytes hold the pits and mancala of seven pits a
// side. Boards are packed up to these bounds and not beyond.
func TestPackedBounds(t *testing.T) {
	for _, c := range []struct {
		pits, stones int
		want         bool
	}{{3, 255, true}, {3, 256, false}, {7, 255, true}, {7, 256, false}, {8, 255, false}, {8, 16, false}} {
		r := rules{n: c.pits}
		p := position{ring: [2*maxPits + 2]int32{int32(c.stones) - 1, 1}}
		_, _, ok := r.fastForm(&p)
		expect.Equal(t, c.want, ok, c.stones, "stones in", c.pits, "pits a side are packed")
	}
}

// When all stones end up in one mancala, the value is their number, for any number (rules 4, 6 and 7).
func TestOneMancalaHoldsAll(t *testing.T) {
	for _, stones := range []int32{254, 255, 256, 257, 1000} {
		for player := range uint8(2) {
			r := rules{n: minPits, root: player}
			p := position{mover: player}
			first := r.first(player)
			p.ring[first], p.ring[2*r.n-first-1] = 1, 5 // the first move captures five stones; the last ones are in the pits
			p.ring[r.store(player)] = stones - 6
			for _, limit := range []int{1, 4} {
				params := search.Params{Limit: limit, Prune: true, Log: trace.Discard()}
				got := must.Get(r.search(t.Context(), homework.Options{}, &p, params))(t)
				expect.Equal(t, stones, got.Value, "value for player", player+1, "at depth", limit)
			}
		}
	}
}

// At the bounds, packed boards have the same values as plain ones.
func TestPackedValuesAtBounds(t *testing.T) {
	for _, stones := range []int32{254, 255, 256, 257} {
		for n := minPits; n <= maxPits; n++ {
			r := rules{n: n}
			p := position{}
			p.ring[0], p.ring[n-1], p.ring[n+1] = stones/2, 3, stones-stones/2-3
			want := must.Get(search.Run(t.Context(), r, &p, search.Params{Limit: 3, Log: trace.Discard()}))(t)
			params := search.Params{Limit: 3, Log: trace.Discard()}
			got := must.Get(r.search(t.Context(), homework.Options{}, &p, params))(t)
			same := got.Value == want.Value && got.Line[0] == want.Line[0]
			expect.True(t, same, stones, "stones in", n, "pits a side:", got, want)
		}
	}
}

// The engine finds the value of minimax, and its board follows the rules.
func TestEngine(t *testing.T) {
	r := random.New(1)
	for range 200 {
		in := small(r).(*Input)
		rules := rules{n: len(in.Pits[0]), root: uint8(in.Player - 1)}
		root := in.root(rules)
		if len(in.Pits[0]) <= 5 {
			enginetest.Minimax(t, rules, &root, 3)
		}
		enginetest.Playout(t, rules, &root, r, true)
	}
}
