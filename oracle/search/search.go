// Package search implements the minimax and alpha-beta search of all assignments. It is independent of the
// game: a game provides moves, positions and their values through Rules. The search writes the trace of every
// step to a trace.Log.
//
// It holds the common log rules 1 to 5 of docs/rules/README.md.
package search

import (
	"context"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A Move is a game's own number for a move, from 0.
type Move = trace.Move

// Inf is greater than every evaluation, and -Inf is less.
const Inf = trace.Inf

// Turn is the result of a move: which side moves next, and at which depth.
type Turn uint8

const (
	Next  Turn = iota // the other side, one ply deeper
	Again             // the same side; one ply deeper, but the children of that node keep its depth
)

// Rules is a game as the search sees it. S is a position, a plain value that holds whose turn it is.
type Rules[S any] interface {
	// Moves appends the moves of the side to move in expansion order. If it appends none, the game is over at
	// this position. Moves adds further facts about the position to notes.
	Moves(dst []Move, s *S, notes *Notes) []Move
	// Play sets dst to the position after m in src. dst is a slot that the
	// search uses again and again: Play may keep its memory, not its contents.
	Play(dst, src *S, m Move) Turn
	// Eval is the value of a position from the root player's side, strictly between -Inf and Inf.
	Eval(s *S) int32
}

// Notes are bits that the rules set during a search; each game defines their meaning. The notes of a search
// are the union of the notes set at its nodes. They belong to the search, so that rules need no mutable
// state.
type Notes uint8

// Add sets bits. Callers of Moves that do not want the notes pass nil.
func (n *Notes) Add(bits Notes) {
	if n != nil {
		*n |= bits
	}
}

// Has reports whether all of some bits are set.
func (n Notes) Has(bits Notes) bool { return n&bits == bits }

// Foresight is an optional extension of Rules.
type Foresight[S any] interface {
	// ValueAfter returns the value of the position after m in src, without the position. ok is
	// false if m gives another turn.
	ValueAfter(src *S, m Move) (value int32, ok bool)
}

// Params are the parameters of a search.
type Params struct {
	Limit int        // cut-off depth in plies; 0 evaluates the root
	Prune bool       // alpha-beta; otherwise minimax
	Log   *trace.Log // nil for a search without a log
	// Ended, if not nil, is called before the line of each position in which the game is over. It may log more
	// lines, in the log that it is handed; several goroutines may call it, each with a log of its own.
	Ended func(log *trace.Log, m Move, depth int, max bool, alpha, beta int32)
}

// A Result is the result of the search at the root.
type Result struct {
	Value int32
	// Line holds the root player's whole turn: the chosen move and, after each move that gives another turn, the
	// best one that follows. It is empty if the root is a leaf.
	Line []Move
	// Notes is the union of the notes of all positions whose moves were listed.
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
func watch[S any](ctx context.Context, rules Rules[S], root *S, p Params, w Watcher[S],
	stop *atomic.Bool) (Result, error) {
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

// Solve searches and writes an answer of two files: the log in a dialect, and the lines that show the turn,
// in the file that Show names. A game whose answer has another form writes it itself.
func (g Game[S]) Solve(ctx context.Context, sink output.Sink, log string, d *trace.Dialect) error {
	if err := g.checkParts(map[string]bool{"Rules": g.Rules == nil, "Root": g.Root == nil,
		"Show.Name":  g.Show.Name == nil,
		"Show.Lines": g.Show.Lines == nil, "Show.File": g.Show.File == ""}); err != nil {
		return err
	}
	rows, err := trace.Begin(sink, log, output.Size{}, d, g.Show.Name)
	if err != nil {
		return err
	}
	g.Params.Log = rows
	found, err := Run(ctx, g.Rules, g.Root, g.Params)
	if err != nil {
		return err
	}
	if err := rows.Finish(nil); err != nil {
		return err
	}
	var turn []string
	after := *g.Root
	for _, m := range found.Line {
		turn = append(turn, string(g.Show.Name(nil, m)))
		src := after
		g.Rules.Play(&after, &src, m)
	}
	return output.Whole(sink, g.Show.File, output.Text(g.Show.Lines(turn, &after)))
}

// A Watcher is notified of every step of a search. It lets a caller observe a search; without one, the
// overhead is negligible.
type Watcher[S any] interface {
	// Enter is called when the search reaches an interior node, with the node's moves in expansion order.
	Enter(n Node[S], moves []Move)
	// Play is called when a move is played from a node; turn is the result of the move.
	Play(n Node[S], m Move, child *S, turn Turn)
	// Return is called when a child has returned, before the node uses its value.
	Return(n Node[S], r Return)
	// Leaf is called at a leaf.
	Leaf(n Node[S], value int32)
}

// A Node is a node of the tree. Its state is valid only during the call.
type Node[S any] struct {
	Ply         int  // distance from the root
	Move        Move // the one that led here, or trace.Root
	Depth       int
	Max         bool
	Turn        Turn // the result of the move into it
	State       *S
	Alpha, Beta int32 // its window so far
}

// A Return is a child's value as the node above sees it.
type Return struct {
	Index, Moves int   // the child has index Index, from 0, of Moves children
	Value        int32 // of the child
	Best         int32 // the node's value so far, ±Inf before the first child
	Prune        bool  // whether the search cuts
}

// Update returns the value and the window of the node after a child, and whether it is cut.
func (n Node[S]) Update(r Return) (value, alpha, beta int32, cut bool) {
	if value = min(r.Best, r.Value); n.Max {
		value = max(r.Best, r.Value)
	}
	alpha, beta = n.Alpha, n.Beta
	if r.Prune {
		alpha, beta, cut = Narrow(n.Max, value, alpha, beta)
	}
	return value, alpha, beta, cut
}

// Perft returns the number of lines of play with exactly the given number of moves from a position. These
// numbers are published for well-known games. Counting them by hand for one or two moves finds most mistakes
// in Moves and Play.
func Perft[S any](rules Rules[S], root *S, moves int) int {
	if moves == 0 {
		return 1
	}
	n := 0
	var next S
	for _, m := range rules.Moves(nil, root, nil) {
		rules.Play(&next, root, m)
		n += Perft(rules, &next, moves-1)
	}
	return n
}
