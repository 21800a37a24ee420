package search_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/search/searchtest"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A toy is a game drawn as a tree: the moves of each position and where they lead.
// A move called with "+" gives an extra turn.
type toy struct {
	moves map[string]string // by path
	value map[string]int32
}

func (g toy) Moves(dst []search.Move, s *string, _ *search.Notes) []search.Move {
	for i := range strings.Fields(g.moves[*s]) {
		dst = append(dst, search.Move(i))
	}
	return dst
}

func (g toy) Play(dst, src *string, m search.Move) search.Turn {
	name := strings.Fields(g.moves[*src])[m]
	*dst = *src + strings.TrimSuffix(name, "+")
	if strings.HasSuffix(name, "+") {
		return search.Again
	}
	return search.Next
}

func (g toy) Eval(s *string) int32 { return g.value[*s] }

// A foreseeing toy returns the values of positions before the moves into them are played.
type foreseeing struct{ toy }

func (g foreseeing) ValueAfter(src *string, m search.Move) (int32, bool) {
	at := *src
	turn := g.Play(&at, src, m)
	return g.value[at], turn == search.Next
}

// run searches a toy game and gives the result and the log.
func run(t *testing.T, g toy, limit int, prune bool) (search.Result, string) {
	t.Helper()
	dialect := &trace.Minimax
	if prune {
		dialect = &trace.AlphaBeta
	}
	files := output.Memory{}
	log := must.Get(trace.Begin(files, "log", output.Size{}, dialect, searchtest.Label))(t)
	root := ""
	found, err := search.Run(context.Background(), g, &root, search.Params{Limit: limit, Prune: prune, Log: log})
	must.Do(t, err)
	must.Do(t, log.Finish(nil))
	log = must.Get(trace.Begin(files, "foreseen", output.Size{}, dialect, searchtest.Label))(t)
	foreseen, err := search.Run(context.Background(), foreseeing{g}, &root, search.Params{Limit: limit, Prune: prune, Log: log})
	must.Do(t, errors.Join(err, log.Finish(nil)))
	if diff := cmp.Diff(found, foreseen); diff != "" || !bytes.Equal(files["log"], files["foreseen"]) {
		t.Errorf("a game that knows values before (-without +with)\n%s%s", diff, cmp.Diff(string(files["log"]), string(files["foreseen"])))
	}
	_, rows, _ := strings.Cut(string(files["log"]), "\n")
	return found, rows
}

// The log rules 1 to 5 of docs/rules/README.md on one small tree, by hand.
func TestLogRules(t *testing.T) {
	g := tree(t, "9 aa3 ab5 ba1 bb7 ca3 cb8")
	for _, c := range []struct {
		name  string
		limit int
		prune bool
		want  search.Result
		log   string
	}{
		{"the root is a leaf", 0, true, search.Result{Value: 9}, "root,0,9,-Infinity,Infinity\n"},
		{"minimax", 2, false, search.Result{Value: 3, Line: []search.Move{0}}, `root,0,-Infinity
a,1,Infinity
a,2,3
a,1,3
b,2,5
a,1,3
root,0,3
b,1,Infinity
a,2,1
b,1,1
b,2,7
b,1,1
root,0,3
c,1,Infinity
a,2,3
c,1,3
b,2,8
c,1,3
root,0,3
`},
		{"alpha-beta: the cut shows the new value and the old window; c ties and is cut", 2, true, search.Result{Value: 3, Line: []search.Move{0}}, `root,0,-Infinity,-Infinity,Infinity
a,1,Infinity,-Infinity,Infinity
a,2,3,-Infinity,Infinity
a,1,3,-Infinity,3
b,2,5,-Infinity,3
a,1,3,-Infinity,3
root,0,3,3,Infinity
b,1,Infinity,3,Infinity
a,2,1,3,Infinity
b,1,1,3,Infinity
root,0,3,3,Infinity
c,1,Infinity,3,Infinity
a,2,3,3,Infinity
c,1,3,3,Infinity
root,0,3,3,Infinity
`},
		{"the game ends before the limit", 9, false, search.Result{Value: 3, Line: []search.Move{0}}, ""},
	} {
		got, log := run(t, g, c.limit, c.prune)
		expect.Equal(t, c.want, got, c.name)
		if diff := cmp.Diff(c.log, log); c.log != "" && diff != "" {
			t.Errorf("%s: log (-want +got):\n%s", c.name, diff)
		}
	}
}

// After an extra turn the depth stays and a position at the limit goes on; the line holds the whole turn,
// with the first best move at each choice (mancala rules 8 to 10 and 13).
func TestExtraTurns(t *testing.T) {
	g := toy{
		moves: map[string]string{"": "a b+", "b": "a+ b+", "ba": "a b", "bb": "a+", "bba": "a"},
		value: map[string]int32{"a": 1, "baa": 2, "bab": 4, "bbaa": 4},
	}
	got, log := run(t, g, 1, false)
	expect.Equal(t, search.Result{Value: 4, Line: []search.Move{1, 0, 1}}, got)
	want := strings.ReplaceAll("root,0,-Infinity a,1,1 root,0,1 b,1,-Infinity a,1,-Infinity a,1,2 a,1,2 b,1,4 a,1,4 b,1,4 "+
		"b,1,-Infinity a,1,-Infinity a,1,4 a,1,4 b,1,4 b,1,4 root,0,4 ", " ", "\n")
	expect.Equal(t, want, log, "log")
	g = toy{moves: map[string]string{"": "a+ b", "a": "a b"}, value: map[string]int32{"aa": 1, "ab": 2, "b": 3}}
	got, _ = run(t, g, 1, false)
	expect.Equal(t, []search.Move{1}, got.Line, "a leaf behind a turn of several moves")
}

// endless is a game that no search comes to the end of, but for a test's patience.
type endless struct{ nodes *int }

const patience = 20_000_000 // nodes

func (g endless) Moves(dst []search.Move, _ *int, _ *search.Notes) []search.Move {
	if *g.nodes++; *g.nodes > patience {
		return dst
	}
	return append(dst, 0, 1, 2)
}

func (endless) Play(dst, src *int, m search.Move) search.Turn {
	*dst = 3**src + int(m)
	return search.Next
}

func (endless) Eval(s *int) int32 { return int32(*s * 7 % 1000) }

// A longTurn is a game of one turn with a number of moves. Each move has the same choices.
type longTurn struct{ choices, moves int }

func (g longTurn) Moves(dst []search.Move, s *int, _ *search.Notes) []search.Move {
	for m := 0; m < g.choices && *s < g.moves; m++ {
		dst = append(dst, search.Move(m))
	}
	return dst
}
func (longTurn) Play(dst, src *int, _ search.Move) search.Turn { *dst = *src + 1; return search.Again }
func (longTurn) Eval(s *int) int32                             { return int32(*s) }

// An endless turn is the game's mistake, and is reported before the stack overflows, which would end the
// program.
func TestForever(t *testing.T) {
	defer func() {
		expect.Equal(t, any("search: a line of play of 1048576 moves: a game whose Play always returns Again has no end"), recover())
	}()
	root := 0
	_, err := search.Run(t.Context(), longTurn{1, 1 << 30}, &root, search.Params{Limit: 2})
	t.Errorf("it ends, %v", err)
}

// A search ends early with the error of its context or of its log, long before the tree is done, and no
// goroutine writes after that.
func TestEnds(t *testing.T) {
	full := errors.New("the disk is full")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	over, cancelOver := context.WithDeadline(context.Background(), time.Now())
	defer cancelOver()
	// The context's end reaches the search through another goroutine, which is given a moment.
	stop := func() error { cancel(); time.Sleep(50 * time.Millisecond); return nil }
	wait := func() error { time.Sleep(time.Millisecond); return nil }
	for _, c := range []struct {
		name   string
		ctx    context.Context
		sink   *searchtest.Stopper
		want   error
		writes int // at most
	}{
		{"cancelled", ctx, &searchtest.Stopper{At: 3, Do: stop}, context.Canceled, 1000},
		{"over before it began", over, &searchtest.Stopper{At: 1, Do: wait}, context.DeadlineExceeded, 1000},
		{"refused", context.Background(), &searchtest.Stopper{At: 3, Do: func() error { return full }}, full, 3},
	} {
		log := must.Get(trace.Begin(c.sink, "log", output.Size{}, &trace.AlphaBeta, searchtest.Label))(t)
		root, nodes := 1, 0
		found, err := search.Run(c.ctx, endless{&nodes}, &root, search.Params{Limit: 1000, Log: log})
		expect.True(t, !c.sink.Writing, c.name, "its log is still being written")
		expect.True(t, nodes <= patience, c.name, "the search went on")
		expect.True(t, errors.Is(err, c.want) && c.sink.Writes <= c.writes, c.name, "error", err, "after",
			c.sink.Writes, "writes, want", c.want, "after at most", c.writes)
		expect.Equal(t, search.Result{}, found, c.name, "a result was found")
	}

	// Without a log, and with a tree too small for the end to be noticed.
	small := toy{moves: map[string]string{"": "a"}}
	root := ""
	if _, err := search.Run(over, small, &root, search.Params{Limit: 1, Log: trace.Discard()}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a small tree: error %v, want %v", err, context.DeadlineExceeded)
	}
}

// Memory depends only on the deepest line of play: thousands of additional nodes cause no additional
// allocations.
func TestAllocations(t *testing.T) {
	allocations := func(limit int, prune, logged bool) float64 {
		return testing.AllocsPerRun(5, func() {
			log := trace.Discard()
			if logged {
				sink := new(searchtest.Stopper)
				log, _ = trace.Begin(sink, "log", output.Size{}, &trace.AlphaBeta, searchtest.Label)
			}
			root, nodes := 1, 0
			if _, err := search.Run(context.Background(), endless{&nodes}, &root, search.Params{Limit: limit, Prune: prune, Log: log}); err != nil {
				t.Error(err)
			}
		})
	}
	for _, prune := range []bool{false, true} {
		for _, logged := range []bool{false, true} {
			small, large := allocations(5, prune, logged), allocations(10, prune, logged)
			const perPly = 6 // a slot, its moves, its line, the log's names and their table, as they grow
			expect.True(t, large <= small+5*perPly, "prune", prune, "logged", logged, small,
				"allocations at depth 5", large, "at depth 10")
			t.Logf("prune %v, logged %v: %v allocations at depth 5, %v at depth 10", prune, logged, small, large)
		}
	}
}

// tree returns the toy whose positions with a value are given as a path of one-letter moves and the value.
func tree(t *testing.T, values string) toy {
	t.Helper()
	g := toy{map[string]string{}, map[string]int32{}}
	for _, position := range strings.Fields(values) {
		path := strings.TrimRight(position, "-0123456789")
		g.value[path] = int32(must.Get(strconv.Atoi(position[len(path):]))(t))
		for i, move := range path {
			if above := path[:i]; !strings.ContainsRune(g.moves[above], move) {
				g.moves[above] += " " + string(move)
			}
		}
	}
	return g
}

// The common situations, each on a small handmade tree: the situations that it shows, and so those that it
// does not. The value 1000000 is of a leaf that is not looked at.
func TestSituations(t *testing.T) {
	for _, c := range []struct {
		name, leaves string
		limit        int
		plain        bool // minimax
		want         string
	}{
		{"nothing", "a1 b2", 1, false, ""},
		{"a tie at the root", "a2 b2", 1, false, "tie-at-root"},
		{"a tie that a better move breaks", "a2 b2 c3", 1, false, ""},
		{"a tie before a worse move", "a2 b2 c1", 1, false, "tie-at-root"},
		{"a tie after a worse move", "a2 b1 c2", 1, false, "tie-at-root"},
		{"two worse moves alike", "a2 b1 c1", 1, false, ""},
		{"a negative value", "a-2 b-1", 1, false, "negative-best"},
		{"a value of 0 is not negative", "a-2 b0", 1, false, ""},
		{"one move", "a1", 1, false, "one-move-at-root"},
		{"one move below", "aa1 ba3 bb2", 2, false, "one-move-below"},
		{"the game ends before the cut-off", "a1 ba3 bb2", 2, false, "game-over-before-cut-off"},
		{"the game ends at the cut-off", "a1 b3", 1, false, ""},
		{"the game is over at the root", "1", 1, false, ""},
		{"a min node is cut below alpha", "aa3 ab4 ba2 bb1000000", 2, false, "cut-at-min"},
		{"a min node is cut at alpha", "aa3 ab4 ba3 bb1000000", 2, false, "cut-on-equality-at-min tie-at-root"},
		{"a min node is cut with no move left", "aa3 ab4 ba5 bb2", 2, false, ""},
		{"no cut in minimax", "aa3 ab4 ba2 bb5", 2, true, ""},
		{"a tie below", "aa3 ab3 ba4 bb5", 2, false, "tie-below"},
		{"a max node is cut above beta", "aaa1 aab2 aba5 abb1000000 baa3 bab4 bba3 bbb2", 3, false, "cut-at-max"},
		{"a max node is cut at beta", "aaa1 aab2 aba2 abb1000000 baa3 bab4 bba3 bbb2", 3, false,
			"cut-on-equality-at-max tie-below"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := ""
			o := search.Catalogue[any, string, int](nil).Observer(c.limit, func(search.Node[string], search.Move, *string, search.Turn) int { return 0 })
			params := search.Params{Limit: c.limit, Prune: !c.plain, Log: trace.Discard()}
			must.Get(search.Watch(context.Background(), tree(t, c.leaves), &root, params, o))(t)
			expect.Equal(t, c.want, strings.Join(o.Seen(nil).Names(search.Situations[:]), " "), "shows")
		})
	}
}

// Perft counts the lines of play of a length. Lines that end earlier do not count.
func TestPerft(t *testing.T) {
	g, root := tree(t, "aaa1 aab2 ab3 b4 ca5"), ""
	for moves, want := range []int{1, 3, 3, 2, 0} {
		expect.Equal(t, want, search.Perft(g, &root, moves), "lines of", moves)
	}
}

// The situations of a game follow the common ones: what a move, a return or the result shows.
func TestCatalogue(t *testing.T) {
	c := search.Catalogue[int32, string, search.Move]{
		{Name: "result 3", AfterSearch: func(value int32) bool { return value == 3 }}, {Name: "result 2", AfterSearch: func(value int32) bool { return value == 2 }},
		{Name: "move b", AfterMove: func(m *search.Move) bool { return *m == 1 }}, {Name: "second move", AfterMove: func(m *search.Move) bool { return *m == 1 }},
		{Name: "move c", AfterMove: func(m *search.Move) bool { return *m == 2 }},
		{Name: "return 1", AfterReturn: func(_ search.Node[string], r search.Return) bool { return r.Value == 1 }},
		{Name: "return 9", AfterReturn: func(_ search.Node[string], r search.Return) bool { return r.Value == 9 }},
	}
	g := search.Game[string]{Rules: tree(t, "a1 b2"), Root: new(string), Params: search.Params{Limit: 1, Log: trace.Discard()}}
	move := func(_ search.Node[string], m search.Move, _ *string, _ search.Turn) search.Move { return m }
	seen := must.Get(c.Watch(t.Context(), g, move, func(r search.Result) int32 { return r.Value }))(t)
	list := c.List(search.EarlyLeaf)
	if got, want := seen.Names(list), []string{"result 2", "move b", "second move", "return 1"}; !slices.Equal(got, want) || !list[search.EarlyLeaf].Beyond || list[0].Beyond ||
		search.Situations[search.EarlyLeaf].Beyond {
		t.Errorf("shows %q, want %q, of %+v", got, want, list)
	}
}

// Ended is called for each leaf where the game is over, even if the game provides the values of leaves.
func TestEnded(t *testing.T) {
	root := ""
	var ended []search.Move
	params := search.Params{Limit: 1, Log: trace.Discard(), Ended: func(_ *trace.Log, m search.Move, _ int, _ bool, _, _ int32) { ended = append(ended, m) }}
	must.Get(search.Run(t.Context(), foreseeing{tree(t, "a1 ba3 bb2 bc4")}, &root, params))(t)
	expect.Equal(t, []search.Move{0}, ended, "moves into the end of the game")
}
