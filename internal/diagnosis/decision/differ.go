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
		w.decide(e, "ends-early")
		return
	}
	columns := len(fields(strings.TrimPrefix(e.Want, w.Name))[1:])
	want, _ := parse(e.Want, columns)
	got, ok := parse(e.Got, columns)
	if !ok || columns > len(columnNames) {
		e.Says = []string{fmt.Sprintf("the program's line has %d columns, want %d", len(fields(e.Got)), columns+strings.Count(w.Name, ",")+1)}
		w.decide(e, "columns")
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
func (w words) decide(e *Explanation, key string) {
	e.decide(key, w.marks()...)
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

// column returns the key of the first column in which two lines of a node differ.
func (w words) column(got, want line, rest []byte) string {
	switch {
	case got.depth != want.depth:
		return "depth"
	case got.value != want.value:
		return w.value(got)
	}
	if slices.Equal(got.window, want.window) {
		return "blanks"
	}
	if next, _, _ := bytes.Cut(rest, []byte("\n")); w.Cut {
		if l, ok := parse(string(next), len(got.columns)); ok && slices.Contains(w.Moves[w.Index+1:], l.name) {
			return "cut-missed"
		}
	}
	return w.otherWindow(got, want)
}

// value returns the key of another value.
func (w words) value(got line) string {
	v, ok := read(got.value)
	switch {
	case !ok && strings.ContainsAny(got.value, ".eE") && strings.Trim(got.value, "-+.0123456789eE") == "":
		return "decimals"
	case !ok:
		return "value-of-child"
	}
	infinite := v == replay.Inf || v == -replay.Inf
	switch {
	case v == w.Value && infinite:
		return "infinity-spelling"
	case v == w.Value:
		return "number-spelling"
	}
	switch w.Kind {
	case replay.Enter:
		switch own, foe, _ := w.sides(); {
		case v == -w.Value:
			return "max-min-exchanged"
		case v > 9999 || v < -9999:
			return "infinity-spelling"
		case v == own+foe:
			return "leaf-too-early"
		}
		return "entry-value"
	case replay.Leaf:
		return w.leafValue(v, infinite)
	}
	switch {
	case w.Better && v == w.Before:
		return "value-not-taken"
	case !w.Better && v == w.Returned:
		return "value-taken"
	case v == w.nodes[w.Ply].before[0] || v == w.nodes[w.Ply].before[1]:
		return "fail-hard"
	}
	return "value-of-child"
}

// leafValue returns the key of another value of a leaf.
func (w words) leafValue(v int32, infinite bool) string {
	switch {
	case infinite && w.over:
		return "end-missed"
	case infinite:
		return "limit-passed"
	case v == -w.Value:
		return "leaf-value-negated"
	}
	if own, foe, ok := w.sides(); ok && own != 0 && foe != 0 && (v == own || v == -foe) {
		return "leaf-value-one-side"
	}
	return "leaf-value"
}

// otherWindow returns the key of another window.
func (w words) otherWindow(got, want line) string {
	is, ok := got.bounds()
	right, _ := want.bounds()
	if !ok {
		return "infinity-spelling"
	}
	if is == right {
		return "infinity-spelling"
	}
	if w.Kind == replay.Update {
		switch before := w.nodes[w.Ply].before; {
		case w.Cut:
			return "window-at-cut"
		case mirrored(is, right):
			return "window-negated"
		case is == before:
			return "window-not-narrowed"
		case w.child != nil && is == w.child.window:
			return "window-of-child"
		case w.Value == is[0] && w.Max && is[1] == right[1] || w.Value == is[1] && !w.Max && is[0] == right[0]:
			return "window-widened"
		}
		return "window-narrowed"
	}
	switch {
	case w.Kind == replay.Leaf && is != open && (w.Max && is == window{max(right[0], w.Value), right[1]} || !w.Max && is == window{right[0], min(right[1], w.Value)}):
		return "window-of-leaf"
	case w.Ply > 0 && is == w.nodes[w.Ply-1].entry && is != open:
		return "window-of-entry"
	case is == open:
		return "window-open"
	case mirrored(is, right):
		return "window-negated"
	}
	for _, on := range w.nodes[:w.Ply] {
		if is == on.window || is == on.entry {
			return "window-of-other"
		}
	}
	return "window-handed"
}
