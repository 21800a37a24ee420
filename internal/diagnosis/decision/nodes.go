package decision

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// otherNode explains a line that has the name or the depth of another node.
func (w words) otherNode(e *Explanation, got, want line) {
	var k kind
	says := ""
	if got.depth == fmt.Sprint(w.Depth) || !w.above(got) {
		k, says = w.misnamed(e, got, want)
	}
	if k == "" {
		k, says = w.misplaced(got)
	}
	if k == "" {
		k, says = w.otherChild(got)
	}
	e.Says = []string{says}
	w.x.decide(e, k, w.marks()...)
}

// misnamed explains a line that belongs to the right node after all, under another name. It returns "" if the
// line does not.
func (w words) misnamed(e *Explanation, got, want line) (k kind, says string) {
	all, wanted := Fields(e.Got), Fields(e.Want)
	slices.Sort(all)
	slices.Sort(wanted)
	right := fmt.Sprintf("the program writes %q for the name of the node, want %q", got.name, w.Name)
	switch {
	case got.name != w.Name && strings.EqualFold(got.name, w.Name) && !w.x.elsewhere(got.name, w.Name):
		return "name", right
	case slices.Equal(all, wanted):
		return "columns-order", "the program has the columns in another order"
	case w.Ply == 0 && got.depth == fmt.Sprint(w.Depth) && !slices.Contains(w.Moves, got.name):
		return "root-name", fmt.Sprintf("the program calls the root %q, want %q", got.name, w.Name)
	case w.Kind == replay.Update && got.name == strings.Join(Fields(w.Moves[w.Index]), ", ") &&
		slices.Equal(got.columns, want.columns):
		return "name-of-child", fmt.Sprintf(
			"the program's line has the name of %s, the child that has returned, want that of %s", got.name, w.Name)
	case slices.Equal(got.columns, want.columns) && !strings.HasSuffix(got.name, ", ") && !w.x.elsewhere(
		got.name, w.Name) && (strings.Contains(w.Name, got.name) || strings.Contains(got.name, w.Name)):
		return "name", right
	case slices.Equal(got.columns, want.columns) && w.Value != replay.Inf && w.Value != -replay.Inf &&
		w.x.placeOf(got.name) < 0 && !strings.EqualFold(got.name, "pass"):
		return "name", right // not a move, and a value that is unlikely for another node
	}
	return "", ""
}

// misplaced explains why a line of another node is at this place. It returns "" if the program is at another
// child of the same parent.
func (w words) misplaced(got line) (k kind, says string) {
	name := got.name
	if b := w.before; b != nil && b.Cut && slices.Contains(b.Moves[b.Index+1:], name) {
		k, equal := w.missedCut(b)
		if equal != "" {
			equal = ", " + equal
		}
		return k, fmt.Sprintf("%s was cut by the line before%s: the program goes on to %s", b.Name, equal, name)
	}
	if w.Kind == replay.Update {
		return w.afterChild(got)
	}
	switch {
	case w.Kind == replay.Enter && slices.Contains(w.Moves, name) && got.childOf(w.nodes[w.Ply]) &&
		(w.nodes[w.Ply].below != w.Depth || w.Ply == 0 || !slices.Contains(w.nodes[w.Ply-1].moves, name) &&
			w.sooner(w.nodes[w.Ply], w.nodes[w.Ply-1])):
		return "no-entry-line", fmt.Sprintf(
			"the program is at %s, a child of %s, want the line of %s when it is entered", name, w.Name, w.Name)
	case w.Ply == 0 && w.Kind == replay.Enter && got.depth != fmt.Sprint(w.Depth):
		return "no-entry-line", fmt.Sprintf("the program is at %s, want the line of %s when it is entered", name,
			w.Name)
	case w.Ply == 0:
		return "another-node", fmt.Sprintf("the program writes of %s, want %s", name, w.Name)
	case got.of(w.nodes[w.Ply-1]):
		return "child-not-logged", fmt.Sprintf("the program is back at %s, want its child %s first", name, w.Name)
	case w.above(got):
		return "left-early", fmt.Sprintf("the program is back at %s, want %s, the next child of %s", name, w.Name,
			w.nodes[w.Ply-1].name)
	}
	return "", ""
}

// afterChild explains a program that writes no line of the node after a child has returned.
func (w words) afterChild(got line) (k kind, says string) {
	k = "no-line-after-child"
	after := fmt.Sprintf("want %s after its child %s", w.Name, w.child.name)
	later := slices.Contains(w.Moves[w.Index+1:], got.name) && got.childOf(w.nodes[w.Ply])
	switch child := *w.child; {
	case got.childOf(child) && !w.before.Cut && !(later && !w.sooner(child, w.nodes[w.Ply])):
		return w.x.explainExtraChild(child, w.nodes[:w.Ply], got.name)
	case later:
		return k, fmt.Sprintf("the program goes on to %s without the line of %s after its child %s", got.name,
			w.Name, child.name)
	case w.above(got):
		return k, fmt.Sprintf("the program is back at %s, %s", got.name, after)
	}
	return "another-node", fmt.Sprintf("the program writes of %s, %s", got.name, after)
}

// chooser returns the node at which the program has wrong moves, if it is not the node of the line that is
// due. Otherwise it returns nil.
func (w words) chooser(e *Explanation) *node {
	if d := e.Decision; d == nil ||
		!slices.Contains([]string{"other-moves", "another-order"}, d.General().Key) {
		return nil
	}
	if w.Kind == replay.Update {
		return w.child
	}
	if w.Ply > 0 {
		return &w.nodes[w.Ply-1]
	}
	return nil
}

// namesake returns the node of a chain of turns if the line belongs to its child, although the line has the
// name and depth of the node itself. The child's move is one that the rules do not allow, since a chain may
// begin with the node's own move.
func (w words) namesake(got line) (n node, above []node, ok bool) {
	if w.Kind == replay.Update {
		n, above = *w.child, w.nodes
	} else if w.Ply > 0 {
		n, above = w.nodes[w.Ply-1], w.nodes[:w.Ply-1]
	}
	return n, above, n.below == n.depth && got.of(n) && !slices.Contains(n.moves, got.name) && !n.mayWrite(got)
}

// mayWrite reports whether a line can belong to a node, after the lines that the node has. The value of a max
// node never falls, and is not Infinity, which is the first value of a min node. Where the value rises above
// alpha, alpha rises with it.
func (n node) mayWrite(l line) bool {
	v, number := Value(l.value)
	if !number {
		return true
	}
	sign, bound := int32(1), 0
	if !n.max {
		sign, bound = -1, 1
	}
	best := int32(-replay.Inf)
	for _, returned := range n.returned {
		best = max(best, sign*returned)
	}
	if sign*v < best || sign*v == replay.Inf {
		return false
	}
	bounds, windows := l.bounds()
	cut := sign*v >= sign*n.window[1-bound]
	return !windows || cut || bounds != n.window || n.window.narrowed(bound, v) == n.window
}

// ofChild reports whether a line has the depth and the name of a move of the child that has returned,
// although a line of the node is due.
func (w words) ofChild(got line) bool {
	return w.Kind == replay.Update && got.childOf(*w.child) && slices.Contains(w.child.moves, got.name)
}

// explainExtraChild explains a child that is not due at a node, and returns the kind of the error.
func (x *explainer) explainExtraChild(n node, above []node, name string) (k kind, says string) {
	order := fmt.Sprintf("the moves of %s are, in order, %s", n.name, list(n.moves))
	if slices.Contains(n.moves, name) {
		return "another-order", fmt.Sprintf("the program writes of %s again: %s", name, order)
	}
	k, why := x.illegal(n, above, name)
	return k, fmt.Sprintf("the program writes of %s, which is no move of %s%s; %s", name, n.name, why, order)
}

// sooner reports whether, in the lines that follow, a line of the node this comes before any line of other.
func (w words) sooner(this, other node) bool {
	for i := 0; ; i++ {
		switch l, ok := w.following(i); {
		case !ok || l.of(other):
			return false
		case l.of(this):
			return true
		}
	}
}

// childOfRoot explains a line after the last step if it belongs to a child of the root, which has no child
// left. It reports whether the line does.
func (x *explainer) childOfRoot(e *Explanation, index int) (bool, error) {
	if e.At == 0 || e.Got == "" {
		return false, nil
	}
	p, err := x.find(index - 1)
	if p == nil || p.Kind != replay.Update || err != nil {
		return false, err
	}
	first, _ := x.right.line(x.stage.File, x.stage.First)
	root := &p.nodes[0]
	got, ok := parse(e.Got, len(Fields(strings.TrimPrefix(first, root.name))[1:]))
	if !ok || !got.childOf(*root) {
		return false, nil
	}
	if err := x.boards(p); err != nil {
		return false, err
	}
	k, says := x.explainExtraChild(*root, nil, got.name)
	e.Why = []string{"the search is over: the root has no other child"}
	e.Says = []string{says}
	e.Board, e.Node = x.board(root.board, ""), x.node(p, first, spelling(first))
	x.decide(e, k)
	return true, nil
}

// above reports whether a line belongs to a node above, by its name and depth.
func (w words) above(got line) bool {
	return slices.ContainsFunc(w.nodes[:w.Ply], got.of)
}

// otherChild explains a line of another child than the next one of the parent.
func (w words) otherChild(got line) (k kind, says string) {
	parent := w.nodes[w.Ply-1]
	order := fmt.Sprintf("the moves of %s are, in order, %s", parent.name, list(parent.moves))
	says = fmt.Sprintf("the program writes of %s, want %s: %s", got.name, w.Name, order)
	switch {
	case got.depth != fmt.Sprint(w.Depth):
		return "another-node", fmt.Sprintf("the program writes of %s at depth %s, want %s, a child of %s", got.name,
			got.depth, w.Name, parent.name)
	case !slices.Contains(parent.moves, got.name):
		return w.x.explainExtraChild(parent, w.nodes[:w.Ply-1], got.name)
	case slices.Index(parent.moves, got.name) < slices.Index(parent.moves, w.Name):
		return "another-order", fmt.Sprintf("the program is at %s again, want %s: %s", got.name, w.Name, order)
	case w.reachesNode():
		return "another-order", says
	}
	return "move-missing", says
}

// reachesNode reports whether the program comes to the node that is due before it returns from the parent.
func (w words) reachesNode() bool {
	parent, after := w.nodes[w.Ply-1], false // whether the line before is one of the parent
	for i := 0; ; i++ {
		l, ok := w.following(i)
		switch {
		case !ok || slices.ContainsFunc(w.nodes[:w.Ply-1], l.of):
			return false
		case after && l.of(w.nodes[w.Ply]):
			return true
		}
		after = l.of(parent)
	}
}
