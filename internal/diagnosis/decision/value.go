package decision

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// column returns the kind of the first column in which two lines of a node differ, and a further description,
// if any.
func (w words) column(got, want line) (k kind, says string) {
	switch {
	case got.depth != want.depth:
		return "depth", ""
	case got.value != want.value:
		return w.value(got)
	case slices.Equal(got.window, want.window):
		return "blanks", ""
	}
	if next, ok := w.following(0); ok && w.Cut && slices.Contains(w.Moves[w.Index+1:], next.name) {
		return w.missedCut(&w.Step)
	}
	return w.otherWindow(got, want), ""
}

// value returns the kind of a wrong value, and a further description, if any.
func (w words) value(got line) (k kind, says string) {
	v, ok := Value(got.value)
	due := w.Value == replay.Inf || w.Value == -replay.Inf
	switch {
	case !ok && due && got.value != "" && strings.Trim(got.value, "-+0123456789") == "":
		return "infinity-spelling", ""
	case !ok:
		return "number-spelling", ""
	}
	infinite := v == replay.Inf || v == -replay.Inf
	switch {
	case v == w.Value && infinite:
		return "infinity-spelling", ""
	case v == w.Value:
		return "number-spelling", ""
	}
	switch w.Kind {
	case replay.Enter:
		return w.entryValue(v)
	case replay.Leaf:
		if infinite {
			return w.leafEntered()
		}
		return w.leafValue(v)
	}
	return w.updateValue(v)
}

// entryValue returns the kind of a wrong value at the entry of a node.
func (w words) entryValue(v int32) (k kind, says string) {
	own, foe, sum := worths(w.board)
	next, ok := w.following(0)
	childless := !ok || w.above(next)
	switch {
	case v == -w.Value && w.movesAgain():
		return "again-missed", w.anotherTurn()
	case v == -w.Value:
		return "other-infinity", ""
	case childless && w.movesAgain():
		return "leaf-too-early", w.anotherTurn()
	case childless:
		return "leaf-too-early", fmt.Sprintf("no child of %s follows, though it has moves: %s", w.Name,
			list(w.Moves))
	case v > 9999 || v < -9999:
		return "infinity-spelling", ""
	case sum > 0 && v == own+foe:
		return "entry-evaluated", "that is the evaluation of the position, though the children follow"
	}
	return "entry-value", ""
}

// movesAgain reports whether the side to move also made the move into the node.
func (w words) movesAgain() bool { return w.Ply > 0 && w.nodes[w.Ply-1].max == w.Max }

// anotherTurn explains that the same side moves again.
func (w words) anotherTurn() string {
	return fmt.Sprintf("%s has given another turn: %s moves as at %s", w.Name, w.board.Mover,
		w.nodes[w.Ply-1].name)
}

// leafEntered returns the kind of an infinite value of a leaf, according to the lines that follow.
func (w words) leafEntered() (k kind, says string) {
	next, ok := w.following(0)
	again, _ := Value(next.value)
	parent, back := w.following(1)
	entered := ok && next.of(w.nodes[w.Ply]) && again == w.Value && back && w.above(parent)
	switch {
	case entered:
		return "leaf-has-entry", "the line of the leaf follows"
	case ok && w.above(next) && w.over:
		return "end-infinite", fmt.Sprintf("%s follows: no child is searched", next.name)
	case ok && w.above(next):
		return "leaf-value", fmt.Sprintf("%s follows: no child is searched", next.name)
	case w.over:
		return "end-missed", ""
	}
	return "limit-passed", ""
}

// updateValue returns the kind of a wrong value after a child has returned.
func (w words) updateValue(v int32) (k kind, says string) {
	on, finite := w.nodes[w.Ply], v != replay.Inf && v != -replay.Inf
	switch {
	case w.Better && v == w.Before:
		return "value-not-taken", ""
	case !w.Better && v == w.Returned:
		return "value-taken", ""
	case v == on.before[0] || v == on.before[1]:
		return "fail-hard", ""
	case finite && (v == w.child.entry[0] || v == w.child.entry[1]):
		return "fail-hard", fmt.Sprintf("that is a bound of the window of %s", w.Moves[w.Index])
	}
	return "value-of-child", ""
}

// missedCut returns the kind of a program that continues at a node where a cut is due.
func (w words) missedCut(at *replay.Step) (k kind, says string) {
	bound, name := at.Beta, "beta"
	if !at.Max {
		bound, name = at.Alpha, "alpha"
	}
	if at.Value == bound {
		return "cut-strict", fmt.Sprintf("v = %s, equal to %s", w.number(at.Value), name)
	}
	return "cut-missed", ""
}

// following returns the i-th of the program's lines after the wrong one, from 0.
func (w words) following(i int) (l line, ok bool) {
	if i >= len(w.rest) {
		return l, false
	}
	return parse(w.rest[i], w.columns)
}
