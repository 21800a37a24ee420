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
	Again             // the same side; one ply deeper, but the children of that node keep its depth
)

// Rules is a game as the search sees it. S is a position, a plain value that
// holds whose turn it is.
type Rules[S any] interface {
	// Moves appends the moves of the side to move in expansion order. None
	// means that the game is over here. What else there is to say of the position
	// it adds to notes.
	Moves(dst []Move, s *S, notes *Notes) []Move
	// Play sets dst to the position after m in src. dst is a slot that the
	// search uses again and again: Play may keep its memory, not its contents.
	Play(dst, src *S, m Move) Turn
	// Eval is the value of a position from the root player's side, strictly
	// between -Inf and Inf.
	Eval(s *S) int32
}

// Notes are bits that rules set in passing, each with a meaning of the game's own:
// those of a search are the union of what its nodes have set. They belong to the
// search, so that rules hold nothing that changes.
type Notes uint8

// Add sets bits. Callers of Moves that do not want the notes pass nil.
func (n *Notes) Add(bits Notes) {
	if n != nil {
		*n |= bits
	}
}

// Has reports whether all of some bits are set.
func (n Notes) Has(bits Notes) bool { return n&bits == bits }

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
	Log   *trace.Log // nil for a search without a log
	// Ended, if not nil, is called before the line of each position in which the game is
	// over. It may log more lines, in the log that it is handed; several goroutines may
	// call it, each with a log of its own.
	Ended func(log *trace.Log, m Move, depth int, max bool, alpha, beta int32)
}

// A Result is what the search found at the root.
type Result struct {
	Value int32
	// Line holds the root player's whole turn: the chosen move and, after each
	// move that gives another turn, the best one that follows. It is empty if
	// the root is a leaf.
	Line []Move
	// Notes is what the rules noted of the positions whose moves were listed.
	Notes Notes
}

// Run searches from root, where the root player is to move and maximises. It
// ends early, with an error, when ctx does or when the log cannot be written.
func Run[S any](ctx context.Context, rules Rules[S], root *S, p Params) (Result, error) {
	return Watch(ctx, rules, root, p, nil)
}

// Watch is Run under the eyes of a watcher, which may be nil.
func Watch[S any](ctx context.Context, rules Rules[S], root *S, p Params, w Watcher[S]) (Result, error) {
	return watch(ctx, rules, root, p, w, new(atomic.Bool))
}

// watch is Watch until stop is set.
func watch[S any](ctx context.Context, rules Rules[S], root *S, p Params, w Watcher[S], stop *atomic.Bool) (Result, error) {
	s := NewSearcher(rules, root, p)
	if w != nil {
		s.watch, s.after = w, nil // a watcher sees every leaf
	}
	s.stop = stop
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()

	s.plies[0].chain = true
	v := s.node(0, trace.Root, 0, true, Next, -Inf, Inf)
	s.log.Wait()
	if err := s.log.Err(); err != nil {
		return Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	return Result{Value: v, Line: s.plies[0].line, Notes: s.notes}, nil
}
