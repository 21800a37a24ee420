package search

// A Watcher is told of every step of a search. It is for those who want to know
// what a search meets; a search without one pays next to nothing for it.
type Watcher[S any] interface {
	// Enter tells that the search comes to an interior node, with its moves in expansion order.
	Enter(n Node[S], moves []Move)
	// Play tells that a move was played from a node; turn is what it gave.
	Play(n Node[S], m Move, child *S, turn Turn)
	// Return tells that a child has returned, before the node heeds its value.
	Return(n Node[S], r Return)
	// Leaf tells of a leaf.
	Leaf(n Node[S], value int32)
}

// A Node is a node of the tree. Its state is valid only during the call.
type Node[S any] struct {
	Ply         int  // distance from the root
	Move        Move // the one that led here, or trace.Root
	Depth       int
	Max         bool
	Turn        Turn // what the move into it gave
	State       *S
	Alpha, Beta int32 // its window so far
}

// A Return is a child's value as the node above sees it.
type Return struct {
	Index, Moves int   // the child is the Index-th, from 0, of so many
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
