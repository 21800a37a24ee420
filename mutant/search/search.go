// Package search implements minimax and alpha-beta slowly and literally, as docs/rules/README.md (log rules 1
// to 5) describes them, and the mistakes that people make in them.
//
// The package is independent of the game. A game describes itself as a Position, whose moves are the names
// that the log prints, and its log as a Dialect. Each decision that people get wrong is a field of Hooks.
package search

import (
	"math"
	"runtime"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
)

// A Position is a game position as the search sees it.
type Position interface {
	// Moves returns the names of the moves in expansion order. If it returns no moves, the game ends here.
	Moves() []string
	// Play returns the position after a move, and whether the same player moves again.
	Play(move string) (next Position, movesAgain bool)
	// Maximising reports whether the root player moves next.
	Maximising() bool
	// Evaluate returns the evaluation from the root player's point of view (docs/rules/README.md, "Evaluation").
	Evaluate() int
}

// Every evaluation lies strictly between -Won and Won, and Won below infinity.
const (
	Infinity      = math.MaxInt
	MinusInfinity = -math.MaxInt
	Won           = Infinity - 1
)

// A Node is a node of the game tree.
type Node struct {
	Position
	Name      string
	Depth     int
	ExtraTurn bool // the move that led here gave its player an extra turn
	Max       bool // it is a max node
	Limit     int  // the depth limit of the search
}

// A Window is the window that alpha-beta passes from a node to its children.
type Window struct{ Alpha, Beta int }

// Infinite is the window of the root.
var Infinite = Window{MinusInfinity, Infinity}

// An Update describes the effect of a child on its parent.
type Update struct {
	Node                        // the parent
	Child                string // the move that leads to the child
	ChildAgain           bool   // that move gave its player an extra turn
	Result               int    // the child's return value
	ValueBefore, Value   int    // the parent's value before and after
	OldWindow, NewWindow Window // the parent's window before and after
	Cut, LastOfNode      bool   // the child was the last to be searched; the last of all
}

// A Row is a line of the log: a node, its value and its window.
type Row struct {
	Node
	Value int
	Window
}

// Limits for a search with a fault, which may spend far more than it should.
const (
	MaxLog   = 4 << 20 // bytes of one log
	MaxNodes = 1 << 16 // nodes of one search
	// MaxRows is the number of log lines that MaxNodes nodes write: one when the search enters a node, and one
	// when it returns from it.
	MaxRows = 2 * MaxNodes
)

// A Task is a search to run.
type Task struct {
	AlphaBeta bool     // whether to cut; otherwise plain minimax
	Dialect   *Dialect // nil if no log is kept
}

// writes reports whether the task keeps a log of a dialect.
func (t Task) writes(d *Dialect) bool { return t.Dialect != nil && *t.Dialect == *d }

// A Search is one run of minimax or alpha-beta.
type Search struct {
	Log  []string // the lines of the log
	Last Position // the leaf evaluated last; nil if none

	hooks   *Hooks
	task    Task
	dialect Dialect // as the hooks have it
	limit   int     // the depth limit

	bytes, nodes int    // spent so far
	left         Window // as the last node left it
}

// New returns a search with a depth limit.
func New(h *Hooks, t Task, limit int) *Search {
	s := &Search{hooks: h, task: h.Task(t), limit: limit}
	if s.task.Dialect != nil {
		s.dialect = h.Dialect(*s.task.Dialect)
	}
	return s
}

// Run searches from the root. It returns the root's value and the best line: the chosen move, the
// best answer to it, and so on. The line is empty if the root is a leaf.
func (s *Search) Run(root Position, name string) (int, []string) {
	s.header()
	value, line := s.visit(s.Node(root, s.hooks.RootName(name), 0, false), Infinite)
	switch {
	case len(line) > 0:
		line = s.hooks.Choose(root, line)
	case s.nodes > 1: // else the root is a leaf
		line = s.hooks.Unchosen(root)
	}
	return value, line
}

// Node returns a node of the search.
func (s *Search) Node(p Position, name string, depth int, movesAgain bool) Node {
	n := Node{p, name, depth, movesAgain, false, s.limit}
	n.Max = s.hooks.Max(n)
	return n
}

// child returns the node that a move leads to.
func (s *Search) child(n Node, move string) Node {
	next, movesAgain := n.Play(move)
	return s.Node(next, move, s.hooks.ChildDepth(n, move), movesAgain)
}

// yieldInterval is the number of nodes after which a search in a browser yields: a goroutine that yields
// leaves the browser's stack, which a mistake can fill.
const yieldInterval = 256

// visit searches one node, logs it, and returns its value and its best line.
func (s *Search) visit(n Node, received Window) (int, []string) {
	s.nodes++
	if runtime.GOARCH == "wasm" && s.nodes%yieldInterval == 0 {
		runtime.Gosched()
	}
	s.bound()
	moves := s.Expand(n)
	if len(moves) == 0 {
		return s.leaf(n, received), nil
	}
	w := s.hooks.Enter(n, received)
	value, line := s.hooks.Start(n, w), []string(nil)
	s.rows(s.hooks.EntryRows(Row{n, value, w}))
	for i, move := range moves {
		child := s.child(n, move)
		result, rest := s.visit(child, s.hooks.HandDown(n, value, w, received))
		w = s.hooks.Resume(w, s.left)
		u := Update{Node: n, Child: move, ChildAgain: child.ExtraTurn, Result: result, ValueBefore: value,
			OldWindow: w, NewWindow: w,
			LastOfNode: i == len(moves)-1}
		if s.hooks.better(u, line) {
			value, line = result, append([]string{move}, rest...)
			s.hooks.Improved(n, child)
		}
		u.Value = value
		if s.task.AlphaBeta {
			u.Cut = s.hooks.cuts(n, s.hooks.Tested(u), w)
			u.NewWindow = s.hooks.narrow(n, value, w)
		}
		s.hooks.TakeBack(n, move, u.Cut)
		s.rows(s.hooks.ChildRows(u))
		if u.Cut {
			s.skip(n, moves[i+1:], w)
			return s.leave(value, w, true), line
		}
		w = u.NewWindow
		if !s.hooks.GoesOn(n, child) {
			break
		}
	}
	return s.leave(value, w, false), line
}

// Expand lists the moves in the order in which they are tried, none at a leaf (log rule 1).
func (s *Search) Expand(n Node) []string {
	if s.hooks.AtLimit(n) && !s.hooks.Outlasts(n) {
		return nil
	}
	return s.hooks.Order(n, n.Moves())
}

// leaf logs a leaf and returns its value (log rule 1).
func (s *Search) leaf(n Node, w Window) int {
	value := s.hooks.Searched(n, s.Value(n))
	s.left = w
	s.rows(s.hooks.LeafRows(Row{n, value, w}))
	return value
}

// Value returns the value of a leaf (docs/rules/README.md, "Evaluation").
func (s *Search) Value(n Node) int {
	s.Last = n.Position
	return s.hooks.Leaf(n, n.Evaluate())
}

// skip leaves out the children that a cut prunes: they log nothing (log rule 4).
func (s *Search) skip(n Node, moves []string, w Window) {
	if !s.hooks.LogSkipped(n) {
		return
	}
	for _, move := range moves {
		child := s.child(n, move)
		s.rows([]Row{{child, s.hooks.Start(child, w), w}})
	}
}

// leave returns the return value of a node.
func (s *Search) leave(value int, w Window, cut bool) int {
	s.left = w
	if !s.task.AlphaBeta {
		return value
	}
	return s.hooks.Return(value, w, cut)
}

// bound gives up if a fault makes the search exceed its limits.
func (s *Search) bound() {
	if s.hooks.bounded && (s.bytes > MaxLog || s.nodes > MaxNodes) {
		panic(mutant.ErrGaveUp)
	}
}

// A Dialect is the way in which an assignment writes its log.
type Dialect struct {
	Header        string // "" if the log has no header
	Separator     string
	Infinity      string
	MinusInfinity string
	Window        bool // rows end with alpha and beta
}

// The dialect of squirrel, mancala and reversi, without and with the window.
var (
	Minimax   = Dialect{"Node,Depth,Value", ",", "Infinity", "-Infinity", false}
	AlphaBeta = Dialect{"Node,Depth,Value,Alpha,Beta", ",", "Infinity", "-Infinity", true}
)

// header logs the first line, if the assignment has a header.
func (s *Search) header() {
	if s.dialect.Header != "" {
		s.Log = append(s.Log, s.dialect.Header)
	}
}

// rows logs lines.
func (s *Search) rows(rows []Row) {
	if s.task.Dialect == nil {
		return
	}
	for _, r := range rows {
		if s.hooks.Logged(r.Node) {
			s.row(r)
		}
	}
}

// row logs one line.
func (s *Search) row(r Row) {
	cells := make([]string, 0, 5)
	cells = append(cells, s.hooks.Label(r.Node), strconv.Itoa(s.hooks.Depth(r.Node)), s.Number(r.Value))
	if s.dialect.Window {
		cells = append(cells, s.Number(r.Alpha), s.Number(r.Beta))
	}
	line := strings.Join(s.hooks.Columns(cells), s.dialect.Separator)
	s.Log = append(s.Log, line)
	if s.hooks.stop != nil && s.hooks.stop(line) {
		panic(mutant.ErrStopped)
	}
	s.bytes += len(line) + 1
	s.bound()
}

// Number writes a value: a plain integer or an infinity (docs/rules/README.md, "Two facts worth
// checking first").
func (s *Search) Number(value int) string {
	switch s.hooks.Infinite(value) {
	case 1:
		return s.dialect.Infinity
	case -1:
		return s.dialect.MinusInfinity
	}
	return s.hooks.Number(value)
}
