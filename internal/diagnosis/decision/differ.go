package decision

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// differ says which decision the program's line shows.
func (w words) differ(e *Explanation) {
	var k kind
	if k, e.Says = w.whole(e); k == "" {
		w.compared(e)
		return
	}
	w.decide(e, k)
}

// whole returns the kind of a line that is wrong as a whole, not in some columns, and what there is to say.
// The kind is "" if it is not.
func (w words) whole(e *Explanation) (k kind, says []string) {
	one := func(k kind, says string) (kind, []string) { return k, []string{says} }
	if e.Ended == "got" {
		return one(w.ended())
	}
	if len(w.rest) == 0 && len(e.Got) < len(e.Want) && strings.HasPrefix(e.Want, e.Got) && w.x.cut(e) {
		return one("ends-early", "the program's log ends within this line")
	}
	want, _ := parse(e.Want, w.columns)
	got, ok := parse(e.Got, w.columns)
	if x := w.x; !ok && x.turns.File == e.File && x.turns.First == 0 && len(w.rest) == 0 {
		k, says := w.ended()
		return one(k, says+": its last line, which names the chosen move, stands here")
	}
	found := Fields(e.Got)
	if !ok && len(found) == 1 && found[0] != "" {
		return one("stray-line", "the program's line has no columns, want one of the log")
	}
	if !ok || w.columns > len(columnNames) {
		columns := w.columns + strings.Count(w.Name, ",") + 1
		return one("columns", fmt.Sprintf("the program's line has %d columns, want %d", len(found), columns))
	}
	if n, above, ok := w.namesake(got); ok {
		return one(w.x.besides(n, above, got.name))
	}
	if k, says := w.remembered(got); k != "" {
		return one(k, says)
	}
	other := got.name != want.name || got.depth != want.depth
	if w.before != nil && w.previous != "" && e.Got == w.previous && other {
		k = "line-twice"
		if w.before.Kind == replay.Leaf {
			k = "leaf-twice"
		}
		return one(k, fmt.Sprintf("the program writes the line of %s twice", got.name))
	}
	return "", nil
}

// compared says in which columns the program's line differs, or that it is of another node.
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
	w.decide(e, k)
	leaves := w.Index == len(w.Moves)-1 || w.Ply == 0 && len(w.rest) == 0 // it leaves the node in any case
	if k == "window-not-narrowed" && leaves {
		e.Decision.Or = w.x.decision("cut-early", w.marks()...)
	}
}

// ended says how the program's log may end before this line: where the root has children left, which it
// leaves out, or anywhere.
func (w words) ended() (k kind, says string) {
	if w.Ply != 1 || w.before.Kind != replay.Update {
		return "ends-early", "the program's log ends before this line"
	}
	k, says = w.left("the program's log ends here")
	if k == "last-missing" {
		return "roots-last-missing", says
	}
	return "root-left", says
}

// columnNames are what the columns behind a node's name hold.
var columnNames = []string{"depth", "value", "alpha", "beta"}

// decide sets the decision, and what marks the place.
func (w words) decide(e *Explanation, k kind) {
	marks := w.marks()
	if (k == "leaf-too-early" || kinds[k].of == "leaf-too-early") && w.aboveLeaves(e) {
		marks = append(marks, "its children are leaves")
	}
	w.x.decide(e, k, marks...)
}

// aboveLeaves reports whether the right line behind that of an explanation, one of the first of the log, is
// of a child that is a leaf.
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
		add(w.Cut, "the node is cut")
		add(w.Returned == w.Before, "the child's value equals the node's")
	}
	return marks
}

// otherWindow returns the kind of another window.
func (w words) otherWindow(got, want line) (k kind, says string) {
	is, ok := got.bounds()
	right, _ := want.bounds()
	switch {
	case !ok && got.overflows(want):
		return "window-overflow", ""
	case !ok || is == right:
		return "infinity-spelling", ""
	case w.Kind == replay.Update:
		return w.otherUpdate(is, right)
	}
	return w.otherEntry(is, right)
}

// otherUpdate returns the kind of another window after a child has returned. The cases go from the particular
// to the general, for the first that fits is told, as in otherEntry.
func (w words) otherUpdate(is, right window) (k kind, says string) {
	own := w.bound()
	switch {
	case w.Cut:
		return "window-at-cut", w.atCut()
	case mirrored(is, right):
		return "window-negated", ""
	case is == w.nodes[w.Ply].before:
		if says := w.cutEarly(right); says != "" {
			return "cut-early", says
		}
		return "window-not-narrowed", ""
	case w.child != nil && is == w.child.window:
		return "window-of-child", ""
	case is[own] == w.Value && is[1-own] == right[1-own]:
		return "window-widened", ""
	}
	return "window-narrowed", ""
}

// atCut says what the program does after a line of a cut whose window has changed.
func (w words) atCut() string {
	// behind the last child nothing is cut
	if next, ok := w.following(0); ok && w.above(next) && w.Index < len(w.Moves)-1 {
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
	return fmt.Sprintf("%s is %s = %s, and the program is back at %s", w.number(w.Value), bound,
		w.number(right[1-w.bound()]), next.name)
}

// otherEntry returns the kind of another window in the first line of a node.
func (w words) otherEntry(is, right window) (k kind, says string) {
	switch {
	case is == open && w.Kind == replay.Leaf:
		return "window-open-at-leaf", ""
	case is == open:
		return "window-open", ""
	case w.Kind == replay.Leaf && is == right.narrowed(w.bound(), w.Value):
		return "window-of-leaf", ""
	case w.Ply > 0 && is == w.nodes[w.Ply-1].entry:
		return "window-of-entry", ""
	case mirrored(is, right):
		return "window-negated", ""
	case slices.ContainsFunc(w.nodes[:w.Ply], func(on node) bool { return is == on.window || is == on.entry }):
		return "window-of-other", ""
	}
	return "window-handed", ""
}

// bound is the index of the bound that the node's value may move: alpha at max nodes, beta at min nodes.
func (w words) bound() int {
	if w.Max {
		return 0
	}
	return 1
}

// A met node is one that the search has come to before, with the position of another one.
type met struct {
	path  []string // from the root
	value int32    // that it has returned
}

// remembered says how the program leaves out the search of a node because it has met the position before: it
// writes one line with the value that it knows, or enters the node and returns, or is back above it at once.
// k is nil if it does none of these.
func (w words) remembered(got line) (k kind, says string) {
	n, lines := w.Ply, "" // the ply of the node that is not searched
	next, follows := w.following(0)
	v, number := Value(got.value)
	shown := false // whether the program's line shows the value
	switch {
	case w.Kind == replay.Enter && got.of(w.nodes[n]) && number && v != w.Value && (!follows || w.above(next)):
		shown = true
		lines = "one line with that value stands for its search"
	case w.Kind == replay.Enter && n > 0 && got.of(w.nodes[n-1]):
		lines = "the program is back at " + got.name
	case w.Ply > 1 && w.before.Kind == replay.Enter && got.of(w.nodes[n-2]):
		n--
		lines = "the program is back at " + got.name
	default:
		return "", ""
	}
	before := w.x.met(w.nodes[n])
	if before == nil || shown && before.value != v {
		return "", ""
	}
	return "remembered", fmt.Sprintf("the position of %s is that of %s, searched before, which returned %s: %s",
		w.nodes[n].name, strings.Join(before.path, " > "), w.number(before.value), lines)
}

// met returns the first inner node that was searched before one and has the same position, or nil.
func (x *explainer) met(n node) (found *met) {
	type open struct {
		name  string
		same  bool
		value int32
	}
	var nodes []open
	step := 0
	err := x.replay(func(s replay.Step) error {
		for len(nodes) > s.Ply+1 || len(nodes) == s.Ply+1 && s.Kind != replay.Update { // it has returned
			last := nodes[len(nodes)-1]
			if nodes = nodes[:len(nodes)-1]; last.same {
				found = &met{value: last.value}
				for _, on := range nodes {
					found.path = append(found.path, on.name)
				}
				found.path = append(found.path, last.name)
				return errFound
			}
		}
		if step >= n.entered || step > mostInner {
			return errFound
		}
		step++
		if s.Kind == replay.Update {
			nodes[s.Ply].value = s.Value
			return nil
		}
		on := open{name: s.Name}
		if s.Kind == replay.Enter {
			board := s.Board()
			on.same = board.Mover == n.board.Mover && samePieces(board, n.board)
		}
		nodes = append(nodes, on)
		return nil
	})
	if err != nil {
		return nil
	}
	return found
}

// An order of moves that people take for the right one.
type order struct {
	name    string
	compare func(a, b move) int
}

// A move is what orders can see of one.
type move struct {
	index  int    // in the right order
	place  int    // on the board, from 0
	name   string // in full
	letter string // of a square's column
	number int    // of its row
	worth  int    // what is written beside its square
}

var orders = []order{
	{"the right one backwards", func(a, b move) int { return b.index - a.index }},
	{"column by column",
		func(a, b move) int { return cmp.Or(cmp.Compare(a.letter, b.letter), a.number-b.number) }},
	{"row by row, each from right to left",
		func(a, b move) int { return cmp.Or(a.number-b.number, cmp.Compare(b.letter, a.letter)) }},
	{"row by row, the last row first",
		func(a, b move) int { return cmp.Or(b.number-a.number, cmp.Compare(a.letter, b.letter)) }},
	{"by name as text, in which 10 comes before 2", func(a, b move) int { return cmp.Compare(a.name, b.name) }},
	{"by name as text, whatever the case",
		func(a, b move) int { return cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name)) }},
	{"by the number of the square as text, in which 10 comes before 2",
		func(a, b move) int { return cmp.Compare(strconv.Itoa(a.place), strconv.Itoa(b.place)) }},
	{"by the length of the names", func(a, b move) int { return len(a.name) - len(b.name) }},
	{"by the value of the square, the greatest first", func(a, b move) int { return b.worth - a.worth }},
	{"by the value of the square, the least first", func(a, b move) int { return a.worth - b.worth }},
}

// fewestSeen is how many children must be seen before an order is told: of fewer, too many orders are
// possible.
const fewestSeen = 4

// orderOf returns the order in which the program tries the moves of a node, by the children seen there, or ""
// if none or more than one known order explains them all.
func (w words) orderOf(parent node, first string) (known string) {
	seen := w.children(parent, first)
	var moves, found []move
	for i, name := range parent.moves {
		m := move{index: i, name: name}
		for at, place := range w.x.stage.Places {
			if MadeAt(name, place.Name) {
				m.place = at
				m.letter = column(place.Name)
				m.number, _ = strconv.Atoi(strings.TrimPrefix(place.Name, m.letter))
				m.worth, _ = strconv.Atoi(place.Note)
			}
		}
		moves = append(moves, m)
	}
	for _, o := range orders {
		sorted := slices.Clone(moves)
		slices.SortStableFunc(sorted, o.compare)
		fits := len(seen) >= fewestSeen && len(seen) <= len(sorted)
		for i := 0; fits && i < len(seen); i++ {
			fits = sorted[i].name == seen[i]
		}
		switch {
		case fits && known != "" && !slices.Equal(sorted, found):
			return ""
		case fits && known == "":
			known, found = o.name, sorted
		}
	}
	return known
}

// children returns the children of a node that the program tries, as far as they can be seen: those before,
// the one whose line is wrong, and those that come until it is back above the node.
func (w words) children(parent node, first string) (seen []string) {
	at := slices.Index(parent.moves, w.Name)
	seen = append(slices.Clone(parent.moves[:at]), first)
	// whether the line before is one of the parent, which stands above each child's first
	depth, after := strconv.Itoa(w.Depth), false
	for i := 0; ; i++ {
		l, ok := w.following(i)
		if !ok || slices.ContainsFunc(w.nodes[:w.Ply-1], l.of) {
			return seen
		}
		if after && l.depth == depth && slices.Contains(parent.moves, l.name) && !slices.Contains(seen, l.name) {
			seen = append(seen, l.name)
		}
		after = l.of(parent)
	}
}

// illegal says what is wrong with a move that is none of a node's, which has others above it, and returns the
// kind.
func (x *explainer) illegal(parent node, above []node, name string) (k kind, says string) {
	of := ""
	for _, on := range above {
		if of == "" && slices.Contains(on.moves, name) {
			of = ", but one of " + on.name
		}
	}
	at := x.placeOf(name)
	switch {
	case at < 0 && strings.EqualFold(name, "pass"):
		return "passed-freely", ", which has others"
	case at < 0 && of != "":
		return "illegal-move", of
	case at < 0:
		return "no-such-place", ", nor has the board a place of that name"
	}
	place, piece := x.stage.Places[at], parent.board.Pieces[at]
	switch {
	case piece.Text == "0":
		return "illegal-occupied", ": " + place.Name + " is empty"
	case isNumber(piece.Text) && (parent.max && piece.Side < 0 || !parent.max && piece.Side > 0):
		return "illegal-move", ": " + place.Name + " is the other side's"
	case piece.Text != "" && !isNumber(piece.Text):
		return "illegal-occupied", ": " + place.Name + " has " + piece.Text + " already"
	}
	if slices.Contains(parent.theirs, name) {
		return "illegal-theirs", ", though it would be one of the other side's"
	}
	if says = x.linked(parent, at, name); says != "" {
		return "illegal-move", says
	}
	return "illegal-move", of
}

// placeOf returns the index of the place at which a move is made, or -1.
func (x *explainer) placeOf(move string) int {
	return slices.IndexFunc(x.stage.Places, func(p replay.Place) bool { return MadeAt(move, p.Name) })
}

// elsewhere reports whether two names are of moves at different places.
func (x *explainer) elsewhere(a, b string) bool {
	at, other := x.placeOf(a), x.placeOf(b)
	return at >= 0 && other >= 0 && at != other
}

// linked says why a place cannot be given what a move names, where the board is a graph.
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
			taken = x.stage.Places[other].Name + " beside it has " + text
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
