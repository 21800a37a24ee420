package decision

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// A line is a line of a program's log.
type line struct {
	name    string
	depth   string
	value   string
	window  []string // alpha and beta, or nothing
	columns []string // from depth on
}

// parse splits a line into its last columns, from the depth on, and the name before them. ok is false if the
// line has fewer columns.
func parse(text string, columns int) (l line, ok bool) {
	all := scan.Words(text)
	cut := len(all) - columns
	if cut < 1 || columns < 2 {
		return l, false
	}
	l.name, l.columns = strings.Join(all[:cut], ", "), all[cut:]
	l.depth, l.value, l.window = l.columns[0], l.columns[1], l.columns[2:]
	return l, true
}

// of reports whether a line belongs to a node, by its name and depth.
func (l line) of(n node) bool {
	return l.name == strings.Join(scan.Words(n.name), ", ") && l.depth == strconv.Itoa(n.depth)
}

// childOf reports whether a line has the depth of a node's children. It is false if the search has not
// entered a child.
func (l line) childOf(n node) bool { return n.below > 0 && l.depth == strconv.Itoa(n.below) }

var infinity = regexp.MustCompile(`(?i)^([-+]?)(inf(inity)?|∞)$`)

// Value returns the value of a column. ok is false if the column is not an integer.
func Value(column string) (v int32, ok bool) {
	if sign := infinity.FindStringSubmatch(column); sign != nil {
		if sign[1] == "-" {
			return -replay.Inf, true
		}
		return replay.Inf, true
	}
	n, err := strconv.ParseInt(column, 10, 32)
	return int32(n), err == nil
}

// window is alpha and beta.
type window [2]int32

// narrow returns the window with one of its bounds moved to a value, if the value is inside the window.
func (w window) narrow(bound int, v int32) window {
	if bound == 0 {
		w[0] = max(w[0], v)
	} else {
		w[1] = min(w[1], v)
	}
	return w
}

// bounds returns the window that a line shows. ok is false if the line shows no window.
func (l line) bounds() (w window, ok bool) {
	if len(l.window) != 2 {
		return w, false
	}
	alpha, known := Value(l.window[0])
	beta, ok := Value(l.window[1])
	return window{alpha, beta}, ok && known
}

// mirrored reports whether one window is the other with its bounds exchanged or negated.
func mirrored(a, b window) bool {
	return a == window{b[1], b[0]} || a == window{-b[0], -b[1]} || a == window{-b[1], -b[0]}
}

// words explain why a step wrote its line.
type words struct {
	*place
	x        *explainer
	previous string   // the program's line before
	infinity string   // as the log spells it
	window   bool     // the log shows windows
	columns  int      // number of columns after the name
	rest     []string // the program's lines after the wrong one
}

// spelling returns the spelling of infinity in a line, or the usual one.
func spelling(line string) string {
	for field := range strings.SplitSeq(line, ",") {
		if strings.TrimLeft(strings.TrimSpace(field), "-") == "inf" {
			return "inf"
		}
	}
	return "Infinity"
}

// number formats a value.
func number(v int32, infinity string) string {
	switch v {
	case replay.Inf:
		return infinity
	case -replay.Inf:
		return "-" + infinity
	}
	return strconv.Itoa(int(v))
}

func (w words) number(v int32) string { return number(v, w.infinity) }

// kind is "max" or "min".
func (w words) kind() string {
	if w.Max {
		return "max"
	}
	return "min"
}

// explainLine explains how the line came about, and returns the rule of the log that it follows.
func (w words) explainLine() (sentences []string, rule string) {
	switch w.Kind {
	case replay.Enter:
		return w.entered(), entryRule
	case replay.Leaf:
		sentences = []string{fmt.Sprintf("a leaf at the depth limit: the evaluation is %s", w.number(w.Value))}
		if w.over {
			sentences = []string{fmt.Sprintf("a leaf, where no move is left: the evaluation is %s", w.number(w.Value))}
		}
		if w.window {
			sentences = append(sentences, w.receivedWindow())
		}
		return sentences, leafRule
	}
	return w.updated(), updateRule
}

// entered explains the entry of a node.
func (w words) entered() []string {
	sentences := []string{fmt.Sprintf("entered: a %s node starts at %s", w.kind(), w.number(w.Value))}
	if w.movesAgain() {
		sentences = append(sentences, fmt.Sprintf("%s has given another turn: %s moves as at %s", w.Name, w.board.Mover,
			w.nodes[w.Ply-1].name))
	}
	if w.window {
		sentences = append(sentences, w.receivedWindow())
	}
	return sentences
}

// receivedWindow describes the window that a node receives from its parent.
func (w words) receivedWindow() string {
	window := fmt.Sprintf("alpha = %s, beta = %s", w.number(w.Alpha), w.number(w.Beta))
	if w.Ply == 0 {
		return "the root's window is open: " + window
	}
	return fmt.Sprintf("its window is that of %s at this moment: %s", w.nodes[w.Ply-1].name, window)
}

// maxSummed is the maximum number of pieces of a side that are listed.
const maxSummed = 12

// sum writes the evaluation of the position as a sum: "that is 36 (A1 20, B1 16) - ...". It returns "" if the
// game evaluates in another way.
func (w words) sum() string {
	sides := map[int8][]string{} // the contributions of each side's pieces
	totals := map[int8]int32{}
	for i, piece := range w.board.Pieces {
		if piece.Worth != 0 {
			sides[piece.Side] = append(sides[piece.Side],
				fmt.Sprintf("%s %d", w.x.stage.Places[i].Name, int32(piece.Side)*piece.Worth))
			totals[piece.Side] += int32(piece.Side) * piece.Worth
		}
	}
	if len(sides) == 0 || totals[1]-totals[-1] != w.Value {
		return ""
	}
	side := func(player int8) string {
		switch parts := sides[player]; {
		case len(parts) == 0:
			return "0"
		case len(parts) > maxSummed:
			return fmt.Sprintf("%d (of %d places)", totals[player], len(parts))
		default:
			return fmt.Sprintf("%d (%s)", totals[player], strings.Join(parts, ", "))
		}
	}
	return fmt.Sprintf("that is %s - %s", side(1), side(-1))
}

// updated explains the return of a child.
func (w words) updated() (sentences []string) {
	child, v := w.Moves[w.Index], w.number(w.Value)
	comparison := "greater"
	if !w.Max {
		comparison = "less"
	}
	if w.Better {
		sentences = append(sentences, fmt.Sprintf("%s returned %s, %s than %s: v becomes %s", child, w.number(w.Returned),
			comparison, w.number(w.ValueBefore), v))
	} else {
		sentences = append(sentences, fmt.Sprintf("%s returned %s, not %s than %s: v stays %s", child, w.number(w.Returned),
			comparison, w.number(w.ValueBefore), v))
	}
	rest := w.Moves[w.Index+1:]
	switch {
	case w.Cut && w.Max:
		sentences = append(sentences, fmt.Sprintf("v = %s >= beta = %s: the node is cut, its window stays", v,
			w.number(w.Beta)))
	case w.Cut:
		sentences = append(sentences, fmt.Sprintf("v = %s <= alpha = %s: the node is cut, its window stays", v,
			w.number(w.Alpha)))
	case w.window:
		sentences = append(sentences, w.describeWindow(v))
	}
	switch {
	case w.Cut && len(rest) > 0:
		verb := "log"
		if len(rest) == 1 {
			verb = "logs"
		}
		sentences = append(sentences, fmt.Sprintf("%s %s nothing; it returns %s", list(rest), verb, v))
	case len(rest) == 0 && w.Ply > 0:
		sentences = append(sentences, fmt.Sprintf("%s was its last child: it returns %s", child, v))
	case len(rest) == 0:
		sentences = append(sentences, fmt.Sprintf("%s was the last of the root's moves", child))
	}
	return sentences
}

// describeWindow describes the change of the window. The new window reveals the change: without a better value it
// stays. Otherwise v is the new bound, unless another bound was closer.
func (w words) describeWindow(v string) string {
	bound, value, other := "alpha", w.Alpha, fmt.Sprintf("v < beta = %s", w.number(w.Beta))
	if !w.Max {
		bound, value, other = "beta", w.Beta, fmt.Sprintf("v > alpha = %s", w.number(w.Alpha))
	}
	if w.Better && value == w.Value {
		return fmt.Sprintf("%s, so no cut: %s becomes %s", other, bound, v)
	}
	return fmt.Sprintf("%s, so no cut: %s stays %s", other, bound, w.number(value))
}

// list joins names. It shortens a long list.
func list(names []string) string {
	const maxNames = 8
	if n := len(names) - maxNames; n > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNames], separator(names)), n)
	}
	return strings.Join(names, separator(names))
}

// separator returns the separator of names, which may contain commas.
func separator(names []string) string {
	if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, ",") }) {
		return "; "
	}
	return ", "
}
