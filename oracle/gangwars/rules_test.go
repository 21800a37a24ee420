package gangwars

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/engine/enginetest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

func parse(t *testing.T, text string) *Input {
	t.Helper()
	p := must.Get(Parse("input.txt", []byte(text)))(t)
	return p.(*Input)
}

// Stakes come first, row by row, then raids, row by row; next to an own piece a square has
// both, even if the raid captures nothing (rules 2 to 4).
func TestMoves(t *testing.T) {
	in := parse(t, "3\nMINIMAX\nX\n1\n1 2 3\n1 1 1\n1 1 8\nX.O\n...\n...\n")
	r, root := newRules(in.N, in.Values), in.root()
	var got []string
	for _, m := range r.Moves(nil, &root, nil) {
		var after position
		r.Play(&after, &root, m)
		got = append(got, strings.Fields(strings.ReplaceAll(string(in.answer(r, m, &after)), "\n", "/"))...)
	}
	want := strings.Fields("B1 Stake/XXO/.../.../ A2 Stake/X.O/X../.../ B2 Stake/X.O/.X./.../ C2 Stake/X.O/..X/.../ " +
		"A3 Stake/X.O/.../X../ B3 Stake/X.O/.../.X./ C3 Stake/X.O/.../..X/ " +
		"B1 Raid/XXX/.../.../ A2 Raid/X.O/X../.../")
	expect.Equal(t, want, got, "moves with boards")
}

// A raid turns the enemies on all four sides, one step away only, and none across an edge
// (rule 3). Columns go up to Z and rows to 26.
func TestRaid(t *testing.T) {
	for _, c := range []struct {
		name, square string
		board, want  []string
	}{
		{"four sides", "B2", []string{".OO.", "X.OO", ".O..", "...."}, []string{".XO.", "XXXO", ".X..", "...."}},
		{"right edge", "C1", []string{".X.", "O.O", "..."}, []string{".XX", "O.X", "..."}},
		{"left edge", "A2", []string{"..O", "..O", "X.."}, []string{"..O", "X.O", "X.."}},
		{"across a corner", "A1", []string{".X", "OO"}, []string{"XX", "XO"}},
	} {
		n := len(c.board)
		in := &Input{N: n, Player: 'X', Values: make([]int32, n*n), Board: []byte(strings.Join(c.board, ""))}
		r, root := newRules(n, in.Values), in.root()
		m := search.Move(int(c.square[0]-'A') + n*int(c.square[1]-'1') + n*n)
		expect.True(t, slices.Contains(r.Moves(nil, &root, nil), m), c.name, "raid on", c.square)
		var after position
		r.Play(&after, &root, m)
		want := c.square + " Raid\n" + strings.Join(c.want, "\n") + "\n"
		expect.Equal(t, want, string(in.answer(r, m, &after)), c.name)
	}

	last := parse(t, "26\nALPHABETA\nO\n1\n"+strings.Repeat(strings.Repeat("1 ", 26)+"\n", 26)+
		strings.Repeat(strings.Repeat("X", 26)+"\n", 25)+strings.Repeat("X", 25)+".\n")
	r, root := newRules(last.N, last.Values), last.root()
	moves := r.Moves(nil, &root, nil)
	if len(moves) != 1 {
		t.Fatalf("%d moves on the last free square, want 1", len(moves))
	}
	if text := string(last.answer(r, moves[0], &root)); !strings.HasPrefix(text, "Z26 Stake\n") {
		t.Errorf("the last square is called %.9q", text)
	}
}

// The score that Play updates equals the one counted from the pieces (rule 5), on boards of every width.
func TestScoreIsKept(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= maxN; n++ {
		values := make([]int32, n*n)
		for i := range values {
			values[i] = 1 + random.Int32N(maxValue)
		}
		r := newRules(n, values)
		var p position
		for free := n * n; free > 0; free-- {
			moves := r.Moves(nil, &p, nil)
			before := p
			r.Play(&p, &before, moves[random.IntN(len(moves))])
			if want := r.evaluate(&p); p.score != want {
				t.Fatalf("width %d: score %d, want %d", n, p.score, want)
			}
		}
		if moves := r.Moves(nil, &p, nil); len(moves) > 0 {
			t.Fatalf("width %d: moves %v on a full board", n, moves)
		}
	}
}

// topFree returns the two most valuable free squares.
func TestTopFree(t *testing.T) {
	in := parse(t, "3\nMINIMAX\nX\n5\n1 2 3\n4 5 6\n7 8 9\nX.O\n...\nO.X\n")
	r, root := in.start()
	b := newBoard(r, &root, noTempo)
	for _, want := range []struct {
		square        int16
		value, second int32
	}{{7, 8, 6}, {5, 6, 5}, {4, 5, 4}, {3, 4, 2}, {1, 2, 0}} {
		value, square, second := b.topFree()
		if value != want.value || square != want.square || second != want.second {
			t.Fatalf("topFree %d on %d, then %d; want %+v", value, square, second, want)
		}
		b.Play(search.Move(square))
	}
	value, _, second := b.topFree()
	expect.Equal(t, [2]int32{}, [2]int32{value, second}, "on a full board")
}

// The engine finds the value of minimax, and its board follows the rules.
func TestEngine(t *testing.T) {
	r := random.New(1)
	for range 300 {
		in := small(r).(*Input)
		rules, root := in.start()
		if len(rules.Moves(nil, &root, nil)) <= 12 {
			enginetest.Minimax(t, rules, &root, 4)
		}
		if in.N < 10 {
			enginetest.Playout(t, rules, &root, r, false)
		}
	}
}

// The moves that the board leaves out lead to positions that another move leads to.
func TestEngineLeavesOutEquals(t *testing.T) {
	r := random.New(2)
	for range 300 {
		in := small(r).(*Input)
		rules, root := in.start()
		b := rules.Board(&root)
		var kept []search.Move
		reached := map[position]bool{}
		var after position
		for _, c := range b.Moves(nil) {
			kept = append(kept, c.Move)
			rules.Play(&after, &root, c.Move)
			reached[after] = true
		}
		for _, m := range rules.Moves(nil, &root, nil) {
			if rules.Play(&after, &root, m); !slices.Contains(kept, m) && !reached[after] {
				t.Fatalf("%s is left out, on the input\n%s", rules.name(m), in)
			}
		}
	}
}

// Keys distinguish positions, and do not depend on the order of moves.
func TestKeys(t *testing.T) {
	in := parse(t, "2\nMINIMAX\nX\n1\n1 2\n3 4\n..\n..\n")
	rules, root := in.start()
	seen := map[uint64]string{}
	var walk func(b engine.Board, board [4]byte, mover byte)
	walk = func(b engine.Board, board [4]byte, mover byte) {
		name := string(board[:]) + string(mover)
		if other, ok := seen[b.Key()]; ok && other != name {
			t.Fatalf("%s and %s have one key", name, other)
		}
		seen[b.Key()] = name
		for i, c := range board {
			if c == '.' {
				next := board
				next[i] = mover
				b.Play(search.Move(i))
				walk(b, next, 'X'+'O'-mover)
				b.Undo()
			}
		}
	}
	walk(rules.Board(&root), [4]byte([]byte("....")), 'X')
	expect.Equal(t, 1+4+12+12+6, len(seen), "keys")
}

// A game ends before the clock does, for a short clock, on the largest board, and on a machine that is slow or
// becomes slow. The last machines are too slow to search any move.
func TestClock(t *testing.T) {
	for _, c := range []struct {
		name  string
		size  int
		clock time.Duration
		node  time.Duration // that a node takes
		later time.Duration // that it takes in the second half of the game
	}{
		{"usual", 8, 2 * time.Second, 10 * time.Microsecond, 10 * time.Microsecond},
		{"slow", 8, 2 * time.Second, 20 * time.Microsecond, 20 * time.Microsecond},
		{"becomes slow", 8, time.Second, 10 * time.Microsecond, 500 * time.Microsecond},
		{"half a second", 8, 500 * time.Millisecond, 4 * time.Microsecond, 8 * time.Microsecond},
		{"largest board", 26, 500 * time.Millisecond, 10 * time.Microsecond, 10 * time.Microsecond},
		{"largest board, slow", 26, 500 * time.Millisecond, 20 * time.Microsecond, 40 * time.Microsecond},
		{"small board", 2, 10 * time.Millisecond, time.Millisecond, time.Millisecond},
		{"next to nothing", 8, 20 * time.Millisecond, time.Millisecond, time.Millisecond},
	} {
		const overhead = 50 * time.Microsecond
		p := drawn(t, 1, c.size)
		r := random.New(2)
		left, node, searched := c.clock, c.node, int64(0)
		e := &engine.Player{Overhead: overhead, Clock: func(nodes int64) time.Duration { return time.Duration(nodes) * node }}
		for strings.Contains(string(p.Board), ".") {
			rules, root := p.start()
			b := rules.Board(&root)
			if 2*b.MaxMovesLeft() < len(p.Board) {
				node = c.later
			}
			if p.Player == 'O' {
				all := rules.Moves(nil, &root, nil)
				p = p.played(all[r.Intn(len(all))])
				continue
			}
			line, found, err := e.Choose(t.Context(), b, homework.Allowance{Clock: left})
			must.Do(t, err)
			left -= time.Duration(found.Nodes)*node + overhead
			searched += found.Nodes
			p = p.played(line[0])
		}
		expect.True(t, left > 0, c.name, "the game took", -left, "more than the clock of", c.clock)
		expect.True(t, c.clock <= 100*time.Millisecond || left <= c.clock/2, c.name, left, "of", c.clock,
			"is left over")
		t.Logf("%s: %v of %v left, %d nodes", c.name, left, c.clock, searched)
	}
}

// A search allocates its memory once, not for each node.
func TestSearchAllocates(t *testing.T) {
	p := drawn(t, 3, 8)
	rules, root := p.start()
	count := func(nodes int64) float64 {
		return testing.AllocsPerRun(1, func() {
			if _, _, err := new(engine.Player).Choose(t.Context(), rules.Board(&root), homework.Allowance{Nodes: nodes}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := count(1000), count(50_000); many > few+50 {
		t.Errorf("%v allocations for 1,000 nodes, %v for 50,000", few, many)
	}
}

// drawn returns a start position, in which X moves first.
func drawn(t *testing.T, seed uint64, size int) *Input {
	t.Helper()
	return parse(t, games.Start(random.New(seed), size, 0).Input(homework.Allowance{}))
}

// played returns the input after a move, for the other player.
func (in *Input) played(m search.Move) *Input {
	r, root := in.start()
	var after position
	r.Play(&after, &root, m)
	return view{in}.Next(nil, &after).(view).Input
}
