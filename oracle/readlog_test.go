package oracle_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// This file parses a traverse log of any assignment into the tree that was searched, and rejects it where it
// breaks one of the common log rules of docs/rules/README.md. It is independent of the rules of the games.

// A Tree is a node of a traverse log.
type Tree struct {
	Name  string
	Depth int
	Value int     // the node's return value
	Kids  []*Tree // none for a leaf
	Max   bool    // of an interior node
	Again bool    // of an interior node: the move into it gave an extra turn
}

// inf and -inf represent the infinities of any dialect.
const inf = math.MaxInt

// A Format describes an assignment's log format.
type Format struct {
	Header      string // "" for none
	Separator   string
	Infinity    string
	NameColumns int
	Window      bool // has columns for alpha and beta
	ExtraTurns  bool // a move may leave the same side to move, at the same depth
}

// A row is a line of a log. In a log without window columns it has the widest window.
type row struct {
	text                      string
	name                      string
	depth, value, alpha, beta int
}

// row parses a line.
func (d Format) row(text string) (row, error) {
	columns := strings.Split(text, d.Separator)
	want := d.NameColumns + 2
	if d.Window {
		want += 2
	}
	if len(columns) != want {
		return row{}, fmt.Errorf("want %d columns, found %d", want, len(columns))
	}
	r := row{text: text, name: strings.Join(columns[:d.NameColumns], d.Separator), alpha: -inf, beta: inf}
	into := []*int{&r.depth, &r.value, &r.alpha, &r.beta}
	for i, column := range columns[d.NameColumns:] {
		switch column {
		case d.Infinity:
			*into[i] = inf
		case "-" + d.Infinity:
			*into[i] = -inf
		default:
			n, err := strconv.Atoi(column)
			if err != nil || strconv.Itoa(n) != column { // no +1, no -0, no 1.0
				return row{}, fmt.Errorf("want an integer, found %q", column)
			}
			*into[i] = n
		}
	}
	return r, nil
}

// finite reports whether the row's value is finite, as at a leaf or after an update.
func (r row) finite() bool { return r.value != inf && r.value != -inf }

// updates reports whether the row may be one that n wrote after a child.
func (r row) updates(n *Tree) bool {
	return r.name == n.Name && r.depth == n.Depth && r.finite()
}

// ReadLog checks a log, with nothing before or after it, and returns the trees that it may represent. Usually
// it returns one, but chains of extra turns can sometimes be read in several ways.
func ReadLog(d Format, text string) (roots []*Tree, err error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if d.Header != "" {
		if lines[0] != d.Header {
			return nil, fmt.Errorf("line 1: want the header %s, found %q", d.Header, lines[0])
		}
		lines = lines[1:]
	}
	l := &logReader{Format: d}
	for i, line := range lines {
		r, err := d.row(line)
		if err != nil {
			return nil, fmt.Errorf("line %d below the header: %w", i+1, err)
		}
		l.rows = append(l.rows, r)
	}
	for _, root := range l.node(0, nil, -inf, inf) {
		if root.next == len(l.rows) {
			roots = append(roots, root.node)
		}
		l.refuse(root.next, "want the end of the log")
	}
	if len(roots) == 0 {
		return nil, l.err
	}
	return roots, nil
}

// A logReader reads a log by recursive descent.
type logReader struct {
	Format
	rows  []row
	err   error // the error furthest down the log
	errAt int
}

// A reading is a node that was read, and the index of the row after it.
type reading struct {
	node *Tree
	next int
}

// refuse records that the row at some index is not the one expected.
func (l *logReader) refuse(at int, format string, args ...any) []reading {
	if l.err == nil || at > l.errAt {
		found := "the end of the log"
		if at < len(l.rows) {
			found = l.rows[at].text
		}
		l.err, l.errAt = fmt.Errorf("line %d below the header: %s, found %s", at+1, fmt.Sprintf(format, args...), found), at
	}
	return nil
}

// node reads a node whose parent passed it a window. The root has no parent.
func (l *logReader) node(at int, parent *Tree, alpha, beta int) []reading {
	if at == len(l.rows) {
		return l.refuse(at, "want a node")
	}
	depth := 0
	if parent != nil {
		depth = parent.Depth + 1
		if parent.Again { // mancala rule 8
			depth = parent.Depth
		}
	}
	entry := l.rows[at]
	if entry.depth != depth {
		return l.refuse(at, "want a node of depth %d", depth)
	}
	if l.Window && (entry.alpha != alpha || entry.beta != beta) { // log rules 1 and 2
		return l.refuse(at, "want the parent's window %d, %d", alpha, beta)
	}
	n := Tree{Name: entry.name, Depth: depth, Value: entry.value}
	if entry.finite() { // log rule 1
		return []reading{{&n, at + 1}}
	}
	n.Max = entry.value == -inf // log rule 2
	n.Again = parent != nil && n.Max == parent.Max
	if parent == nil && !n.Max || n.Again && !l.ExtraTurns {
		return l.refuse(at, "want the other infinity")
	}
	return l.children(at+1, n, parent, alpha, beta)
}

// children reads the next child of n and the line of n after it, and so on to the end of n
// (log rule 3).
func (l *logReader) children(at int, n Tree, parent *Tree, alpha, beta int) (out []reading) {
	for _, kid := range l.node(at, &n, alpha, beta) {
		n, alpha, beta, at := n, alpha, beta, kid.next
		n.Kids = append(slices.Clip(n.Kids), kid.node)
		cut := l.absorb(&n, kid.node, &alpha, &beta)
		want := row{name: n.Name, depth: n.Depth, value: n.Value, alpha: alpha, beta: beta}
		if !l.Window {
			want.alpha, want.beta = -inf, inf
		}
		if at < len(l.rows) {
			want.text = l.rows[at].text
		}
		if at == len(l.rows) || l.rows[at] != want {
			l.refuse(at, "want %s at depth %d with value %d and window %d, %d", n.Name, n.Depth, n.Value, alpha, beta)
			continue
		}
		at++
		returned := at == len(l.rows) || parent != nil && l.rows[at].updates(parent)
		if cut || returned {
			out = append(out, reading{&n, at})
		}
		if !cut && (!returned || n.Again) {
			out = append(out, l.children(at, n, parent, alpha, beta)...)
		}
	}
	return out
}

// absorb updates a node with a child's value before its line (log rule 3).
func (l *logReader) absorb(n, kid *Tree, alpha, beta *int) (cut bool) {
	if n.Max {
		n.Value = max(n.Value, kid.Value)
		cut = n.Value >= *beta
	} else {
		n.Value = min(n.Value, kid.Value)
		cut = n.Value <= *alpha
	}
	if !l.Window || cut {
		return l.Window
	}
	if n.Max {
		*alpha = max(*alpha, n.Value)
	} else {
		*beta = min(*beta, n.Value)
	}
	return false
}

// Chosen returns the move that log rule 5 chooses: the first child of the root with the
// greatest value.
func (n *Tree) Chosen() *Tree {
	for _, kid := range n.Kids {
		if kid.Value == n.Value {
			return kid
		}
	}
	return nil
}

// Lines counts the lines of a log with this tree: one for the entry of each node, and one more for
// each child.
func (n *Tree) Lines() int {
	count := 1
	for _, kid := range n.Kids {
		count += 1 + kid.Lines()
	}
	return count
}
