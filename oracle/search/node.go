package search

import (
	"fmt"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/internal/recursion"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A Searcher searches the tree of one game, or subtrees of it one after the other, in memory of its own.
type Searcher[S any] struct {
	rules Rules[S]
	watch Watcher[S]
	limit int
	prune bool
	ended func(log *trace.Log, m Move, depth int, max bool, alpha, beta int32)
	after Foresight[S] // if the rules have it and the search may use it
	log   *trace.Log
	stop  *atomic.Bool
	notes Notes
	plies []*ply[S] // by distance from the root; a chain of extra turns outgrows the depth
}

// A ply is the memory of one level of the tree, used by all its nodes in turn.
type ply[S any] struct {
	state S
	moves []Move
	chain bool   // all moves from the root to here gave an extra turn
	line  []Move // best line of the root player's turn from here, if chain
}

// NewSearcher returns a searcher for the tree below root, which it copies.
func NewSearcher[S any](rules Rules[S], root *S, p Params) *Searcher[S] {
	if p.Log == nil {
		p.Log = trace.Discard()
	}
	s := &Searcher[S]{
		rules: rules, limit: p.Limit, prune: p.Prune, ended: p.Ended, log: p.Log,
		plies: []*ply[S]{{state: *root}},
	}
	if after, ok := rules.(Foresight[S]); ok && p.Ended == nil {
		s.after = after
	}
	return s
}

// A Subtree is a node below the root and the window that it is handed.
type Subtree struct {
	Path        []Move // from the root to the node
	Alpha, Beta int32
}

// Search searches a subtree. It logs and returns the same as the search of the whole tree would there: the
// value, and the notes of the rules. When stop is set or the log cannot be written, it ends early with a
// meaningless value.
func (s *Searcher[S]) Search(t Subtree, stop *atomic.Bool) (value int32, notes Notes) {
	depth, max, turn := 0, true, Next
	for i, m := range t.Path {
		depth = Below(depth, turn)
		turn = s.rules.Play(&s.slot(i+1).state, &s.plies[i].state, m)
		max = max == (turn == Again)
	}
	s.stop, s.notes = stop, 0
	last := len(t.Path)
	value = s.node(last, t.Path[last-1], depth, max, turn, t.Alpha, t.Beta)
	return value, s.notes
}

// maxPlies limits the length of a line of play before the stack overflows. No legal game reaches it: each
// extra turn of mancala puts a stone into a store, and there are fewer stones.
const maxPlies = 1 << 20

// slot returns the i-th ply, growing the stack by one if need be.
func (s *Searcher[S]) slot(i int) *ply[S] {
	if i == len(s.plies) {
		if i == maxPlies {
			panic(fmt.Sprintf("search: a line of play of %d moves: a game whose Play always returns Again has no end",
				i))
		}
		s.plies = append(s.plies, new(ply[S]))
	}
	return s.plies[i]
}

// Below returns the depth of the children of a node into which the move gave turn.
func Below(depth int, turn Turn) int {
	if turn == Again {
		return depth
	}
	return depth + 1
}

// Narrow returns the window of a node after one of its children returned the value v. cut reports whether the
// node ends; the window is then unchanged, and the log shows it unchanged.
func Narrow(max bool, v, alpha, beta int32) (newAlpha, newBeta int32, cut bool) {
	switch {
	case max && v >= beta, !max && v <= alpha:
		return alpha, beta, true
	case max && v > alpha:
		alpha = v
	case !max && v < beta:
		beta = v
	}
	return alpha, beta, false
}

// node searches the position in slot i, to which move m led, and returns its fail-soft value. max reports
// whether the root player is to move, and turn is the result of the move into it.
func (s *Searcher[S]) node(i int, m Move, depth int, max bool, turn Turn, alpha, beta int32) int32 {
	recursion.Yield(i)
	p := s.plies[i]
	p.line = p.line[:0]
	p.moves = p.moves[:0]
	if depth < s.limit || turn == Again || s.ended != nil {
		p.moves = s.rules.Moves(p.moves, &p.state, &s.notes)
	}
	if len(p.moves) == 0 || (depth >= s.limit && turn == Next) {
		return s.leaf(Node[S]{i, m, depth, max, turn, &p.state, alpha, beta}, len(p.moves) == 0)
	}

	v := Inf
	if max {
		v = -Inf
	}
	s.log.Enter(i, m, depth, v, alpha, beta)
	if s.watch != nil {
		s.watch.Enter(Node[S]{i, m, depth, max, turn, &p.state, alpha, beta}, p.moves)
	}
	childDepth := Below(depth, turn)
	// children are leaves, unless the move gives another turn
	foreseen := childDepth >= s.limit && s.after != nil
	child := s.slot(i + 1)
	for k, move := range p.moves {
		var w int32
		leaf := false
		if foreseen {
			w, leaf = s.after.ValueAfter(&p.state, move)
		}
		if leaf {
			s.log.Leaf(move, childDepth, w, alpha, beta)
			child.line = child.line[:0]
		} else {
			t := s.rules.Play(&child.state, &p.state, move)
			child.chain = p.chain && t == Again
			if s.watch != nil {
				s.watch.Play(Node[S]{i, m, depth, max, turn, &p.state, alpha, beta}, move, &child.state, t)
			}
			w = s.node(i+1, move, childDepth, max == (t == Again), t, alpha, beta)
			if s.stop.Load() || s.log.Err() != nil {
				return v
			}
		}
		if s.watch != nil {
			s.watch.Return(Node[S]{i, m, depth, max, turn, &p.state, alpha, beta}, Return{
				Index: k, Moves: len(p.moves), Value: w, Best: v, Prune: s.prune,
			})
		}
		if max && w > v || !max && w < v {
			v = w
			if p.chain {
				p.line = append(append(p.line[:0], move), child.line...)
			}
		}
		cut := false
		if s.prune {
			alpha, beta, cut = Narrow(max, v, alpha, beta)
		}
		if s.log.Update(i, v, alpha, beta); cut {
			return v
		}
	}
	return v
}

// leaf evaluates a leaf. over reports whether the game has ended there.
func (s *Searcher[S]) leaf(n Node[S], over bool) int32 {
	v := s.rules.Eval(n.State)
	if s.ended != nil && over {
		s.ended(s.log, n.Move, n.Depth, n.Max, n.Alpha, n.Beta)
	}
	s.log.Leaf(n.Move, n.Depth, v, n.Alpha, n.Beta)
	if s.watch != nil {
		s.watch.Leaf(n, v)
	}
	return v
}
