package search

// A Watcher is told of every step of a search. It is for those who want to know
// what a search meets; a search without one pays next to nothing for it.
type Watcher[S any] interface {
	// Play tells that a move was played from a node; turn is what it gave.
	Play(n Node[S], m Move, child *S, turn Turn)
	// Return tells that a child has returned, before the node heeds its value.
	Return(n Node[S], r Return)
	// Leaf tells of a leaf.
	Leaf(n Node[S], value int32)
}

// A Node is a node of the tree. Its state is valid only during the call.
type Node[S any] struct {
	Ply   int  // distance from the root
	Move  Move // the one that led here, or trace.Root
	Depth int
	Max   bool
	Turn  Turn // what the move into it gave
	State *S
}

// A Return is a child's value as the node above sees it.
type Return struct {
	Index, Moves int   // the child is the Index-th, from 0, of so many
	Value        int32 // of the child
	Best         int32 // the node's value so far, ±Inf before the first child
	Alpha, Beta  int32 // the node's window so far
	Prune        bool  // whether the search cuts
}

// Cuts reports whether the value ends the node, and whether it just meets the
// bound of the window.
func (r Return) Cuts(maxNode bool) (cut, equal bool) {
	if !r.Prune {
		return false, false
	}
	if maxNode {
		v := max(r.Best, r.Value)
		return v >= r.Beta, v == r.Beta
	}
	v := min(r.Best, r.Value)
	return v <= r.Alpha, v == r.Alpha
}
