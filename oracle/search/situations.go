package search

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Situation is a situation of one game: its name, its title for the line of a table, and the conditions
// that show it. The search calls AfterMove with the game's data about each move (M), AfterReturn with the return
// of a child, and AfterSearch with the game's data about the input and the result (I). Two of the three may be
// nil.
type Situation[I, S, M any] struct {
	Name, Title string
	Beyond      bool // as in homework.Situation
	AfterSearch func(in I) bool
	AfterMove   func(m *M) bool
	AfterReturn func(n Node[S], r Return) bool
}

// A Catalogue lists the situations of a game. They follow the situations that every search has.
type Catalogue[I, S, M any] []Situation[I, S, M]

// List returns all situations of the game. Situations of every search that are listed in beyond occur only
// outside the envelope of this game.
func (c Catalogue[I, S, M]) List(beyond ...int) []homework.Situation {
	list := Situations
	for _, i := range beyond {
		list[i].Beyond = true
	}
	all := list[:]
	for _, s := range c {
		all = append(all, homework.Situation{Name: s.Name, Title: s.Title, Beyond: s.Beyond})
	}
	return all
}

// Watch searches and returns the situations that it meets. step returns the data about a played move that the
// situations examine, and in returns the data about the result. step is nil if the situations of the game do
// not depend on moves.
func (c Catalogue[I, S, M]) Watch(ctx context.Context, g Game[S],
	step func(n Node[S], m Move, child *S, turn Turn) M, in func(Result) I) (homework.Seen, error) {
	o := c.Observer(g.Params.Limit, step)
	found, err := Watch(ctx, g.Rules, g.Root, g.Params, o)
	if err != nil {
		return 0, err
	}
	return o.Seen(in(found)), nil
}

// Observer returns a watcher for Watch, which a game may embed in its own.
func (c Catalogue[I, S, M]) Observer(limit int,
	step func(n Node[S], m Move, child *S, turn Turn) M) *Observer[I, S, M] {
	o := &Observer[I, S, M]{catalogue: c, limit: limit, step: step}
	for i, s := range c {
		if s.AfterMove != nil {
			o.pending = append(o.pending, pending[M]{s.AfterMove, Common + i})
		}
		if s.AfterReturn != nil {
			o.backs = append(o.backs, i)
		}
	}
	return o
}

// The situations that any search can meet. A game's own catalogue begins with them and goes on from Common.
const (
	cutMaxEqual = iota
	cutMinEqual
	cutMaxBeyond
	cutMinBeyond
	tieRoot
	tieBelow
	negativeBest
	EarlyLeaf
	oneMove
	oneMoveBelow
	Common
)

// Situations describes them, in their order.
var Situations = [Common]homework.Situation{
	cutMaxEqual: {Name: "cut-on-equality-at-max",
		Title: "a max node is cut by a value equal to beta, with moves left"},
	cutMinEqual: {Name: "cut-on-equality-at-min",
		Title: "a min node is cut by a value equal to alpha, with moves left"},
	cutMaxBeyond: {Name: "cut-at-max", Title: "a max node is cut by a value above beta, with moves left"},
	cutMinBeyond: {Name: "cut-at-min", Title: "a min node is cut by a value below alpha, with moves left"},
	tieRoot:      {Name: "tie-at-root", Title: "two moves of the root are equally good, and none is better"},
	tieBelow:     {Name: "tie-below", Title: "below the root, a move is as good as the best before it"},
	negativeBest: {Name: "negative-best", Title: "the best value is negative"},
	EarlyLeaf:    {Name: "game-over-before-cut-off", Title: "the game ends before the cut-off depth"},
	oneMove:      {Name: "one-move-at-root", Title: "the root has one move"},
	oneMoveBelow: {Name: "one-move-below", Title: "a node below the root has one move"},
}

// An Observer is a Watcher that notes situations.
type Observer[I, S, M any] struct {
	catalogue Catalogue[I, S, M]
	limit     int // cut-off depth of the search
	step      func(n Node[S], m Move, child *S, turn Turn) M
	seen      homework.Seen
	tie       bool

	backs   []int // indexes of the situations that examine returns
	pending []pending[M]
	move    M // the last one
}

// A pending situation is one that a move may show, and none has shown yet.
type pending[M any] struct {
	at    func(m *M) bool
	index int
}

// Seen returns the situations that the search and in have shown.
func (o *Observer[I, S, M]) Seen(in I) homework.Seen {
	for i, s := range o.catalogue {
		o.seen.Add(Common+i, s.AfterSearch != nil && s.AfterSearch(in))
	}
	return o.seen
}

// Enter notes nodes of one move.
func (o *Observer[I, S, M]) Enter(n Node[S], moves []Move) {
	o.seen.Add(oneMove, len(moves) == 1 && n.Ply == 0)
	o.seen.Add(oneMoveBelow, len(moves) == 1 && n.Ply > 0)
}

// Play records the situations that a move shows. It does not examine situations that were already seen.
func (o *Observer[I, S, M]) Play(n Node[S], m Move, child *S, turn Turn) {
	if o.step == nil {
		return
	}
	o.move = o.step(n, m, child, turn)
	for i := 0; i < len(o.pending); i++ {
		if p := o.pending[i]; p.at(&o.move) {
			o.seen.Add(p.index, true)
			o.pending = slices.Delete(o.pending, i, i+1)
			i--
		}
	}
}

// Leaf notes the end of a game.
func (o *Observer[I, S, M]) Leaf(n Node[S], _ int32) {
	o.seen.Add(EarlyLeaf, n.Depth < o.limit && n.Ply > 0)
}

// Return notes cuts and ties.
func (o *Observer[I, S, M]) Return(n Node[S], r Return) {
	for _, i := range o.backs {
		o.seen.Add(Common+i, o.catalogue[i].AfterReturn(n, r))
	}
	last := r.Index == r.Moves-1
	if value, alpha, beta, cut := n.Update(r); cut && !last {
		o.seen.Add(cutMaxEqual, n.Max && value == beta)
		o.seen.Add(cutMaxBeyond, n.Max && value != beta)
		o.seen.Add(cutMinEqual, !n.Max && value == alpha)
		o.seen.Add(cutMinBeyond, !n.Max && value != alpha)
	}
	tie := r.Index > 0 && r.Value == r.Best
	if n.Ply > 0 {
		o.seen.Add(tieBelow, tie)
		return
	}
	if tie {
		o.tie = true
	} else if r.Value > r.Best {
		o.tie = false
	}
	if last {
		o.seen.Add(tieRoot, o.tie)
		o.seen.Add(negativeBest, max(r.Best, r.Value) < 0)
	}
}
