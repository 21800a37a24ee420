// Package search holds minimax and alpha-beta as docs/rules/README.md (log rules 1 to 5) tells them,
// slow and literal, and the mistakes that people make in them.
//
// It knows no game. A game describes itself as a Position, whose moves are the names that the log
// prints, and its log as a Dialect. Each decision that people get wrong is a field of Hooks.
package search

import "math"

// A Position is a game position as the search sees it.
type Position interface {
	// Moves returns the names of the moves in expansion order. If there are none, the game ends
	// here.
	Moves() []string
	// Play returns the position after a move, and whether the same player moves again.
	Play(move string) (next Position, again bool)
	// Maximising reports whether the root player moves next.
	Maximising() bool
	// Evaluate returns the evaluation from the root player's point of view
	// (docs/rules/README.md, "Evaluation").
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
	Name  string
	Depth int
	Again bool // the move that led here gave its player an extra turn
	Max   bool // it is a max node
	Limit int  // the depth limit of the search
}

// A Window is what alpha-beta passes from a node to its children.
type Window struct{ Alpha, Beta int }

// Infinite is the window of the root.
var Infinite = Window{MinusInfinity, Infinity}

// An Update is what a child changed in its parent.
type Update struct {
	Node                   // the parent
	Child           string // the move that leads to the child
	ChildAgain      bool   // that move gave its player an extra turn
	Result          int    // what the child returned
	Before, Value   int    // the parent's value before and after
	Old, Now        Window // the parent's window before and after
	Cut, LastOfNode bool   // the child was the last to be searched; the last of all
}

// A Row is a line of the log: a node, its value and its window.
type Row struct {
	Node
	Value int
	Window
}
