package gangwars

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/engine/enginetest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

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
	if want := 1 + 4 + 12 + 12 + 6; len(seen) != want {
		t.Errorf("%d keys, want %d", len(seen), want)
	}
}

// A game ends before the clock does, however little of that there is, on the largest board, and on a
// machine that is slow or becomes slow. The last ones are so poor that no move is searched.
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
			if 2*b.Left() < len(p.Board) {
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
		if left <= 0 {
			t.Errorf("%s: the game took %v more than the clock of %v", c.name, -left, c.clock)
		}
		if c.clock > 100*time.Millisecond && left > c.clock/2 {
			t.Errorf("%s: %v of %v is left over", c.name, left, c.clock)
		}
		t.Logf("%s: %v of %v left, %d nodes", c.name, left, c.clock, searched)
	}
}

// With a number of nodes the agent plays the same game each time, reads no clock, and searches no
// more than it may.
func TestNodes(t *testing.T) {
	for _, nodes := range []int64{1, 100, 3000} {
		var played [2][]string
		for i := range played {
			e := &engine.Player{}
			for p := drawn(t, 3, 5); strings.Contains(string(p.Board), "."); {
				rules, root := p.start()
				line, found, err := e.Choose(t.Context(), rules.Board(&root), homework.Allowance{Nodes: nodes})
				if err != nil || found.Nodes > nodes {
					t.Fatalf("%d nodes of %d, %v", found.Nodes, nodes, err)
				}
				played[i] = append(played[i], rules.name(line[0]))
				p = p.played(line[0])
			}
		}
		if !slices.Equal(played[0], played[1]) {
			t.Errorf("%d nodes: games %v and %v", nodes, played[0], played[1])
		}
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

// Near the end the value is the outcome.
func TestSolvesTheEnd(t *testing.T) {
	p := drawn(t, 5, 3)
	rules, root := p.start()
	_, found, err := new(engine.Player).Choose(t.Context(), rules.Board(&root), homework.Allowance{Nodes: 10_000_000})
	must.Do(t, err)
	left := rules.Board(&root).Left()
	if want := engine.Exact(rules.Board(&root), left, true); found.Depth != left || found.Value != want {
		t.Errorf("depth %d, value %d; want %d, %d", found.Depth, found.Value, left, want)
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
