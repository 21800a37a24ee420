package decision

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// differ says what is wrong with the program's line: which decision it shows. rest is the program's
// text behind the line.
func (w words) differ(e *Explanation, rest []byte) {
	if e.Ended == "got" {
		e.Says = []string{"the program's log ends before this line"}
		w.decide(e, &endsEarly)
		return
	}
	columns := len(fields(strings.TrimPrefix(e.Want, w.Name))[1:])
	want, _ := parse(e.Want, columns)
	got, ok := parse(e.Got, columns)
	if !ok || columns > len(columnNames) {
		e.Says = []string{fmt.Sprintf("the program's line has %d columns, want %d", len(fields(e.Got)), columns+strings.Count(w.Name, ",")+1)}
		w.decide(e, &otherColumns)
		return
	}
	if got.name != want.name || got.depth != want.depth && w.above(got) { // a pass below a pass has its name
		w.otherNode(e, got, want, rest)
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
	if v, ok := read(got.value); ok && w.Kind == replay.Leaf && v != w.Value {
		if guess := w.x.guess(w.place, v); guess != "" {
			e.Says = append(e.Says, guess)
		}
	}
	w.decide(e, w.column(got, want, rest))
}

// columnNames are what the columns behind a node's name hold.
var columnNames = []string{"depth", "value", "alpha", "beta"}

// decide sets the decision, and what marks the place.
func (w words) decide(e *Explanation, k *kind) {
	e.decide(k, w.marks()...)
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

// column returns the kind of the first column in which two lines of a node differ.
func (w words) column(got, want line, rest []byte) *kind {
	switch {
	case got.depth != want.depth:
		return &otherDepth
	case got.value != want.value:
		return w.value(got)
	}
	if slices.Equal(got.window, want.window) {
		return &otherBlanks
	}
	if next, _, _ := bytes.Cut(rest, []byte("\n")); w.Cut {
		if l, ok := parse(string(next), len(got.columns)); ok && slices.Contains(w.Moves[w.Index+1:], l.name) {
			return &cutMissed
		}
	}
	return w.otherWindow(got, want)
}

// value returns the kind of another value.
func (w words) value(got line) *kind {
	v, ok := read(got.value)
	switch {
	case !ok && strings.ContainsAny(got.value, ".eE") && strings.Trim(got.value, "-+.0123456789eE") == "":
		return &withDecimals
	case !ok:
		return &valueOfChild
	}
	infinite := v == replay.Inf || v == -replay.Inf
	switch {
	case v == w.Value && infinite:
		return &infinitySpelling
	case v == w.Value:
		return &numberSpelling
	}
	switch w.Kind {
	case replay.Enter:
		return w.entryValue(v)
	case replay.Leaf:
		return w.leafValue(v, infinite)
	}
	return w.updateValue(v)
}

// entryValue returns the kind of another value of a node that is entered.
func (w words) entryValue(v int32) *kind {
	switch own, foe, _ := w.sides(); {
	case v == -w.Value:
		return &maxMinExchanged
	case v > 9999 || v < -9999:
		return &infinitySpelling
	case v == own+foe:
		return &leafTooEarly
	}
	return &entryValue
}

// updateValue returns the kind of another value after a child has returned.
func (w words) updateValue(v int32) *kind {
	switch {
	case w.Better && v == w.Before:
		return &valueNotTaken
	case !w.Better && v == w.Returned:
		return &valueTaken
	case v == w.nodes[w.Ply].before[0] || v == w.nodes[w.Ply].before[1]:
		return &failHard
	}
	return &valueOfChild
}

// leafValue returns the kind of another value of a leaf.
func (w words) leafValue(v int32, infinite bool) *kind {
	switch {
	case infinite && w.over:
		return &endMissed
	case infinite:
		return &limitPassed
	case v == -w.Value:
		return &leafValueNegated
	}
	if own, foe, ok := w.sides(); ok && own != 0 && foe != 0 && (v == own || v == -foe) {
		return &leafValueOneSide
	}
	return &leafValue
}

// otherWindow returns the kind of another window.
func (w words) otherWindow(got, want line) *kind {
	is, ok := got.bounds()
	right, _ := want.bounds()
	switch {
	case !ok || is == right:
		return &infinitySpelling
	case w.Kind == replay.Update:
		return w.otherUpdate(is, right)
	}
	return w.otherEntry(is, right)
}

// otherUpdate returns the kind of another window after a child has returned. The cases go from the particular to
// the general, for the first that fits is told, as in otherEntry.
func (w words) otherUpdate(is, right window) *kind {
	own := w.bound()
	switch {
	case w.Cut:
		return &windowAtCut
	case mirrored(is, right):
		return &windowNegated
	case is == w.nodes[w.Ply].before:
		return &windowNotNarrowed
	case w.child != nil && is == w.child.window:
		return &windowOfChild
	case is[own] == w.Value && is[1-own] == right[1-own]:
		return &windowWidened
	}
	return &windowNarrowed
}

// otherEntry returns the kind of another window in the first line of a node.
func (w words) otherEntry(is, right window) *kind {
	switch {
	case is == open:
		return &windowOpen
	case w.Kind == replay.Leaf && is == right.narrowed(w.bound(), w.Value):
		return &windowOfLeaf
	case w.Ply > 0 && is == w.nodes[w.Ply-1].entry:
		return &windowOfEntry
	case mirrored(is, right):
		return &windowNegated
	case slices.ContainsFunc(w.nodes[:w.Ply], func(on node) bool { return is == on.window || is == on.entry }):
		return &windowOfOther
	}
	return &windowHanded
}

// bound is the index of the bound that the node's value may move: alpha at max nodes, beta at min nodes.
func (w words) bound() int {
	if w.Max {
		return 0
	}
	return 1
}
