package gangwars

import (
	"context"
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// situations are those of this game.
var situations = search.Catalogue[answer, position, move]{
	{Name: "stake-chosen", About: "the answer is a stake",
		Of: func(a answer) bool { return !a.raid }},
	{Name: "raid-chosen", About: "the answer is a raid",
		Of: func(a answer) bool { return a.raid }},
	{Name: "later-stake-ties-raid", About: "the chosen stake is as good as a raid on an earlier square",
		Of: func(a answer) bool { return a.ties(func(square int) bool { return square < a.square }) }},
	{Name: "stake-ties-raid-of-square", About: "the chosen stake is as good as the raid on the same square",
		Of: func(a answer) bool { return a.ties(func(square int) bool { return square == a.square }) }},
	{Name: "raid", About: "a raid turns an enemy",
		At: func(m *move) bool { return m.raid && m.enemies > 0 }},
	{Name: "raid-of-none", About: "a raid beside no enemy",
		At: func(m *move) bool { return m.raid && m.enemies == 0 }},
	{Name: "raid-of-two", About: "a raid turns two enemies or more",
		At: func(m *move) bool { return m.raid && m.enemies >= 2 }},
	{Name: "raid-could-chain", About: "a turned piece has a further enemy beside it, which stays",
		At: func(m *move) bool { return m.raid && m.chain }},
	{Name: "two-sources", About: "a raid could start from two pieces, and is one move",
		At: func(m *move) bool { return m.raid && m.own >= 2 }},
	{Name: "stake-by-enemy", About: "a stake beside an enemy, who stays",
		At: func(m *move) bool { return !m.raid && m.enemies > 0 }},
	{Name: "only-diagonal", About: "the mover's only pieces near by are diagonal: no raid",
		At: func(m *move) bool { return !m.raid && m.own == 0 && m.cornered() }},
	{Name: "two-digit-row", About: "the answer's row has two digits",
		Of: func(a answer) bool { return a.square/a.in.N >= 9 }},
	{Name: "largest-board", About: "the board is 26 squares wide",
		Of: func(a answer) bool { return a.in.N == MaxN }},
	{Name: "one-square", About: "the board is one square",
		Of: func(a answer) bool { return a.in.N == 1 }},
	{Name: "wiped-out", About: "a raid takes a side's last piece, and the search goes on",
		At: func(m *move) bool { return m.raid && m.enemies > 0 && m.inside && *m.left == set{} }},
	{Name: "greedy-errs", About: "the first move that is best after one ply is not the answer",
		Of: func(a answer) bool { return a.greedy != a.chosen }},
}

// Situations returns the situations of the catalogue that the input shows. It searches as
// the mode says; minimax has no cuts.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	if in.Mode == Competition {
		return 0, errCompetition
	}
	r, g := in.game()
	w := &watcher{rules: r, limit: in.Depth, values: map[search.Move]int32{}}
	w.Observer = situations.Observer(in.Depth, w.look)
	found, err := search.Watch(ctx, g.Rules, g.Root, g.Params, w)
	if err != nil {
		return 0, err
	}
	a := answer{in: in, watcher: w, chosen: found.Line[0], value: found.Value}
	a.square, a.raid = r.square(a.chosen)
	return w.Seen(a), nil
}

// An answer is what the situations look at when the search is over.
type answer struct {
	*watcher
	in     *Input
	chosen search.Move
	square int
	raid   bool
	value  int32
}

// ties reports whether the answer is a stake, and a raid on such a square as good.
func (a answer) ties(on func(square int) bool) bool {
	for m, v := range a.values {
		if square, raid := a.rules.square(m); !a.raid && raid && v == a.value && on(square) {
			return true
		}
	}
	return false
}

// A move is what they look at while it lasts.
type move struct {
	square       int
	line         int // of the square,
	bit          row // and its bit there
	raid         bool
	mine, left   *set // the mover's pieces before it, the other side's after it
	own, enemies int  // pieces beside the square
	chain        bool // one of those enemies has another one beside it
	inside       bool // the position after it is no leaf
}

// A watcher keeps, besides, what the root's moves are worth.
type watcher struct {
	*search.Observer[answer, position, move]
	rules  *rules
	limit  int
	values map[search.Move]int32 // of the root's moves
	greedy search.Move           // the first root move that is best after one ply
	score  int32                 // the score after greedy
	at     search.Move           // the root move being searched
}

func (w *watcher) Return(n search.Node[position], r search.Return) {
	if n.Ply == 0 {
		w.values[w.at] = r.Value
	}
	w.Observer.Return(n, r)
}

func (w *watcher) look(n search.Node[position], m search.Move, next *position, _ search.Turn) move {
	if n.Ply == 0 {
		if w.at = m; len(w.values) == 0 || next.score > w.score {
			w.greedy, w.score = m, next.score
		}
	}
	me := n.State.mover & 1
	mine, theirs := &n.State.pieces[me], &n.State.pieces[me^1]
	to := move{mine: mine, left: &next.pieces[me^1], inside: n.Depth+1 < w.limit}
	to.square, to.raid = w.rules.square(m)
	to.line, to.bit = w.rules.place(to.square)
	for _, pieces := range mine.beside(to.line, to.bit) {
		to.own += bits.OnesCount32(pieces)
	}
	for i, pieces := range theirs.beside(to.line, to.bit) {
		to.enemies += bits.OnesCount32(pieces)
		to.chain = to.chain || pieces != 0 && theirs.around(to.line-1+i)&pieces != 0
	}
	return to
}

// cornered reports whether the square touches one of the mover's pieces at a corner.
func (m *move) cornered() bool {
	return (m.mine[m.line-1]|m.mine[m.line+1])&(m.bit<<1|m.bit>>1) != 0
}
