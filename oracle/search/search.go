// Package search is the one minimax and alpha-beta search behind all
// assignments. It knows no game: a game gives it moves, positions and their
// values through Rules, and it gives the trace of every step to a trace.Log.
//
// It holds the common log rules 1 to 5 of docs/rules/README.md.
package search

import (
	"context"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A Move is a game's own number for a move, from 0.
type Move = trace.Move

// Inf stands above every evaluation, -Inf below.
const Inf = trace.Inf

// Turn says who moves after a move, and how deep that is.
type Turn uint8

const (
	Next  Turn = iota // the other side, one ply deeper
	Again             // the same side, at the same depth
)

// Rules is a game as the search sees it. S is a position, a plain value that
// holds whose turn it is.
type Rules[S any] interface {
	// Moves appends the moves of the side to move in expansion order. None
	// means that the game is over here.
	Moves(dst []Move, s *S) []Move
	// Play sets dst to the position after m in src. dst is a slot that the
	// search uses again and again: Play may keep its memory, not its contents.
	Play(dst, src *S, m Move) Turn
	// Eval is the value of a position from the root player's side, strictly
	// between -Inf and Inf.
	Eval(s *S) int32
}

// Foresight is what the rules of a game may have besides.
type Foresight[S any] interface {
	// After is the value of the position after m in src, without the position. ok is
	// false if m gives another turn.
	After(src *S, m Move) (value int32, ok bool)
}

// Params say how to search.
type Params struct {
	Limit int        // cut-off depth in plies; 0 evaluates the root
	Prune bool       // alpha-beta; otherwise minimax
	Log   *trace.Log // trace.Discard() for a search without a log
	// Optional logs the course's optional line before each position in which
	// the game is over (docs/rules/mancala.md rule 11).
	Optional bool
}

// A Result is what the search found at the root.
type Result struct {
	Value int32
	// Line holds the root player's whole turn: the chosen move and, after each
	// move that gives another turn, the best one that follows. It is empty if
	// the root is a leaf.
	Line []Move
}

// Run searches from root, where the root player is to move and maximises. It
// ends early, with an error, when ctx does or when the log cannot be written.
func Run[S any](ctx context.Context, rules Rules[S], root *S, p Params) (Result, error) {
	return Watch(ctx, rules, root, p, nil)
}

// Watch is Run under the eyes of a watcher, which may be nil.
func Watch[S any](ctx context.Context, rules Rules[S], root *S, p Params, w Watcher[S]) (Result, error) {
	s := searcher[S]{watch: w, stop: new(atomic.Bool), rules: rules, limit: p.Limit, prune: p.Prune, log: p.Log, optional: p.Optional, frontier: nowhere}
	s.after = s.foresight(rules)
	unhook := context.AfterFunc(ctx, func() { s.stop.Store(true) })
	defer unhook()

	s.plies = append(s.plies, &ply[S]{state: *root, chain: true})
	if rules, ok := rules.(Sharable[S]); ok && !p.Log.Off() && w == nil {
		if c := s.hire(rules); c != nil {
			defer c.dismiss()
			defer context.AfterFunc(ctx, c.end)()
		}
	}
	v := s.node(0, trace.Root, 0, true, Next, -Inf, Inf)
	if err := s.log.Err(); err != nil {
		return Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	return Result{Value: v, Line: s.plies[0].line}, nil
}

type searcher[S any] struct {
	rules    Rules[S]
	watch    Watcher[S]
	limit    int
	prune    bool
	optional bool
	after    Foresight[S] // if the rules have it and the search may use it
	log      *trace.Log
	stop     *atomic.Bool
	plies    []*ply[S] // by distance from the root; a chain of extra turns outgrows the depth

	// The subtrees from this depth on are not searched here but left to cross. It
	// is nowhere in a search that is not shared out.
	frontier int
	cross    func(i int, unit spot) int32
}

// A ply is the memory of one level of the tree, used by all its nodes in turn.
type ply[S any] struct {
	state S
	moves []Move
	spot         // in a search that is shared out
	chain bool   // all moves from the root to here gave an extra turn
	line  []Move // best line of the root player's turn from here, if chain
}

// foresight gives the rules' foresight if they have it and the search may use it.
func (s *searcher[S]) foresight(rules Rules[S]) Foresight[S] {
	if f, ok := rules.(Foresight[S]); ok && s.watch == nil && !s.optional {
		return f
	}
	return nil
}

// slot returns the i-th ply, growing the stack by one if need be.
func (s *searcher[S]) slot(i int) *ply[S] {
	if i == len(s.plies) {
		s.plies = append(s.plies, new(ply[S]))
	}
	return s.plies[i]
}

// apart gives a searcher from the same root with memory of its own, which shares
// nothing out.
func (s *searcher[S]) apart(log *trace.Log) searcher[S] {
	return searcher[S]{
		limit: s.limit, prune: s.prune, optional: s.optional, log: log, frontier: nowhere,
		plies: []*ply[S]{{state: s.plies[0].state}},
	}
}

// below is the depth of the children of a node into which the move gave turn.
func below(depth int, turn Turn) int {
	if turn == Again {
		return depth
	}
	return depth + 1
}

// narrow gives the window of a node after a child that made its value v. cut tells
// that the node ends; the window stays as it was then, and so it stands in the log.
func narrow(max bool, v, alpha, beta int32) (newAlpha, newBeta int32, cut bool) {
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

// node searches the position in slot i, to which move m led, and returns its
// fail-soft value. max tells whose turn it is, turn what the move into it gave.
func (s *searcher[S]) node(i int, m Move, depth int, max bool, turn Turn, alpha, beta int32) int32 {
	p := s.plies[i]
	p.line = p.line[:0]
	p.moves = p.moves[:0]
	if depth < s.limit || turn == Again || s.optional {
		p.moves = s.rules.Moves(p.moves, &p.state)
	}
	if len(p.moves) == 0 || (depth >= s.limit && turn == Next) {
		v := s.rules.Eval(&p.state)
		if s.optional && len(p.moves) == 0 {
			s.log.Optional(m, depth, max, alpha, beta)
		}
		s.log.Leaf(m, depth, v, alpha, beta)
		if s.watch != nil {
			s.watch.Leaf(Node[S]{i, m, depth, max, turn, &p.state}, v)
		}
		return v
	}

	v := Inf
	if max {
		v = -Inf
	}
	if depth == s.frontier {
		return s.cross(i, spot{m, depth, max, turn, 0, v, alpha, beta})
	}
	s.log.Enter(i, m, depth, v, alpha, beta)
	childDepth := below(depth, turn)
	if childDepth >= s.limit && s.after != nil {
		return s.leaves(i, m, depth, childDepth, max, turn, v, alpha, beta)
	}
	child := s.slot(i + 1)
	for k, move := range p.moves {
		t := s.rules.Play(&child.state, &p.state, move)
		child.chain = p.chain && t == Again
		if s.watch != nil {
			s.watch.Play(Node[S]{i, m, depth, max, turn, &p.state}, move, &child.state, t)
		}
		if s.frontier != nowhere {
			p.spot = spot{m, depth, max, turn, k, v, alpha, beta}
		}
		w := s.node(i+1, move, childDepth, max == (t == Again), t, alpha, beta)
		if s.stop.Load() || s.log.Err() != nil {
			return v
		}
		if s.watch != nil {
			s.watch.Return(Node[S]{i, m, depth, max, turn, &p.state}, Return{
				Index: k, Moves: len(p.moves), Value: w, Best: v, Alpha: alpha, Beta: beta, Prune: s.prune,
			})
		}
		if max && w > v || !max && w < v {
			v = w
			if p.chain {
				p.line = append(append(p.line[:0], move), child.line...)
			}
		}
		if s.prune {
			var cut bool
			if alpha, beta, cut = narrow(max, v, alpha, beta); cut {
				s.log.Update(i, v, alpha, beta)
				return v
			}
		}
		s.log.Update(i, v, alpha, beta)
	}
	return v
}

// leaves goes on with the node in slot i as node does, where each child is a leaf
// unless its move gives another turn. The shorter loop takes a tenth less time.
func (s *searcher[S]) leaves(i int, m Move, depth, childDepth int, max bool, turn Turn, v, alpha, beta int32) int32 {
	p, child := s.plies[i], s.slot(i+1)
	for k, move := range p.moves {
		w, leaf := s.after.After(&p.state, move)
		if leaf {
			s.log.Leaf(move, childDepth, w, alpha, beta)
			child.line = child.line[:0]
		} else {
			s.rules.Play(&child.state, &p.state, move)
			child.chain = p.chain
			if s.frontier != nowhere {
				p.spot = spot{m, depth, max, turn, k, v, alpha, beta}
			}
			w = s.node(i+1, move, childDepth, max, Again, alpha, beta)
			if s.stop.Load() || s.log.Err() != nil {
				return v
			}
		}
		if max && w > v || !max && w < v {
			v = w
			if p.chain {
				p.line = append(append(p.line[:0], move), child.line...)
			}
		}
		if s.prune {
			var cut bool
			if alpha, beta, cut = narrow(max, v, alpha, beta); cut {
				s.log.Update(i, v, alpha, beta)
				return v
			}
		}
		s.log.Update(i, v, alpha, beta)
	}
	return v
}
