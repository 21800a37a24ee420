package mutant

import (
	"math"
	"strconv"
	"strings"
)

// position is a game situation as the search sees it.
type position interface {
	// moves are the names of the moves in expansion order. None means: the game ends here.
	moves() []string
	// play returns the position after a move, and whether the same player moves again.
	play(move string) (next position, again bool)
	// maximising tells whether it is the root player who moves next.
	maximising() bool
	// evaluate is the evaluation from the root player's side (docs/rules/README.md, "Evaluation").
	evaluate() int
}

// Every evaluation lies strictly between the two infinities.
const (
	infinity      = math.MaxInt
	minusInfinity = -math.MaxInt
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

// search is one run of minimax or alpha-beta.
type search struct {
	limit     int      // the depth limit
	alphaBeta bool     // cut; otherwise plain minimax
	dialect   *dialect // nil: keep no log
	log       []string // the lines of the log
}

// node is a node of the game tree.
type node struct {
	position
	name  string
	depth int
	again bool // the move that led here gave its player an extra turn
}

// window is what alpha-beta hands from a node to its children.
type window struct{ alpha, beta int }

// run searches from the root. It returns the root's value and the best line: the chosen move, the
// best answer to it, and so on. The line is empty if the root is a leaf.
func (s *search) run(root position, name string) (int, []string) {
	if s.dialect != nil && s.dialect.header != "" {
		s.log = append(s.log, s.dialect.header)
	}
	return s.visit(node{root, name, 0, false}, window{minusInfinity, infinity})
}

// visit searches one node, logs it, and returns its value and its best line.
func (s *search) visit(n node, w window) (int, []string) {
	var moves []string
	if !s.atLimit(n) {
		moves = n.moves()
	}
	if len(moves) == 0 { // a leaf: docs/rules/README.md log rule 1
		value := n.evaluate()
		s.row(n, value, w)
		return value, nil
	}
	value, line := worst(n), []string(nil)
	s.row(n, value, w) // on entry: docs/rules/README.md log rule 2
	for _, move := range moves {
		next, again := n.play(move)
		child := node{next, move, childDepth(n), again}
		result, rest := s.visit(child, w)
		if better(n, result, value) {
			value, line = result, append([]string{move}, rest...)
		}
		if s.alphaBeta {
			if cuts(n, value, w) { // the children left out log nothing: log rule 4
				s.row(n, value, w) // the window is unchanged: log rule 3
				return value, line // fail-soft, the value itself: log rule 3
			}
			w = narrow(n, value, w)
		}
		s.row(n, value, w) // after each child, changed or not: log rule 3
	}
	return value, line // nothing is logged on return: log rule 4
}

// atLimit tells whether the depth limit makes the node a leaf. A node whose move gave an extra turn
// is expanded even at the limit (docs/rules/mancala.md rule 9); other games have no extra turns.
func (s *search) atLimit(n node) bool {
	return n.depth >= s.limit && !n.again
}

// childDepth is one more than the node's depth, but after an extra turn the same
// (docs/rules/mancala.md rule 8).
func childDepth(n node) int {
	if n.again {
		return n.depth
	}
	return n.depth + 1
}

// worst is the value that a node starts from (docs/rules/README.md log rule 2).
func worst(n node) int {
	if n.maximising() {
		return minusInfinity
	}
	return infinity
}

// better tells whether a child's result replaces the node's value. Only a strictly better one does,
// so of equal moves the first is chosen (docs/rules/README.md log rules 3 and 5).
func better(n node, result, value int) bool {
	if n.maximising() {
		return result > value
	}
	return result < value
}

// cuts tells whether the node's other children need no search, which includes equality with the
// bound (docs/rules/README.md log rule 3).
func cuts(n node, value int, w window) bool {
	if n.maximising() {
		return value >= w.beta
	}
	return value <= w.alpha
}

// narrow is the window after a child that did not cut (docs/rules/README.md log rule 3).
func narrow(n node, value int, w window) window {
	if n.maximising() {
		return window{max(w.alpha, value), w.beta}
	}
	return window{w.alpha, min(w.beta, value)}
}

// row logs one line.
func (s *search) row(n node, value int, w window) {
	if s.dialect == nil {
		return
	}
	cells := []string{n.name, strconv.Itoa(n.depth), s.dialect.number(value)}
	if s.dialect.window {
		cells = append(cells, s.dialect.number(w.alpha), s.dialect.number(w.beta))
	}
	s.log = append(s.log, strings.Join(cells, s.dialect.separator))
}

// number writes a value: a plain integer or an infinity.
func (d *dialect) number(value int) string {
	switch value {
	case infinity:
		return d.infinity
	case minusInfinity:
		return "-" + d.infinity
	}
	return strconv.Itoa(value)
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
