package decision

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// A wrong line of a log has one of a few kinds. Either the log ends there, or the line has other columns than
// the log. Or it belongs to another node than the one that is due; its name and depth show which node: one
// above, a child, or another child of the parent. Or it belongs to the right node and has another depth, value
// or window. A step determines the kind together with the line, because the same value means one thing where a
// node is entered and another where a child has returned.

// differ adds the decision that the program's line shows to the explanation.
func (w words) differ(e *Explanation) {
	want, _ := parse(e.Want, w.columns)
	got, parsed := parse(e.Got, w.columns)
	other := got.name != want.name || got.depth != want.depth
	extraOf := w.parentOfNamesake(got)
	var k kind
	switch {
	case w.endsAt(e, parsed):
		k, e.Errors = "ends-early", []string{"the program's log ends before or within this line"}
	case !parsed || w.columns > len(columnNames):
		k, e.Errors = "columns", []string{fmt.Sprintf("the program's line has %d columns, want %d",
			len(scan.Words(e.Got)), len(scan.Words(e.Want)))}
	case extraOf != nil:
		k, e.Errors = w.x.extraChild(*extraOf, got.name)
	case other && w.before != nil && w.previous != "" && e.Got == w.previous:
		k, e.Errors = "line-twice", []string{fmt.Sprintf("the program writes the line of %s twice", got.name)}
	case got.name != want.name || other && (w.isAbove(got) || w.ofChild(got)): // a pass below a pass has its name
		k, e.Errors = w.otherNode(e, got, want)
	default:
		for i, text := range got.columns {
			if text != want.columns[i] {
				e.Errors = append(e.Errors,
					fmt.Sprintf("%s is %s, want %s", columnNames[i], text, want.columns[i]))
			}
		}
		if len(e.Errors) == 0 {
			e.Errors = []string{"the columns are right, but for blanks"}
		}
		k = w.otherColumn(got, want)
		if v, ok := Value(got.value); ok && w.Kind == replay.Leaf && !other && v != w.Value {
			e.Leaf = &v
		}
	}
	w.x.decide(e, k, w.marks()...)
}

// columnNames are the names of the columns after a node's name.
var columnNames = []string{"depth", "value", "alpha", "beta"}

// endsAt reports whether the program's log ends before or within the line. In a file whose last line names the
// chosen move, that line may stand there.
func (w words) endsAt(e *Explanation, parsed bool) bool {
	last := len(w.rest) == 0
	return e.Ended == "got" ||
		last && len(e.Got) < len(e.Want) && strings.HasPrefix(e.Want, e.Got) && w.x.cut(e) ||
		last && !parsed && w.x.turns.File == e.File && w.x.turns.First == 0
}

// marks returns the properties that may distinguish this step from others of its kind.
func (w words) marks() []string {
	marks := []string{w.kind() + " node", w.board.Mover + " to move"}
	add := func(holds bool, mark string) {
		if holds {
			marks = append(marks, mark)
		}
	}
	add(w.Ply == 0, "the root")
	add(!slices.ContainsFunc(w.board.Pieces,
		func(p replay.Piece) bool { return p.Text == "" || isNumber(p.Text) }), "a full board")
	add(w.over, "no move left")
	if w.Ply > 0 {
		siblings := w.nodes[w.Ply-1].moves
		add(len(siblings) > 1 && slices.Index(siblings, w.Name) == 0, "the first child of its parent")
		add(len(siblings) == 1, "the only child of its parent")
	}
	if w.Kind == replay.Update {
		add(w.Index == 0 && len(w.Moves) > 1, "after the first child")
		add(w.Index == len(w.Moves)-1, "after the last child")
		add(w.Cut, "a cut is due")
		add(w.Returned == w.ValueBefore, "the child's value equals the node's")
	}
	return marks
}

// otherColumn returns the kind of the first column in which two lines of a node differ.
func (w words) otherColumn(got, want line) kind {
	v, ok := Value(got.value)
	infinite := v == replay.Inf || v == -replay.Inf
	switch {
	case got.depth != want.depth:
		return "depth"
	case got.value == want.value && slices.Equal(got.window, want.window):
		return "columns"
	case got.value == want.value:
		return w.otherWindow(got, want)
	case !ok || v == w.Value:
		return "spelling"
	case w.Kind == replay.Enter:
		return w.entryValue(v)
	case w.Kind == replay.Leaf && infinite:
		return w.leafEntered()
	case w.Kind == replay.Leaf && w.over:
		return "leaf-value-over"
	case w.Kind == replay.Leaf:
		return "leaf-value"
	}
	taken := w.Better && v == w.ValueBefore || !w.Better && v == w.Returned
	before, entry := w.nodes[w.Ply].before, w.child.entry
	bound := v == before[0] || v == before[1] || !infinite && (v == entry[0] || v == entry[1])
	if bound && !taken {
		return "fail-hard"
	}
	return "value-of-child"
}

// entryValue returns the kind of a wrong value at the entry of a node.
func (w words) entryValue(v int32) kind {
	next, ok := w.following(0)
	switch {
	case v == -w.Value:
		return "other-infinity"
	case !ok || w.isAbove(next): // no child follows
		return "leaf-too-early"
	case v > 9999 || v < -9999:
		return "spelling"
	}
	return "entry-value"
}

// movesAgain reports whether the side to move also made the move into the node.
func (w words) movesAgain() bool { return w.Ply > 0 && w.nodes[w.Ply-1].max == w.Max }

// leafEntered returns the kind of an infinite value of a leaf, according to the lines that follow.
func (w words) leafEntered() kind {
	next, ok := w.following(0)
	v, _ := Value(next.value)
	switch {
	case ok && next.of(w.nodes[w.Ply]) && v == w.Value:
		return "line-twice"
	case w.over && ok && w.isAbove(next):
		return "end-infinite"
	case w.over:
		return "end-missed"
	case ok && w.isAbove(next):
		return "leaf-value"
	}
	return "limit-passed"
}

// otherWindow returns the kind of a wrong window. Where the node is cut, the window shows whether the program
// goes on.
func (w words) otherWindow(got, want line) kind {
	next, ok := w.following(0)
	gotBounds, known := got.bounds()
	right, _ := want.bounds()
	switch {
	case ok && w.Cut && slices.Contains(w.Moves[w.Index+1:], next.name):
		return missedCut(&w.Step)
	case known && gotBounds == right:
		return "spelling"
	case known && mirrored(gotBounds, right):
		return "window-negated"
	case w.Kind == replay.Leaf:
		return "window-of-leaf"
	case w.Kind == replay.Enter:
		return "window-handed"
	}
	return "window-narrowed"
}

// missedCut returns the kind of a program that continues at a node where a cut is due.
func missedCut(step *replay.Step) kind {
	if step.Max && step.Value == step.Beta || !step.Max && step.Value == step.Alpha {
		return "cut-strict"
	}
	return "cut-missed"
}

// following returns the i-th of the program's lines after the wrong one, from 0.
func (w words) following(i int) (l line, ok bool) {
	if i >= len(w.rest) {
		return l, false
	}
	return parse(w.rest[i], w.columns)
}

// otherNode returns the kind of a line that has the name or the depth of another node, and a description.
func (w words) otherNode(e *Explanation, got, want line) (k kind, sentences []string) {
	if got.depth == strconv.Itoa(w.Depth) || !w.isAbove(got) {
		if k := w.otherName(e, got, want); k != "" {
			return k, []string{fmt.Sprintf("the program writes %q for the name of the node, want %q", got.name, w.Name)}
		}
	}
	sentences = []string{fmt.Sprintf("the program is at %s, want the line of %s", got.name, w.Name)}
	before, parent := w.before, w.nodes[w.Ply]
	if before != nil && before.Cut && slices.Contains(before.Moves[before.Index+1:], got.name) {
		return missedCut(before), sentences
	}
	if w.Kind == replay.Update {
		later := slices.Contains(w.Moves[w.Index+1:], got.name) && got.childOf(parent)
		switch {
		case got.childOf(*w.child) && !before.Cut:
			return w.x.extraChild(*w.child, got.name)
		case later || w.isAbove(got):
			return "no-line-after-child", sentences
		}
		return "another-node", sentences
	}
	if w.Kind == replay.Enter && slices.Contains(w.Moves, got.name) && got.childOf(parent) &&
		(parent.below != w.Depth || w.Ply == 0 || !slices.Contains(w.nodes[w.Ply-1].moves, got.name)) {
		return "no-entry-line", sentences
	}
	switch {
	case w.Ply == 0 && w.Kind == replay.Enter && got.depth != strconv.Itoa(w.Depth):
		return "no-entry-line", sentences
	case w.Ply == 0:
		return "another-node", sentences
	case got.of(w.nodes[w.Ply-1]):
		return "child-not-logged", sentences
	case w.isAbove(got):
		return "left-early", sentences
	case got.depth != strconv.Itoa(w.Depth):
		return "another-node", sentences
	}
	return w.otherChild(got)
}

// otherName returns the kind of a line that belongs to the right node after all, under another name. It
// returns "" if the line does not.
func (w words) otherName(e *Explanation, got, want line) kind {
	all, wanted := scan.Words(e.Got), scan.Words(e.Want)
	slices.Sort(all)
	slices.Sort(wanted)
	same, finite := slices.Equal(got.columns, want.columns), w.Value != replay.Inf && w.Value != -replay.Inf
	strange := w.x.placeOf(got.name) < 0 && !strings.EqualFold(got.name, "pass")
	switch {
	case strings.EqualFold(got.name, w.Name) && !w.x.differInPlace(got.name, w.Name):
		return "name"
	case slices.Equal(all, wanted):
		return "columns"
	case w.Ply == 0 && got.depth == want.depth && !slices.Contains(w.Moves, got.name):
		return "name"
	case same && w.Kind == replay.Update && got.name == strings.Join(scan.Words(w.Moves[w.Index]), ", "):
		return "name"
	case same && !strings.HasSuffix(got.name, ", ") && !w.x.differInPlace(got.name, w.Name) &&
		(strings.Contains(w.Name, got.name) || strings.Contains(got.name, w.Name)):
		return "name"
	case same && finite && strange: // not a move, and a value that is unlikely for another node
		return "name"
	}
	return ""
}

// otherChild returns the kind of a line of another child than the next one of the parent, and a description.
func (w words) otherChild(got line) (k kind, sentences []string) {
	parent := w.nodes[w.Ply-1]
	index := slices.Index(parent.moves, got.name)
	if index < 0 {
		return w.x.extraChild(parent, got.name)
	}
	sentences = []string{fmt.Sprintf("the program is at %s, want %s: %s", got.name, w.Name, parent.order())}
	if index < slices.Index(parent.moves, w.Name) || w.reachesNode() {
		return "another-order", sentences
	}
	return "move-missing", sentences
}

// order lists the moves of a node.
func (n node) order() string {
	return fmt.Sprintf("the moves of %s are, in order, %s", n.name, list(n.moves))
}

// extraChild returns the kind of a child that is not due at a node, and a description.
func (x *explainer) extraChild(n node, name string) (k kind, sentences []string) {
	if slices.Contains(n.moves, name) {
		return "another-order", []string{fmt.Sprintf("the program is at %s again: %s", name, n.order())}
	}
	sentences = []string{fmt.Sprintf("the program is at %s, which is no move of %s: %s", name, n.name, n.order())}
	index := x.placeOf(name)
	if index >= 0 {
		piece := n.board.Pieces[index]
		theirs := n.max && piece.Side < 0 || !n.max && piece.Side > 0
		if theirs && isNumber(piece.Text) && piece.Text != "0" || slices.Contains(n.opponentMoves, name) {
			return "illegal-theirs", sentences
		}
	}
	return "illegal-move", sentences
}

// placeOf returns the index of the place at which a move is made, or -1.
func (x *explainer) placeOf(move string) int {
	return slices.IndexFunc(x.stage.Places, func(p replay.Place) bool { return replay.MadeAt(move, p.Name) })
}

// differInPlace reports whether two names belong to moves at different places.
func (x *explainer) differInPlace(a, b string) bool {
	index, other := x.placeOf(a), x.placeOf(b)
	return index >= 0 && other >= 0 && index != other
}

// chooser returns the node at which the program has wrong moves, if it is not the node of the line that is
// due. Otherwise it returns nil.
func (w words) chooser(e *Explanation) *node {
	general := e.Decision.General().Key
	switch {
	case general != "other-moves" && general != "another-order":
		return nil
	case w.Kind == replay.Update:
		return w.child
	case w.Ply > 0:
		return &w.nodes[w.Ply-1]
	}
	return nil
}

// parentOfNamesake returns the node of a chain of turns if the line belongs to its child, although the line has
// the name and depth of the node itself, or nil. The child's move is one that the rules do not allow, since a
// chain may begin with the node's own move.
func (w words) parentOfNamesake(got line) (n *node) {
	if w.Kind == replay.Update {
		n = w.child
	} else if w.Ply > 0 {
		n = &w.nodes[w.Ply-1]
	}
	if n == nil || n.below != n.depth || !got.of(*n) || slices.Contains(n.moves, got.name) || n.mayWrite(got) {
		return nil
	}
	return n
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
	return !windows || cut || bounds != n.window || n.window.narrow(bound, v) == n.window
}

// ofChild reports whether a line has the depth and the name of a move of the child that has returned,
// although a line of the node is due.
func (w words) ofChild(got line) bool {
	return w.Kind == replay.Update && got.childOf(*w.child) && slices.Contains(w.child.moves, got.name)
}

// isAbove reports whether a line belongs to a node above, by its name and depth.
func (w words) isAbove(got line) bool {
	return slices.ContainsFunc(w.nodes[:w.Ply], got.of)
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

// childOfRoot explains a line after the last step if it belongs to a child of the root, which has no child
// left. It reports whether the line does.
func (x *explainer) childOfRoot(e *Explanation, index int) (bool, error) {
	if e.GotLine == 0 || e.Got == "" {
		return false, nil
	}
	p, err := x.find(index - 1)
	if p == nil || p.Kind != replay.Update || err != nil {
		return false, err
	}
	first, _ := x.right.Line(x.stage.File, x.stage.First)
	root := &p.nodes[0]
	got, ok := parse(e.Got, len(scan.Words(strings.TrimPrefix(first, root.name))[1:]))
	if !ok || !got.childOf(*root) {
		return false, nil
	}
	if err := x.boards(p); err != nil {
		return false, err
	}
	k, sentences := x.extraChild(*root, got.name)
	e.Reasons = []string{"the search is over: the root has no other child"}
	e.Errors = sentences
	e.Board, e.Node = replay.Draw(x.stage, root.board, ""), x.node(p, first, spelling(first))
	x.decide(e, k)
	return true, nil
}
