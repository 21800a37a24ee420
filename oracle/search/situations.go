package search

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// The situations that any search can meet. A game's own catalogue begins with
// them and goes on from Common.
const (
	CutMaxEqual = iota
	CutMinEqual
	CutMaxBeyond
	CutMinBeyond
	TieRoot
	TieBelow
	NegativeBest
	EarlyLeaf
	OneMove
	OneMoveBelow
	Common
)

// Situations describes them, in their order.
var Situations = [Common]homework.Situation{
	CutMaxEqual:  {Name: "cut-on-equality-at-max", About: "a max node is cut by a value equal to beta, with moves left"},
	CutMinEqual:  {Name: "cut-on-equality-at-min", About: "a min node is cut by a value equal to alpha, with moves left"},
	CutMaxBeyond: {Name: "cut-at-max", About: "a max node is cut by a value above beta, with moves left"},
	CutMinBeyond: {Name: "cut-at-min", About: "a min node is cut by a value below alpha, with moves left"},
	TieRoot:      {Name: "tie-at-root", About: "two moves of the root are equally good, and none is better"},
	TieBelow:     {Name: "tie-below", About: "below the root, a move is as good as the best before it"},
	NegativeBest: {Name: "negative-best", About: "the best value is negative"},
	EarlyLeaf:    {Name: "game-over-before-cut-off", About: "the game ends before the cut-off depth"},
	OneMove:      {Name: "one-move-at-root", About: "the root has one move"},
	OneMoveBelow: {Name: "one-move-below", About: "a node below the root has one move"},
}

// An Observer is a Watcher that notes the common situations. A game's own watcher
// embeds it.
type Observer[S any] struct {
	Seen  homework.Seen
	Limit int // cut-off depth of the search
	tie   bool
}

// Play notes nothing.
func (o *Observer[S]) Play(Node[S], Move, *S, Turn) {}

// Leaf notes the end of a game.
func (o *Observer[S]) Leaf(n Node[S], _ int32) {
	o.Seen.Add(EarlyLeaf, n.Depth < o.Limit && n.Ply > 0)
}

// Return notes cuts and ties.
func (o *Observer[S]) Return(n Node[S], r Return) {
	last := r.Index == r.Moves-1
	if cut, equal := r.Cuts(n.Max); cut && !last {
		switch {
		case n.Max:
			o.Seen.Add(CutMaxEqual, equal)
			o.Seen.Add(CutMaxBeyond, !equal)
		default:
			o.Seen.Add(CutMinEqual, equal)
			o.Seen.Add(CutMinBeyond, !equal)
		}
	}
	tie := r.Index > 0 && r.Value == r.Best
	if n.Ply > 0 {
		o.Seen.Add(TieBelow, tie)
		o.Seen.Add(OneMoveBelow, r.Moves == 1)
		return
	}
	o.Seen.Add(OneMove, r.Moves == 1)
	if tie {
		o.tie = true
	} else if r.Value > r.Best {
		o.tie = false
	}
	if last {
		o.Seen.Add(TieRoot, o.tie)
		o.Seen.Add(NegativeBest, max(r.Best, r.Value) < 0)
	}
}
