package decision

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A line is one of a program's log.
type line struct {
	name    string
	depth   string
	value   string
	window  []string // alpha and beta, or nothing
	columns []string // from depth on
}

// parse splits a line into so many columns from depth on, and the name before them. ok is false if
// there are fewer.
func parse(text string, columns int) (l line, ok bool) {
	all := Fields(text)
	cut := len(all) - columns
	if cut < 1 || columns < 2 {
		return l, false
	}
	l.name, l.columns = strings.Join(all[:cut], ", "), all[cut:]
	l.depth, l.value, l.window = l.columns[0], l.columns[1], l.columns[2:]
	return l, true
}

// of reports whether a line is one of a node, by its name and depth.
func (l line) of(n node) bool {
	return l.name == strings.Join(Fields(n.name), ", ") && l.depth == strconv.Itoa(n.depth)
}

// childOf reports whether a line has the depth of a node's children, of which the search has entered one.
func (l line) childOf(n node) bool { return n.below > 0 && l.depth == strconv.Itoa(n.below) }

// Fields splits a line of a log into its columns.
func Fields(text string) (columns []string) {
	for column := range strings.SplitSeq(text, ",") {
		columns = append(columns, strings.TrimSpace(column))
	}
	return columns
}

var infinity = regexp.MustCompile(`(?i)^([-+]?)(inf(inity)?|∞)$`)

// Value returns the value that a column means. ok is false if it is no whole number.
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

var open = window{-replay.Inf, replay.Inf}

// narrowed returns the window with one of its bounds moved to a value, if that is inside.
func (w window) narrowed(bound int, v int32) window {
	if bound == 0 {
		w[0] = max(w[0], v)
	} else {
		w[1] = min(w[1], v)
	}
	return w
}

// bounds returns the window that a line shows. ok is false if it shows none.
func (l line) bounds() (w window, ok bool) {
	if len(l.window) != 2 {
		return w, false
	}
	alpha, known := Value(l.window[0])
	beta, ok := Value(l.window[1])
	return window{alpha, beta}, ok && known
}

// overflows reports whether a bound is a number that is not a way to write the infinity which is due: it has the other sign, or
// infinity is written in words beside it.
func (l line) overflows(want line) bool {
	if len(l.window) != 2 || len(want.window) != 2 {
		return false
	}
	for i, bound := range l.window {
		if _, ok := Value(bound); ok || strings.Trim(bound, "-0123456789") != "" || bound == "" {
			continue
		}
		words := infinity.MatchString(l.value) || infinity.MatchString(l.window[1-i])
		if words || strings.HasPrefix(bound, "-") != strings.HasPrefix(want.window[i], "-") {
			return true
		}
	}
	return false
}

// mirrored reports whether one window is the other with its bounds exchanged or negated.
func mirrored(a, b window) bool {
	return a == window{b[1], b[0]} || a == window{-b[0], -b[1]} || a == window{-b[1], -b[0]}
}
