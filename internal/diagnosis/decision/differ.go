package decision

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// differ adds the decision that the program's line shows to the explanation.
func (w words) differ(e *Explanation) {
	var k kind
	if k, e.Says = w.whole(e); k == "" {
		w.compared(e)
		return
	}
	w.x.decide(e, k, w.marks()...)
}

// whole returns the kind of a line that is wrong as a whole, not in some columns, and a description. The kind
// is "" if the line is not wrong as a whole.
func (w words) whole(e *Explanation) (k kind, says []string) {
	one := func(k kind, says string) (kind, []string) { return k, []string{says} }
	if e.Ended == "got" {
		return one("ends-early", "the program's log ends before this line")
	}
	if len(w.rest) == 0 && len(e.Got) < len(e.Want) && strings.HasPrefix(e.Want, e.Got) && w.x.cut(e) {
		return one("ends-early", "the program's log ends within this line")
	}
	want, _ := parse(e.Want, w.columns)
	got, ok := parse(e.Got, w.columns)
	if x := w.x; !ok && x.turns.File == e.File && x.turns.First == 0 && len(w.rest) == 0 {
		return one("ends-early",
			"the program's log ends before this line: its last line, which names the chosen move, stands here")
	}
	found := Fields(e.Got)
	if !ok || w.columns > len(columnNames) {
		columns := w.columns + strings.Count(w.Name, ",") + 1
		return one("columns", fmt.Sprintf("the program's line has %d columns, want %d", len(found), columns))
	}
	if n, above, ok := w.namesake(got); ok {
		return one(w.x.explainExtraChild(n, above, got.name))
	}
	other := got.name != want.name || got.depth != want.depth
	if w.before != nil && w.previous != "" && e.Got == w.previous && other {
		return one("line-twice", fmt.Sprintf("the program writes the line of %s twice", got.name))
	}
	return "", nil
}

// compared explains in which columns the program's line differs, or that the line belongs to another node.
func (w words) compared(e *Explanation) {
	want, _ := parse(e.Want, w.columns)
	got, _ := parse(e.Got, w.columns)
	// a pass below a pass has its name
	if got.name != want.name || got.depth != want.depth && (w.above(got) || w.ofChild(got)) {
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
	k, says := w.column(got, want)
	e.AtLeaf = w.Kind == replay.Leaf && got.depth == want.depth && got.value != want.value
	if says != "" {
		e.Says = append(e.Says, says)
	}
	w.x.decide(e, k, w.marks()...)
}

// columnNames are the names of the columns after a node's name.
var columnNames = []string{"depth", "value", "alpha", "beta"}

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
		add(w.Returned == w.Before, "the child's value equals the node's")
	}
	return marks
}

// otherWindow returns the kind of a wrong window.
func (w words) otherWindow(got, want line) kind {
	is, ok := got.bounds()
	right, _ := want.bounds()
	switch {
	case ok && is == right:
		return "infinity-spelling"
	case ok && mirrored(is, right):
		return "window-negated"
	case w.Kind == replay.Leaf:
		return "window-of-leaf"
	case w.Kind == replay.Enter:
		return "window-handed"
	case is == w.nodes[w.Ply].before:
		return "window-not-narrowed"
	case w.child != nil && is == w.child.window:
		return "window-of-child"
	}
	return "window-narrowed"
}

// illegal describes the error in a move that the node parent does not have, and returns its kind. above holds
// the nodes above parent.
func (x *explainer) illegal(parent node, above []node, name string) (k kind, says string) {
	of := ""
	for _, on := range above {
		if of == "" && slices.Contains(on.moves, name) {
			of = ", but one of " + on.name
		}
	}
	k = "illegal-move"
	at := x.placeOf(name)
	switch {
	case at < 0 && strings.EqualFold(name, "pass"):
		return k, ", which has others"
	case at < 0 && of != "":
		return k, of
	case at < 0:
		return "no-such-place", ", nor has the board a place of that name"
	}
	place, piece := x.stage.Places[at], parent.board.Pieces[at]
	switch says = x.linked(parent, at, name); {
	case piece.Text == "0":
		return k, ": " + place.Name + " is empty"
	case isNumber(piece.Text) && (parent.max && piece.Side < 0 || !parent.max && piece.Side > 0):
		return "illegal-theirs", ": " + place.Name + " is the other side's"
	case piece.Text != "" && !isNumber(piece.Text):
		return k, ": " + place.Name + " has " + piece.Text + " already"
	case slices.Contains(parent.theirs, name):
		return "illegal-theirs", ", though it would be one of the other side's"
	case says != "":
		return k, says
	}
	return k, of
}

// placeOf returns the index of the place at which a move is made, or -1.
func (x *explainer) placeOf(move string) int {
	return slices.IndexFunc(x.stage.Places, func(p replay.Place) bool { return MadeAt(move, p.Name) })
}

// elsewhere reports whether two names belong to moves at different places.
func (x *explainer) elsewhere(a, b string) bool {
	at, other := x.placeOf(a), x.placeOf(b)
	return at >= 0 && other >= 0 && at != other
}

// linked explains why a place cannot get the piece that a move names, if the board is a graph.
func (x *explainer) linked(parent node, at int, name string) string {
	if len(x.stage.Links) == 0 {
		return ""
	}
	taken, coloured := "", false
	for _, link := range x.stage.Links {
		other := link[0] + link[1] - at
		if link[0] != at && link[1] != at {
			continue
		}
		text := parent.board.Pieces[other].Text
		coloured = coloured || text != ""
		if text != "" && strings.HasSuffix(name, " "+text) {
			taken = x.stage.Places[other].Name + " next to it has " + text
		}
	}
	switch {
	case taken != "":
		return ": " + taken
	case !coloured:
		return ": no neighbour of " + x.stage.Places[at].Name + " has anything"
	}
	return ""
}
