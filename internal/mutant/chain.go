package mutant

// Extra turns in the search. Only mancala has extra turns; a chain is a sequence of moves
// by one player in which each move but the last gave an extra turn.

// outlasts reports whether a node is expanded at the cut-off, because the move into it gave
// an extra turn (docs/rules/mancala.md rule 9).
func (s *search) outlasts(n node) bool {
	switch {
	case s.flaw.is("cut-off-stops-chains", "extra-turn-is-a-ply"):
		return false
	case s.flaw.is("cut-off-stops-opponents-chains") && !n.maximising():
		return false
	}
	return n.again
}

// plies returns what the cut-off is compared with: the depth (docs/rules/mancala.md rule
// 9).
func (s *search) plies(n node) int {
	if g, ok := n.position.(*mancala); ok && s.flaw.is("chain-uses-up-depth") {
		return g.made
	}
	return n.depth
}

// extraDepth returns how much deeper the move after an extra turn is than the move that
// gave it: 0 (docs/rules/mancala.md rule 8).
func (s *search) extraDepth() int {
	if s.flaw.is("extra-turn-deepens", "extra-turn-is-a-ply") {
		return 1
	}
	return 0
}

// chainWindow returns the window of a node reached by an extra turn: the one passed by its
// parent, as for any other node (docs/rules/mancala.md rule 12).
func (s *search) chainWindow(n node, handed window) window {
	if n.again && s.flaw.is("chain-starts-with-infinite-window") {
		return infinite
	}
	return handed
}

// chainEntry logs the entry into a node. It reports whether a fault of the chain has
// already logged it; a node in a chain is entered like any other (docs/rules/mancala.md
// rules 9 and 10).
func (s *search) chainEntry(n node, w window) bool {
	root, ofTheOther := n.depth == 0 && !n.again, infinity
	if !n.maximising() {
		ofTheOther = minusInfinity
	}
	switch {
	case s.flaw.is("log-as-the-handout-prints-it") && root:
		return true
	case s.flaw.is("chain-entry-swapped", "log-as-the-handout-prints-it") && n.again:
		s.row(n, ofTheOther, w)
		return true
	case s.flaw.is("chain-logged-as-leaf-first") && n.again && n.depth >= s.limit:
		s.row(n, n.evaluate(), w)
	}
	return false
}

// inCutChain reports whether a line was caused by a cut in a chain, and is omitted by a
// fault.
func (s *search) inCutChain(u update) bool {
	return s.flaw.is("cut-leaves-the-whole-chain") && u.cut && u.again
}
