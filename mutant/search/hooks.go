package search

import "strconv"

// Hooks are the decisions of a search. Right returns the right ones; a mutation replaces some.
type Hooks struct {
	// The task: which search is run, and whether a log is kept.
	Task func(t Task) Task
	// RootName returns the name of the root, given the assignment's name for it.
	RootName func(name string) string
	// Order returns the moves of a node in the order in which they are tried.
	Order func(n Node, moves []string) []string

	// AtLimit reports whether a node is at the depth limit, which makes it a leaf.
	AtLimit func(n Node) bool
	// Outlasts reports whether a node is expanded even at the limit.
	Outlasts func(n Node) bool
	// ChildDepth returns the depth of the node that a move leads to.
	ChildDepth func(n Node, move string) int

	// Max reports whether a node is a max node. Its Max is not set yet.
	Max func(n Node) bool
	// Start returns the value that a node starts from.
	Start func(n Node, w Window) int
	// BetterAtMax and BetterAtMin report whether a child's value replaces the node's.
	BetterAtMax, BetterAtMin func(v, best int) bool
	// Tie reports whether a move replaces the best one so far, to which it is equal.
	Tie func(n Node, move, best string) bool
	// Improved is called for each child that becomes its node's best.
	Improved func(n, child Node)
	// GoesOn reports whether a node that is not cut has its next child searched after this one.
	GoesOn func(n, child Node) bool
	// Leaf returns the value of a leaf whose evaluation is v.
	Leaf func(n Node, v int) int
	// Searched returns the value of a leaf to a search. A game that looks one ply ahead without a search uses v.
	Searched func(n Node, v int) int
	// Choose returns the line of play to act on, given the best one, and Unchosen that where no child
	// became the root's best.
	Choose   func(root Position, line []string) []string
	Unchosen func(root Position) []string

	// Enter returns the window that a node works with, given the one that it was handed.
	Enter func(n Node, handed Window) Window
	// HandDown returns the window for a child of a node whose value is v, whose window is w and was
	// handed when the search entered it.
	HandDown func(n Node, v int, w, handed Window) Window
	// Resume returns the window that a node goes on with after a child, given its own and the one
	// that the child arrived at.
	Resume func(w, left Window) Window
	// Tested returns the value of a node that decides whether it is cut.
	Tested func(u Update) int
	// MayCut reports whether the node can be cut at all.
	MayCut func(n Node) bool
	// CutAtMax and CutAtMin report whether the node's other children need no search.
	CutAtMax, CutAtMin func(v int, w Window) bool
	// NarrowAtMax and NarrowAtMin return the window after a child that did not cut.
	NarrowAtMax, NarrowAtMin func(v int, w Window) Window
	// Return returns the return value of a node that is cut or has searched all its children.
	Return func(v int, w Window, cut bool) int
	// TakeBack undoes a move on a board that all positions share. cut is set if the move cut the node.
	TakeBack func(n Node, move string, cut bool)

	// EntryRows, LeafRows and ChildRows return the lines for a node that the search enters, a leaf,
	// and a node one of whose children has been searched.
	EntryRows, LeafRows func(r Row) []Row
	ChildRows           func(u Update) []Row
	// LogSkipped reports whether a node logs the children that its cut leaves out.
	LogSkipped func(n Node) bool
	// Logged reports whether a node has lines in the log.
	Logged func(n Node) bool

	// Dialect returns the way to write the log, given the assignment's.
	Dialect func(d Dialect) Dialect
	// Label and Depth return how a node and its depth are shown.
	Label func(n Node) string
	Depth func(n Node) int
	// Infinite returns 1 for a value shown as infinity, -1 for minus infinity and 0 for others.
	Infinite func(v int) int
	// Number returns how a finite value is shown.
	Number func(v int) string
	// Columns returns the cells of a row as they are written.
	Columns func(cells []string) []string
	// File returns the text of an output file as it is written.
	File func(text string) string

	bounded bool // give up a search that exceeds the limits
	stop    func(row string) bool
}

// StopAt makes the search ask stop about each row of its log, and panic with mutant.ErrStopped where it
// returns true.
func (h *Hooks) StopAt(stop func(row string) bool) { h.stop = stop }

// Right returns hooks that make all decisions correctly. faulty is set if mutations will change them; a
// search that exceeds its limits is then abandoned.
func Right(faulty bool) Hooks {
	h := Hooks{bounded: faulty}
	h.rightTree()
	h.rightWindow()
	h.rightLog()
	return h
}

// rightTree sets the hooks for the tree and the chosen move.
func (h *Hooks) rightTree() {
	h.Task = func(t Task) Task { return t }
	h.RootName = func(name string) string { return name }
	h.Order = func(_ Node, moves []string) []string { return moves }
	h.AtLimit = func(n Node) bool { return n.Depth >= n.Limit }
	// docs/rules/mancala.md rule 9; other games have no extra turns.
	h.Outlasts = func(n Node) bool { return n.ExtraTurn }
	// After an extra turn the depth stays the same: docs/rules/mancala.md rule 8.
	h.ChildDepth = func(n Node, _ string) int {
		if n.ExtraTurn {
			return n.Depth
		}
		return n.Depth + 1
	}
	h.Max = func(n Node) bool { return n.Maximising() }
	h.Start = func(n Node, _ Window) int { // log rule 2
		if n.Max {
			return MinusInfinity
		}
		return Infinity
	}
	// Only a strictly better value replaces the best, so of equal moves the first is chosen: log rules 3 and 5.
	h.BetterAtMax = func(v, best int) bool { return v > best }
	h.BetterAtMin = func(v, best int) bool { return v < best }
	h.Tie = func(_ Node, _, _ string) bool { return false }
	h.Improved = func(_, _ Node) {}
	h.GoesOn = func(_, _ Node) bool { return true }
	h.Leaf = func(_ Node, v int) int { return v }
	h.Searched = func(_ Node, v int) int { return v }
	h.Choose = func(_ Position, line []string) []string { return line }
	h.Unchosen = func(Position) []string { return nil }
}

// rightWindow decides about cuts (log rules 2 and 3).
func (h *Hooks) rightWindow() {
	h.Enter = func(_ Node, handed Window) Window { return handed }
	h.HandDown = func(_ Node, _ int, w, _ Window) Window { return w }
	h.Resume = func(w, _ Window) Window { return w }
	h.Tested = func(u Update) int { return u.Value }
	h.MayCut = func(Node) bool { return true }
	h.CutAtMax = func(v int, w Window) bool { return v >= w.Beta }
	h.CutAtMin = func(v int, w Window) bool { return v <= w.Alpha }
	h.NarrowAtMax = func(v int, w Window) Window { return Window{max(w.Alpha, v), w.Beta} }
	h.NarrowAtMin = func(v int, w Window) Window { return Window{w.Alpha, min(w.Beta, v)} }
	h.Return = func(v int, _ Window, _ bool) int { return v } // fail-soft
	h.TakeBack = func(Node, string, bool) {}                  // each position has a board of its own
}

// rightLog sets the hooks for the rows of the log and their form.
func (h *Hooks) rightLog() {
	h.LeafRows = func(r Row) []Row { return []Row{r} }  // log rule 1
	h.EntryRows = func(r Row) []Row { return []Row{r} } // log rule 2
	h.ChildRows = func(u Update) []Row {                // log rule 3: the window of a cut is unchanged
		if u.Cut {
			return []Row{{u.Node, u.Value, u.OldWindow}}
		}
		return []Row{{u.Node, u.Value, u.NewWindow}}
	}
	h.LogSkipped = func(Node) bool { return false } // log rule 4
	h.Logged = func(Node) bool { return true }
	h.Dialect = func(d Dialect) Dialect { return d }
	h.Label = func(n Node) string { return n.Name }
	h.Depth = func(n Node) int { return n.Depth }
	h.Infinite = func(v int) int {
		switch {
		case v >= Won:
			return 1
		case v <= -Won:
			return -1
		}
		return 0
	}
	h.Number = strconv.Itoa
	h.Columns = func(cells []string) []string { return cells }
	h.File = func(text string) string { return text }
}

// better reports whether a child's value replaces the value of the node. line is empty if the node has no
// best move yet.
func (h *Hooks) better(u Update, line []string) bool {
	if u.Result == u.ValueBefore && len(line) > 0 && h.Tie(u.Node, u.Child, line[0]) {
		return true
	}
	if u.Max {
		return h.BetterAtMax(u.Result, u.ValueBefore)
	}
	return h.BetterAtMin(u.Result, u.ValueBefore)
}

// cuts reports whether the node's other children need no search.
func (h *Hooks) cuts(n Node, v int, w Window) bool {
	if !h.MayCut(n) {
		return false
	}
	if n.Max {
		return h.CutAtMax(v, w)
	}
	return h.CutAtMin(v, w)
}

// narrow returns the window after a child that did not cut.
func (h *Hooks) narrow(n Node, v int, w Window) Window {
	if n.Max {
		return h.NarrowAtMax(v, w)
	}
	return h.NarrowAtMin(v, w)
}

// Files writes the output files: their texts by name.
func (h *Hooks) Files(texts map[string]string) map[string]string {
	files := map[string]string{}
	for name, text := range texts {
		files[name] = h.File(text)
	}
	return files
}
