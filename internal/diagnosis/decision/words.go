package decision

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Words say why a step wrote its line.
type words struct {
	*place
	x        *explainer
	previous string   // the program's line before
	infinity string   // as the log spells it
	window   bool     // the log shows windows
	columns  int      // behind the name
	rest     []string // the program's lines behind the one that is wrong
}

// spelling returns how a line spells infinity, or the usual way.
func spelling(line string) string {
	for field := range strings.SplitSeq(line, ",") {
		if strings.TrimLeft(strings.TrimSpace(field), "-") == "inf" {
			return "inf"
		}
	}
	return "Infinity"
}

// number writes a value.
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

// why says how the line came about, and which rule of the log it follows.
func (w words) why() (says []string, rule replay.Area) {
	switch w.Kind {
	case replay.Enter:
		return w.entered(), entryRule
	case replay.Leaf:
		says = []string{fmt.Sprintf("a leaf at the depth limit: the evaluation is %s", w.number(w.Value))}
		if w.over {
			says = []string{fmt.Sprintf("a leaf, where no move is left: the evaluation is %s", w.number(w.Value))}
		}
		if w.window {
			says = append(says, w.handed())
		}
		return says, leafRule
	}
	return w.updated(), updateRule
}

// entered tells of the entry of a node.
func (w words) entered() []string {
	says := []string{fmt.Sprintf("entered: a %s node starts at %s", w.kind(), w.number(w.Value))}
	if w.again() {
		says = append(says, w.anotherTurn())
	}
	if w.window {
		says = append(says, w.handed())
	}
	return says
}

// handed tells of the window that a node has from above.
func (w words) handed() string {
	window := fmt.Sprintf("alpha = %s, beta = %s", w.number(w.Alpha), w.number(w.Beta))
	if w.Ply == 0 {
		return "the root's window is open: " + window
	}
	return fmt.Sprintf("its window is that of %s at this moment: %s", w.nodes[w.Ply-1].name, window)
}

// updated tells of a child's return.
func (w words) updated() (says []string) {
	child, v := w.Moves[w.Index], w.number(w.Value)
	comparison := "greater"
	if !w.Max {
		comparison = "less"
	}
	if w.Better {
		says = append(says, fmt.Sprintf("%s returned %s, %s than %s: v becomes %s", child, w.number(w.Returned), comparison, w.number(w.Before), v))
	} else {
		says = append(says, fmt.Sprintf("%s returned %s, not %s than %s: v stays %s", child, w.number(w.Returned), comparison, w.number(w.Before), v))
	}
	rest := w.Moves[w.Index+1:]
	switch {
	case w.Cut && w.Max:
		says = append(says, fmt.Sprintf("v = %s >= beta = %s: the node is cut, its window stays", v, w.number(w.Beta)))
	case w.Cut:
		says = append(says, fmt.Sprintf("v = %s <= alpha = %s: the node is cut, its window stays", v, w.number(w.Alpha)))
	case w.window:
		says = append(says, w.narrowed(v))
	}
	switch {
	case w.Cut && len(rest) > 0:
		verb := "log"
		if len(rest) == 1 {
			verb = "logs"
		}
		says = append(says, fmt.Sprintf("%s %s nothing; it returns %s", list(rest), verb, v))
	case len(rest) == 0 && w.Ply > 0:
		says = append(says, fmt.Sprintf("%s was its last child: it returns %s", child, v))
	case len(rest) == 0:
		says = append(says, fmt.Sprintf("%s was the last of the root's moves", child))
	}
	return says
}

// narrowed tells what became of the window, which shows how it was: without a better value it
// stays, and otherwise v is now its bound unless another was closer.
func (w words) narrowed(v string) string {
	bound, other := "alpha", fmt.Sprintf("v < beta = %s", w.number(w.Beta))
	if !w.Max {
		bound, other = "beta", fmt.Sprintf("v > alpha = %s", w.number(w.Alpha))
	}
	is := w.Alpha
	if !w.Max {
		is = w.Beta
	}
	if w.Better && is == w.Value {
		return fmt.Sprintf("%s, so no cut: %s becomes %s", other, bound, v)
	}
	return fmt.Sprintf("%s, so no cut: %s stays %s", other, bound, w.number(is))
}

// list joins names, the first few of many.
func list(names []string) string {
	const most = 8
	if n := len(names) - most; n > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], separator(names)), n)
	}
	return strings.Join(names, separator(names))
}

// separator returns what separates names, which may have commas of their own.
func separator(names []string) string {
	if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, ",") }) {
		return "; "
	}
	return ", "
}
