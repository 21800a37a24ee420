package decision

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// column returns the kind of the first column in which two lines of a node differ, and what else there is to
// say.
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
	return w.otherWindow(got, want)
}

// value returns the kind of another value, and what else there is to say.
func (w words) value(got line) (k kind, says string) {
	v, ok := Value(got.value)
	switch {
	case !ok && strings.ContainsAny(got.value, ".eE") && strings.Trim(got.value, "-+.0123456789eE") == "":
		return "decimals", ""
	case !ok && strings.Trim(got.value, "-+0123456789") == "" && got.value != "":
		if w.Value == replay.Inf || w.Value == -replay.Inf {
			return "infinity-spelling", ""
		}
		return "number-spelling", ""
	case !ok:
		return "value-no-number", fmt.Sprintf("the value column holds %q, which is no number", got.value)
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
		return w.entryValue(v, got)
	case replay.Leaf:
		if infinite {
			return w.leafEntered(v)
		}
		return w.leafValue(v)
	}
	return w.updateValue(v, got)
}

// entryValue returns the kind of another value of a node that is entered.
func (w words) entryValue(v int32, got line) (k kind, says string) {
	own, foe, sum := worths(w.board)
	next, ok := w.following(0)
	childless := !ok || w.above(next)
	switch {
	case v == -w.Value:
		return w.exchanged()
	case childless && w.passed(w.Ply):
		return w.passes()
	case childless && w.again():
		return "leaf-again", w.anotherTurn()
	case childless:
		return "leaf-too-early", fmt.Sprintf("no child of %s follows, though it has moves: %s", w.Name,
			list(w.Moves))
	case v > 9999 || v < -9999:
		return "infinity-spelling", ""
	case w.open(v, got):
		return "infinity-spelling", fmt.Sprintf("%d stands for infinity, which a value must not pass", max(v, -v))
	case sum > 0 && v == own+foe:
		return "entry-evaluated", "that is the evaluation of the position, though the children follow"
	case w.window && (v == w.Alpha || v == w.Beta):
		return "entry-bound", "that is a bound of its window"
	}
	return "entry-value", ""
}

// open reports whether a number stands for infinity at the root: as its value and its window, or, where a log
// has none, as the value of the child that is entered next, too.
func (w words) open(v int32, got line) bool {
	if w.Ply > 0 || v == 0 || (v < 0) != (w.Value < 0) {
		return false
	}
	if w.window {
		alpha, ok := Value(got.window[0])
		beta, too := Value(got.window[1])
		return ok && too && alpha == -max(v, -v) && beta == -alpha
	}
	next, ok := w.following(0)
	first, too := Value(next.value)
	return ok && too && (first == v || first == -v) && !w.again()
}

// exchanged says whether a node that begins with the wrong infinity goes on as a node of the other type.
func (w words) exchanged() (k kind, says string) {
	switch acts := w.acts(); {
	case w.again() && (acts == 0 || acts > 0 != w.Max):
		return "again-missed", w.anotherTurn()
	case acts == 0:
		return "max-min-exchanged", ""
	case acts > 0 == w.Max:
		return "entry-other-infinity",
			fmt.Sprintf("the lines that follow are those of a %s node, as they should be", w.kind())
	case w.Max:
		return "type-exchanged", "the lines that follow are those of a min node"
	}
	return "type-exchanged", "the lines that follow are those of a max node"
}

// again reports whether the side to move has made the move into the node, too.
func (w words) again() bool { return w.Ply > 0 && w.nodes[w.Ply-1].max == w.Max }

// anotherTurn says so.
func (w words) anotherTurn() string {
	return fmt.Sprintf("%s has given another turn: %s moves as at %s", w.Name, w.board.Mover,
		w.nodes[w.Ply-1].name)
}

// acts reports by the lines that follow whether the program takes this node for a max node, 1, or a min node,
// -1. It is 0 if they do not show it.
func (w words) acts() int {
	last, known := int32(0), false
	for i := 0; ; i++ {
		l, ok := w.following(i)
		if !ok || w.above(l) {
			return 0
		}
		if !l.of(w.nodes[w.Ply]) {
			continue
		}
		v, ok := Value(l.value)
		if !ok || v == replay.Inf || v == -replay.Inf {
			return 0
		}
		is, ok := l.bounds()
		switch {
		case ok && is[0] == v && is[1] == w.Beta && w.Alpha != v:
			return 1
		case ok && is[1] == v && is[0] == w.Alpha && w.Beta != v:
			return -1
		case known && v > last:
			return 1
		case known && v < last:
			return -1
		}
		last, known = v, true
	}
}

// passed reports whether the move into a ply left the board as it was.
func (w words) passed(ply int) bool {
	return ply > 0 && samePieces(w.nodes[ply-1].board, w.nodes[ply].board)
}

// passes says how a node after a pass may be taken for a leaf.
func (w words) passes() (k kind, says string) {
	if w.passed(w.Ply - 1) {
		return "leaf-too-early", ""
	}
	for ply := w.Ply - 2; ply > 0; ply-- {
		if w.passed(ply) {
			return "passes-kept", fmt.Sprintf(
				"the passes into %s and %s do not follow each other: a move lies between them", w.nodes[ply].name, w.Name)
		}
	}
	return "leaf-after-pass", "it is the only pass on this line of play"
}

// leafEntered returns the kind of an infinite value of a leaf, by the line that comes next.
func (w words) leafEntered(v int32) (k kind, says string) {
	next, ok := w.following(0)
	again, _ := Value(next.value)
	parent, back := w.following(1)
	entered := ok && next.of(w.nodes[w.Ply]) && again == w.Value && back && w.above(parent)
	switch {
	case entered && w.over:
		return "over-has-entry", "the line of the leaf follows"
	case entered:
		return "leaf-has-entry", "the line of the leaf follows"
	case ok && w.above(next) && w.over && w.Max == (v < 0):
		return "end-entered", fmt.Sprintf("%s follows: no child is searched", next.name)
	case ok && w.above(next) && w.over:
		return "end-infinite", fmt.Sprintf("%s follows: no child is searched", next.name)
	case ok && w.above(next):
		return "leaf-infinite", fmt.Sprintf("%s follows: no child is searched", next.name)
	case w.over:
		return "end-missed", ""
	case ok && next.depth == fmt.Sprint(w.Depth+1) && w.x.placeOf(next.name) < 0:
		return "limit-pass", fmt.Sprintf("%s follows, as %s has no move here", next.name, w.board.Mover)
	case w.passed(w.Ply):
		return "limit-passed", "it has come here by a pass, which counts as a move"
	}
	return "limit-passed", ""
}

// updateValue returns the kind of another value after a child has returned.
func (w words) updateValue(v int32, got line) (k kind, says string) {
	switch {
	case w.Better && v == w.Before && w.stays(got):
		return "start-kept", fmt.Sprintf("%s is kept, as if %s were not better than the number that stands for it",
			w.number(v), w.number(w.Returned))
	case w.Better && v == w.Before:
		return "value-not-taken", ""
	case !w.Better && v == w.Returned:
		return "value-taken", ""
	}
	type reading struct {
		kind
		says string
	}
	var fit []reading
	try := func(holds bool, k kind, says string) {
		if holds && !slices.ContainsFunc(fit, func(r reading) bool { return r.kind == k }) {
			fit = append(fit, reading{k, says})
		}
	}
	child := w.Moves[w.Index]
	on, finite := w.nodes[w.Ply], v != replay.Inf && v != -replay.Inf
	try(v == on.before[0] || v == on.before[1], "fail-hard", "")
	try(finite && (v == w.child.entry[0] || v == w.child.entry[1]), "fail-hard",
		fmt.Sprintf("that is a bound of the window of %s", child))
	if below := w.child.returned; len(below) > 1 {
		last := below[len(below)-1]
		try(v == last && last != w.Returned, "last-returned",
			fmt.Sprintf("that is what the last child of %s has returned", child))
	}
	if own, foe, pieces := worths(w.child.board); len(w.child.moves) > 0 {
		try(pieces > 0 && v == own+foe, "evaluation-returned",
			fmt.Sprintf("that is the evaluation of the position after %s", child))
	}
	try(slices.Contains(on.returned[:w.Index], v), "value-of-sibling",
		fmt.Sprintf("that is what another child of %s has returned", w.Name))
	try(len(fit) == 0 && w.Index == 0 && finite && w.Max == (v > w.Returned), "value-starts",
		fmt.Sprintf("no child has returned that: it is as if %s had begun with it", w.Name))
	if len(fit) == 1 {
		return fit[0].kind, fit[0].says
	}
	if len(fit) > 0 && fit[0].kind == "fail-hard" {
		return "fail-hard", ""
	}
	return "value-of-child", ""
}

// stays reports whether a node that has its value of entry still keeps it: the next line of its own has it,
// too, or the one of the parent after it, and no bound has moved to the child's value.
func (w words) stays(got line) bool {
	is, windows := got.bounds()
	if w.Before != replay.Inf && w.Before != -replay.Inf || windows && !w.Cut && is[w.bound()] == w.Value {
		return false
	}
	for i := 0; ; i++ {
		l, ok := w.following(i)
		switch {
		case !ok:
			return false
		case w.above(l), l.of(w.nodes[w.Ply]):
			v, _ := Value(l.value)
			return v == w.Before
		}
	}
}

// cutsLate reports whether the program leaves a node after the child that follows the one which should have
// cut it: the child whose line is the first of those that follow, or the line that is wrong.
func (w words) cutsLate(at *replay.Step) bool {
	left := at.Moves[at.Index+1:]
	lines := 0
	for i := 0; len(left) > 1; i++ {
		l, ok := w.following(i)
		if !ok {
			return false
		}
		if l.of(node{name: at.Name, depth: at.Depth}) {
			lines++
			continue
		}
		if w.above(l) {
			return lines == 1
		}
	}
	return false
}

// missedCut returns the kind of going on at a node that is cut.
func (w words) missedCut(at *replay.Step) (k kind, says string) {
	bound, name := at.Beta, "beta"
	if !at.Max {
		bound, name = at.Alpha, "alpha"
	}
	if at.Value == bound {
		return "cut-strict", fmt.Sprintf("v = %s, equal to %s", w.number(at.Value), name)
	}
	if w.cutsLate(at) {
		return "cut-late", "it is left after the next child, as if the test came before the child's value is taken"
	}
	return "cut-missed", ""
}

// following returns the i-th line of the program's behind its line that is wrong, from 0.
func (w words) following(i int) (l line, ok bool) {
	if i >= len(w.rest) {
		return l, false
	}
	return parse(w.rest[i], w.columns)
}

// printed is the name of the node as parse returns it.
func (w words) printed() string { return strings.Join(Fields(w.Name), ", ") }

// samePieces reports whether the same lies on two boards.
func samePieces(a, b replay.Board) bool {
	return slices.EqualFunc(a.Pieces, b.Pieces, func(p, q replay.Piece) bool { return p.Text == q.Text })
}
