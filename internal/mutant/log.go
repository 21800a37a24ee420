package mutant

import (
	"math"
	"strconv"
	"strings"
)

// dialect is the way an assignment writes its log.
type dialect struct {
	header    string // "" if the log has none
	separator string
	infinity  string
	window    bool // rows end with alpha and beta
}

// The dialect of squirrel, mancala and reversi, without and with the window.
var (
	minimaxDialect   = &dialect{"Node,Depth,Value", ",", "Infinity", false}
	alphaBetaDialect = &dialect{"Node,Depth,Value,Alpha,Beta", ",", "Infinity", true}
)

// confuseTasks turns this task into another one: minimax and alpha-beta are separate tasks
// in squirrel and mancala.
func (s *search) confuseTasks() {
	minimax, alphaBeta := s.dialect == minimaxDialect, s.dialect == alphaBetaDialect
	switch {
	case minimax && s.flaw.is("minimax-runs-alpha-beta", "tasks-2-and-3-swapped"):
		s.alphaBeta, s.dialect = true, alphaBetaDialect
	case minimax && s.flaw.is("minimax-cuts"):
		s.alphaBeta = true
	case alphaBeta && s.flaw.is("alpha-beta-runs-minimax", "tasks-2-and-3-swapped"):
		s.alphaBeta, s.dialect = false, minimaxDialect
	}
}

// header logs the first line, if the assignment has a header.
func (s *search) header() {
	if s.dialect == nil || s.dialect.header == "" {
		return
	}
	header := s.dialect.header
	switch {
	case s.flaw.is("header-missing"):
		return
	case s.flaw.is("header-of-minimax-always"):
		header = minimaxDialect.header
	case s.flaw.is("header-with-blanks"):
		header = strings.ReplaceAll(header, ",", ", ")
	case s.flaw.is("header-in-small-letters"):
		header = strings.ToLower(header)
	}
	s.log = append(s.log, header)
}

// leafLines logs a leaf: one line with the window it was handed (docs/rules/README.md log rule 1).
func (s *search) leafLines(n node, value int, w window) {
	switch {
	case s.flaw.is("no-leaf-line") && n.depth > 0:
		return
	case s.flaw.is("leaf-shows-infinite-window"):
		w = infinite
	case s.flaw.is("leaf-shows-updated-window"):
		w = s.narrow(n, value, w)
	case s.flaw.is("leaf-has-entry-line"),
		s.flaw.is("game-over-has-entry-line") && len(n.moves()) == 0:
		s.row(n, s.worst(n, w), w)
	case s.flaw.is("leaf-logged-twice"):
		s.row(n, value, w)
	}
	s.row(n, value, w)
}

// entry logs that the search enters an interior node (docs/rules/README.md log rule 2).
func (s *search) entry(n node, value int, w window) {
	switch {
	case s.chainEntry(n, w), s.flaw.is("no-entry-line"),
		s.flaw.is("root-entry-line-missing") && n.depth == 0:
		return
	case s.flaw.is("entry-value-swapped"):
		value = -value
	case s.flaw.is("entry-always-minus-infinity"):
		value = minusInfinity
	case s.flaw.is("entry-shows-evaluation"):
		value = n.evaluate()
	}
	s.row(n, value, w)
}

// update is what a child changed in its parent.
type update struct {
	child         string // its name
	result        int    // what it returned
	before, value int    // the parent's value before and after
	old, now      window // the parent's window before and after
	cut, last     bool   // the child was the last to be searched; the last of all
	again         bool   // the child is in a chain of extra turns
}

// update logs the line after a child, changed or not (docs/rules/README.md log rule 3).
func (s *search) update(n node, u update) {
	value, w := u.value, u.now
	if u.cut && !s.flaw.is("window-updated-before-cut-line") {
		w = u.old // the window of a cut is unchanged
	}
	root := n.depth == 0
	switch {
	case s.flaw.is("no-line-for-a-cut") && u.cut, s.inCutChain(u),
		s.flaw.is("lines-only-on-change") && u.value == u.before,
		s.flaw.is("last-line-of-root-missing") && root && u.last:
		return
	case s.flaw.is("root-value-stays-infinite") && root:
		value = s.worst(n, w)
	case s.flaw.is("root-window-stays-infinite") && root:
		w = infinite
	case s.flaw.is("line-shows-child-value"):
		value = u.result
	case s.flaw.is("line-shows-old-value"):
		value = u.before
	case s.flaw.is("line-shows-old-window"):
		w = u.old
	case s.flaw.is("line-names-child"):
		n.name = u.child
	}
	s.row(n, value, w)
	if s.flaw.is("extra-line-on-return") && (u.cut || u.last) {
		s.row(n, value, w)
	}
}

// skip skips the children that a cut prunes: they log nothing (docs/rules/README.md log
// rule 4).
func (s *search) skip(n node, moves []string, w window) {
	if !s.flaw.is("skipped-children-logged") {
		return
	}
	for _, move := range moves {
		next, again := n.play(move)
		child := node{next, move, s.childDepth(n, move), again}
		s.row(child, s.worst(child, w), w)
	}
}

// row logs one line.
func (s *search) row(n node, value int, w window) {
	if s.dialect == nil || n.name == "pass" && s.flaw.is("pass-not-logged") {
		return
	}
	cells := []string{s.label(n), strconv.Itoa(s.printedDepth(n)), s.number(value)}
	if s.flaw.is("depth-before-node") {
		cells[0], cells[1] = cells[1], cells[0]
	}
	if s.dialect.window && !s.flaw.is("window-columns-missing") {
		if s.flaw.is("window-columns-swapped") {
			w = window{w.beta, w.alpha}
		}
		cells = append(cells, s.number(w.alpha), s.number(w.beta))
	}
	line := strings.Join(cells, s.separator())
	s.log = append(s.log, line)
	s.bytes += len(line) + 1
	s.bound()
}

// label returns the name of a node as shown in the log.
func (s *search) label(n node) string {
	if labelled, ok := n.position.(interface{ label(name string) string }); ok {
		return labelled.label(n.name)
	}
	return n.name
}

func (s *search) printedDepth(n node) int {
	switch {
	case s.flaw.is("depth-counted-from-one"):
		return n.depth + 1
	case s.flaw.is("depth-counts-down"):
		return s.limit - n.depth
	}
	if counted, ok := n.position.(interface{ printedDepth(depth int) int }); ok {
		return counted.printedDepth(n.depth)
	}
	return n.depth
}

func (s *search) separator() string {
	switch {
	case s.flaw.is("blanks-after-commas"):
		return ", "
	case s.flaw.is("no-blanks-after-commas"):
		return ","
	}
	return s.dialect.separator
}

// number writes a value: a plain integer or an infinity (docs/rules/README.md, "Two facts worth
// checking first").
func (s *search) number(value int) string {
	tooSmall := s.flaw.is("infinity-too-small")
	switch {
	case value >= won || tooSmall && value == smallInfinity:
		return s.infinity()
	case value <= -won && s.flaw.is("infinity-as-number"):
		return strconv.Itoa(math.MinInt32)
	case value <= -won || tooSmall && value == -smallInfinity:
		return "-" + strings.TrimPrefix(s.infinity(), "+")
	case s.flaw.is("decimal-values"):
		return strconv.Itoa(value) + ".0"
	case s.flaw.is("plus-signs") && value > 0:
		return "+" + strconv.Itoa(value)
	case s.flaw.is("negative-zero") && value == 0:
		return "-0"
	}
	return strconv.Itoa(value)
}

func (s *search) infinity() string {
	switch {
	case s.flaw.is("infinity-spelt-inf"):
		return "inf"
	case s.flaw.is("infinity-spelt-out"):
		return "Infinity"
	case s.flaw.is("infinity-in-capitals"):
		return strings.ToUpper(s.dialect.infinity)
	case s.flaw.is("infinity-with-plus"):
		return "+" + s.dialect.infinity
	case s.flaw.is("infinity-as-number"):
		return strconv.Itoa(math.MaxInt32)
	}
	return s.dialect.infinity
}

// text joins lines to the text of a file that ends with a newline. No lines make an empty file.
func text(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// textWithoutNewline joins lines to the text of a file that ends without a newline
// (docs/rules/README.md, "Bytes": reversi and mapcolor).
func textWithoutNewline(lines []string) string { return strings.Join(lines, "\n") }
