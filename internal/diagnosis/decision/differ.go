package decision

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// differ says what is wrong with the program's line: which decision it shows. rest is the program's
// text behind the line.
func (w words) differ(e *Explanation) {
	if e.Ended == "got" {
		k, says := w.ended()
		e.Says = []string{says}
		w.decide(e, k)
		return
	}
	if len(w.rest) == 0 && len(e.Got) < len(e.Want) && strings.HasPrefix(e.Want, e.Got) && w.x.cut(e) {
		e.Says = []string{"the program's log ends within this line"}
		w.decide(e, &endsEarly)
		return
	}
	want, _ := parse(e.Want, w.columns)
	got, ok := parse(e.Got, w.columns)
	if x := w.x; !ok && x.turns.File == e.File && x.turns.First == 0 && len(w.rest) == 0 {
		k, says := w.ended()
		e.Says = []string{says + ": its last line, which names the chosen move, stands here"}
		w.decide(e, k)
		return
	}
	if found := Fields(e.Got); !ok && len(found) == 1 && found[0] != "" {
		e.Says = []string{"the program's line has no columns, want one of the log"}
		w.decide(e, &strayLine)
		return
	}
	if !ok || w.columns > len(columnNames) {
		e.Says = []string{fmt.Sprintf("the program's line has %d columns, want %d", len(Fields(e.Got)), w.columns+strings.Count(w.Name, ",")+1)}
		w.decide(e, &otherColumns)
		return
	}
	if n, above, ok := w.namesake(got); ok {
		k, says := w.x.besides(n, above, got.name)
		e.Says = []string{says}
		w.decide(e, k)
		return
	}
	if k, says := w.remembered(got); k != nil {
		e.Says = []string{says}
		w.decide(e, k)
		return
	}
	if w.before != nil && w.previous != "" && e.Got == w.previous && (got.name != want.name || got.depth != want.depth) {
		e.Says = []string{fmt.Sprintf("the program writes the line of %s twice", got.name)}
		w.decide(e, w.twice())
		return
	}
	if got.name != want.name || got.depth != want.depth && (w.above(got) || w.ofChild(got)) { // a pass below a pass has its name
		w.otherNode(e, got, want)
		return
	}
	for i, text := range got.columns {
		if text != want.columns[i] {
			e.Says = append(e.Says, fmt.Sprintf("%s is %s, want %s", columnNames[i], text, want.columns[i]))
		}
	}
	if len(e.Says) == 0 {
		e.Says = []string{"the columns are right, but for blanks"}
	}
	if says := overflow(got, want); says != "" {
		e.Says = append(e.Says, says)
	}
	k, says := w.column(got, want)
	e.AtLeaf = w.Kind == replay.Leaf && got.depth == want.depth && got.value != want.value
	if says != "" {
		e.Says = append(e.Says, says)
	}
	w.decide(e, k)
	if k == &windowNotNarrowed && (w.Index == len(w.Moves)-1 || w.Ply == 0 && len(w.rest) == 0) { // the node is left anyway
		e.Decision.Or = w.x.decision(&cutEarly, w.marks()...)
	}
}

// overflow says of two values that they differ as they do where a number of 8 bits is too small, or returns "".
func overflow(got, want line) string {
	is, ok := Value(got.value)
	right, _ := Value(want.value)
	infinite := func(v int32) bool { return v == replay.Inf || v == -replay.Inf }
	off := int64(is) - int64(right)
	if !ok || off == 0 || off%256 != 0 || infinite(is) || infinite(right) {
		return ""
	}
	return fmt.Sprintf("it is off by %d, a multiple of 256: a number of 8 bits may be too small for it", off)
}

// ended says how the program's log may end before this line: where the root has children left, which it leaves out, or
// anywhere.
func (w words) ended() (k *kind, says string) {
	if w.Ply != 1 || w.before.Kind != replay.Update {
		return &endsEarly, "the program's log ends before this line"
	}
	k, says = w.left("the program's log ends here")
	if k == &lastMissing {
		return &rootsLast, says
	}
	return &rootLeft, says
}

// twice returns the kind of writing the line before again.
func (w words) twice() *kind {
	if w.before.Kind == replay.Leaf {
		return &leafTwice
	}
	return &lineTwice
}

// columnNames are what the columns behind a node's name hold.
var columnNames = []string{"depth", "value", "alpha", "beta"}

// decide sets the decision, and what marks the place.
func (w words) decide(e *Explanation, k *kind) {
	marks := w.marks()
	if (k == &leafTooEarly || specials[k] == &leafTooEarly) && w.aboveLeaves(e) {
		marks = append(marks, "its children are leaves")
	}
	w.x.decide(e, k, marks...)
}

// aboveLeaves reports whether the right line behind that of an explanation, one of the first of the log, is of a child that is a leaf.
func (w words) aboveLeaves(e *Explanation) bool {
	next := span(w.x.right.files[e.File].begin, e.Line+1, 1)
	if len(next) == 0 {
		return false
	}
	child, ok := parse(next[0], w.columns)
	v, isValue := Value(child.value)
	return ok && child.depth == strconv.Itoa(w.Depth+1) && isValue && v != replay.Inf && v != -replay.Inf
}

// marks tells what may set this step apart from others of its kind.
func (w words) marks() []string {
	marks := []string{w.kind() + " node", w.board.Mover + " to move"}
	add := func(holds bool, mark string) {
		if holds {
			marks = append(marks, mark)
		}
	}
	add(w.Ply == 0, "the root")
	add(!slices.ContainsFunc(w.board.Pieces, func(p replay.Piece) bool { return p.Text == "" || isNumber(p.Text) }), "a full board")
	add(w.over, "no move left")
	if w.Ply > 0 {
		siblings := w.nodes[w.Ply-1].moves
		add(len(siblings) > 1 && slices.Index(siblings, w.Name) == 0, "the first child of its parent")
		add(len(siblings) == 1, "the only child of its parent")
	}
	if w.Kind == replay.Update {
		add(w.Index == 0 && len(w.Moves) > 1, "after the first child")
		add(w.Index == len(w.Moves)-1, "after the last child")
		add(w.Cut, "the node is cut")
		add(w.Returned == w.Before, "the child's value equals the node's")
	}
	return marks
}

// otherWindow returns the kind of another window.
func (w words) otherWindow(got, want line) (k *kind, says string) {
	is, ok := got.bounds()
	right, _ := want.bounds()
	switch {
	case !ok && got.overflows(want):
		return &windowOverflow, ""
	case !ok || is == right:
		return &infinitySpelling, ""
	case w.Kind == replay.Update:
		return w.otherUpdate(is, right)
	}
	return w.otherEntry(is, right)
}

// otherUpdate returns the kind of another window after a child has returned. The cases go from the particular to
// the general, for the first that fits is told, as in otherEntry.
func (w words) otherUpdate(is, right window) (k *kind, says string) {
	own := w.bound()
	switch {
	case w.Cut:
		return &windowAtCut, w.atCut()
	case mirrored(is, right):
		return &windowNegated, ""
	case is == w.nodes[w.Ply].before:
		if says := w.cutEarly(right); says != "" {
			return &cutEarly, says
		}
		return &windowNotNarrowed, ""
	case w.child != nil && is == w.child.window:
		return &windowOfChild, ""
	case is[own] == w.Value && is[1-own] == right[1-own]:
		return &windowWidened, ""
	}
	return &windowNarrowed, ""
}

// atCut says what the program does after a line of a cut whose window has changed.
func (w words) atCut() string {
	if next, ok := w.following(0); ok && w.above(next) && w.Index < len(w.Moves)-1 { // behind the last child nothing is cut
		return "it is cut all the same: the window is changed before the test, or before the line"
	}
	return ""
}

// cutEarly says how the program leaves a node behind a line as that of a cut, or returns "".
func (w words) cutEarly(right window) string {
	next, ok := w.following(0)
	if !ok || !w.above(next) || w.Index == len(w.Moves)-1 { // behind the last child every node is left
		return ""
	}
	bound := "less than beta"
	if !w.Max {
		bound = "greater than alpha"
	}
	return fmt.Sprintf("%s is %s = %s, and the program is back at %s", w.number(w.Value), bound, w.number(right[1-w.bound()]), next.name)
}

// otherEntry returns the kind of another window in the first line of a node.
func (w words) otherEntry(is, right window) (k *kind, says string) {
	switch {
	case is == open && w.Kind == replay.Leaf:
		return &windowOpenAtLeaf, ""
	case is == open:
		return &windowOpen, ""
	case w.Kind == replay.Leaf && is == right.narrowed(w.bound(), w.Value):
		return &windowOfLeaf, ""
	case w.Ply > 0 && is == w.nodes[w.Ply-1].entry:
		return &windowOfEntry, ""
	case mirrored(is, right):
		return &windowNegated, ""
	case slices.ContainsFunc(w.nodes[:w.Ply], func(on node) bool { return is == on.window || is == on.entry }):
		return &windowOfOther, ""
	}
	return &windowHanded, ""
}

// bound is the index of the bound that the node's value may move: alpha at max nodes, beta at min nodes.
func (w words) bound() int {
	if w.Max {
		return 0
	}
	return 1
}
