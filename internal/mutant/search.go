package mutant

import (
	"cmp"
	"math"
	"slices"
)

// A position is a game position as the search sees it.
type position interface {
	// moves returns the names of the moves in expansion order. If there are none, the game
	// ends here.
	moves() []string
	// play returns the position after a move, and whether the same player moves again.
	play(move string) (next position, again bool)
	// maximising reports whether the root player moves next.
	maximising() bool
	// evaluate returns the evaluation from the root player's point of view
	// (docs/rules/README.md, "Evaluation").
	evaluate() int
}

// Every evaluation lies strictly between the two infinities.
const (
	infinity      = math.MaxInt
	minusInfinity = -math.MaxInt
)

// search is one run of minimax or alpha-beta.
type search struct {
	flaw      flaw
	limit     int      // the depth limit
	alphaBeta bool     // whether to cut; otherwise plain minimax
	dialect   *dialect // nil if no log is kept
	log       []string // the lines of the log

	bytes, nodes int      // spent so far
	last         position // the last leaf evaluated
	left         window   // as the last node left it
}

// node is a node of the game tree.
type node struct {
	position
	name  string
	depth int
	again bool // the move that led here gave its player an extra turn
}

// A window is what alpha-beta passes from a node to its children.
type window struct{ alpha, beta int }

var infinite = window{minusInfinity, infinity}

// run searches from the root. It returns the root's value and the best line: the chosen move, the
// best answer to it, and so on. The line is empty if the root is a leaf.
func (s *search) run(root position, name string) (int, []string) {
	s.confuseTasks()
	s.header()
	if s.flaw.is("root-named-differently") {
		name = "Root"
	}
	value, line := s.visit(node{root, name, 0, false}, infinite)
	if len(line) > 0 {
		line = s.choose(root, line)
	}
	return value, line
}

// visit searches one node, logs it, and returns its value and its best line.
func (s *search) visit(n node, handed window) (int, []string) {
	s.nodes++
	s.bound()
	moves := s.expand(n)
	if len(moves) == 0 {
		return s.leaf(n, handed), nil
	}
	w := s.chainWindow(n, handed)
	value, line := s.worst(n, w), []string(nil)
	s.entry(n, value, w)
	for i, move := range moves {
		next, again := n.play(move)
		child := node{next, move, s.childDepth(n, move), again}
		result, rest := s.visit(child, s.handDown(n, value, w, handed))
		s.takeBack(n, move)
		if s.flaw.is("window-not-restored") {
			w = s.left
		}
		u := update{child: move, result: result, before: value, old: w, now: w, again: again, last: i == len(moves)-1}
		if s.better(n, u, line) {
			value, line = result, append([]string{move}, rest...)
		}
		u.value, u.cut = value, s.alphaBeta && s.cuts(n, value, w)
		if s.alphaBeta {
			u.now = s.narrow(n, value, w)
		}
		s.update(n, u)
		if u.cut { // the children left out log nothing: docs/rules/README.md log rule 4
			s.skip(n, moves[i+1:], w)
			s.left = w
			return s.returned(value, w, true), line
		}
		w = u.now
	}
	s.left = w
	return s.returned(value, w, false), line
}

// expand lists the moves in expansion order, none at a leaf (docs/rules/README.md log rule 1).
func (s *search) expand(n node) []string {
	if s.atLimit(n) {
		return nil
	}
	moves := n.moves()
	switch {
	case s.flaw.is("moves-reversed"):
		slices.Reverse(moves)
	case s.flaw.is("moves-sorted-by-evaluation"):
		s.sortByEvaluation(n, moves)
	}
	return moves
}

// sortByEvaluation puts the moves first that look best to the player to move.
func (s *search) sortByEvaluation(n node, moves []string) {
	value := map[string]int{}
	for _, move := range moves {
		next, _ := n.play(move)
		value[move] = next.evaluate()
		if s.maximising(n) {
			value[move] = -value[move]
		}
	}
	slices.SortStableFunc(moves, func(a, b string) int { return cmp.Compare(value[a], value[b]) })
}

// atLimit reports whether the depth limit makes the node a leaf. A node whose move gave an
// extra turn is expanded even at the limit (docs/rules/mancala.md rule 9); other games have
// no extra turns.
func (s *search) atLimit(n node) bool {
	limit := s.limit
	switch {
	case s.flaw.is("depth-one-too-deep"):
		limit++
	case s.flaw.is("depth-one-too-shallow") && limit > 1:
		limit--
	}
	return s.plies(n) >= limit && !s.outlasts(n)
}

// childDepth returns the node's depth plus one, or after an extra turn the same depth
// (docs/rules/mancala.md rule 8).
func (s *search) childDepth(n node, move string) int {
	switch {
	case n.again:
		return n.depth + s.extraDepth()
	case move == "pass" && s.flaw.is("pass-costs-no-ply"):
		return n.depth
	}
	return n.depth + 1
}

// maximising reports whether the node is a max node.
func (s *search) maximising(n node) bool {
	switch {
	case s.flaw.is("min-nodes-maximise"):
		return true
	case s.flaw.is("root-minimises"):
		return !n.maximising()
	case s.flaw.is("node-type-by-depth"):
		return n.depth%2 == 0
	}
	return n.maximising()
}

// smallInfinity is what some programs use as infinity.
const smallInfinity = 999

// worst returns the value that a node starts from (docs/rules/README.md log rule 2).
func (s *search) worst(n node, w window) int {
	ofMax, ofMin := minusInfinity, infinity
	switch {
	case s.flaw.is("value-starts-at-bound"):
		ofMax, ofMin = w.alpha, w.beta
	case s.flaw.is("value-starts-at-zero"):
		ofMax, ofMin = 0, 0
	case s.flaw.is("infinity-too-small"):
		ofMax, ofMin = -smallInfinity, smallInfinity
	case s.flaw.is("chain-may-stop") && n.again:
		ofMax, ofMin = n.evaluate(), n.evaluate()
	}
	if s.maximising(n) {
		return ofMax
	}
	return ofMin
}

// better reports whether a child's result replaces the node's value. Only a strictly better
// one does, so of equal moves the first is chosen (docs/rules/README.md log rules 3 and 5).
func (s *search) better(n node, u update, line []string) bool {
	if u.result == u.before && len(line) > 0 {
		switch {
		case s.flaw.is("last-tie-at-root"):
			return n.depth == 0
		case s.flaw.is("last-tie-everywhere"):
			return true
		case s.flaw.is("greedy-takes-last-of-equals"):
			return s.dialect == nil && s.maximising(n)
		case s.flaw.is("ties-by-column"):
			return n.depth == 0 && columnBefore(u.child, line[0])
		case s.flaw.is("ties-prefer-raid"):
			return n.depth == 0 && isRaidMove(u.child) && !isRaidMove(line[0])
		}
	}
	if s.maximising(n) {
		return u.result > u.before
	}
	return u.result < u.before
}

// choose adjusts the best line, whose first move is the one chosen (docs/rules/README.md
// log rule 5).
func (s *search) choose(root position, line []string) []string {
	moves := root.moves()
	switch {
	case s.flaw.is("first-move-chosen"):
		return moves[:1]
	case s.flaw.is("last-move-chosen"):
		return moves[len(moves)-1:]
	case s.flaw.is("greedy-move-chosen"):
		s.sortByEvaluation(node{position: root}, moves)
		return moves[:1]
	}
	return line
}

// leaf logs a leaf's one line and returns its value (docs/rules/README.md log rule 1).
func (s *search) leaf(n node, w window) int {
	value := s.evaluate(n)
	s.last, s.left = n.position, w
	s.leafLines(n, value, w)
	return value
}

// won is more than any evaluation and less than infinity.
const won = infinity - 1

// evaluate returns the value of a leaf (docs/rules/README.md, "Evaluation").
func (s *search) evaluate(n node) int {
	value := n.evaluate()
	switch {
	case s.flaw.is("evaluation-from-opponents-side"):
		return -value
	case s.flaw.is("evaluation-for-side-to-move") && !n.maximising():
		return -value
	case s.flaw.is("evaluation-less-depth"):
		return value - n.depth
	case s.flaw.is("game-end-counts-infinite") && len(n.moves()) == 0:
		return won * cmp.Compare(value, 0)
	}
	return value
}

// takeBack undoes a move on a board that all positions share, which only happens in a
// fault.
func (s *search) takeBack(n node, move string) {
	if shared, ok := n.position.(interface{ takeBack(move string) }); ok {
		shared.takeBack(move)
	}
}

// bound gives up if a fault makes the search exceed its limits.
func (s *search) bound() {
	if s.flaw != "" && (s.bytes > mostLog || s.nodes > mostNodes) {
		panic(ErrGaveUp)
	}
}
